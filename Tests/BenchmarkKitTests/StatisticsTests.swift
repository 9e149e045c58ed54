import BenchmarkKit
import Testing

@Suite("statistics of repeated measurements")
struct StatisticsTests {
    @Test("the median is the middle value, or the mean of the two middle ones")
    func medians() {
        #expect(median([3, 1, 2]) == 2)
        #expect(median([4, 1, 2, 3]) == 2.5)
        #expect(median([]) == nil)
    }

    @Test("one outlier moves neither the median nor the deviation")
    func outlier() throws {
        let summary = try #require(Summary([10, 11, 12, 13, 1000]))
        #expect(summary.median == 12)
        #expect(summary.minimum == 10)
        #expect(summary.deviation == 1)
        #expect(summary.count == 5)
        #expect(Summary([]) == nil)
    }

    @Test("every round runs everyone once, and everyone begins a round")
    func orders() {
        let rounds = (0..<4).map { order(of: 4, inRound: $0) }
        for round in rounds { #expect(round.sorted() == [0, 1, 2, 3]) }
        #expect(Set(rounds.map { $0[0] }) == [0, 1, 2, 3])
    }

    @Test(
        "numbers are rounded, not cut",
        arguments: [(1.999, 2, "2.00"), (0.05, 1, "0.1"), (-0.2, 0, "0"), (-1.25, 1, "-1.3"), (12.034, 2, "12.03")])
    func formatting(value: Double, digits: Int, text: String) {
        #expect(value.formatted(digits: digits) == text)
    }

    @Test("a table lines up, numbers at the right")
    func table() {
        var table = Table("who", "seconds")
        table.rows = [["ours", "1.5"], ["theirs", "12.0"]]
        #expect(
            table.formatted() == """
                | who    | seconds |
                | ------ | ------: |
                | ours   |     1.5 |
                | theirs |    12.0 |
                """)
    }
}
