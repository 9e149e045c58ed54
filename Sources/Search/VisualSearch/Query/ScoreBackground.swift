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
        of similarity: SimilarityScale, _ kinship: Kinship?, without own: Int?, in index: VectorIndex,
        _ calibration: Calibration, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Calibration.Scale {
        var (count, sum, squares) = (0, 0.0, 0.0)
        var keys = index.dots(similarity.query, with: sample).map { similarity.key(dot: Int($0)) }
        if let kinship { keys = try kinship.keys(of: sample.slots, looks: keys, in: snapshot) }
        for (slot, key) in zip(sample.slots, keys) where slot != own {
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
        let revision = snapshot.completeRevision
        if let revision, let known = backgrounds.value(for: ScoreBackground.rows, at: revision) { return known }
        let background = ScoreBackground(try catalog.sample(ScoreBackground.rows, in: snapshot))
        let cost = ScoreBackground.rows * (describer.dimensions + 8)
        backgrounds.keep(background, for: ScoreBackground.rows, at: revision, cost: cost)
        return background
    }

    /// Returns the scale of an example's similarities.
    func scale(
        of similarity: SimilarityScale, _ kinship: Kinship? = nil, without own: Int?, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Calibration.Scale {
        let background = try background(in: snapshot)
        let calibration = describer.calibration ?? Calibration(meanOfPairs: background.meanOfPairs)
        return try background.scale(of: similarity, kinship, without: own, in: catalog.vectors, calibration, snapshot)
    }
}

extension Describer {
    /// Nil where nothing was learned of the scores of a describer.
    var calibration: Calibration? { self is BuiltInDescriber ? .builtIn : nil }
}
