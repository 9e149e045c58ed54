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
    /// The error of a cosine that codes of 256 values estimate, three standard deviations. Longer codes do better.
    private static let margin = 0.105
    /// A search first scans one in so many lists at most, or as many as are enough for nearly every query.
    private static let mostPart = 8
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

    /// Scans the lists whose centers are near to the query, as many as this part of the rows needs, and twice as many again
    /// until `enough` rows are found or all lists were seen.
    ///
    /// - Parameter least: So many lists are scanned in any case.
    func scan(
        _ scratch: Scratch, for part: Double, least: Int, enough: Int, allowed: UnsafePointer<UInt64>,
        listed: UnsafePointer<UInt64>
    ) {
        let usual = probes.count(of: part)
        choose(within: probes.gap(of: part), least: least, most: max(count / Self.mostPart, usual), scratch)
        let done = scratch.lists.count
        unsafe scratch.lists.withKeys { keys in
            // Safe: so many keys of lists; the best come first, so that the limit falls early.
            unsafe ck_smallest(keys.baseAddress!, done, done / 8)
            unsafe rows.scan(
                scratch, keys: keys.baseAddress!, count: done, allowed: allowed, listed: listed, into: scratch.listed)
        }
        if scratch.listed.count >= enough { return }
        let next = min(max(2 * done, usual), count)
        unsafe scanAll(scratch, from: done, to: next, enough: enough, allowed: allowed, listed: listed)
    }

    /// Leaves the keys of the centers whose cosines are within `gap` of the nearest one's in `scratch.lists`, the `least`
    /// nearest ones of those whose dot products count: the ones that codes choose. At most `most`, the nearest ones.
    private func choose(within gap: Double, least: Int, most: Int, _ scratch: Scratch) {
        var dot: Int32 = 0
        // Safe: one center, and the first list.
        unsafe ck_dots(CK_BEST)!(scratch.query.base, mean.centers.base, mean.stride, 1, &dot)
        let unit = length * scratch.length
        let margin = unsafe Self.margin * (256 / Double(mean.stride)).squareRoot()
        centers.scan(scratch, near: dot, within: (gap + margin) * unit, into: scratch.centers)
        scratch.lists.start(max(scratch.centers.count, 1))
        unsafe scratch.centers.withKeys { keys in
            unsafe scratch.lists.scan { nearest in
                var first = unsafe Optional(UnsafePointer(clusters.centers.base))
                // Safe: every key has the number of a center.
                unsafe ck_scan_slots(
                    CK_BEST, scratch.query.base, &first, 31, clusters.stride, keys.baseAddress!, keys.count, nearest)
            }
        }
        scratch.lists.finish()
        let kept = unsafe scratch.lists.withKeys { keys in
            let nearest = unsafe keys.min() ?? 0
            let limit = nearest + UInt64(gap * unit) << 32
            var near = 0
            for place in keys.indices where unsafe keys[place] <= limit {
                unsafe keys.swapAt(near, place)
                near += 1
            }
            let kept = min(max(near, least), max(most, least), keys.count)
            // Safe: so many keys of lists.
            if near != kept { unsafe ck_smallest(keys.baseAddress!, keys.count, kept) }
            return kept
        }
        scratch.lists.keep(kept)
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
