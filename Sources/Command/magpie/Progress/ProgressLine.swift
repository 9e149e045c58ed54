/// The text of the progress bar.
struct ProgressLine {
    static let clear = "\r\u{1b}[K"

    private static let barWidth = 20
    /// Rates are those of the last ten seconds: a resumed run begins with inputs that cost no time.
    private static let window = 100

    /// Shows errors in red.
    var isColored = Terminal.isColored
    private var samples: [(seconds: Double, done: Int, bytes: Int)] = []

    /// One line, no wider than the terminal.
    mutating func draw(_ tally: Tally, total: Int?, seconds: Double, columns: Int) -> String {
        samples.append((seconds, tally.done, tally.inputBytes))
        if samples.count > Self.window { samples.removeFirst() }
        let first = samples.count > 1 ? samples[0] : (seconds: 0, done: 0, bytes: 0)
        let time = max(seconds - first.seconds, 0.001)
        let rate = Double(tally.done - first.done) / time

        let speed = Double(tally.inputBytes - first.bytes) / time
        var parts = ["\(Numbers.rate(rate)) images/s", "\(Numbers.bytes(speed))/s"]
        if let total, rate > 0, total >= tally.done {
            parts.append("\(Numbers.duration(Double(total - tally.done) / rate)) left")
        }
        if tally.failed > 0 {
            let errors = Numbers.plural(tally.failed, "error")
            parts.append(isColored ? "\u{1b}[31m\(errors)\u{1b}[0m" : errors)
        }

        var head = [Numbers.count(tally.done)]
        if let total {
            head = ["\(Numbers.count(tally.done))/\(Numbers.count(total))", bar(tally.done, of: total)]
        }
        let line = (head + parts).joined(separator: "  ")
        return Self.clear + Self.cut(line, to: columns - 1)
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
