/// The mean similarity of two items of a store, in one state of it: the zero of scores of a describer of which nothing was
/// learned.
struct ScoreBackground: Sendable {
    /// So many rows estimate the mean within a twentieth of the deviation.
    static let rows = 512

    /// The mean cosine of two rows.
    let meanOfPairs: Double

    init(_ sample: RowSample) { meanOfPairs = sample.meanOfPairs }
}

extension SearchEngine {
    /// The background in a state of the store that the catalog has loaded; sampled again only when that changed.
    func background(in snapshot: borrowing Snapshot) throws(SearchError) -> ScoreBackground {
        try background.value(at: snapshot.completeRevision) { () throws(SearchError) in
            ScoreBackground(try catalog.sample(ScoreBackground.rows, in: snapshot))
        }
    }

    /// A query with the scale that tells which similarities of its example count: by the nearest items of all the store,
    /// whatever the filter of the request, so that a filter leaves items out and changes nothing about the others.
    func measured(
        _ query: PreparedQuery, strictness: Double, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PreparedQuery {
        guard let similarity = query.similarity else { return query }
        var calibration = Calibration.builtIn
        if !(describer is BuiltInDescriber) {
            calibration = Calibration(meanOfPairs: try background(in: snapshot).meanOfPairs)
        }
        var neighbors = query.neighbors
        if neighbors.isEmpty || !query.isExampleOnly {
            // One more than the first places, which tells whether the last of them has equals.
            let count = Ranking.quick + 1 + query.leftOut.count
            neighbors = try catalog.nearest(
                to: similarity, count: count, among: try snapshot.matching(.all), mode: .default, in: snapshot)
        }
        let leftOut = Set(query.leftOut)
        let pool = neighbors.filter { !leftOut.contains($0.slot) }
        let visual = pool.map { similarity.key(dot: $0.dot) }
        let keys = try query.votes?.keys(of: pool.map(\.slot), visual: visual, in: snapshot) ?? visual
        let witnesses = pool.prefix(Calibration.witnesses).map(\.slot)
        let densities = try catalog.densities(at: witnesses, among: neighbors.map(\.slot), in: snapshot)
        return query.measured(
            by: calibration.scale(
                best: keys.max() ?? 0, nearest: zip(visual, densities).map { ($0, $1) }, items: snapshot.count,
                strictness: strictness), neighbors: neighbors)
    }
}
