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

    // The loops go through pointers: suites make millions of numbers, and closures take most of their time in a debug
    // build.

    /// Of unit length.
    mutating func floats() -> [Float] {
        let center = centers[Int.random(in: 0..<centers.count, using: &random)]
        var vector = [Float](repeating: 0, count: center.count)
        // Safe: both have as many values.
        unsafe vector.withUnsafeMutableBufferPointer { vector in
            unsafe center.withUnsafeBufferPointer { center in
                guard let vector = vector.baseAddress, let values = center.baseAddress else { return }
                var (index, squares) = (0, Float(0))
                while index < center.count {
                    let value = unsafe values[index] + Float(random.unit() * 1.2 - 0.6)
                    unsafe vector[index] = value
                    squares += value * value
                    index += 1
                }
                let length = squares.squareRoot()
                index = 0
                while index < center.count {
                    unsafe vector[index] /= length
                    index += 1
                }
            }
        }
        return vector
    }

    mutating func bytes(scale: Float = 400) -> [Int8] {
        let vector = floats()
        // Safe: there is a byte for each value.
        return unsafe [Int8](unsafeUninitializedCapacity: vector.count) { bytes, written in
            unsafe vector.withUnsafeBufferPointer { vector in
                guard let bytes = bytes.baseAddress, let values = vector.baseAddress else { return }
                while written < vector.count {
                    let value = unsafe (values[written] * scale).rounded()
                    let byte: Int8 = value > 127 ? 127 : value < -127 ? -127 : Int8(value)
                    unsafe (bytes + written).initialize(to: byte)
                    written += 1
                }
            }
        }
    }
}

private func dot(_ row: [Int8], _ query: [Int8]) -> Int {
    let count = min(row.count, query.count)
    // Safe: both have so many values.
    return unsafe row.withUnsafeBufferPointer { row in
        unsafe query.withUnsafeBufferPointer { query in
            guard let row = row.baseAddress, let query = query.baseAddress else { return 0 }
            var (index, sum) = (0, 0)
            while index < count {
                unsafe sum += Int(row[index]) * Int(query[index])
                index += 1
            }
            return sum
        }
    }
}

/// The answer by definition: every dot product, sorted by score and slot.
func bruteForce(
    _ rows: [Int: [Int8]], _ query: [Int8], count: Int, scale: Float = 127, where passes: (Int) -> Bool = { _ in true }
) -> [Match] {
    let dots = rows.filter { passes($0.key) }.map { slot, row in
        (slot: slot, dot: dot(row, query))
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
