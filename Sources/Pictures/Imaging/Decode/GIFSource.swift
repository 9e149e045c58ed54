import CKernels
import CVipsShim

/// The first frame of a GIF, decoded when its first row is read.
///
/// Only codes without a fault are decoded here. libvips reads the file where there is one, and its verdict counts.
@safe final class GIFSource: PixelSource {
    /// False where libvips is to read each GIF. For tests.
    @TaskLocal static var isUsed = true

    private let bytes: UnsafeBufferPointer<UInt8>
    private let header: ImageHeader
    private let picture: GIFPicture
    private let colors: [UInt8]
    /// Of the frame, row by row from the top; empty before the first read.
    private let indexes = Scratch()
    private var isDecoded = false
    /// The way through libvips, once a fault was found.
    private var other: VipsSource?
    var size: Size { header.storedSize }
    var space: cvs_space { header.hasAlpha ? .rgba : .rgb }
    var profile: [UInt8]? { nil }

    /// Nil for a file that is not as the format wants it, and where damage is allowed. The bytes must outlive the source.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, isLenient: Bool) {
        // A frame may lie so far off that libvips refuses the canvas.
        guard Self.isUsed, !isLenient, let picture = header.gifPicture, header.storedSize.longestSide <= 65_535 else {
            return nil
        }
        unsafe self.bytes = bytes
        self.header = header
        self.picture = picture
        colors = unsafe picture.colors(of: Span(_unsafeElements: bytes))
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        if !isDecoded { try decode() }
        if let other { return try unsafe other.read(area, of: frame, into: target, stride: stride, isCut: isCut) }
        let (box, bands) = (picture.box, bands)
        let columns = max(area.left, box.left)..<max(min(area.right, box.right), max(area.left, box.left))
        unsafe colors.withUnsafeBufferPointer { palette in
            for row in 0..<area.height {
                // Safe: the caller provides memory for `area.height` rows of `stride` bytes.
                let line = unsafe target + row * stride
                let isInside = box.top <= area.top + row && area.top + row < box.bottom
                if columns.count < area.width || !isInside {
                    unsafe line.update(repeating: 0, count: area.width * bands)
                }
                guard isInside, !columns.isEmpty else { continue }
                let first = picture.storedRow(area.top + row - box.top) * box.width + columns.lowerBound - box.left
                // Safe: the columns are those of the frame within the area; the palette has 256 entries.
                unsafe ck_gif_colors(
                    indexes.reserve(0) + first, columns.count, palette.baseAddress!, CInt(bands),
                    line + (columns.lowerBound - area.left) * bands)
            }
        }
    }

    private func decode() throws(ImageError) {
        let count = picture.box.size.pixelCount
        let place = unsafe UnsafeBufferPointer(rebasing: bytes[picture.firstBlock...])
        // Safe: the memory has room for the indexes and what may be written behind them.
        let memory = unsafe indexes.reserve(count + Int(CK_GIF_PADDING))
        let isWhole = unsafe ck_gif_decode(place.baseAddress, place.count, CInt(picture.codeBits), memory, count) == 1
        if isWhole, unsafe ck_gif_largest(memory, count) < picture.palette.count / 3 {
            isDecoded = true
            return
        }
        indexes.shrink(to: 0)
        let source = try unsafe VipsSource(
            bytes, header: header, isLenient: false, scale: 1, keepsProfile: false)
        guard source.size == size, source.space == space else {
            throw .undecodable(stage: .decode, format: .gif, detail: "the frame has other sides than its header")
        }
        other = source
        isDecoded = true
    }
}
