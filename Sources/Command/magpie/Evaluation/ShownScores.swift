import VisualSearch

/// The quality of the hits that the default scope shows: the mean over the queries that ``add(_:relevant:)`` has
/// counted.
struct ShownScores: Hashable, Sendable {
    private let calibration = Calibration.builtIn
    private var answerable = 0
    private var kept = 0
    private var shown = 0
    private var shownRelevant = 0
    private var all = 0
    private var allRelevant = 0
    private var unanswerable = 0
    private var silent = 0
    private var strangers = 0
    private var silentStrangers = 0

    init() {}

    /// Adds the scores of one query with the gallery, and the relevance of each picture. Also tests the query against
    /// the gallery without its relevant pictures.
    mutating func add(_ scores: [Double], relevant: [Bool]) {
        let cut = cut(scores)
        let others = zip(scores, relevant).filter { !$1 }.map(\.0)
        unanswerable += 1
        silent += hasNothing(others) ? 1 : 0
        guard others.count < scores.count else { return }
        answerable += 1
        let hits = zip(scores, relevant).filter { $0.0 >= cut }
        let right = hits.count { $0.1 }
        kept += right > 0 ? 1 : 0
        (shown, shownRelevant) = (shown + hits.count, shownRelevant + right)
        (all, allRelevant) = (all + scores.count, allRelevant + scores.count - others.count)
    }

    /// Adds the scores of a query whose kind is not in the gallery at all.
    mutating func addStranger(_ scores: [Double]) {
        strangers += 1
        silentStrangers += hasNothing(scores) ? 1 : 0
    }

    private func hasNothing(_ scores: [Double]) -> Bool { scores.max().map { $0 < cut(scores) } ?? true }

    private func cut(_ scores: [Double]) -> Double {
        let mean = scores.reduce(0, +) / Double(max(scores.count, 1))
        let square = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(scores.count, 1))
        return calibration.scale(mean: mean, deviation: square.squareRoot(), rows: scores.count).cut
    }

    private static func share(_ part: Int, of all: Int) -> Double? { all == 0 ? nil : Double(part) / Double(all) }

    /// The shares, from 0 to 1; nil where no query measured them.
    var shares: Shares {
        Shares(
            kept: Self.share(kept, of: answerable), right: Self.share(shownRelevant, of: shown),
            chance: Self.share(allRelevant, of: all), silent: Self.share(silent, of: unanswerable),
            strangers: Self.share(silentStrangers, of: strangers))
    }

    struct Shares: Hashable, Sendable {
        /// Queries whose best relevant picture is shown, of those that have one.
        var kept: Double?
        /// Relevant pictures among those that are shown.
        var right: Double?
        /// Relevant pictures among all: the share if everything is shown.
        var chance: Double?
        /// Queries that are shown nothing when the gallery has no relevant picture.
        var silent: Double?
        /// Queries of other data sets that are shown nothing.
        var strangers: Double?

        static let nothing = Shares()

        init(
            kept: Double? = nil, right: Double? = nil, chance: Double? = nil, silent: Double? = nil,
            strangers: Double? = nil
        ) {
            (self.kept, self.right, self.chance) = (kept, right, chance)
            (self.silent, self.strangers) = (silent, strangers)
        }

        /// Computes the mean over tests of equal weight; a test that does not measure a share is left out of it.
        init(meanOf all: [Shares]) {
            func mean(_ share: (Shares) -> Double?) -> Double? {
                let known = all.compactMap(share)
                return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            }
            self.init(
                kept: mean(\.kept), right: mean(\.right), chance: mean(\.chance), silent: mean(\.silent),
                strangers: mean(\.strangers))
        }

        /// In the order in which they are shown.
        var named: [(name: String, value: Double?)] {
            [("kept", kept), ("right", right), ("chance", chance), ("silent", silent), ("strangers", strangers)]
        }
    }
}
