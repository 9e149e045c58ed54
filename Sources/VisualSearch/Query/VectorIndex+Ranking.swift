internal import CKernels
internal import SearchAPI

extension VectorIndex {
    /// A row and its dot product with the query.
    struct Row: Hashable {
        var slot: Int
        var dot: Int
    }

    /// As ``search(_:count:filter:mode:)``, with exact dot products.
    func nearest(_ query: [Int8], count: Int, filter: Bitmap, mode: SearchMode) -> [Row] {
        pool.with { scratch in
            take(query, scratch)
            return lock.reading {
                find(scratch, count: count, filter: filter, mode: mode)
                return unsafe scratch.rows.withKeys { keys in
                    unsafe keys.sort()
                    return unsafe keys.map { Row(slot: Int($0 & 0xFFFF_FFFF), dot: VectorIndex.dot($0)) }
                }
            }
        }
    }

    /// The dot products of the query with the rows in these slots, each of which must hold one.
    func dots(_ query: [Int8], at slots: some Collection<Int>) -> [Int32] {
        var dots: [Int32] = []
        dots.reserveCapacity(slots.count)
        pool.with { scratch in
            take(query, scratch)
            lock.reading {
                var rest = slots[...]
                while !rest.isEmpty {
                    let batch = rest.prefix(1024)
                    rest = rest.dropFirst(1024)
                    // Safe: `row` checks the slots, rows stay where they are under the lock, and there is room for one
                    // result each.
                    let rows = unsafe batch.map { slot in unsafe Optional(self.rows.row(slot)) }
                    var results = [Int32](repeating: 0, count: unsafe rows.count)
                    unsafe ck_dots_at(CK_BEST)!(scratch.query.base, rows, stride, rows.count, &results)
                    dots += results
                }
            }
        }
        return dots
    }
}
