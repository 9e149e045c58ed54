@testable import VisualSearch

/// Vectors that lie in clusters, as descriptors do, always the same.
struct Vectors {
    private var random: SplitMix
    private let centers: [[Float]]

    init(dimensions: Int, clusters: Int = 40, seed: UInt64 = 1) {
        var random = SplitMix(seed: seed)
        centers = (0..<clusters).map { _ in (0..<dimensions).map { _ in Float.random(in: -1...1, using: &random) } }
        self.random = random
    }

    /// Of unit length.
    mutating func floats() -> [Float] {
        let center = centers[Int.random(in: 0..<centers.count, using: &random)]
        let vector = center.map { $0 + Float.random(in: -0.6...0.6, using: &random) }
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return vector.map { $0 / length }
    }

    mutating func bytes(scale: Float = 400) -> [Int8] {
        floats().map { Int8(max(-127, min(127, ($0 * scale).rounded()))) }
    }
}

/// The answer by definition: every dot product, sorted by score and slot.
func bruteForce(
    _ rows: [Int: [Int8]], _ query: [Int8], count: Int, scale: Float = 127, where passes: (Int) -> Bool = { _ in true }
) -> [Match] {
    let dots = rows.filter { passes($0.key) }.map { slot, row in
        (slot: slot, dot: zip(row, query).reduce(0) { $0 + Int($1.0) * Int($1.1) })
    }
    return dots.sorted { ($1.dot, $0.slot) < ($0.dot, $1.slot) }.prefix(count).map {
        Match(slot: $0.slot, score: Float($0.dot) / (scale * scale))
    }
}

extension Tuning {
    /// Every way of searching within some thousand rows.
    static let small = with { _ in }

    static func with(_ change: (inout Tuning) -> Void) -> Tuning {
        var tuning = Tuning()
        tuning.plainRows = 1000
        tuning.chosen = 200
        tuning.probes = 20
        tuning.fewRows = 100
        change(&tuning)
        return tuning
    }
}
