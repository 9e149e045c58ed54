import Testing

@testable import VisualSearch

@Suite struct HistogramTests {
    @Test("bins have round ends, are not more than wanted, and count every number once")
    func round() throws {
        let prices = [4.5, 9.99, 12, 37, 49.9, 88, 129]
        let bins = try #require(Histogram(of: prices, bins: 10, .any)).bins
        #expect(bins.map(\.lower) == [0, 20, 40, 60, 80, 100, 120])
        #expect(bins.map(\.count) == [3, 1, 1, 0, 1, 0, 1])
        let stock = try #require(Histogram(of: [-2, -1, 0, 0, 3], bins: 10, .whole)).bins
        #expect(stock.map(\.lower) == [-2, -1, 0, 1, 2, 3] && stock.map(\.count) == [1, 1, 2, 0, 0, 1])
        let days = try #require(Histogram(of: [0, 86_400 * 29.5], bins: 5, .date)).bins
        #expect(days.allSatisfy { ($0.upper - $0.lower).truncatingRemainder(dividingBy: 86_400) == 0 })
    }

    @Test("any numbers are counted, also those at the edge of what there is")
    func edges() throws {
        let sets: [[Double]] = [
            [1], [7, 7, 7], [0, 1e-300], [-1e300, 1e300], [1e15, 1e15 + 1], [-0.1, 0.2],
            [Double(Int.min), Double(Int.max)],
            [1e-9, 2e-9, 5], [.leastNonzeroMagnitude, 1],
        ]
        for numbers in sets {
            for bins in [1, 2, 7, 100] {
                for steps in [HistogramSteps.any, .whole, .date] {
                    guard let histogram = Histogram(of: numbers, bins: bins, steps) else { continue }
                    #expect(histogram.bins.map(\.count).reduce(0, +) == numbers.count, "\(numbers) \(bins)")
                    #expect(histogram.bins.count <= max(bins, 2), "\(numbers) \(bins)")
                }
            }
        }
        #expect(Histogram(of: [-1.5e308, 1.5e308], bins: 10, .any) == nil)
        #expect(Histogram(of: [], bins: 10, .any) == nil)
        #expect(Histogram(of: [1], bins: 0, .any) == nil)
    }
}
