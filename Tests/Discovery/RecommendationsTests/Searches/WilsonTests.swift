import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct WilsonTests {
    /// Computed with the formula of Wilson's paper in 30 decimal places, by another program.
    @Test(
        arguments: [
            (0, 10, 0.0, 0.277_533), (10, 10, 0.722_467, 1.0), (1, 10, 0.017_876, 0.404_150),
            (10, 100, 0.055_229, 0.174_366), (50, 100, 0.403_832, 0.596_168), (3, 263, 0.003_887, 0.032_994),
            (1, 1, 0.206_549, 1.0), (120, 40_000, 0.002_510, 0.003_586),
        ])
    func `The interval of a share has the published ends`(_ part: Int, _ whole: Int, _ low: Double, _ high: Double)
        throws
    {
        let proportion = try #require(Proportion(part, of: whole))
        #expect(abs(proportion.low - low) < 2e-6 && abs(proportion.high - high) < 2e-6, "\(proportion)")
    }

    /// The ends are the shares at which the score test just accepts what was observed, found here by halving.
    @Test func `The ends are the roots of the score test`() throws {
        let z = 1.959964
        func distance(_ share: Double, _ observed: Double, _ count: Double) -> Double {
            (observed - share) * (observed - share) - z * z * share * (1 - share) / count
        }
        for whole in [1, 2, 7, 40, 1000, 123_457] {
            for part in [0, whole / 9, whole / 2, whole] {
                let (observed, count) = (Double(part) / Double(whole), Double(whole))
                let proportion = try #require(Proportion(part, of: whole))
                for (end, start) in [(proportion.low, 0.0), (proportion.high, 1.0)] where end != observed {
                    var (outside, inside) = (start, observed)
                    for _ in 0..<200 {
                        let middle = (outside + inside) / 2
                        if distance(middle, observed, count) > 0 { outside = middle } else { inside = middle }
                    }
                    #expect(abs(end - (outside + inside) / 2) < 1e-9, "\(part) of \(whole)")
                }
            }
        }
    }
}
