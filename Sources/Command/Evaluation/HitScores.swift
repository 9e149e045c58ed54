import VisualSearch

/// The quality of the hits at the default settings of search: the mean over the queries that ``add(_:)`` has counted.
package struct HitScores: Hashable, Sendable {
    /// The scores of one query with a gallery.
    package struct Query {
        /// By picture of the gallery, as search orders them.
        package var scores: [Double]
        /// By picture, how alike it is to the query, whatever its type.
        package var similarities: [Double]

        package init(scores: [Double], similarities: [Double]) {
            (self.scores, self.similarities) = (scores, similarities)
        }
    }

    private let calibration = Calibration.builtIn
    /// By picture of the gallery, its mean similarity to its ten nearest.
    private let densities: [Double]
    private let strictness: Double
    private var answerable = 0
    private var kept = 0
    private var hits = 0
    private var relevantHits = 0
    private var shown = 0
    private var precisions = 0.0
    private var withoutKind = 0
    private var silent = 0
    private var foreign = 0
    private var silentForeign = 0

    /// - Parameters:
    ///   - densities: By picture of the gallery, its mean similarity to its ten nearest.
    ///   - strictness: As of a search. Default 0.5.
    package init(densities: [Double], strictness: Double = 0.5) {
        (self.densities, self.strictness) = (densities, strictness)
    }

    /// Adds one query. Also tests it against the gallery without all pictures of its kind.
    ///
    /// - Parameters:
    ///   - relevant: By picture of the gallery, true for those of the class of the query.
    ///   - kind: The same for those of its kind, which may be wider.
    package mutating func add(_ query: Query, relevant: [Bool], kind: [Bool]) {
        let others = densities.indices.filter { !kind[$0] && !relevant[$0] }
        if others.count < densities.count {
            withoutKind += 1
            silent += found(query, among: others).isEmpty ? 1 : 0
        }
        guard relevant.contains(true) else { return }
        answerable += 1
        let found = found(query, among: Array(densities.indices))
        let right = found.count { relevant[$0] }
        kept += right > 0 ? 1 : 0
        (hits, relevantHits) = (hits + found.count, relevantHits + right)
        guard !found.isEmpty else { return }
        shown += 1
        precisions += Double(right) / Double(found.count)
    }

    /// Adds a query whose kind is not in the gallery at all.
    package mutating func addForeign(_ query: Query) {
        foreign += 1
        silentForeign += found(query, among: Array(densities.indices)).isEmpty ? 1 : 0
    }

    /// The pictures that a search among some of them shows.
    private func found(_ query: Query, among places: [Int]) -> [Int] {
        let nearest = places.sorted { query.similarities[$0] > query.similarities[$1] }
        let scale = calibration.scale(
            among: nearest.map { .init(score: query.scores[$0], similarity: query.similarities[$0]) },
            items: places.count, strictness: strictness
        ) { wanted in nearest[wanted].map { densities[$0] } }
        return places.filter { query.scores[$0] >= scale.cut }
    }

    private static func share(_ part: Double, of all: Int) -> Double? { all == 0 ? nil : part / Double(all) }

    /// The shares, from 0 to 1; nil where no query measured them.
    package var shares: Shares {
        Shares(
            kept: Self.share(Double(kept), of: answerable), precision: Self.share(Double(relevantHits), of: hits),
            queryPrecision: Self.share(precisions, of: shown), shown: Self.share(Double(hits), of: answerable),
            silent: Self.share(Double(silent), of: withoutKind),
            foreign: Self.share(Double(silentForeign), of: foreign))
    }

    package struct Shares: Hashable, Sendable {
        /// Queries with a relevant hit, of those that have a relevant picture.
        package var kept: Double?
        /// Relevant pictures among the hits of all queries.
        package var precision: Double?
        /// The same as the mean over the queries that have hits.
        package var queryPrecision: Double?
        /// The mean number of hits.
        package var shown: Double?
        /// Queries without a hit when the gallery has no picture of their kind.
        package var silent: Double?
        /// Queries of other data sets without a hit.
        package var foreign: Double?

        package static let nothing = Shares()

        package init(
            kept: Double? = nil, precision: Double? = nil, queryPrecision: Double? = nil, shown: Double? = nil,
            silent: Double? = nil, foreign: Double? = nil
        ) {
            (self.kept, self.precision, self.queryPrecision) = (kept, precision, queryPrecision)
            (self.shown, self.silent, self.foreign) = (shown, silent, foreign)
        }

        /// Computes the mean over tests of equal weight; a test that does not measure a share is left out of it.
        package init(meanOf all: [Shares]) {
            func mean(_ share: (Shares) -> Double?) -> Double? {
                let known = all.compactMap(share)
                return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            }
            self.init(
                kept: mean(\.kept), precision: mean(\.precision), queryPrecision: mean(\.queryPrecision),
                shown: mean(\.shown), silent: mean(\.silent), foreign: mean(\.foreign))
        }

        /// The shares by the names of their members in JSON, in the order of the columns.
        package var named: [(name: String, column: String, value: Double?)] {
            [
                ("kept", "kept", kept), ("precision", "prec", precision), ("query_precision", "query", queryPrecision),
                ("kind_silent", "kindout", silent), ("strangers", "strange", foreign),
            ]
        }
    }
}
