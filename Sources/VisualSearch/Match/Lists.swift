import CKernels

/// Codes sorted into lists by the nearest of many centers: a search scans the lists of the centers near its query.
/// Immutable; ``Listing`` tracks later changes.
@safe final class Lists: Sendable {
    // Safe: written in `init` only.
    nonisolated(unsafe) let clusters: Clusters
    /// The center of each slot, `UInt32.max` where there was no row.
    nonisolated(unsafe) let nearest: Room<UInt32>
    private nonisolated(unsafe) let starts: Room<Int32>
    private nonisolated(unsafe) let slots: Room<UInt32>
    private nonisolated(unsafe) let codes: Room<UInt64>
    private let words: Int
    var count: Int { unsafe clusters.count }
    /// Slots that it was made from.
    let size: Int

    /// nearest: the center of each slot, `UInt32.max` where there is no row. `copy` hands out the codes of a
    /// range of slots, 4096 at most.
    init(
        _ clusters: Clusters, nearest: Room<UInt32>, size: Int,
        copying copy: (Range<Int>, (_ slot: Int, _ code: UnsafePointer<UInt64>) -> Void) -> Void
    ) {
        let block = Int(CK_BLOCK_ROWS)
        let words = clusters.stride / 64
        let starts = Room<Int32>(clusters.count + 1, of: 0)
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
        let slots = Room<UInt32>(blocks * block, of: .max)
        let codes = Room<UInt64>(blocks * block * words, of: 0)
        for first in stride(from: 0, to: size, by: 4096) {
            unsafe copy(first..<min(first + 4096, size)) { slot, code in
                guard nearest[slot] != .max else { return }
                let place = ends[Int(nearest[slot])]
                ends[Int(nearest[slot])] += 1
                slots[place] = UInt32(slot)
                for word in 0..<words {
                    codes[place / block * block * words + word * block + place % block] = unsafe code[word * block]
                }
            }
        }
        unsafe self.clusters = clusters
        unsafe self.nearest = nearest
        unsafe self.starts = starts
        unsafe self.slots = slots
        unsafe self.codes = codes
        self.words = words
        self.size = size
    }

    var bytes: Int {
        unsafe clusters.centers.count + (starts.count + nearest.count + slots.count) * 4 + codes.count * 8
    }

    /// Scans the lists nearest to the query: `probes` of them, and twice as many again until `enough` rows are found or
    /// all lists were seen.
    func scan(
        _ scratch: Scratch, probes: Int, enough: Int, allowed: UnsafePointer<UInt64>, listed: UnsafePointer<UInt64>
    ) {
        scratch.dots.reserve(count)
        scratch.lists.reserve(count)
        // Safe: buffers are as large as the kernels require, lists end where the next begin, and both maps have a bit
        // for each slot of a list.
        let keys = unsafe scratch.lists.base
        unsafe ck_dots(CK_BEST)!(
            scratch.query.base, clusters.centers.base, clusters.stride, count, scratch.dots.base)
        for list in 0..<count {
            unsafe keys[list] = UInt64(Int(CK_DOT_COST) - Int(scratch.dots.base[list])) << 32 | UInt64(list)
        }
        var done = 0
        var next = min(max(probes, 1), count)
        while done < next {
            unsafe ck_smallest(keys + done, count - done, next - done)
            unsafe scratch.codes.scan { nearest in
                unsafe ck_scan_lists(
                    CK_BEST, scratch.code.base, codes.base, words, slots.base, starts.base, keys + done, next - done,
                    allowed, listed, nearest)
            }
            done = next
            if scratch.codes.count < enough { next = min(2 * done, count) }
        }
    }
}
