internal import Essentials

/// The rule for which items of a picture search are shown: those whose score is nearly that of the best one, where some
/// item stands out of its own neighbors.
///
/// The meaning of a score depends on the store: 0.5 is far above all other scores in a mixed one, and the score of any
/// two shirts in a shop of shirts. So an item is shown with a score of at least `share` of the best score. Before that,
/// one of the nearest items has to be at least `margin` above half of its own density, its mean similarity to its ten
/// nearest items: a picture that is no more like the shirts than half of what they are like each other finds nothing.
/// All scores count from `zero` on. Learned by `Benchmarks/Learning/relevance.py`, with data sets left out whole.
package struct Calibration: Hashable, Sendable {
    /// The part of its density that counts against an item.
    package static let densityPart = 0.5
    /// A best score above counts as this one: the very same picture in the store does not hide what is alike.
    package static let near = 0.8
    /// The nearest items of which one has to stand out. More of them change nothing on the labeled pictures.
    package static let witnesses = 8
    /// The density that neighbors stand for which a small store lacks.
    private static let usualDensity = 0.4
    /// The lowest score that is worth showing as the nearest where nothing is relevant.
    private static let leastShown = 0.35
    /// Of the logistic function that gives the probability: its slopes, for the share of the best score and for the
    /// margin above half of the density, and its offset as log odds.
    private static let (shareSlope, marginSlope, offset) = (4.33, 7.31, -1.97)

    /// The mean score of unrelated pictures, from which scores count.
    let zero: Double
    /// The share of the best score from which an item is shown, at the usual strictness.
    let share: Double
    /// The least that an item has to be above half of its density, at the usual strictness.
    let margin: Double

    /// For the built-in describer, whose vectors are centered.
    package static let builtIn = Calibration(zero: 0, share: 0.85, margin: 0.2)

    /// For any other describer, of which only the mean similarity of two items of the store is known.
    package init(meanOfPairs mean: Double) {
        self.init(zero: min(max(mean, 0), 0.99), share: 0.8, margin: 0.15)
    }

    private init(zero: Double, share: Double, margin: Double) {
        (self.zero, self.share, self.margin) = (zero, share, margin)
    }

    /// Returns the cut for one query.
    ///
    /// - Parameters:
    ///   - best: The highest score of an item of the store.
    ///   - nearest: The items that may stand out, with their similarity to the query and their density.
    ///   - items: The number of items of the store.
    ///   - strictness: From 0, where nearly everything is shown, to 1, where next to nothing is.
    package func scale(
        best: Double, nearest: [(similarity: Double, density: Double)], items: Int, strictness: Double
    ) -> Scale {
        let present = Double(min(max(items - 1, 0), ItemDensities.neighbors)) / Double(ItemDensities.neighbors)
        let margins = nearest.map { item in
            let density = present * max(counted(item.density), 0) + (1 - present) * Calibration.usualDensity
            return counted(item.similarity) - Calibration.densityPart * density
        }
        return Scale(
            calibration: self, best: min(max(counted(best), 0.01), Calibration.near), margin: margins.max() ?? -1,
            strictness: strictness)
    }

    private func counted(_ score: Double) -> Double { (score - zero) / (1 - zero) }

    /// Which scores of one query count.
    package struct Scale: Hashable, Sendable {
        private let calibration: Calibration
        /// The best score, counted from the zero of the calibration.
        private let best: Double
        /// The most that an item is above half of its density.
        private let margin: Double
        private let strictness: Double

        fileprivate init(calibration: Calibration, best: Double, margin: Double, strictness: Double) {
            (self.calibration, self.best, self.margin, self.strictness) = (calibration, best, margin, strictness)
        }

        /// True where the store has something like the query.
        package var isOpen: Bool { margin >= 2 * strictness * calibration.margin }

        /// The lowest score that is relevant; infinite where nothing is.
        package var cut: Double {
            let share = calibration.share + 0.2 * (strictness - 0.5)
            return isOpen ? score(share * best) : .infinity
        }

        /// The lowest score that is worth showing where nothing is relevant.
        var least: Double { score(Calibration.leastShown) }

        private func score(_ counted: Double) -> Double { calibration.zero + (1 - calibration.zero) * counted }

        /// Returns the probability that an item with this score is relevant. The strictness does not change it.
        package func relevance(of score: Double) -> Double {
            let share = calibration.counted(score) / best - calibration.share
            let odds = Calibration.shareSlope * share + Calibration.marginSlope * (margin - calibration.margin)
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
