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

    /// A query with the scale that tells which similarities of its example count: by the nearest of the items that its
    /// request admits, so that a filter leaves the best of what is there.
    func measured(
        _ query: PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PreparedQuery {
        guard let similarity = query.similarity else { return query }
        var calibration = Calibration.builtIn
        if !(describer is BuiltInDescriber) {
            calibration = Calibration(meanOfPairs: try background(in: snapshot).meanOfPairs)
        }
        let admitted = try Ranking.passing(query, request, in: snapshot)
        var neighbors = query.isExampleOnly ? query.neighbors.filter { admitted[$0.slot] } : []
        if neighbors.count <= Ranking.quick {
            // One more than the first places, which tells whether the last of them has equals.
            neighbors = try catalog.nearest(
                to: similarity, count: Ranking.quick + 1, among: admitted, passing: request.filter.ofItems,
                mode: .default, in: snapshot)
        }
        let slots = neighbors.map(\.slot)
        let visual = neighbors.map { similarity.key(dot: $0.dot) }
        let keys = try query.votes?.keys(of: slots, visual: visual, in: snapshot) ?? visual
        let scale = try calibration.scale(
            among: zip(keys, visual).map { Calibration.Candidate(score: $0, similarity: $1) }, items: snapshot.count,
            strictness: request.strictness
        ) { places throws(SearchError) in
            try catalog.densities(at: Array(slots[places]), among: slots, in: snapshot)
        }
        var textCut: Double?
        if let text = query.pictureText {
            let saying = text.shares.keys.filter { $0 < admitted.size && admitted[$0] }
            let best = try query.alikeKeys(of: saying, similarity, in: snapshot).max()
            textCut = scale.cut(best: best ?? 0)
        }
        return query.measured(by: scale, neighbors: neighbors, textCut: textCut)
    }
}
