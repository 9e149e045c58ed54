internal import Essentials

/// The probability that a guessed type is right, by the share of the votes that speaks for it.
///
/// A logistic function, fitted to guesses of items that had no vote. J. Platt, "Probabilistic outputs for support vector
/// machines" (1999), whose targets keep a small or unanimous trial from certainty.
struct GuessCurve: Hashable, Sendable, Codable {
    /// A guess for an item, or a picture, and whether its type was right.
    struct Trial: Hashable, Sendable {
        var share: Double
        var isRight: Bool
    }

    /// The probability from which a guess is shown, and counts.
    static let least = 0.7
    /// The least number of trials that a curve is fitted to.
    static let leastTrials = 30

    private let slope: Double
    private let offset: Double
    /// The least share of a right guess, where a larger share does not make a guess likelier: no smaller one was ever
    /// right. Nil elsewhere, and in what earlier versions have learned.
    private let floor: Double?

    /// Nil where there are too few trials. Where a larger share does not make a guess likelier, all from the least share of
    /// a right one on are as likely.
    init?(_ trials: [Trial]) {
        guard trials.count >= GuessCurve.leastTrials else { return nil }
        let right = Double(trials.count { $0.isRight })
        let wrong = Double(trials.count) - right
        let (high, low) = ((right + 1) / (right + 2), 1 / (wrong + 2))
        var (slope, offset) = (0.0, 0.0)
        // Newton's method; the likelihood has one maximum.
        for _ in 0..<100 {
            var (first, second) = (0.0, 0.0)
            var (square, mixed, plain) = (1e-6, 0.0, 1e-6)
            for trial in trials {
                let value = GuessCurve.logistic(offset + slope * trial.share)
                let miss = (trial.isRight ? high : low) - value
                let weight = value * (1 - value)
                first += miss * trial.share
                second += miss
                square += weight * trial.share * trial.share
                mixed += weight * trial.share
                plain += weight
            }
            let determinant = square * plain - mixed * mixed
            guard determinant > 0 else { return nil }
            let steps = [plain * first - mixed * second, square * second - mixed * first].map {
                min(max($0 / determinant, -2), 2)
            }
            slope += steps[0]
            offset += steps[1]
            if steps.allSatisfy({ abs($0) < 1e-9 }) { break }
        }
        guard slope.isFinite, offset.isFinite else { return nil }
        // With a slope of 0 at least, the likeliest function of shares that do not tell is their mean.
        let mean = (right * high + wrong * low) / Double(trials.count)
        self.slope = max(slope, 0)
        self.offset = slope > 0 ? offset : log(mean / (1 - mean))
        floor = slope > 0 ? nil : trials.lazy.filter(\.isRight).map(\.share).min() ?? 1
    }

    func probability(ofShare share: Double) -> Double {
        if let floor, share < floor { return 0 }
        return GuessCurve.logistic(offset + slope * share)
    }

    private static func logistic(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
