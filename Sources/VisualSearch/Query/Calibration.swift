internal import Foundation

/// When the score of a picture means that an item is relevant.
///
/// The same score means different things in different stores: 0.5 is far above everything else in a mixed one, and what
/// any two shirts have in a shop of shirts. So a score has to reach `floor`, and to lie one standard deviation above the
/// mean of the scores that the query has with the store as a whole; from `ceiling` on it counts in any case.
package struct Calibration: Hashable, Sendable {
    /// Scores below never count.
    package var floor: Double
    /// Scores from here on always count.
    package var ceiling: Double
    /// Of the logistic function that gives the probability: its slope, for each standard deviation above the cut, and
    /// its value at the cut, as log odds.
    private static let (slope, offset) = (1.11, -2.62)

    /// Rows that a background takes at least to tell something.
    private static let backgroundRows = 32
    /// The deviation of scores that is assumed where no background tells it.
    private static let usualSpread = 0.14

    /// For the built-in describer. Learned by `Benchmarks/Learning/relevance.py` on the queries of even place in the
    /// labelled pictures.
    package static let builtIn = Calibration(floor: 0.25, ceiling: 0.6)

    /// For a describer of which nothing is known but how alike two items of the store are in the mean.
    package init(meanOfPairs mean: Double) { self.init(floor: mean, ceiling: mean + 0.6 * (1 - mean)) }

    init(floor: Double, ceiling: Double) {
        self.floor = floor
        self.ceiling = ceiling
    }

    /// Tells for one query which scores count.
    ///
    /// - Parameters:
    ///   - mean: of the scores of the query with `rows` items of the store.
    ///   - deviation: of the same scores, the standard deviation.
    package func scale(mean: Double, deviation: Double, rows: Int) -> Scale {
        guard rows >= Calibration.backgroundRows else { return Scale(cut: floor, spread: Calibration.usualSpread) }
        let spread = max(deviation, 1e-3)
        return Scale(cut: max(floor, min(mean + spread, ceiling)), spread: spread)
    }

    /// Which scores of one query count.
    package struct Scale: Hashable, Sendable {
        /// The lowest score that is relevant.
        package let cut: Double
        private let spread: Double

        fileprivate init(cut: Double, spread: Double) {
            self.cut = cut
            self.spread = spread
        }

        /// How probable it is that an item with this score is relevant.
        package func relevance(of score: Double) -> Double {
            1 / (1 + exp(-(Calibration.offset + Calibration.slope * (score - cut) / spread)))
        }
    }
}

/// When a share of colors means that an item is relevant: learned on the drawn catalog of `samples`, whose items say
/// which color they are of. All items of a color reach the cut with it; five of eight that do are of the color.
enum ColorCalibration {
    /// The lowest nearness that is relevant: about a fifth of the object is of the color, or more of it in shades.
    static let cut = 0.2

    /// How probable it is that an item of this nearness is relevant.
    static func relevance(of nearness: Double) -> Double { 1 / (1 + exp(-(24.7 * nearness - 8.25))) }
}

/// When words beside a picture or colors mean that an item is relevant: it says nearly as much as the one that says most.
enum WordCalibration {
    /// The lowest share of the best item's relevance.
    static let share = 0.6
}
