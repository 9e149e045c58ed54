internal import Foundation

/// The thresholds from which the score of a picture makes an item relevant.
///
/// The meaning of a score depends on the store: 0.5 is far above all other scores in a mixed one, and the score of any
/// two shirts in a shop of shirts. So a score has to reach `floor`, and to be one standard deviation above the mean of
/// the scores that the query has with the store as a whole; from `ceiling` on it always counts.
package struct Calibration: Hashable, Sendable {
    /// Scores below never count.
    package var floor: Double
    /// Scores from here on always count.
    package var ceiling: Double
    /// Of the logistic function that gives the probability: its slope, for each standard deviation above the cut, and
    /// its value at the cut, as log odds.
    private static let (slope, offset) = (1.36, -2.10)

    /// The share of `floor` below which an item is not even shown as the nearest: with the built-in describer a score of
    /// 0.3, which most pictures have with some item of a store that holds nothing like them.
    private static let shownShare = 0.8

    /// The least number of rows that makes a background meaningful.
    private static let backgroundRows = 32
    /// The assumed deviation of scores where the background is too small to measure it.
    private static let usualSpread = 0.14

    /// For the built-in describer. Learned by `Benchmarks/Learning/relevance.py` on the queries of even position in the
    /// labeled pictures.
    package static let builtIn = Calibration(floor: 0.38, ceiling: 0.6)

    /// For any other describer, of which only the mean similarity of two items of the store is known.
    package init(meanOfPairs mean: Double) { self.init(floor: mean, ceiling: mean + 0.6 * (1 - mean)) }

    init(floor: Double, ceiling: Double) {
        self.floor = floor
        self.ceiling = ceiling
    }

    /// Returns the cut for one query.
    ///
    /// - Parameters:
    ///   - mean: of the scores of the query with `rows` items of the store.
    ///   - deviation: of the same scores, the standard deviation.
    package func scale(mean: Double, deviation: Double, rows: Int) -> Scale {
        let (measured, usual) = (max(deviation, 1e-3), Calibration.usualSpread)
        let isMeasured = rows >= Calibration.backgroundRows
        return Scale(
            cut: isMeasured ? max(floor, min(mean + measured, ceiling)) : floor, certain: ceiling,
            least: floor * Calibration.shownShare, spread: isMeasured ? measured : usual)
    }

    /// Which scores of one query count.
    package struct Scale: Hashable, Sendable {
        /// The lowest score that is relevant.
        package let cut: Double
        /// Scores from here on are relevant in every store.
        let certain: Double
        /// The lowest score that is worth showing where nothing is relevant.
        let least: Double
        private let spread: Double

        fileprivate init(cut: Double, certain: Double, least: Double, spread: Double) {
            self.cut = cut
            self.certain = certain
            self.least = least
            self.spread = spread
        }

        /// Returns the probability that an item with this score is relevant.
        package func relevance(of score: Double) -> Double {
            1 / (1 + exp(-(Calibration.offset + Calibration.slope * (score - cut) / spread)))
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
