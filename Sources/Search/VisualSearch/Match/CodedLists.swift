import CKernels

/// Rows in a list for each center, as codes of the residual to it, which ``ck_estimate(_:)`` compares with a query.
/// Immutable.
@safe final class CodedLists: Sendable {
    let count: Int
    /// Of a code.
    private let width: Int
    // Safe: written in `init` only.
    private nonisolated(unsafe) let starts: AlignedBuffer<Int32>
    private nonisolated(unsafe) let slots: AlignedBuffer<UInt32>
    private nonisolated(unsafe) let codes: AlignedBuffer<UInt8>
    private nonisolated(unsafe) let factors: AlignedBuffer<Int16>

    /// nearest: the center of each slot, `UInt32.max` where there is no row. `copy` hands out the rows of a range of
    /// slots, 512 at most, on the threads of the workers.
    init(
        _ clusters: Clusters, nearest: AlignedBuffer<UInt32>, size: Int, rotation: Rotation, workers: BuildWorkers,
        copying copy: (Range<Int>, (_ slot: Int, _ row: UnsafePointer<Int8>) -> Void) -> Void
    ) {
        let block = Int(CK_BLOCK_ROWS)
        let stride = clusters.stride
        let width = stride / 8
        let starts = AlignedBuffer<Int32>(clusters.count + 1, of: 0)
        var sizes = [Int](repeating: 0, count: clusters.count)
        for slot in 0..<size where nearest[slot] != .max { sizes[Int(nearest[slot])] += 1 }
        var blocks = 0
        var ends: [Int] = []
        for (list, size) in sizes.enumerated() {
            starts[list] = Int32(blocks)
            ends.append(blocks * block)
            blocks += (size + block - 1) / block
        }
        starts[clusters.count] = Int32(blocks)
        let slots = AlignedBuffer<UInt32>(blocks * block, of: .max)
        let places = AlignedBuffer<Int>(size, of: 0)
        for slot in 0..<size where nearest[slot] != .max {
            let place = ends[Int(nearest[slot])]
            ends[Int(nearest[slot])] += 1
            (places[slot], slots[place]) = (place, UInt32(slot))
        }
        let codes = AlignedBuffer<UInt8>(blocks * block * width, of: 0)
        let factors = AlignedBuffer<Int16>(blocks * block * 2, of: 0)
        let turned = clusters.turned(by: rotation)
        let squares = (0..<clusters.count).map { clusters.squares(of: $0) }
        let kernel = unsafe ck_code_row(CK_BEST)!
        workers.each((size + 511) / 512) { number in
            unsafe copy(512 * number..<min(512 * (number + 1), size)) { slot, row in
                guard nearest[slot] != .max else { return }
                let (list, place) = (Int(nearest[slot]), places[slot])
                let (whole, rest) = (place / block * block, place % block)
                // Safe: the center, the row and the block of the place exist.
                var center = unsafe ck_center(
                    values: clusters.centers.base + list * stride, turned: turned.base + list * stride,
                    squares: squares[list])
                unsafe kernel(
                    row, &center, stride, rotation.addresses, codes.base + whole * width + rest, block,
                    factors.base + 2 * place)
            }
        }
        count = clusters.count
        self.width = width
        unsafe self.starts = starts
        unsafe self.slots = slots
        unsafe self.codes = codes
        unsafe self.factors = factors
    }

    /// Lists of tables that were kept; nil for tables that cannot be of lists.
    init?(
        count: Int, size: Int, stride: Int, starts: AlignedBuffer<Int32>, slots: AlignedBuffer<UInt32>,
        codes: AlignedBuffer<UInt8>, factors: AlignedBuffer<Int16>
    ) {
        let rows = slots.count
        guard starts.count == count + 1, starts[0] == 0, Int(starts[count]) * Int(CK_BLOCK_ROWS) == rows,
            (0..<count).allSatisfy({ starts[$0] <= starts[$0 + 1] }), codes.count == rows * (stride / 8),
            factors.count == 2 * rows
        else { return nil }
        for place in 0..<rows where slots[place] != .max && slots[place] >= size { return nil }
        self.count = count
        width = stride / 8
        unsafe self.starts = starts
        unsafe self.slots = slots
        unsafe self.codes = codes
        unsafe self.factors = factors
    }

    /// The tables, in the order in which a store keeps them.
    func tables() -> [KeptTable] {
        unsafe [KeptTable(starts), KeptTable(slots), KeptTable(codes), KeptTable(factors)]
    }

    /// A bit for each slot that is in a list.
    func entries(words: Int) -> [UInt64] {
        var entries = [UInt64](repeating: 0, count: words)
        for place in 0..<(unsafe slots.count) {
            let slot = Int(unsafe slots[place])
            if slot / 64 < words { entries[slot / 64] |= 1 << UInt64(slot % 64) }
        }
        return entries
    }

    var bytes: Int { unsafe (starts.count + slots.count) * 4 + codes.count + factors.count * 2 }

    /// The list of each slot below `size`, `UInt32.max` for those in none.
    func nearest(_ size: Int) -> AlignedBuffer<UInt32> {
        let nearest = AlignedBuffer<UInt32>(size, of: .max)
        let block = Int(CK_BLOCK_ROWS)
        for list in 0..<count {
            for place in unsafe (Int(starts[list]) * block)..<(Int(starts[list + 1]) * block) {
                let slot = unsafe slots[place]
                if slot != .max, slot < size { nearest[Int(slot)] = UInt32(list) }
            }
        }
        return nearest
    }

    /// Scans the lists in `keys`, as ``ck_scan_lists(_:_:_:_:_:_:_:_:)`` wants them. Both maps have a bit for each slot;
    /// without them all rows count.
    func scan(
        _ scratch: Scratch, keys: UnsafePointer<UInt64>, count: Int, allowed: UnsafePointer<UInt64>?,
        listed: UnsafePointer<UInt64>?, into nearest: Nearest
    ) {
        // Safe: lists end where the next begin, and the tables are those of the query.
        var lists = unsafe ck_lists(starts: starts.base, slots: slots.base, codes: codes.base, factors: factors.base)
        var probe = unsafe scratch.probe
        unsafe nearest.scan { unsafe ck_scan_lists(CK_BEST, &probe, &lists, keys, count, allowed, listed, $0) }
    }

    /// Leaves the keys of the rows of the only list whose estimates are within `gap` of the largest one, in units of a dot
    /// product; `dot` is that of the query with its center.
    func scan(_ scratch: Scratch, near dot: Int32, within gap: Double, into nearest: Nearest) {
        precondition(count == 1)
        // Safe: as above; there is room for the keys of all rows.
        var lists = unsafe ck_lists(starts: starts.base, slots: slots.base, codes: codes.base, factors: factors.base)
        var probe = unsafe scratch.probe
        let limit = unsafe min(gap * Double(probe.weight) / Double(CK_WEIGHT_OF_DOT), Double(Int32.max))
        nearest.start(1, capacity: unsafe slots.count)
        unsafe nearest.scan { unsafe ck_scan_near(CK_BEST, &probe, &lists, dot, UInt32(limit), $0) }
    }
}
