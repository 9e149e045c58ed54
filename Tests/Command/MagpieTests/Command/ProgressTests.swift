import Foundation
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
                    path: Path("a"), result: index < bad ? .failure(.empty) : .success(product), inputBytes: 1_000_000,
                    seconds: 0.2))
        }
        return tally
    }

    /// Inputs of a megabyte each.
    func total(_ inputs: Int) -> ProgressLine.Total { ProgressLine.Total(inputs: inputs, bytes: inputs * 1_000_000) }

    func visible(_ line: String) -> String {
        line.replacing(/\u{1b}\[[0-9;]*[mK]/, with: "").replacing("\r", with: "")
    }

    @Test("the line shows count, bar, rates, remaining time and errors")
    func text() {
        var line = ProgressLine()
        _ = line.draw(tally(0), total: total(40), seconds: 0, columns: 120)
        let text = visible(line.draw(tally(10, bad: 2), total: total(40), seconds: 2, columns: 120))
        #expect(text == "10/40  █████░░░░░░░░░░░░░░░  5 images/s  5 MB/s  6 s left  2 errors")
    }

    @Test("rates are those of the last seconds")
    func window() {
        var line = ProgressLine()
        for step in 0..<200 { _ = line.draw(tally(500), total: total(1000), seconds: Double(step) / 10, columns: 120) }
        let text = visible(line.draw(tally(500 + 20), total: total(1000), seconds: 20, columns: 120))
        #expect(text.contains("  2.02 images/s  "))
    }

    @Test("no terminal is too narrow", arguments: [1, 2, 20, 40, 61])
    func narrow(columns: Int) {
        var line = ProgressLine()
        _ = line.draw(tally(0), total: total(40), seconds: 0, columns: columns)
        #expect(
            visible(line.draw(tally(10, bad: 2), total: total(40), seconds: 2, columns: columns)).count
                < max(columns, 2))
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
            let drawn = visible(drawing.draw(tally, total: total(done), seconds: seconds, columns: 120))
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
        #expect(visible(line.draw(tally(0), total: total(0), seconds: 0, columns: 80)).hasPrefix("0/0  "))
        #expect(tally(0).summary.isEmpty)
    }

    /// The seconds that the line tells, and those that are left, at each input that is done, by a clock that only these
    /// inputs move.
    private func estimates(
        _ inputs: [(bytes: Int, seconds: Double)], jobs: Int = 1
    ) -> [(told: Double?, left: Double, done: Double)] {
        let total = ProgressLine.Total(inputs: inputs.count, bytes: inputs.reduce(0) { $0 + $1.bytes }, jobs: jobs)
        var ends = [Double](repeating: 0, count: jobs)
        let all = inputs.map { input in
            let first = ends.indices.min { ends[$0] < ends[$1] } ?? 0
            ends[first] += input.seconds
            return (input: input, end: ends[first])
        }
        let end = ends.max() ?? 0
        var (line, tally) = (ProgressLine(), Tally())
        return all.sorted { $0.end < $1.end }.map { input, now in
            tally.add(
                Outcome(
                    path: Path("a"), result: .success(Product()), inputBytes: input.bytes, seconds: input.seconds))
            let text = visible(line.draw(tally, total: total, seconds: now, columns: 200))
            return (Self.seconds(text), end - now, now / end)
        }
    }

    private static func seconds(_ line: String) -> Double? {
        guard let part = line.components(separatedBy: "  ").first(where: { $0.hasSuffix(" left") }) else { return nil }
        let words = part.split(separator: " ").map(String.init)
        let units = ["ms": 0.001, "s": 1, "min": 60, "h": 3600]
        return stride(from: 0, to: words.count - 1, by: 2).reduce(0) { sum, place in
            sum + (Double(words[place]) ?? 0) * (units[words[place + 1]] ?? 0)
        }
    }

    @Test("at half of the work the estimate is right but for a factor of 2, whatever the sizes are", arguments: [1, 4])
    func work(jobs: Int) {
        let small = (bytes: 20_000, seconds: 0.01)
        let large = (bytes: 10_000_000, seconds: 1.0)
        let runs: [[(bytes: Int, seconds: Double)]] = [
            Array(repeating: small, count: 100) + Array(repeating: large, count: 20),
            Array(repeating: large, count: 20) + Array(repeating: small, count: 2000),
            (0..<300).map { $0 % 15 == 7 ? large : small },
            // The outputs cost more than the reading, so all inputs cost alike.
            Array(repeating: (bytes: 20_000, seconds: 0.5), count: 100)
                + Array(repeating: (bytes: 10_000_000, seconds: 0.6), count: 100),
        ]
        for (number, run) in runs.enumerated() {
            for step in estimates(run, jobs: jobs) where 0.5...0.9 ~= step.done {
                let told = step.told ?? 0
                #expect(told > step.left / 2 && told < step.left * 2, "run \(number): \(step)")
            }
        }
    }

    @Test("between two inputs the time that is left goes down with the clock")
    func clock() {
        var line = ProgressLine()
        let tally = tally(10)
        _ = line.draw(tally, total: total(40), seconds: 2, columns: 120)
        #expect(visible(line.draw(tally, total: total(40), seconds: 4, columns: 120)).contains("  4 s left"))
        #expect(Self.seconds(visible(line.draw(tally, total: total(40), seconds: 30, columns: 120))) ?? 9 < 0.01)
    }

    @Test("inputs whose outputs are there cost nothing, and the rest is taken to be alike")
    func skipped() {
        var (line, tally) = (ProgressLine(), Tally())
        var product = Product()
        for index in 0..<100 {
            product.wasThere = index % 2 == 0
            tally.add(
                Outcome(
                    path: Path("a"), result: .success(product), inputBytes: 1_000_000,
                    seconds: product.wasThere ? 0 : 0.2))
        }
        _ = line.draw(Tally(), total: total(200), seconds: 0, columns: 120)
        let text = visible(line.draw(tally, total: total(200), seconds: 10, columns: 120))
        #expect(text.contains("  10 s left"), "\(text)")
    }
}
