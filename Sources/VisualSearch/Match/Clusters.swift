import CKernels

/// Spherical k-means over int8 rows: centers near the rows, by dot product. Exact integers and a fixed seed: the same
/// rows give the same centers.
struct Clusters {
    /// One row for each center, at equal lengths.
    let centers: AlignedBuffer<Int8>
    let count: Int
    let stride: Int

    /// Learns from `size` >= `count` sample rows (Lloyd's algorithm, `rounds` times, from randomly chosen rows; Dhillon
    /// and Modha, 2001). A center without rows begins again at a random one.
    init(count: Int, of sample: AlignedBuffer<Int8>, size: Int, stride: Int, rounds: Int = 6) {
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
        for _ in 0..<rounds {
            assign(sample, size, into: nearest)
            move(to: sample, size, nearest: nearest, random: &random)
        }
    }

    /// Writes the center with the largest dot product for each of `size` rows; `rows` has a capacity of three more.
    func assign(_ rows: AlignedBuffer<Int8>, _ size: Int, into nearest: AlignedBuffer<UInt32>) {
        precondition(rows.count >= (size + 3) / 4 * 4 * stride && nearest.count >= size)
        // A slice of rows meets a tile of centers, so that both stay in the nearest cache.
        let slice = 64
        let tile = 64
        var dots = [Int32](repeating: 0, count: 4 * tile)
        var best = [Int32](repeating: 0, count: slice)
        for first in Swift.stride(from: 0, to: size, by: slice) {
            let end = min(first + slice, size)
            for index in 0..<slice { best[index] = .min }
            for center in Swift.stride(from: 0, to: count, by: tile) {
                let here = min(tile, count - center)
                for row in Swift.stride(from: first, to: end, by: 4) {
                    // Safe: four rows from `row` and `here` centers exist; `dots` has a capacity of four times `here`.
                    unsafe dots.withUnsafeMutableBufferPointer { dots in
                        let dots = dots.baseAddress!
                        unsafe ck_dots4(CK_BEST)!(
                            rows.base + row * stride, centers.base + center * stride, stride, here, dots)
                        for index in 0..<min(4, end - row) {
                            let found = unsafe ck_largest(CK_BEST)!(dots + index * here, here)
                            let dot = unsafe dots[index * here + found]
                            guard dot > best[row - first + index] else { continue }
                            best[row - first + index] = dot
                            nearest[row + index] = UInt32(center + found)
                        }
                    }
                }
            }
        }
    }

    /// Moves each center to the mean direction of its rows.
    private func move(
        to sample: AlignedBuffer<Int8>, _ size: Int, nearest: AlignedBuffer<UInt32>, random: inout SplitMix
    ) {
        let sums = AlignedBuffer<Int32>(count * stride, of: 0)
        for row in 0..<size {
            // Safe: both are whole rows.
            let sum = unsafe sums.base + Int(nearest[row]) * stride
            let values = unsafe sample.base + row * stride
            for index in 0..<stride { unsafe sum[index] &+= Int32(values[index]) }
        }
        for center in 0..<count {
            // Safe: as above.
            let sum = unsafe sums.base + center * stride
            var squares = unsafe Clusters.squares(of: sum, stride)
            if squares == 0 {
                let row = unsafe sample.base + Int.random(in: 0..<size, using: &random) * stride
                for index in 0..<stride { unsafe sum[index] = Int32(row[index]) }
                squares = unsafe Clusters.squares(of: sum, stride)
            }
            // A unit vector of 256 equal values has 1/16 in each; eight times that must still fit into a byte.
            let scale = 127 * Double(stride).squareRoot() / 8 / max(squares, 1).squareRoot()
            let values = unsafe centers.base + center * stride
            for index in 0..<stride {
                let value = unsafe (Double(sum[index]) * scale).rounded()
                unsafe values[index] = Int8(max(-127, min(127, value)))
            }
        }
    }

    private static func squares(of values: UnsafePointer<Int32>, _ count: Int) -> Double {
        var total = 0.0
        // Safe: the caller has so many.
        for index in 0..<count { total += unsafe Double(values[index]) * Double(values[index]) }
        return total
    }
}
