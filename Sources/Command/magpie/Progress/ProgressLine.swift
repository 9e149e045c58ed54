import Essentials

/// The text of the progress bar.
struct ProgressLine {
    static let clear = "\r\u{1b}[K"

    private static let barWidth = 20
    /// Rates are those of the last ten seconds: a resumed run begins with inputs that cost no time.
    private static let window = 100

    /// Shows errors in red.
    var isColored = Terminal.isColored(STDERR_FILENO)
    private var samples: [Sample] = []
    /// The last estimate, the moment of it, and the number of inputs that were done.
    private var estimate: (end: Double, done: Int)?

    private struct Sample {
        var seconds = 0.0
        var done = 0
        var skipped = 0
        var bytes = 0
    }

    /// The inputs of a run.
    struct Total: Hashable {
        var inputs: Int
        var bytes: Int
        /// Inputs that are worked on at once.
        var jobs = 1
    }

    /// One line, no wider than the terminal.
    mutating func draw(_ tally: Tally, total: Total?, seconds: Double, columns: Int) -> String {
        samples.append(
            Sample(seconds: seconds, done: tally.done, skipped: tally.skipped, bytes: tally.inputBytes))
        if samples.count > Self.window { samples.removeFirst() }
        let first = samples.count > 1 ? samples[0] : Sample()
        let time = max(seconds - first.seconds, 0.001)
        let rate = Double(tally.done - first.done) / time

        let speed = Double(tally.inputBytes - first.bytes) / time
        var parts = ["\(Numbers.rate(rate)) images/s", "\(Numbers.bytes(speed))/s"]
        if let total, total.inputs >= tally.done, let left = left(of: total, tally, since: first, seconds) {
            parts.append("\(Numbers.duration(left)) left")
        }
        if tally.failed > 0 {
            let errors = Numbers.plural(tally.failed, "error")
            parts.append(isColored ? "\u{1b}[31m\(errors)\u{1b}[0m" : errors)
        }

        var head = [Numbers.count(tally.done)]
        if let total {
            head = ["\(Numbers.count(tally.done))/\(Numbers.count(total.inputs))", bar(tally.done, of: total.inputs)]
        }
        let line = (head + parts).joined(separator: "  ")
        return Self.clear + Self.cut(line, to: columns - 1)
    }

    /// The seconds that the rest takes. Between two inputs that are done they go down with the clock.
    private mutating func left(of total: Total, _ tally: Tally, since first: Sample, _ seconds: Double) -> Double? {
        if estimate?.done != tally.done {
            let inputs = total.inputs - tally.done
            guard let all = tally.cost.seconds(of: inputs, bytes: max(total.bytes - tally.inputBytes, 0)) else {
                return nil
            }
            // Inputs whose outputs are there take no time; the rest is taken to be as the last seconds were.
            let (done, skipped) = (tally.done - first.done, tally.skipped - first.skipped)
            let share = done > 0 ? 1 - Double(skipped) / Double(done) : 1
            estimate = (seconds + all * share / Double(max(min(total.jobs, inputs), 1)), tally.done)
        }
        return estimate.map { max($0.end - seconds, 0) }
    }

    private func bar(_ done: Int, of total: Int) -> String {
        let eighths = total == 0 ? 0 : min(done, total) * Self.barWidth * 8 / total
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let full = String(repeating: "█", count: eighths / 8) + partial
        return full + String(repeating: "░", count: Self.barWidth - full.count)
    }

    /// Returns the first characters of a line; color codes have no width.
    private static func cut(_ line: String, to columns: Int) -> String {
        var kept = ""
        var room = columns
        var inCode = false
        for character in line {
            if character == "\u{1b}" { inCode = true }
            if !inCode {
                if room == 0 { continue }
                room -= 1
            }
            kept.append(character)
            if character == "m" { inCode = false }
        }
        return kept
    }
}
