import CKernels

/// Rows in memory, in chunks that never move, and which slots hold one.
///
/// Not thread-safe by itself: the lock of its index allows many readers or one writer.
@safe final class RowTable {
    /// Rows of a chunk: 2 MiB at 256 values, a huge page.
    static let chunkShift = 13
    static let chunkRows = 1 << chunkShift
    static let chunkWords = chunkRows / 64

    /// Bytes from row to row; the values of a row and zeros.
    let stride: Int
    let rotation: Rotation
    /// Slots are below it.
    private(set) var slots = 0
    private(set) var liveCount = 0
    /// A bit for each slot that holds a row, for whole chunks.
    let live = AlignedBuffer<UInt64>(0, of: 0)
    private(set) var chunkCount = 0
    private var rowChunks: [AlignedBuffer<Int8>] = []
    private let rowAddresses = unsafe AlignedBuffer<UnsafePointer<Int8>?>(0, of: nil)
    private let zeros: AlignedBuffer<Int8>

    init(dimensions: Int) {
        let unit = Int(CK_ROW_BYTES)
        precondition(dimensions > 0 && dimensions <= Int(CK_ROW_LIMIT), "1 to \(CK_ROW_LIMIT) dimensions")
        stride = (dimensions + unit - 1) / unit * unit
        rotation = Rotation(count: stride, seed: 0x6D61_6770_6965)
        zeros = AlignedBuffer(stride, of: 0)
    }

    /// Bytes of rows that can be in use.
    var bytes: Int { chunkCount * RowTable.chunkRows * stride + live.count * 8 }

    func isLive(_ slot: Int) -> Bool {
        slot < slots && live[slot / 64] & (1 << UInt64(slot % 64)) != 0
    }

    /// For kernels: row s is in chunk s >> chunkShift.
    var chunks: UnsafePointer<UnsafePointer<Int8>?> { unsafe UnsafePointer(rowAddresses.base) }

    func row(_ slot: Int) -> UnsafePointer<Int8> {
        precondition(slot < chunkCount << RowTable.chunkShift)
        // Safe: the chunk exists.
        return unsafe UnsafePointer(rowChunks[slot >> RowTable.chunkShift].base) + (slot & (RowTable.chunkRows - 1))
            * stride
    }

    /// Returns the row in a slot, or zeros for an empty slot.
    func rowOrZeros(_ slot: Int) -> UnsafePointer<Int8> {
        // Safe: a live slot has a row.
        unsafe isLive(slot) ? row(slot) : UnsafePointer(zeros.base)
    }

    func set(_ slot: Int, to vector: Span<Int8>) {
        while slot >= chunkCount << RowTable.chunkShift { addChunk() }
        // Safe: the row holds `stride` values, of which the vector has fewer or as many.
        let row = unsafe UnsafeMutablePointer(mutating: row(slot))
        unsafe vector.withUnsafeBufferPointer { values in
            unsafe row.update(from: values.baseAddress!, count: values.count)
            unsafe (row + values.count).update(repeating: 0, count: stride - values.count)
        }
        if !isLive(slot) { liveCount += 1 }
        slots = max(slots, slot + 1)
        live[slot / 64] |= 1 << UInt64(slot % 64)
    }

    /// True if there was a row.
    func remove(_ slot: Int) -> Bool {
        guard isLive(slot) else { return false }
        live[slot / 64] &= ~(1 << UInt64(slot % 64))
        liveCount -= 1
        return true
    }

    /// Takes over the rows of parts that follow one another from slot 0 on, in place of none.
    func take(_ parts: [RowPart]) {
        precondition(slots == 0, "only an empty table takes parts over")
        for part in parts {
            for (number, chunk) in part.chunks.enumerated() {
                let first = part.first + number << RowTable.chunkShift
                let words = part.live[number * RowTable.chunkWords..<(number + 1) * RowTable.chunkWords]
                guard let last = words.lastIndex(where: { $0 != 0 }) else { continue }
                // Those between without a row, too.
                while chunkCount << RowTable.chunkShift < first { addChunk() }
                add(chunk)
                for (index, word) in words.enumerated() {
                    live[first / 64 + index] = word
                    liveCount += word.nonzeroBitCount
                }
                slots = part.first + last * 64 + 64 - part.live[last].leadingZeroBitCount
            }
        }
    }

    // Rows without a live bit are never read.
    private func addChunk() { add(AlignedBuffer(zeros: RowTable.chunkRows * stride)) }

    private func add(_ chunk: AlignedBuffer<Int8>) {
        rowChunks.append(chunk)
        chunkCount += 1
        unsafe rowAddresses.grow(to: chunkCount, filling: nil)
        // Safe: the buffer keeps its address as long as this table.
        unsafe rowAddresses.base[chunkCount - 1] = unsafe UnsafePointer(rowChunks[chunkCount - 1].base)
        live.grow(to: chunkCount * RowTable.chunkWords, filling: 0)
    }
}
