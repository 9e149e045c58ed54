/// The scatter of the vectors within the types that are neither too small nor too broad.
struct TypeScatter {
    /// A type whose scatter is this share of that of all items, or more, is a mixture: a map that makes it compact
    /// would lose what distinguishes its items.
    private static let broad: Float = 0.85
    /// The least number of types that a map is learned from.
    static let leastTypes = 3

    private let mean: [Float]
    private let matrix: SquareMatrix
    /// The numbers of the types.
    let types: Set<Int>

    /// Nil with fewer than three such types.
    init?(_ sample: TypeSample, dimensions: Int) {
        let all = sample.members.map { TypeScatter.unit($0.vector) }
        guard !all.isEmpty else { return nil }
        mean = TypeScatter.mean(of: all, dimensions)
        let spread = TypeScatter.spread(of: all, around: mean)
        var matrix = SquareMatrix(side: dimensions)
        var (types, weights): (Set<Int>, Float) = ([], 0)
        let groups = Dictionary(grouping: zip(sample.members, all).map { ($0.type, $1) }, by: \.0)
        for (type, members) in groups.sorted(by: { $0.key < $1.key }) where members.count >= TypeSample.leastItems {
            let vectors = members.map(\.1)
            let center = TypeScatter.mean(of: vectors, dimensions)
            let count = Float(vectors.count)
            let inner = TypeScatter.spread(of: vectors, around: center) * count / (count - 1)
            guard inner < TypeScatter.broad * spread else { continue }
            // A large type counts for more, but not in proportion.
            let weight = 1 / count.squareRoot()
            for vector in vectors {
                matrix.add(outerProductOf: zip(vector, center).map { $0 - $1 }, times: weight)
            }
            weights += weight * (count - 1)
            types.insert(type)
        }
        guard types.count >= TypeScatter.leastTypes, weights > 0 else { return nil }
        self.types = types
        self.matrix = matrix.scaled(by: 1 / weights, plusDiagonal: 0)
    }

    /// The map that makes the types compact. Nil where the arithmetic fails.
    func map(shrinkage: Double) -> LearnedMap? {
        let share = Float(shrinkage)
        let diagonal = share * matrix.trace / Float(matrix.side)
        return matrix.scaled(by: 1 - share, plusDiagonal: diagonal).inverseCholeskyFactor().map {
            LearnedMap(mean: mean, matrix: $0)
        }
    }

    private static func unit(_ vector: [Int8]) -> [Float] {
        let squares = vector.reduce(Float(0)) { $0 + Float($1) * Float($1) }
        let length = max(squares.squareRoot(), .leastNormalMagnitude)
        return vector.map { Float($0) / length }
    }

    private static func mean(of vectors: [[Float]], _ dimensions: Int) -> [Float] {
        var sums = [Float](repeating: 0, count: dimensions)
        for vector in vectors { for index in sums.indices { sums[index] += vector[index] } }
        return sums.map { $0 / Float(vectors.count) }
    }

    /// The mean square distance from a center.
    private static func spread(of vectors: [[Float]], around center: [Float]) -> Float {
        let sum = vectors.reduce(Float(0)) { sum, vector in
            zip(vector, center).reduce(sum) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return sum / Float(max(vectors.count, 1))
    }
}
