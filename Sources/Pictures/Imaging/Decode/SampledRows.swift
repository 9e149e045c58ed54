/// Pixels for the colors of a picture: real ones, taken from the rows as the decoder delivers them, at most 256 a side.
///
/// Each comes from a place of its own in its cell of an even grid. A resized picture would have means of neighbors, which
/// are colors that occur nowhere, and a regular grid can fall in step with a pattern.
final class PixelSamples {
    private let region: Box
    private let size: Size
    private let channels: Int
    private var bytes: [UInt8]
    /// The row of the grid that comes next.
    private var row = 0
    private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The most samples on one side.
    private static let side = 256

    /// `region` is the part of the decoded picture that is used.
    init(of region: Box, channels: Int) {
        self.region = region
        self.channels = channels
        let step = Self.cell(of: region)
        size = Size(width: region.width.dividedUp(by: step), height: region.height.dividedUp(by: step))
        bytes = [UInt8](repeating: 0, count: size.pixelCount * channels)
    }

    /// The sides of a cell of the grid over a region, in pixels.
    static func cell(of region: Box) -> Int { max(region.width, region.height).dividedUp(by: side) }

    /// The samples as a picture; complete when all rows of the region were taken.
    var raster: Raster {
        unsafe Raster(size: size, channels: channels) { out in
            // Safe: `out` has room for as many bytes.
            unsafe bytes.withUnsafeBufferPointer { unsafe out.update(from: $0.baseAddress!, count: $0.count) }
        }
    }

    /// The row of the decoded picture that the next samples are in, at most; nil when all are taken.
    private var nextRow: Int? { row < size.height ? region.top + (row + 1) * region.height / size.height - 1 : nil }

    /// Takes the samples of all rows above `end`.
    func take<Source: RowSource & ~Copyable>(from source: inout Source, upTo end: Int) throws(ImageError) {
        while let last = nextRow, last < end {
            let first = region.top + row * region.height / size.height
            let line = first + place(in: last + 1 - first)
            // A row at a time: the source keeps its last rows only.
            try source.load(upTo: line + 1)
            // Safe: the source holds the row, from the first column of the region on.
            let pixels =
                unsafe source.base + (line % source.ringRows) * source.stride - source.firstColumn * channels
            for column in 0..<size.width {
                let left = region.left + column * region.width / size.width
                let right = region.left + (column + 1) * region.width / size.width
                let from = (left + place(in: right - left)) * channels
                let to = (row * size.width + column) * channels
                for channel in 0..<channels { bytes[to + channel] = unsafe pixels[from + channel] }
            }
            row += 1
        }
    }

    /// A number 0..<count (Knuth's MMIX generator): the same pictures give the same samples.
    private func place(in count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(((random >> 32) * UInt64(count)) >> 32)
    }
}

/// Rows of which samples are taken while somebody else reads them.
@safe struct SampledRows<Source: RowSource & ~Copyable>: ~Copyable, RowSource {
    var source: Source
    private let samples: PixelSamples

    init(_ source: consuming Source, _ samples: PixelSamples) {
        self.source = source
        self.samples = samples
    }

    var channels: Int { source.channels }
    var base: UnsafePointer<UInt8> { unsafe source.base }
    var stride: Int { source.stride }
    var ringRows: Int { source.ringRows }
    var firstColumn: Int { source.firstColumn }

    mutating func load(upTo end: Int) throws(ImageError) {
        try samples.take(from: &source, upTo: end)
        try source.load(upTo: end)
    }
}
