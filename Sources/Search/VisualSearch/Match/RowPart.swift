/// Rows of the slots of whole chunks, which one thread reads while others read other parts.
@safe final class RowPart {
    /// A multiple of the rows of a chunk.
    let first: Int
    let stride: Int
    private(set) var chunks: [AlignedBuffer<Int8>] = []
    /// A bit for each slot from ``first`` on that holds a row.
    private(set) var live: [UInt64]

    /// - Parameter slots: Of whole chunks; the last part may go beyond the last row.
    init(_ slots: Range<Int>, stride: Int) {
        precondition(slots.lowerBound.isMultiple(of: RowTable.chunkRows), "parts begin with a chunk")
        first = slots.lowerBound
        self.stride = stride
        let count = (slots.count + RowTable.chunkRows - 1) / RowTable.chunkRows
        live = [UInt64](repeating: 0, count: count * RowTable.chunkWords)
        chunks.reserveCapacity(count)
    }

    /// A part from slot 0 on whose rows nobody reads: memory that is never touched.
    init(live: [UInt64], stride: Int) {
        first = 0
        self.stride = stride
        let count = (live.count + RowTable.chunkWords - 1) / RowTable.chunkWords
        self.live = live + [UInt64](repeating: 0, count: count * RowTable.chunkWords - live.count)
        chunks = (0..<count).map { _ in AlignedBuffer(zeros: RowTable.chunkRows * stride) }
    }

    /// Writes the row of a slot of this part; slots are to come in ascending order.
    func set(_ slot: Int, _ vector: Span<Int8>) {
        let place = slot - first
        precondition(place >= 0 && place < live.count * 64 && vector.count <= stride)
        // Chunk by chunk, so that a chunk is still in the cache when its rows come.
        while chunks.count <= place >> RowTable.chunkShift {
            chunks.append(AlignedBuffer(zeros: RowTable.chunkRows * stride))
        }
        // Safe: the chunk holds the row, of `stride` values, of which the vector has fewer or as many.
        let row = unsafe chunks[place >> RowTable.chunkShift].base + (place & (RowTable.chunkRows - 1)) * stride
        unsafe vector.withUnsafeBufferPointer { unsafe row.update(from: $0.baseAddress!, count: $0.count) }
        live[place / 64] |= 1 << UInt64(place % 64)
    }
}

extension RowTable {
    /// Divides the slots below `size` into at most `count` ranges of whole chunks.
    static func ranges(_ size: Int, count: Int) -> [Range<Int>] {
        let chunks = (size + chunkRows - 1) / chunkRows
        let parts = max(min(count, chunks), 1)
        return (0..<parts).map { chunks * $0 / parts * chunkRows..<chunks * ($0 + 1) / parts * chunkRows }
    }
}
