/// A sample of all rows of a store, in one state of it: what a query is held against to see how alike anything is to it.
struct ScoreBackground: Sendable {
    /// So many rows tell the mean within a twentieth of the deviation.
    static let rows = 512

    let revision: Int
    private let sample: RowSample
    /// The mean cosine of two rows.
    let meanOfPairs: Double

    init(of index: VectorIndex, revision: Int) {
        self.revision = revision
        sample = index.sample(ScoreBackground.rows)
        meanOfPairs = sample.meanOfPairs
    }

    /// Which scores of a look count. The item that was searched with tells nothing of the others.
    func scale(
        of similarity: SimilarityScale, without own: Int?, in index: VectorIndex, _ calibration: Calibration
    ) -> Calibration.Scale {
        var (count, sum, squares) = (0, 0.0, 0.0)
        for (slot, dot) in zip(sample.slots, index.dots(similarity.query, with: sample)) where slot != own {
            let key = similarity.key(dot: Int(dot))
            (count, sum, squares) = (count + 1, sum + key, squares + key * key)
        }
        let mean = sum / Double(max(count, 1))
        let variance = squares / Double(max(count, 1)) - mean * mean
        return calibration.scale(mean: mean, deviation: max(variance, 0).squareRoot(), rows: count)
    }
}

extension SearchEngine {
    /// The background in a state of the store that the catalog has loaded; sampled again only when that changed.
    func background(in snapshot: borrowing Snapshot) -> ScoreBackground {
        if let known = backgrounds.withLock({ $0 }), known.revision == snapshot.revision { return known }
        let background = ScoreBackground(of: catalog.vectors, revision: snapshot.revision)
        backgrounds.withLock { if ($0?.revision ?? -1) < background.revision { $0 = background } }
        return background
    }

    /// Which scores of a look count.
    func scale(
        of similarity: SimilarityScale, without own: Int?, in snapshot: borrowing Snapshot
    ) -> Calibration.Scale {
        let background = background(in: snapshot)
        let calibration = describer.calibration ?? Calibration(meanOfPairs: background.meanOfPairs)
        return background.scale(of: similarity, without: own, in: catalog.vectors, calibration)
    }
}

extension Describer {
    /// Nil where nothing was learned of the scores of a describer.
    var calibration: Calibration? { self is BuiltInDescriber ? .builtIn : nil }
}
