import CKernels

extension VectorIndex {
    /// As ``nearest(_:count:filter:mode:)`` in exact mode without a filter, for several queries: four of them share a pass
    /// over rows that stay in the cache for all. Changes can come between two chunks of rows.
    func nearest(of queries: [[Int8]], count: Int) -> [[Row]] {
        let fours = (queries.count + 3) / 4
        let values = AlignedBuffer<Int8>(4 * fours * stride, of: 0)
        for (place, query) in queries.enumerated() {
            precondition(query.count == dimensions, "\(query.count) values, not \(dimensions)")
            for (index, value) in query.enumerated() { values[place * stride + index] = value }
        }
        let found = (0..<4 * fours).map { _ in Nearest() }
        for nearest in found { nearest.start(max(count, 1)) }
        let chunks = lock.reading { unsafe rows.chunkCount }
        for chunk in 0..<chunks {
            lock.reading {
                for first in Swift.stride(from: 0, to: RowTable.chunkRows, by: Self.block) {
                    let slot = chunk << RowTable.chunkShift + first
                    let here = unsafe min(Self.block, rows.slots - slot)
                    guard here > 0 else { return }
                    for four in 0..<fours {
                        unsafe Nearest.scan(found[4 * four..<4 * four + 4]) { states in
                            // Safe: the rows of the block and the bits of their slots exist, and so do four queries.
                            unsafe ck_scan_rows4(
                                CK_BEST, values.base + 4 * four * stride, rows.row(slot), stride, slot, here,
                                rows.live.base + slot / 64, states)
                        }
                    }
                }
            }
        }
        return found.prefix(queries.count).map { nearest in
            nearest.finish()
            return unsafe nearest.withKeys { keys in
                unsafe keys.sort()
                return unsafe keys.prefix(count).map { Row(slot: Int($0 & 0xFFFF_FFFF), dot: VectorIndex.dot($0)) }
            }
        }
    }

    /// So many rows of 256 values are a quarter of the second cache of most processors.
    private static var block: Int { 1024 }
}
