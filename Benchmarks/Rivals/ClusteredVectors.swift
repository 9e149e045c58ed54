import Imaging

/// Unit vectors that lie in clusters as descriptors do: values of the first dimensions vary most, and clusters
/// consist of smaller ones.
/// The same on every machine, without a file.
struct ClusteredVectors {
    static let dimensions = 256
    private var random: SplitMix
    private let centers: [[Float]]
    /// The variation of each dimension.
    private static let spread = (0..<dimensions).map { 1 / Float($0 + 4).squareRoot() }

    init(clusters: Int = 2000, seed: UInt64 = 1) {
        random = SplitMix(seed: 1)
        var values: [[Float]] = []
        for _ in 0..<clusters {
            var center: [Float] = []
            for spread in ClusteredVectors.spread { center.append(Self.bell(&random) * spread) }
            values.append(center)
        }
        centers = values
        random = SplitMix(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    }

    /// The next vector.
    mutating func next(into vector: inout [Float]) {
        let center = Int(truncatingIfNeeded: random.next() >> 33) % centers.count
        // The part of the cluster that it lies in has a seed of its own, so that it need not be kept.
        var seed = SplitMix(seed: UInt64(center * 20) + random.next() % 20)
        var part = SplitMix(seed: seed.next())
        var squares: Float = 0
        for index in 0..<Self.dimensions {
            let value =
                0.7 * centers[center][index]
                + (0.5 * Self.bell(&part) + 0.45 * Self.bell(&random)) * Self.spread[index]
            vector[index] = value
            squares += value * value
        }
        let scale = 1 / squares.squareRoot()
        for index in 0..<Self.dimensions { vector[index] *= scale }
    }

    /// Nearly normal, with a standard deviation of 1: the sum of four uniform values.
    private static func bell(_ random: inout SplitMix) -> Float {
        let bits = random.next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Float(sum) / 65536 - 2) * 1.7320508
    }
}
