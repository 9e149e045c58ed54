import VisualSearch

/// The quality of the hits at the default settings of search: the mean over the queries that ``add(_:relevant:)`` has
/// counted.
package struct HitScores: Hashable, Sendable {
    private let calibration = Calibration.builtIn
    private var answerable = 0
    private var kept = 0
    private var hits = 0
    private var relevantHits = 0
    private var all = 0
    private var allRelevant = 0
    private var unanswerable = 0
    private var silent = 0
    private var foreign = 0
    private var silentForeign = 0

    package init() {}

    /// Adds the scores of one query with the gallery, and the relevance of each picture. Also tests the query against
    /// the gallery without its relevant pictures.
    package mutating func add(_ scores: [Double], relevant: [Bool]) {
        let cut = cut(scores)
        let others = zip(scores, relevant).filter { !$1 }.map(\.0)
        unanswerable += 1
        silent += hasNothing(others) ? 1 : 0
        guard others.count < scores.count else { return }
        answerable += 1
        let hits = zip(scores, relevant).filter { $0.0 >= cut }
        let right = hits.count { $0.1 }
        kept += right > 0 ? 1 : 0
        (self.hits, relevantHits) = (self.hits + hits.count, relevantHits + right)
        (all, allRelevant) = (all + scores.count, allRelevant + scores.count - others.count)
    }

    /// Adds the scores of a query whose kind is not in the gallery at all.
    package mutating func addForeign(_ scores: [Double]) {
        foreign += 1
        silentForeign += hasNothing(scores) ? 1 : 0
    }

    private func hasNothing(_ scores: [Double]) -> Bool { scores.max().map { $0 < cut(scores) } ?? true }

    private func cut(_ scores: [Double]) -> Double {
        let mean = scores.reduce(0, +) / Double(max(scores.count, 1))
        let square = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(scores.count, 1))
        return calibration.scale(mean: mean, deviation: square.squareRoot(), rows: scores.count).cut
    }

    private static func share(_ part: Int, of all: Int) -> Double? { all == 0 ? nil : Double(part) / Double(all) }

    /// The shares, from 0 to 1; nil where no query measured them.
    package var shares: Shares {
        Shares(
            kept: Self.share(kept, of: answerable), right: Self.share(relevantHits, of: hits),
            chance: Self.share(allRelevant, of: all), silent: Self.share(silent, of: unanswerable),
            foreign: Self.share(silentForeign, of: foreign))
    }

    package struct Shares: Hashable, Sendable {
        /// Queries whose best relevant picture is a hit, of those that have one.
        package var kept: Double?
        /// Relevant pictures among the hits.
        package var right: Double?
        /// Relevant pictures among all: the share if every picture is a hit.
        package var chance: Double?
        /// Queries without a hit when the gallery has no relevant picture.
        package var silent: Double?
        /// Queries of other data sets without a hit.
        package var foreign: Double?

        package static let nothing = Shares()

        package init(
            kept: Double? = nil, right: Double? = nil, chance: Double? = nil, silent: Double? = nil,
            foreign: Double? = nil
        ) {
            (self.kept, self.right, self.chance) = (kept, right, chance)
            (self.silent, self.foreign) = (silent, foreign)
        }

        /// Computes the mean over tests of equal weight; a test that does not measure a share is left out of it.
        package init(meanOf all: [Shares]) {
            func mean(_ share: (Shares) -> Double?) -> Double? {
                let known = all.compactMap(share)
                return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            }
            self.init(
                kept: mean(\.kept), right: mean(\.right), chance: mean(\.chance), silent: mean(\.silent),
                foreign: mean(\.foreign))
        }

        /// By the names of their members in JSON, in the order of the columns.
        package var named: [(name: String, value: Double?)] {
            [("kept", kept), ("right", right), ("chance", chance), ("silent", silent), ("strangers", foreign)]
        }
    }
}
