import CKernels

/// Codes sorted into lists by the nearest of many centers: a search scans the lists of the centers near its query.
/// Immutable; ``Listing`` tracks later changes.
@safe final class Lists: Sendable {
    // Safe: written in `init` only.
    nonisolated(unsafe) let clusters: Clusters
    let rows: CodedLists
    private nonisolated(unsafe) let mean: Clusters
    /// The centers themselves, by their residual to their mean.
    private let centers: CodedLists
    /// Of each center.
    private let length: Double
    /// The cosine by which the nearest center has to lead the last of the chosen ones. Codes of 256 values estimate a
    /// cosine within about 0.035, the standard deviation.
    private static let leastLead = 0.1
    var count: Int { rows.count }
    /// Slots that it was made from.
    let size: Int
    let probes: Probes

    /// As ``CodedLists``.
    convenience init(
        _ clusters: Clusters, nearest: AlignedBuffer<UInt32>, size: Int, probes: Probes, rotation: Rotation,
        workers: BuildWorkers,
        copying copy: (Range<Int>, (_ slot: Int, _ row: UnsafePointer<Int8>) -> Void) -> Void
    ) {
        let rows = unsafe CodedLists(
            clusters, nearest: nearest, size: size, rotation: rotation, workers: workers, copying: copy)
        self.init(clusters, rows, size: size, probes: probes, rotation: rotation)
    }

    init(_ clusters: Clusters, _ rows: CodedLists, size: Int, probes: Probes, rotation: Rotation) {
        self.rows = rows
        let mean = Clusters(meanOf: clusters)
        let all = AlignedBuffer<UInt32>(clusters.count, of: 0)
        centers = unsafe CodedLists(
            mean, nearest: all, size: clusters.count, rotation: rotation, workers: BuildWorkers()
        ) { range, take in
            // Safe: these centers exist.
            for center in range { unsafe take(center, clusters.centers.base + center * clusters.stride) }
        }
        unsafe self.clusters = clusters
        unsafe self.mean = mean
        length = Double(clusters.squares(of: 0)).squareRoot()
        self.size = size
        self.probes = probes
    }

    var bytes: Int { unsafe clusters.centers.count + rows.bytes + centers.bytes }

    /// Scans the lists nearest to the query: `probes` of them, and twice as many again until `enough` rows are found or
    /// all lists were seen.
    func scan(
        _ scratch: Scratch, probes: Int, enough: Int, allowed: UnsafePointer<UInt64>, listed: UnsafePointer<UInt64>
    ) {
        var done = 0
        var next = min(max(probes, 1), count)
        if 8 * next <= count, choose(next, scratch) {
            done = scratch.lists.count
            unsafe scratch.lists.withKeys { keys in
                // Safe: so many keys of lists; the best come first, so that the limit falls early.
                unsafe ck_smallest(keys.baseAddress!, done, done / 8)
                unsafe rows.scan(
                    scratch, keys: keys.baseAddress!, count: done, allowed: allowed, listed: listed,
                    into: scratch.listed)
            }
            if scratch.listed.count >= enough { return }
            next = min(2 * done, count)
        }
        unsafe scanAll(scratch, from: done, to: next, enough: enough, allowed: allowed, listed: listed)
    }

    /// Leaves the keys of the `wanted` nearest centers in `scratch.lists`: codes choose those whose dot products count.
    /// False where the nearest center does not stand out, as for a row unlike all others: codes might then have missed it,
    /// and with it the list of the very same row.
    private func choose(_ wanted: Int, _ scratch: Scratch) -> Bool {
        let among = 3 * wanted
        scratch.centers.start(among)
        var dot: Int32 = 0
        // Safe: one center, and the first list.
        unsafe ck_dots(CK_BEST)!(scratch.query.base, mean.centers.base, mean.stride, 1, &dot)
        var key = UInt64(Int(CK_DOT_COST) - Int(dot)) << 32
        unsafe centers.scan(scratch, keys: &key, count: 1, allowed: nil, listed: nil, into: scratch.centers)
        scratch.centers.finish()
        scratch.lists.start(wanted, capacity: 2 * among)
        unsafe scratch.centers.withKeys { keys in
            unsafe scratch.lists.scan { nearest in
                var first = unsafe Optional(UnsafePointer(clusters.centers.base))
                // Safe: every key has the number of a center.
                unsafe ck_scan_slots(
                    CK_BEST, scratch.query.base, &first, 31, clusters.stride, keys.baseAddress!, keys.count, nearest)
            }
        }
        scratch.lists.finish()
        return unsafe scratch.lists.withKeys { keys in
            guard
                let (nearest, furthest) = unsafe keys.first.map({ first in
                    unsafe keys.reduce(into: (first, first)) { ends, key in ends = (min(ends.0, key), max(ends.1, key))
                    }
                })
            else { return false }
            return Double(furthest >> 32 - nearest >> 32) > Self.leastLead * length * scratch.length
        }
    }

    /// Ranks all lists and scans those of the places `done` to `next`; goes on as long as not enough is found.
    private func scanAll(
        _ scratch: Scratch, from before: Int, to wanted: Int, enough: Int, allowed: UnsafePointer<UInt64>,
        listed: UnsafePointer<UInt64>
    ) {
        scratch.dots.reserve(count)
        scratch.ranks.reserve(count)
        // Safe: buffers are as large as the kernels require.
        let keys = unsafe scratch.ranks.base
        unsafe ck_dots(CK_BEST)!(
            scratch.query.base, clusters.centers.base, clusters.stride, count, scratch.dots.base)
        for list in 0..<count {
            unsafe keys[list] = UInt64(Int(CK_DOT_COST) - Int(scratch.dots.base[list])) << 32 | UInt64(list)
        }
        var done = 0
        // Those that were scanned before come first.
        if before > 0 {
            let seen = unsafe Set(scratch.lists.withKeys { keys in unsafe Array(keys) })
            for index in 0..<count where unsafe seen.contains(keys[index]) {
                let other = unsafe keys[done]
                unsafe keys[done] = keys[index]
                unsafe keys[index] = other
                done += 1
            }
        }
        var next = wanted
        while done < next {
            unsafe ck_smallest(keys + done, count - done, next - done)
            unsafe ck_smallest(keys + done, next - done, (next - done) / 8)
            unsafe rows.scan(
                scratch, keys: keys + done, count: next - done, allowed: allowed, listed: listed, into: scratch.listed)
            done = next
            if scratch.listed.count < enough { next = min(2 * done, count) }
        }
    }
}
