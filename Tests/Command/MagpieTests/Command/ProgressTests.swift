import Testing
import VisualSearch

@testable import magpie

@Suite("Progress")
struct ProgressTests {
    func tally(_ done: Int, bad: Int = 0) -> Tally {
        var tally = Tally()
        let product = Product(
            picture: .init(
                format: .jpeg, uprightSize: Size(width: 1, height: 1), orientation: 1, isTruncated: false,
                box: Box(left: 0, top: 0, width: 1, height: 1)))
        for index in 0..<done {
            tally.add(
                Outcome(
                    path: Path("a"), result: index < bad ? .failure(.empty) : .success(product), inputBytes: 1_000_000))
        }
        return tally
    }

    func visible(_ line: String) -> String {
        line.replacing(/\u{1b}\[[0-9;]*[mK]/, with: "").replacing("\r", with: "")
    }

    @Test("the line shows count, bar, rates, remaining time and errors")
    func text() {
        var line = ProgressLine()
        _ = line.draw(tally(0), total: 40, seconds: 0, columns: 120)
        let text = visible(line.draw(tally(10, bad: 2), total: 40, seconds: 2, columns: 120))
        #expect(text == "10/40  █████░░░░░░░░░░░░░░░  5 images/s  5 MB/s  6 s left  2 errors")
    }

    @Test("rates are those of the last seconds")
    func window() {
        var line = ProgressLine()
        for step in 0..<200 { _ = line.draw(tally(500), total: 1000, seconds: Double(step) / 10, columns: 120) }
        let text = visible(line.draw(tally(500 + 20), total: 1000, seconds: 20, columns: 120))
        #expect(text.contains("  2.02 images/s  "))
    }

    @Test("no terminal is too narrow", arguments: [1, 2, 20, 40, 61])
    func narrow(columns: Int) {
        var line = ProgressLine()
        _ = line.draw(tally(0), total: 40, seconds: 0, columns: columns)
        #expect(visible(line.draw(tally(10, bad: 2), total: 40, seconds: 2, columns: columns)).count < max(columns, 2))
    }

    @Test("a run of no time has a rate that is a number, and one image is one", arguments: [0, -1, 1e-9, 0.0004, 0.04])
    func noTime(seconds: Double) {
        for (done, images) in [(1, "1 image in "), (2, "2 images in ")] {
            var tally = tally(done)
            tally.seconds = seconds
            #expect(tally.summary.hasPrefix(images), "\(tally.summary)")
            let line = tally.summary.prefix { $0 != "\n" }
            #expect(
                line.wholeMatch(of: /.* in [1-9][0-9]* ms: [0-9,]+ images\/s, [0-9.]+ [kMGT]?B\/s/) != nil, "\(line)")
            var drawing = ProgressLine()
            let drawn = visible(drawing.draw(tally, total: done, seconds: seconds, columns: 120))
            let page = ReportPage(tally: tally, totals: ReportTotals(), left: 0).head.markup
            for text in [tally.summary, drawn, page] {
                #expect(!text.contains(/\b(inf|nan)\b/.ignoresCase()), "\(text)")
            }
        }
    }

    @Test("rates fit whatever a file system says")
    func extremes() {
        var tally = Tally()
        tally.add(Outcome(path: Path("a"), result: .failure(.empty), inputBytes: .max))
        #expect(tally.summary.hasPrefix("1 image in 1 ms: 1,000 images/s, "))
        #expect(Numbers.rate(0) == "0" && Numbers.rate(999.6) == "1000" && Numbers.rate(1000) == "1,000")
        for value in [Double.infinity, .nan] {
            #expect(!Numbers.bytes(value).contains("inf") && !Numbers.duration(value).contains("inf"))
        }
    }

    @Test("it works without a total, without time and without images")
    func nothingKnown() {
        var line = ProgressLine()
        #expect(visible(line.draw(tally(0), total: nil, seconds: 0, columns: 80)) == "0  0 images/s  0 B/s")
        #expect(visible(line.draw(tally(0), total: 0, seconds: 0, columns: 80)).hasPrefix("0/0  "))
        #expect(tally(0).summary.isEmpty)
    }
}
