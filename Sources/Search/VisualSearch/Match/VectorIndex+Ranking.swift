internal import CKernels
internal import Essentials

extension VectorIndex {
    /// A row and its dot product with the query. The nearest comes first; of equal ones that of the lower slot.
    struct Row: Hashable, Ranked {
        var slot: Int
        var dot: Int

        func precedes(_ other: Row) -> Bool { dot != other.dot ? dot > other.dot : slot < other.slot }
    }

    /// As ``search(_:count:filter:mode:)``, with exact dot products.
    func nearest(_ query: [Int8], count: Int, filter: Bitmap?, mode: SearchMode) -> [Row] {
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

    /// The dot products of the query with the rows in these slots; 0 for an empty one, as a damaged store may have.
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
                    // Safe: `rowOrZeros` checks the slots, rows keep their addresses under the lock, and there is one
                    // result for each row.
                    let rows = unsafe batch.map { slot in unsafe Optional(self.rows.rowOrZeros(slot)) }
                    var results = [Int32](repeating: 0, count: unsafe rows.count)
                    unsafe ck_dots_at(CK_BEST)!(scratch.query.base, rows, stride, rows.count, &results)
                    dots += results
                }
            }
        }
        return dots
    }

    /// The row in a slot; nil for an empty one.
    func row(_ slot: Int) -> [Int8]? {
        lock.reading {
            guard slot >= 0, unsafe rows.isLive(slot) else { return nil }
            // Safe: the slot holds a row, which keeps its address under the lock.
            return unsafe Array(UnsafeBufferPointer(start: rows.row(slot), count: dimensions))
        }
    }

    /// All slots that hold a row, in order.
    var slots: [Int] {
        lock.reading { (0..<(unsafe rows.slots)).filter { slot in unsafe rows.isLive(slot) } }
    }

    /// Those of the slots that hold no row.
    func empty(among slots: [Int]) -> [Int] {
        lock.reading { slots.filter { slot in unsafe !rows.isLive(slot) } }
    }

    /// Copies of `count` rows, or of all that exist, spread evenly over the slots.
    func sample(_ count: Int) -> RowSample {
        lock.reading {
            let slots = evenlySpread(min(count, unsafe rows.liveCount))
            // Kernels process up to four rows at a time.
            let copies = AlignedBuffer<Int8>((slots.count + 3) * stride, of: 0)
            for (place, slot) in slots.enumerated() {
                // Safe: the slot holds a row, and the buffer is large enough for it.
                unsafe (copies.base + place * stride).update(from: rows.row(slot), count: stride)
            }
            return RowSample(slots: slots, rows: copies, stride: stride)
        }
    }

    /// So many of the slots that hold a row, at equal distances. With the lock.
    private func evenlySpread(_ count: Int) -> [Int] {
        let live = unsafe rows.liveCount
        var slots: [Int] = []
        var before = 0
        for word in 0..<(unsafe rows.live.count) where slots.count < count {
            var rest = unsafe rows.live[word]
            let end = before + rest.nonzeroBitCount
            while slots.count < count, slots.count * live / count < end {
                let next = slots.count * live / count
                for _ in before..<next { rest &= rest - 1 }
                before = next
                slots.append(word << 6 | rest.trailingZeroBitCount)
            }
            before = end
        }
        return slots
    }

    /// A sample of rows that this index does not hold.
    func sample(of vectors: [(slot: Int, vector: [Int8])]) -> RowSample {
        let copies = AlignedBuffer<Int8>((vectors.count + 3) * stride, of: 0)
        for (place, row) in vectors.enumerated() {
            precondition(row.vector.count == dimensions, "\(row.vector.count) values, not \(dimensions)")
            for (index, value) in row.vector.enumerated() { copies[place * stride + index] = value }
        }
        return RowSample(slots: vectors.map(\.slot), rows: copies, stride: stride)
    }

    /// The dot products of the query with the rows of a sample.
    func dots(_ query: [Int8], with sample: RowSample) -> [Int32] {
        var dots = [Int32](repeating: 0, count: sample.slots.count)
        pool.with { scratch in
            take(query, scratch)
            // Safe: the sample holds `count` rows of this stride, and there is one result for each row.
            unsafe ck_dots(CK_BEST)!(scratch.query.base, sample.rows.base, stride, sample.slots.count, &dots)
        }
        return dots
    }
}

/// Copies of some rows of an index, one behind the other.
struct RowSample: Sendable {
    let slots: [Int]
    // Safe: nobody writes to them any more.
    nonisolated(unsafe) let rows: AlignedBuffer<Int8>
    private let stride: Int

    init(slots: [Int], rows: AlignedBuffer<Int8>, stride: Int) {
        self.slots = slots
        unsafe self.rows = rows
        self.stride = stride
    }

    /// The mean cosine of two rows; 0 for fewer than two. The sum over all pairs is the square of the sum of the rows
    /// minus their own squares.
    var meanOfPairs: Double {
        let count = slots.count
        guard count > 1 else { return 0 }
        var sums = [Double](repeating: 0, count: stride)
        var squares = 0.0
        for place in 0..<count {
            for column in 0..<stride {
                let value = Double(unsafe rows[place * stride + column])
                sums[column] += value
                squares += value * value
            }
        }
        let all = sums.reduce(0) { $0 + $1 * $1 }
        return squares > 0 ? (all - squares) / Double(count - 1) / squares : 0
    }
}
