/// The place of the first frame in a GIF whose structure has no fault up to the end of the file.
struct GIFPicture: Hashable, Sendable {
    /// The part of the canvas.
    var box: Box
    var isInterlaced: Bool
    /// The bytes of the colors, three for each.
    var palette: Range<Int>
    /// The index that is no color.
    var transparent: Int?
    /// The bits of the first codes, without those for commands: 2…8.
    var codeBits: Int
    /// The offset of the first block of codes.
    var firstBlock: Int

    /// The place of a row among those of the file: each eighth comes first, then those between (GIF89a, appendix E).
    func storedRow(_ row: Int) -> Int {
        guard isInterlaced else { return row }
        if row % 8 == 0 { return row / 8 }
        if row % 4 == 0 { return box.height.dividedUp(by: 8) + row / 8 }
        if row % 2 == 0 { return box.height.dividedUp(by: 4) + row / 4 }
        return box.height.dividedUp(by: 2) + row / 2
    }

    /// Red, green, blue and alpha of 256 colors.
    func colors(of bytes: Span<UInt8>) -> [UInt8] {
        var colors = [UInt8](repeating: 0, count: 1024)
        for (index, place) in stride(from: palette.lowerBound, to: palette.upperBound, by: 3).enumerated()
        where index != transparent {
            for channel in 0..<3 { colors[4 * index + channel] = bytes[place + channel] }
            colors[4 * index + 3] = 255
        }
        return colors
    }
}

/// The structure of a GIF so far, as strictly as the format has it.
struct GIFStructure {
    private let palette: Range<Int>?
    private var picture: GIFPicture?
    private var controls = 0
    private var transparent: Int?
    private var isSound = true

    /// `flags` are those of the screen.
    init(flags: Int) { palette = colorTableLength(flags) > 0 ? 13..<13 + colorTableLength(flags) : nil }

    mutating func foundFault() { isSound = false }

    mutating func add(extensionAt position: Int, of bytes: Span<UInt8>) {
        guard bytes.byte(at: position + 1) == 0xF9 else { return }
        controls += 1
        // Two for one frame contradict each other.
        guard controls == 1, bytes.byte(at: position + 2) == 4, bytes.byte(at: position + 7) == 0,
            let flags = bytes.byte(at: position + 3), let index = bytes.byte(at: position + 6)
        else { return foundFault() }
        transparent = flags & 1 == 1 ? index : nil
    }

    mutating func add(_ frame: GIFFrame, of bytes: Span<UInt8>) {
        guard let codeBits = bytes.byte(at: frame.firstBlock - 1), (2...8).contains(codeBits),
            let palette = frame.palette ?? palette, palette.upperBound <= bytes.count, frame.box.width > 0,
            frame.box.height > 0
        else { return foundFault() }
        if picture == nil {
            picture = GIFPicture(
                box: frame.box, isInterlaced: frame.isInterlaced, palette: palette, transparent: transparent,
                codeBits: codeBits, firstBlock: frame.firstBlock)
        }
        controls = 0
        transparent = nil
    }

    /// The first frame, where the frames end with what ends a file.
    func firstFrame(before end: Int?) -> GIFPicture? {
        isSound && end == 0x3B ? picture : nil
    }
}
