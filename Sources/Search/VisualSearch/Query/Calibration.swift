internal import Essentials

/// The rule for which items of a picture search are shown: those whose score is nearly that of the best one, where some
/// item stands out of its own neighbors.
///
/// The meaning of a score depends on the store: 0.5 is far above all other scores in a mixed one, and the score of any
/// two shirts in a shop of shirts. So an item is shown with a score of at least a part of the best score: `share`, and
/// more of it the denser the nearest items are. Before that, one of the nearest items has to be at least `margin` above
/// half of its own density, its mean similarity to its ten nearest items: a picture that is no more like the shirts than
/// half of what they are like each other finds nothing. The very same picture is no measure of what is like it. All
/// scores count from `zero` on. Learned by `Benchmarks/Learning/relevance.py`, with data sets left out whole.
package struct Calibration: Hashable, Sendable {
    /// The part of its density that counts against an item.
    package static let densityPart = 0.5
    /// The similarity from which an item has the very same picture.
    package static let near = 0.95
    /// The nearest items of which one has to stand out. More of them change nothing on the labeled pictures.
    package static let witnesses = 8
    /// The density of the nearest items from which on the part of the best score grows, and the most of it at the usual
    /// strictness.
    private static let (sparse, mostShare) = (0.5, 0.97)
    /// The density that neighbors stand for which a small store lacks.
    private static let usualDensity = 0.4
    /// The lowest score that is worth showing as the nearest where nothing is relevant.
    private static let leastShown = 0.35
    /// Of the logistic function that gives the probability: its slopes, for the part of the best score and for the
    /// margin above half of the density, and its offset as log odds.
    private static let (shareSlope, marginSlope, offset) = (6.10, 8.63, -2.08)

    /// The mean score of unrelated pictures, from which scores count.
    let zero: Double
    /// The part of the best score from which an item is shown, at the usual strictness, where the nearest are sparse.
    let share: Double
    /// The growth of that part by the mean density of the nearest items.
    let slope: Double
    /// The least that an item has to be above half of its density, at the usual strictness.
    let margin: Double

    /// For the built-in describer, whose vectors are centered.
    package static let builtIn = Calibration(zero: 0, share: 0.75, slope: 0.6, margin: 0.2)

    /// For any other describer, of which only the mean similarity of two items of the store is known.
    package init(meanOfPairs mean: Double) {
        self.init(zero: min(max(mean, 0), 0.99), share: 0.75, slope: 0.8, margin: 0.15)
    }

    private init(zero: Double, share: Double, slope: Double, margin: Double) {
        (self.zero, self.share, self.slope, self.margin) = (zero, share, slope, margin)
    }

    /// An item that may be shown.
    package struct Candidate: Hashable, Sendable {
        /// Its place among the hits, which the kind of product may change.
        package var score: Double
        /// The likeness of its picture alone.
        package var similarity: Double

        package init(score: Double, similarity: Double) { (self.score, self.similarity) = (score, similarity) }
    }

    /// Returns the cut for one query, by the items other than the very same picture; where nothing is like these, that
    /// picture is shown alone.
    ///
    /// - Parameters:
    ///   - nearest: The items that may be shown, the most similar first.
    ///   - items: The number of items of the store.
    ///   - strictness: From 0, where nearly everything is shown, to 1, where next to nothing is.
    ///   - densities: Gets places of `nearest`, and returns the density of each.
    package func scale<Failure: Error>(
        among nearest: [Candidate], items: Int, strictness: Double,
        densities: (Range<Int>) throws(Failure) -> [Double]
    ) throws(Failure) -> Scale {
        func scale(_ places: Range<Int>, isOwn: Bool = false) throws(Failure) -> Scale {
            let witnesses = places.prefix(Calibration.witnesses)
            let dense = try densities(witnesses)
            return self.scale(
                best: nearest[places].lazy.map(\.score).max() ?? 0,
                nearest: zip(nearest[witnesses], dense).map { ($0.similarity, $1) }, items: items,
                share: isOwn ? Calibration.mostShare : nil, strictness: strictness)
        }
        let own = nearest.prefix { counted($0.similarity) >= Calibration.near }.count
        guard own > 0 else { return try scale(0..<nearest.count) }
        let others = try scale(own..<nearest.count)
        return others.isOpen ? others : try scale(0..<own, isOwn: true)
    }

    /// - Parameter share: The part of the best score that an item needs; nil for that of the densities.
    private func scale(
        best: Double, nearest: [(similarity: Double, density: Double)], items: Int, share known: Double?,
        strictness: Double
    ) -> Scale {
        let present = Double(min(max(items - 1, 0), ItemDensities.neighbors)) / Double(ItemDensities.neighbors)
        let densities = nearest.map { item in
            present * max(counted(item.density), 0) + (1 - present) * Calibration.usualDensity
        }
        let margins = zip(nearest, densities).map { counted($0.similarity) - Calibration.densityPart * $1 }
        let mean = densities.reduce(0, +) / Double(max(densities.count, 1))
        return Scale(
            calibration: self, best: min(max(counted(best), 0.01), Calibration.near),
            share: known ?? min(share + slope * max(mean - Calibration.sparse, 0), Calibration.mostShare),
            margin: margins.max() ?? -1, strictness: strictness)
    }

    private func counted(_ score: Double) -> Double { (score - zero) / (1 - zero) }

    /// Which scores of one query count.
    package struct Scale: Hashable, Sendable {
        private let calibration: Calibration
        /// The best score, counted from the zero of the calibration.
        private let best: Double
        /// The part of it that an item needs at the usual strictness.
        private let share: Double
        /// The most that an item is above half of its density.
        private let margin: Double
        private let strictness: Double

        fileprivate init(
            calibration: Calibration, best: Double, share: Double, margin: Double, strictness: Double
        ) {
            (self.calibration, self.best, self.share) = (calibration, best, share)
            (self.margin, self.strictness) = (margin, strictness)
        }

        /// True where the store has something like the query.
        package var isOpen: Bool { margin >= 2 * strictness * calibration.margin }

        /// The lowest score that is relevant; infinite where nothing is.
        package var cut: Double { cut(counted: best) }

        /// The lowest score that is relevant beside a better one, which looks alone do not have.
        func cut(best other: Double) -> Double { cut(counted: max(best, calibration.counted(other))) }

        private func cut(counted best: Double) -> Double {
            // At most the best score itself: the strictest search shows the nearest item.
            isOpen ? score(min(share + 0.2 * (strictness - 0.5), 1) * best) : .infinity
        }

        /// The lowest score that is worth showing where nothing is relevant.
        var least: Double { score(Calibration.leastShown) }

        private func score(_ counted: Double) -> Double { calibration.zero + (1 - calibration.zero) * counted }

        /// Returns the probability that an item with this score is relevant. The strictness does not change it.
        package func relevance(of score: Double) -> Double {
            let rest = calibration.counted(score) / best - share
            let odds = Calibration.shareSlope * rest + Calibration.marginSlope * (margin - calibration.margin)
            return 1 / (1 + exp(-(Calibration.offset + odds)))
        }
    }
}

/// The threshold from which a share of colors makes an item relevant: learned on the drawn catalog of `samples`, whose
/// items name their colors. All items of a color reach the cut with it; five of eight that reach it are of the color.
enum ColorCalibration {
    /// The lowest nearness that is relevant: about a fifth of the object is of the color, or more of it in shades.
    static let cut = 0.2
    /// The lowest nearness that is worth showing where no item is relevant. None is left out: 0.1 hid the nearest items
    /// of a color that no item has.
    static let least = 0.0

    /// Returns the probability that an item of this nearness is relevant.
    static func relevance(of nearness: Double) -> Double { 1 / (1 + exp(-(24.7 * nearness - 8.25))) }
}

/// The threshold from which words beside a picture or colors make an item relevant: its text relevance is nearly that
/// of the best item.
enum WordCalibration {
    /// The lowest share of the best item's relevance.
    static let share = 0.6
}
