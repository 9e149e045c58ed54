import CVipsShim

/// The rows of a JPEG, straight from libjpeg, shrunk while they are decoded.
@safe struct JPEGRows: ~Copyable, RowSource {
    private let codec: JPEGCodec
    private var ring: RowRing
    private let end: Int
    let channels: Int
    let firstColumn: Int
    private let recipe: Recipe
    private let limits: Limits
    private let deadline: Deadline
    /// The row at which the data ended, and the decoder's message; nil where no data was missing.
    private(set) var truncation: String?

    var base: UnsafePointer<UInt8> { unsafe UnsafePointer(ring.base) }
    var stride: Int { ring.stride }
    var ringRows: Int { ring.rows }

    /// Columns beside the region that are decoded with it, because chroma is interpolated across the edge.
    private static let margin = 16

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, decode: Plan.Decode, keeping rows: Int, job: borrowing Job
    ) throws(ImageError) {
        codec = job.workspace.codec
        recipe = job.recipe
        limits = job.limits
        deadline = job.deadline
        let left = max(0, decode.region.left - JPEGRows.margin)
        let right = min(decode.size.width, decode.region.right + JPEGRows.margin)
        let request = unsafe cvs_jpeg_request(
            shrink: CInt(decode.shrink), left: CInt(left), top: CInt(decode.region.top), width: CInt(right - left),
            height: CInt(decode.region.height), max_scans: CInt(clamping: job.limits.scans), stop: job.deadline.stop)
        var delivered = cvs_jpeg_rows(left: 0, width: 0, channels: 0)
        // Safe: the bytes outlive the rows; both live inside one call of `prepare`.
        let code = unsafe cvs_jpeg_start(codec.handle, bytes.baseAddress!, bytes.count, request, &delivered)
        channels = Int(delivered.channels)
        firstColumn = Int(delivered.left)
        end = decode.region.bottom
        let stride = RowRing.stride(for: Int(delivered.width) * channels)
        let count = min(rows + 16, decode.region.height)
        // Safe: the block holds all rows of the ring, with padding behind each.
        ring = unsafe RowRing(
            base: job.workspace.ring.reserve(max(stride * count, 1)), stride: stride, rows: count,
            firstRow: decode.region.top)
        guard code == .ok else { throw error(code) }
    }

    mutating func load(upTo end: Int) throws(ImageError) {
        while ring.loaded < end {
            try deadline.checkCancellation(.decode)
            let slot = unsafe ring.nextSlot(limit: self.end)
            var count: CInt = 0
            // Safe: the slot holds `slot.count` rows.
            let code = unsafe cvs_jpeg_read(codec.handle, slot.pointer, ring.stride, CInt(slot.count), &count)
            if code == .truncated {
                truncation = "\(codec.message) (row \(ring.loaded) of \(self.end))"
                if !recipe.allowsTruncated { throw .truncated(stage: .decode, detail: truncation!) }
            } else if code != .ok {
                throw error(code)
            }
            ring.advance(by: Int(count))
        }
    }

    private func error(_ code: cvs_code) -> ImageError {
        switch code {
        case .timedOut: deadline.stopped(.decode)
        case .tooManyScans:
            .tooLarge(
                stage: .decode, value: limits.scans == .max ? .max : limits.scans + 1, limit: limits.scans,
                unit: "scans")
        case .noMemory: .outOfMemory(.decode)
        case .truncated: .truncated(stage: .decode, detail: codec.message)
        case .undecodable: .undecodable(stage: .decode, format: .jpeg, detail: codec.message)
        case .ok, .failed, .noLibrary, .noEncoder: .internal(stage: .decode, detail: codec.message)
        }
    }

    deinit { unsafe cvs_jpeg_stop(codec.handle) }
}
