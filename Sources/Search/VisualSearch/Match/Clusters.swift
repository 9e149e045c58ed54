import CKernels

/// Spherical k-means over int8 rows: centers near the rows, by dot product. Exact integers and a fixed seed: the same
/// rows give the same centers.
struct Clusters {
    /// One row for each center, at equal lengths.
    let centers: AlignedBuffer<Int8>
    let count: Int
    let stride: Int

    /// Learns from `size` >= `count` sample rows (Lloyd's algorithm, `rounds` times, from randomly chosen rows; Dhillon
    /// and Modha, 2001). Centers with few rows begin again at rows that are far from theirs: many in the first rounds,
    /// only those without rows in the last two.
    ///
    /// - Parameter workers: Their cancellation ends it early, with centers of no use.
    init(
        count: Int, of sample: AlignedBuffer<Int8>, size: Int, stride: Int, rounds: Int = 4,
        workers: BuildWorkers = BuildWorkers()
    ) {
        precondition(count > 0 && size >= count)
        self.count = count
        self.stride = stride
        centers = AlignedBuffer(count * stride, of: 0)
        var random = SplitMix(seed: 0x6C69_7374_73)
        let firsts = (0..<size).shuffled(using: &random).prefix(count)
        for (center, row) in firsts.enumerated() {
            // Safe: both hold whole rows.
            unsafe (centers.base + center * stride).update(from: sample.base + row * stride, count: stride)
        }
        let nearest = AlignedBuffer<UInt32>(size, of: 0)
        let dots = AlignedBuffer<Int32>(size, of: 0)
        for round in 0..<rounds where !workers.cancellation.isCancelled {
            // Centers that move once more need not have exactly their rows.
            let isLast = round + 1 == rounds
            if count >= (isLast ? CenterGroups.leastCenters : CenterGroups.leastMovingCenters) {
                CenterGroups(of: self).assign(sample, size, into: nearest, dots, workers: workers)
            } else {
                assign(sample, size, into: nearest, dots, workers: workers)
            }
            let moved = round + 2 < rounds ? 3 * count / (10 << round) : 0
            move(to: sample, size, nearest: nearest, dots, beginningAgain: moved)
        }
    }

    /// Centers that were kept.
    init(_ centers: AlignedBuffer<Int8>, count: Int, stride: Int) {
        precondition(centers.count == count * stride)
        self.centers = centers
        self.count = count
        self.stride = stride
    }

    /// The mean direction of all centers, as a single one.
    init(meanOf other: Clusters) {
        count = 1
        stride = other.stride
        centers = AlignedBuffer(stride, of: 0)
        let sum = AlignedBuffer<Int32>(stride, of: 0)
        for index in 0..<other.count * stride { sum[index % stride] += Int32(other.centers[index]) }
        point(0, along: sum, 0)
    }

    /// Writes the center with the largest dot product for each of `size` rows, and the product; `rows` has a capacity of
    /// three more.
    func assign(
        _ rows: AlignedBuffer<Int8>, _ size: Int, into nearest: AlignedBuffer<UInt32>, _ dots: AlignedBuffer<Int32>,
        workers: BuildWorkers = BuildWorkers()
    ) {
        precondition(rows.count >= (size + 3) / 4 * 4 * stride && nearest.count >= size && dots.count >= size)
        let kernel = unsafe ck_assign(CK_BEST)!
        // A slice of rows stays in the second cache while it meets all centers.
        let slice = 1024
        workers.each((size + slice - 1) / slice) { number in
            let range = slice * number..<min(slice * (number + 1), size)
            for row in range { dots[row] = .min }
            // Safe: these rows and centers exist, and each row has its place in both outputs.
            unsafe kernel(
                rows.base + range.lowerBound * stride, range.count, centers.base, count, stride, 0,
                dots.base + range.lowerBound, nearest.base + range.lowerBound)
        }
    }

    /// The centers rotated, times 256.
    func turned(by rotation: Rotation) -> AlignedBuffer<Int32> {
        let turned = AlignedBuffer<Int32>(count * stride, of: 0)
        for center in 0..<count {
            // Safe: both hold whole rows.
            unsafe rotation.turn(centers.base + center * stride, into: turned.base + center * stride)
        }
        return turned
    }

    /// The squared length of a center.
    func squares(of center: Int) -> Int64 {
        var total: Int64 = 0
        for index in center * stride..<(center + 1) * stride { total += Int64(centers[index]) * Int64(centers[index]) }
        return total
    }

    /// Moves each center to the mean direction of its rows; `again` of those with the fewest rows, and all without, to
    /// the rows that are farthest from their centers.
    private func move(
        to sample: AlignedBuffer<Int8>, _ size: Int, nearest: AlignedBuffer<UInt32>, _ dots: AlignedBuffer<Int32>,
        beginningAgain again: Int
    ) {
        let sums = AlignedBuffer<Int32>(count * stride, of: 0)
        var sizes = [Int](repeating: 0, count: count)
        for row in 0..<size {
            sizes[Int(nearest[row])] += 1
            // Safe: both are whole rows.
            let sum = unsafe sums.base + Int(nearest[row]) * stride
            let values = unsafe sample.base + row * stride
            for index in 0..<stride { unsafe sum[index] &+= Int32(values[index]) }
        }
        let fewest = (0..<count).sorted { (sizes[$0], $0) < (sizes[$1], $1) }
        let beginning = max(again, fewest.prefix { sizes[$0] == 0 }.count)
        // Ascending by product, then by row.
        var farthest = (0..<size).map { row in UInt64(Int(dots[row]) + Int(CK_DOT_COST)) << 32 | UInt64(row) }
        unsafe ck_smallest(&farthest, size, beginning)
        for (center, key) in zip(fewest.prefix(beginning), farthest.prefix(beginning).sorted()) {
            let row = Int(key & 0xFFFF_FFFF)
            // Safe: as above.
            let sum = unsafe sums.base + center * stride
            let values = unsafe sample.base + row * stride
            for index in 0..<stride { unsafe sum[index] = Int32(values[index]) }
        }
        for center in 0..<count { point(center, along: sums, center * stride) }
    }

    /// Gives a center the direction of the values from `first` on.
    private func point(_ center: Int, along values: AlignedBuffer<Int32>, _ first: Int) {
        var squares = 0.0
        for index in first..<first + stride { squares += Double(values[index]) * Double(values[index]) }
        // A unit vector of 256 equal values has 1/16 in each; eight times that must still fit into a byte.
        let scale = 127 * Double(stride).squareRoot() / 8 / max(squares, 1).squareRoot()
        for index in 0..<stride {
            let value = (Double(values[first + index]) * scale).rounded()
            centers[center * stride + index] = Int8(max(-127, min(127, value)))
        }
    }
}
