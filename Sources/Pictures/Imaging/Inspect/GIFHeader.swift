extension ImageHeader {
    /// Walks the blocks; only the first frame has to be complete. The layout is that of the GIF89a specification.
    ///
    /// The size is that of the decoder's output (libnsgif): the logical screen, unless that is one of the screen sizes
    /// that old encoders wrote regardless of the picture, and never less than the first frame needs.
    init(gif bytes: Span<UInt8>) throws(ImageError) {
        guard var width = bytes.u16(at: 6, .little), var height = bytes.u16(at: 8, .little),
            let flags = bytes.byte(at: 10), bytes.count > 13
        else { throw .cutHeader }
        let screens: [Size] = [(640, 480), (640, 512), (800, 600), (1024, 768), (1280, 1024), (1600, 1200)]
            .map { Size(width: $0, height: $1) }
        if screens.contains(Size(width: width, height: height)) || min(width, height) == 0
            || max(width, height) > 2048
        {
            (width, height) = (1, 1)
        }
        var header = ImageHeader(format: .gif, storedSize: Size(width: width, height: height))
        var frames = 0
        var times = GIFTimes()
        var structure = GIFStructure(flags: flags)
        var position = 13 + colorTableLength(flags)
        while frames < largestFrameCount, let introducer = bytes.byte(at: position), introducer != 0x3B {
            switch introducer {
            case 0x21:
                // A graphic control extension defines if one color is transparent.
                if bytes.byte(at: position + 1) == 0xF9, let control = bytes.byte(at: position + 3), control & 1 == 1 {
                    header.hasAlpha = true
                }
                times.add(extensionAt: position, of: bytes)
                structure.add(extensionAt: position, of: bytes)
                position = endOfBlocks(bytes, from: position + 2)
            case 0x2C:
                guard let frame = GIFFrame(bytes, at: position) else {
                    guard frames > 0 else { throw .cutHeader }
                    structure.foundFault()
                    position = bytes.count
                    continue
                }
                structure.add(frame, of: bytes)
                position = endOfBlocks(bytes, from: frame.firstBlock)
                if frames == 0 {
                    header.storedSize = Size(width: max(width, frame.right), height: max(height, frame.bottom))
                    header.isInterlaced = frame.isInterlaced
                    header.isTruncated = position > bytes.count
                    if frame.box != Box(covering: header.storedSize), frame.box.width > 0, frame.box.height > 0 {
                        header.covered = frame.box
                    }
                }
                frames += 1
                if position <= bytes.count { header.endOfFrames = position } else { header.endsWithinFrame = true }
                times.endFrame(coversAll: frame.box == Box(covering: header.storedSize))
            default:
                guard frames > 0 else { throw .broken(.gif, "unknown block \(introducer)") }
                structure.foundFault()
                position = bytes.count
            }
        }
        guard frames > 0 else {
            if bytes.byte(at: position) == nil { throw .cutHeader }
            throw .broken(.gif, "there is no picture before the end")
        }
        header.frames = frames
        header.gifPicture = structure.firstFrame(before: bytes.byte(at: position))
        header.animation = times.animation
        header.hidesTransparency = times.showsBackground && !header.hasAlpha
        if header.covered != nil { header.hasAlpha = true }
        header.components = header.hasAlpha ? 4 : 3
        self = header
    }
}

/// The times of the frames so far, and whether the background shows beside one.
private struct GIFTimes {
    private var delays: [Int] = []
    private var delay = 0
    private var plays = 1
    private(set) var showsBackground = false

    /// The times of at least two frames.
    var animation: Animation? { delays.count > 1 ? Animation(storedDelays: delays, plays: plays) : nil }

    mutating func add(extensionAt position: Int, of bytes: Span<UInt8>) {
        switch bytes.byte(at: position + 1) {
        case 0xF9:
            delay = 10 * (bytes.u16(at: position + 4, .little) ?? 0)
        case 0xFF where bytes.holds("NETSCAPE2.0", at: position + 3) && bytes.byte(at: position + 15) == 1:
            // The file tells how often the frames are repeated; browsers show them once more.
            guard let repeats = bytes.u16(at: position + 16, .little) else { return }
            plays = repeats == 0 ? 0 : repeats + 1
        default: break
        }
    }

    mutating func endFrame(coversAll: Bool) {
        delays.append(delay)
        delay = 0
        if !coversAll { showsBackground = true }
    }
}

/// A copy of a GIF with a transparent frame of one pixel behind the others.
///
/// libvips leaves the transparency of all frames out where none has a transparent color, although the background shows
/// through parts that no frame covers.
func gifShowingTransparency(_ bytes: Span<UInt8>, _ header: ImageHeader) -> [UInt8]? {
    guard header.hidesTransparency else { return nil }
    let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 0, 0]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]
    return bytes.copy(0..<header.endOfFrames) + control + frame + [0x3B]
}

/// The fields of an image descriptor.
struct GIFFrame {
    /// The edges on the logical screen, in pixels.
    let box: Box
    var right: Int { box.right }
    var bottom: Int { box.bottom }
    let isInterlaced: Bool
    /// The bytes of its own colors; nil where it has those of the screen.
    let palette: Range<Int>?
    /// The offset of the first data block, behind the color table and the code size.
    let firstBlock: Int

    init?(_ bytes: Span<UInt8>, at position: Int) {
        guard let left = bytes.u16(at: position + 1, .little), let top = bytes.u16(at: position + 3, .little),
            let width = bytes.u16(at: position + 5, .little), let height = bytes.u16(at: position + 7, .little),
            let flags = bytes.byte(at: position + 9)
        else { return nil }
        box = Box(left: left, top: top, width: width, height: height)
        isInterlaced = flags & 0x40 != 0
        let length = colorTableLength(flags)
        palette = length > 0 ? position + 10..<position + 10 + length : nil
        firstBlock = position + 10 + length + 1
    }
}

/// The length of the color table that these flags announce, in bytes.
func colorTableLength(_ flags: Int) -> Int {
    flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0
}

/// Returns the offset behind the empty block that ends a chain of blocks; beyond the file when the chain is cut off.
private func endOfBlocks(_ bytes: Span<UInt8>, from position: Int) -> Int {
    var position = position
    while let length = bytes.byte(at: position), length > 0 { position += 1 + length }
    return position + 1
}
