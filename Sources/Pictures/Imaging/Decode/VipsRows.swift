import CKernels
import CVipsShim

/// The rows of everything that is not plain JPEG, from the reader of that format.
@safe struct VipsRows: ~Copyable, RowSource {
    private let source: any PixelSource
    private var ring: RowRing
    private let frame: Int
    private let region: Box
    private let job: (deadline: Deadline, background: RGB, strip: Scratch)
    private let isCut: Bool
    let channels: Int
    /// No pixel so far lets the background through.
    private(set) var isOpaque = true
    var firstColumn: Int { region.left }
    var base: UnsafePointer<UInt8> { unsafe UnsafePointer(ring.base) }
    var stride: Int { ring.stride }
    var ringRows: Int { ring.rows }

    /// Rows that are made at once.
    private static let strip = 64

    init(
        _ source: any PixelSource, frame: Int = 0, region: Box, keeping rows: Int, isCut: Bool, job: borrowing Job
    ) {
        self.source = source
        self.frame = frame
        self.region = region
        self.isCut = isCut
        self.job = (job.deadline, job.recipe.background, job.workspace.strip)
        channels = source.space == .rgba ? 3 : source.bands
        let stride = RowRing.stride(for: region.width * channels)
        let count = min(rows + VipsRows.strip, region.height)
        // Safe: the block holds all rows of the ring, with padding behind each.
        ring = unsafe RowRing(
            base: job.workspace.ring.reserve(stride * count), stride: stride, rows: count, firstRow: region.top)
    }

    mutating func load(upTo end: Int) throws(ImageError) {
        while ring.loaded < end {
            try job.deadline.check(.decode)
            let slot = unsafe ring.nextSlot(limit: region.bottom)
            let rows = min(unsafe slot.count, VipsRows.strip)
            let area = Box(left: region.left, top: ring.loaded, width: region.width, height: rows)
            if source.space == .rgba {
                let line = region.width * 4
                // Safe: the strip holds all rows of the area; the slot has a capacity of as many.
                let strip = unsafe job.strip.reserve(line * VipsRows.strip)
                try unsafe source.read(area, of: frame, into: strip, stride: line, isCut: isCut)
                for row in 0..<area.height {
                    let code = unsafe ck_flatten(
                        strip + row * line, slot.pointer + row * ring.stride, region.width, job.background.red,
                        job.background.green, job.background.blue)
                    if code == 0 { isOpaque = false }
                }
            } else {
                // Safe: the slot has a capacity for the rows of the area.
                try unsafe source.read(area, of: frame, into: slot.pointer, stride: ring.stride, isCut: isCut)
            }
            ring.advance(by: area.height)
        }
    }
}
