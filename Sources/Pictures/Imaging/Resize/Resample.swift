import CKernels

/// The source of the rows of a resize: a decoder that delivers them from the top down, or a picture in memory.
///
/// Row `y` of the source is at `base + (y % ringRows) * stride` once `load` has loaded it; its first pixel is column
/// `firstColumn` of the picture.
protocol RowSource: ~Copyable {
    var channels: Int { get }
    var base: UnsafePointer<UInt8> { get }
    var stride: Int { get }
    var ringRows: Int { get }
    var firstColumn: Int { get }
    /// Makes sure that all rows above `end` have been delivered; the last `ringRows` of them are kept.
    mutating func load(upTo end: Int) throws(ImageError)
}

enum Resample {
    // Safe: chosen once for this machine; a function pointer that is never nil.
    private static let blendRows = unsafe ck_blend_rows(CK_BEST)!
    private static let blendColumns = unsafe ck_blend_columns(CK_BEST)!

    /// Resizes a window of the source: down the columns first, while rows arrive, then along each row.
    ///
    /// An axis that keeps its scale and is aligned to whole pixels is copied, not filtered.
    static func run<Source: RowSource & ~Copyable>(
        _ source: inout Source, axes: Axes, workspace: Workspace
    ) throws(ImageError) -> Raster {
        let channels = source.channels
        let (rows, columns) = (axes.rows, axes.columns)
        let lineBytes = columns.pixels.count * channels
        let lineStart = (columns.pixels.lowerBound - source.firstColumn) * channels
        let targetBytes = columns.count * channels
        // Safe: each pointer stays inside the ring, the scratch line or the raster, all of which carry padding.
        let scratch = unsafe workspace.line.reserve(lineBytes + Raster.padding)
        let size = Size(width: columns.count, height: rows.count)
        return try unsafe Raster(size: size, channels: channels) { out throws(ImageError) in
            for y in 0..<size.height {
                let first = rows.first(y)
                try source.load(upTo: first + rows.taps)
                let target = unsafe out + y * targetBytes
                var line = unsafe source.base + (first % source.ringRows) * source.stride + lineStart
                if let table = rows.table {
                    let blended = unsafe columns.table == nil ? target : scratch
                    unsafe table.weights.withUnsafeBufferPointer { weights in
                        unsafe blendRows(
                            source.base + lineStart, source.stride, source.ringRows, first,
                            weights.baseAddress! + y * table.taps, table.taps, blended, lineBytes)
                    }
                    unsafe line = UnsafePointer(blended)
                }
                if let table = columns.table {
                    unsafe table.weights.withUnsafeBufferPointer { weights in
                        unsafe table.starts.withUnsafeBufferPointer { starts in
                            unsafe blendColumns(
                                line, starts.baseAddress!, weights.baseAddress!, table.taps, channels, target,
                                size.width)
                        }
                    }
                } else if rows.table == nil {
                    unsafe target.update(from: line, count: lineBytes)
                }
            }
        }
    }
}

/// One axis of a resize.
struct Axis {
    /// The input pixels that are used.
    let pixels: Range<Int>
    /// Output pixels.
    let count: Int
    /// Nil when output pixels are input pixels. Starts of columns count from the first pixel of `pixels`, starts of
    /// rows from the first row of the picture.
    let table: LanczosTable?

    var taps: Int { table?.taps ?? 1 }

    func first(_ index: Int) -> Int { table.map { Int($0.starts[index]) } ?? pixels.lowerBound + index }
}
