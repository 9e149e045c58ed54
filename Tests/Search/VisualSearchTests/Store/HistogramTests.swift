import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite struct HistogramTests {
    @Test("bins have round ends, are not more than wanted, and count every number once")
    func round() throws {
        let prices = [4.5, 9.99, 12, 37, 49.9, 88, 129]
        let bins = try #require(Histogram(ofEach: prices, bins: 10, .any)).bins
        #expect(bins.map(\.lower) == [0, 20, 40, 60, 80, 100, 120])
        #expect(bins.map(\.count) == [3, 1, 1, 0, 1, 0, 1])
        let stock = try #require(Histogram(ofEach: [-2, -1, 0, 0, 3], bins: 10, .whole)).bins
        #expect(stock.map(\.lower) == [-2, -1, 0, 1, 2, 3] && stock.map(\.count) == [1, 1, 2, 0, 0, 1])
        let days = try #require(Histogram(ofEach: [0, 86_400 * 29.5], bins: 5, .date)).bins
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
                    guard let histogram = Histogram(ofEach: numbers, bins: bins, steps) else { continue }
                    #expect(histogram.bins.map(\.count).reduce(0, +) == numbers.count, "\(numbers) \(bins)")
                    #expect(histogram.bins.count <= max(bins, 2), "\(numbers) \(bins)")
                }
            }
        }
        #expect(Histogram(ofEach: [-1.5e308, 1.5e308], bins: 10, .any) == nil)
        #expect(Histogram(ofEach: [], bins: 10, .any) == nil)
        #expect(Histogram(ofEach: [1], bins: 0, .any) == nil)
    }

    @Test("bins of dates are months and years of the calendar, and weeks from Monday on")
    func calendar() throws {
        let day = 86_400.0
        // 2023-11-14, 2024-03-01, 2024-08-31
        let dates = [1_699_920_000.0, 1_709_251_200, 1_725_062_400]
        let months = try #require(Histogram(ofEach: dates, bins: 10, .date)).bins
        #expect(
            months.map { Date(timeIntervalSince1970: $0.lower).ISO8601Format().prefix(10) } == [
                "2023-11-01", "2023-12-01", "2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01",
                "2024-06-01",
                "2024-07-01", "2024-08-01",
            ])
        #expect(months.map(\.count) == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1] && months.last?.upper == 1_725_148_800)
        let quarters = try #require(Histogram(ofEach: dates, bins: 5, .date)).bins
        #expect(quarters.map(\.lower) == [1_696_118_400, 1_704_067_200, 1_711_929_600, 1_719_792_000])
        let weeks = try #require(Histogram(ofEach: [dates[0], dates[0] + 30 * day], bins: 6, .date)).bins
        let calendar = Self.utc
        #expect(weeks.allSatisfy { calendar.component(.weekday, from: Date(timeIntervalSince1970: $0.lower)) == 2 })
        let centuries = try #require(Histogram(ofEach: [-11_000_000_000, dates[0]], bins: 50, .date)).bins
        #expect(
            centuries.allSatisfy { calendar.component(.dayOfYear, from: Date(timeIntervalSince1970: $0.lower)) == 1 })
    }

    @Test("months begin when those of the calendar do, also before 1970 and in leap years")
    func months() {
        var numbers = SplitMix(seed: 5)
        let calendar = Self.utc
        for _ in 0..<Effort.inputs(700, of: 2000) {
            // From 1600 to 2400, where the calendar of the library is Gregorian.
            let seconds = Double.random(in: -11_676_096_000...13_569_465_600, using: &numbers)
            let month = CalendarMonth(ofSeconds: seconds)
            let parts = calendar.dateComponents([.year, .month], from: Date(timeIntervalSince1970: seconds))
            #expect(month.number == (parts.year ?? 0) * 12 + (parts.month ?? 0) - 1)
            #expect(month.seconds == calendar.date(from: parts)?.timeIntervalSince1970)
            #expect(CalendarMonth(ofSeconds: month.seconds).number == month.number)
            #expect(CalendarMonth(ofSeconds: month.seconds - 0.001).number == month.number - 1)
        }
        for number in [-1_000_000, -13, -12, -1, 0, 1, 11, 12, 4_000_000] {
            #expect(CalendarMonth(ofSeconds: CalendarMonth(number: number).seconds).number == number)
        }
    }

    private static let utc = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

extension Histogram {
    /// Counts numbers that each have a mark of their own.
    fileprivate init?(ofEach numbers: [Double], bins wanted: Int, _ steps: HistogramSteps) {
        self.init(of: numbers.enumerated().map { ($1, Int32($0)) }, bins: wanted, steps)
    }
}
