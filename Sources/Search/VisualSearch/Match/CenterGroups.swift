import CKernels

/// Centers in groups of near ones: a row is compared with the centers of the groups that are near to it, and not with
/// all. The center that it finds is the nearest one or nearly.
struct CenterGroups {
    /// The mean direction of each group.
    private let heads: Clusters
    /// The centers, group by group, and the number of each.
    private let centers: AlignedBuffer<Int8>
    private let numbers: [UInt32]
    private let starts: [Int]
    private let all: Clusters
    private var stride: Int { all.stride }

    /// From so many centers on it pays. With fewer it saves little, and rows that miss their center cost searches more.
    static let leastCenters = 4096
    /// The same while the centers still move.
    static let leastMovingCenters = 1024

    /// The rows that are compared at once, a part of them with each group.
    private static let slice = 4096
    /// Centers of a group; kernels compare a row with 64 at once.
    private static let centersOfGroup = 56
    /// One in so many groups is compared with a row.
    private static let part = 8
    /// One in so many rows, those farthest from the center found, is compared with all centers: a row unlike all others
    /// has no near group.
    private static let checkedPart = 32

    init(of clusters: Clusters) {
        let (count, stride) = (clusters.count, clusters.stride)
        let wanted = max(count / Self.centersOfGroup, 1)
        let copy = AlignedBuffer<Int8>((count + 3) * stride, of: 0)
        // Safe: both hold whole rows, in both places.
        unsafe copy.base.update(from: clusters.centers.base, count: count * stride)
        heads = Clusters(count: wanted, of: copy, size: count, stride: stride)
        let nearest = AlignedBuffer<UInt32>(count, of: 0)
        heads.assign(copy, count, into: nearest, AlignedBuffer<Int32>(count, of: 0))
        let order = (0..<count).sorted { (nearest[$0], $0) < (nearest[$1], $1) }
        var starts = [Int](repeating: 0, count: wanted + 1)
        for center in 0..<count { starts[Int(nearest[center]) + 1] += 1 }
        for group in 0..<wanted { starts[group + 1] += starts[group] }
        centers = AlignedBuffer(count * stride, of: 0)
        for (place, center) in order.enumerated() {
            unsafe (centers.base + place * stride).update(from: clusters.centers.base + center * stride, count: stride)
        }
        numbers = order.map(UInt32.init)
        self.starts = starts
        all = clusters
    }

    /// As ``Clusters/assign(_:_:into:_:workers:)``, but for the few rows whose nearest center is in a group that is not
    /// near.
    ///
    /// - Parameter workers: Their cancellation ends it early; rows are then left without their centers.
    func assign(
        _ rows: AlignedBuffer<Int8>, _ size: Int, into nearest: AlignedBuffer<UInt32>, _ dots: AlignedBuffer<Int32>,
        workers: BuildWorkers = BuildWorkers()
    ) {
        precondition(rows.count >= size * stride && nearest.count >= size && dots.count >= size)
        func keep(_ row: Int, _ dot: Int32, _ number: UInt32) {
            if dot > dots[row] { (dots[row], nearest[row]) = (dot, number) }
        }
        workers.each((size + Self.slice - 1) / Self.slice) { number in
            let work = Work(stride: stride)
            let range = Self.slice * number..<min(Self.slice * (number + 1), size)
            for row in range { dots[row] = .min }
            let chosen = near(rows, range)
            for group in 0..<heads.count {
                compare(chosen[group], of: rows, with: starts[group]..<starts[group + 1], of: centers, work) {
                    keep($0, $1, numbers[$2])
                }
            }
            // The rows with the smallest products.
            var keys = range.map { row in UInt64(Int(dots[row]) + Int(CK_DOT_COST)) << 32 | UInt64(row) }
            let checked = range.count / Self.checkedPart
            unsafe ck_smallest(&keys, keys.count, checked)
            let farthest = keys.prefix(checked).map { UInt32($0 & 0xFFFF_FFFF) }
            compare(farthest, of: rows, with: 0..<all.count, of: all.centers, work) { keep($0, $1, UInt32($2)) }
        }
    }

    /// The rows that are near to each group.
    private func near(_ rows: AlignedBuffer<Int8>, _ range: Range<Int>) -> [[UInt32]] {
        let compared = (heads.count + Self.part - 1) / Self.part
        var near = [[UInt32]](repeating: [], count: heads.count)
        for group in near.indices { near[group].reserveCapacity(2 * range.count / Self.part) }
        let dots = AlignedBuffer<Int32>(heads.count, of: 0)
        var best = [(dot: Int32, group: Int)](repeating: (.min, 0), count: compared)
        for row in range {
            // Safe: the row exists, and there is one result for each head.
            unsafe ck_dots(CK_BEST)!(rows.base + row * stride, heads.centers.base, stride, heads.count, dots.base)
            for place in best.indices { best[place].dot = .min }
            for group in 0..<heads.count {
                let dot = dots[group]
                if dot <= best[compared - 1].dot { continue }
                var place = compared - 1
                while place > 0, best[place - 1].dot < dot {
                    best[place] = best[place - 1]
                    place -= 1
                }
                best[place] = (dot, group)
            }
            for (_, group) in best { near[group].append(UInt32(row)) }
        }
        return near
    }

    /// The buffers of a comparison.
    private struct Work {
        static let rows = 512
        let copies: AlignedBuffer<Int8>
        let best = AlignedBuffer<Int32>(rows, of: 0)
        let nearest = AlignedBuffer<UInt32>(rows, of: 0)

        init(stride: Int) { copies = AlignedBuffer((Self.rows + 3) * stride, of: 0) }
    }

    /// Tells the nearest of a range of centers for each of the `chosen` rows, by its place.
    private func compare(
        _ chosen: [UInt32], of rows: AlignedBuffer<Int8>, with range: Range<Int>, of centers: AlignedBuffer<Int8>,
        _ work: Work, _ tell: (_ row: Int, _ dot: Int32, _ place: Int) -> Void
    ) {
        guard !range.isEmpty else { return }
        for first in Swift.stride(from: 0, to: chosen.count, by: Work.rows) {
            let here = min(Work.rows, chosen.count - first)
            for index in 0..<here {
                // Safe: the row exists, and so does the place of its copy.
                unsafe (work.copies.base + index * stride).update(
                    from: rows.base + Int(chosen[first + index]) * stride, count: stride)
                work.best[index] = .min
            }
            // Safe: these copies and centers exist, and each copy has its place in both outputs.
            unsafe ck_assign(CK_BEST)!(
                work.copies.base, here, centers.base + range.lowerBound * stride, range.count, stride,
                UInt32(range.lowerBound), work.best.base, work.nearest.base)
            for index in 0..<here { tell(Int(chosen[first + index]), work.best[index], Int(work.nearest[index])) }
        }
    }
}
