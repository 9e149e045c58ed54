/// Turns dot products with a picture into scores.
///
/// A score is the dot product as a share of that of the picture with itself: the cosine, up to rounding. The same
/// vector has exactly 1. Where a describer centers its vectors, as the built-in one does, unrelated pictures score
/// around 0, half of them below, and those below count as 0. Vectors of outside models that are all alike score high
/// throughout.
struct SimilarityScale {
    /// The vector that rows are multiplied with: that of the query, its parts weighted.
    let query: [Int8]
    /// The further pictures of an item that is searched with: a row counts by the one that it resembles most.
    var others: [SimilarityScale] = []
    private let parts: [VectorPart]
    /// The dot product of the query with the unweighted vector, at least 1.
    private let whole: Double

    /// - Parameter colorWeight: 0.5 leaves the vector as it is; at 1 only its color counts, at 0 everything else.
    init(_ vector: [Int8], parts: [VectorPart], colorWeight: Double = 0.5) throws(SearchError) {
        var query = vector
        if colorWeight != 0.5 {
            guard parts.contains(where: { $0.aspect == .color }) else {
                throw .invalidArgument(
                    "this store's describer does not tell color from shape; leave the color weight at 0.5")
            }
            let larger = max(colorWeight, 1 - colorWeight)
            for part in parts {
                let factor = (part.aspect == .color ? colorWeight : 1 - colorWeight) / larger
                for index in part.range { query[index] = Int8((Double(vector[index]) * factor).rounded()) }
            }
        }
        self.query = query
        self.parts = parts
        whole = max(Double(SimilarityScale.dot(query, vector, vector.indices)), 1)
    }

    /// The scale of the picture of the example that a row resembles most.
    func nearest(to row: [Int8]) -> SimilarityScale {
        func key(_ scale: SimilarityScale) -> Double {
            scale.key(dot: SimilarityScale.dot(scale.query, row, row.indices))
        }
        return others.reduce(self) { key($1) > key($0) ? $1 : $0 }
    }

    /// Brings a dot product with one of ``others`` to the scale of this one.
    func dot(_ dot: Int, of other: SimilarityScale) -> Int { Int((Double(dot) * whole / other.whole).rounded()) }

    /// Not clamped: may be below 0, and by rounding a little above 1.
    func key(dot: Int) -> Double { Double(dot) / whole }

    /// Returns the share of each aspect in the score of a row. Negative parts count as 0, and the others are scaled to
    /// add up to `score`.
    func explanation(of row: [Int8], score: Double) -> Explanation {
        var explanation = Explanation()
        var sum = 0.0
        for part in parts {
            let value = max(Double(SimilarityScale.dot(query, row, part.range)) / whole, 0)
            sum += value
            explanation[part.aspect] += value
        }
        guard sum > 0 else {
            // By the learned space alone.
            explanation[parts.first?.aspect ?? .shape] = score
            return explanation
        }
        for aspect in VectorPart.Aspect.allCases { explanation[aspect] *= score / sum }
        return explanation
    }

    private static func dot(_ left: [Int8], _ right: [Int8], _ range: Range<Int>) -> Int {
        range.reduce(0) { $0 + Int(left[$1]) * Int(right[$1]) }
    }
}

extension Explanation {
    subscript(aspect: VectorPart.Aspect) -> Double {
        get {
            switch aspect {
            case .shape: shape
            case .color: color
            case .pattern: pattern
            }
        }
        set {
            switch aspect {
            case .shape: shape = newValue
            case .color: color = newValue
            case .pattern: pattern = newValue
            }
        }
    }
}
