/// A sample of all rows of a store, in one state of it: the background that shows how similar any item is to a query.
struct ScoreBackground: Sendable {
    /// So many rows estimate the mean within a twentieth of the deviation.
    static let rows = 512

    private let sample: RowSample
    /// The mean cosine of two rows.
    let meanOfPairs: Double

    init(_ sample: RowSample) {
        self.sample = sample
        meanOfPairs = sample.meanOfPairs
    }

    /// Returns the scale of an example's similarities. The item that was searched with is not counted: it contains no
    /// information about the others.
    func scale(
        of similarity: SimilarityScale, _ votes: TypeVotes?, without querySlot: Int?, in index: VectorIndex,
        _ calibration: Calibration, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Calibration.Scale {
        var (count, sum, squares) = (0, 0.0, 0.0)
        var keys = index.dots(similarity.query, with: sample).map { similarity.key(dot: Int($0)) }
        if let votes { keys = try votes.keys(of: sample.slots, visual: keys, in: snapshot) }
        for (slot, key) in zip(sample.slots, keys) where slot != querySlot {
            (count, sum, squares) = (count + 1, sum + key, squares + key * key)
        }
        let mean = sum / Double(max(count, 1))
        let variance = squares / Double(max(count, 1)) - mean * mean
        return calibration.scale(mean: mean, deviation: max(variance, 0).squareRoot(), rows: count)
    }
}

extension SearchEngine {
    /// The background in a state of the store that the catalog has loaded; sampled again only when that changed.
    func background(in snapshot: borrowing Snapshot) throws(SearchError) -> ScoreBackground {
        try background.value(at: snapshot.completeRevision) { () throws(SearchError) in
            ScoreBackground(try catalog.sample(ScoreBackground.rows, in: snapshot))
        }
    }

    /// Returns the scale of an example's similarities.
    func scale(
        of similarity: SimilarityScale, _ votes: TypeVotes?, without querySlot: Int?, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Calibration.Scale {
        let background = try background(in: snapshot)
        let calibration = describer.calibration ?? Calibration(meanOfPairs: background.meanOfPairs)
        return try background.scale(
            of: similarity, votes, without: querySlot, in: catalog.vectors, calibration, snapshot)
    }
}

extension Describer {
    /// Nil where nothing was learned of the scores of a describer.
    var calibration: Calibration? { self is BuiltInDescriber ? .builtIn : nil }
}
