/// The last rows that a decoder delivered.
///
/// `load(upTo:)` of the source writes rows into the slots; the memory belongs to the workspace.
@safe struct RowRing {
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
    let rows: Int
    /// One past the last row delivered.
    private(set) var loaded: Int

    // Safe: `base` has a capacity of `rows` rows of `stride` bytes, which include the padding of the kernels.
    init(base: UnsafeMutablePointer<UInt8>, stride: Int, rows: Int, firstRow: Int) {
        unsafe self.base = base
        self.stride = stride
        self.rows = rows
        loaded = firstRow
    }

    /// Returns the bytes of a row and its padding: an odd number of cache lines, so that the rows of one column do not
    /// meet in the same cache sets (8,192 instead of 8,256 bytes cost a vertical pass 11 %).
    static func stride(for bytes: Int) -> Int { ((bytes + Raster.padding).dividedUp(by: 64) | 1) * 64 }

    /// Returns the address for the next rows, and the number that fit there in one piece, at most up to row `limit`.
    func nextSlot(limit: Int) -> (pointer: UnsafeMutablePointer<UInt8>, count: Int) {
        let slot = loaded % rows
        return unsafe (base + slot * stride, min(rows - slot, limit - loaded))
    }

    mutating func advance(by count: Int) { loaded += count }
}
