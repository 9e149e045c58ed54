import StepwiseSearch

/// Walks a hierarchy without a terminal: prints lists with numbers, and reads what was chosen, a line each.
struct NumberedSteps {
    private static let rows = 20

    /// Walks until a destination is reached or the input ends.
    func run(_ browser: inout StepBrowser<some LocalStepDirectory>) throws(StepError) -> ExitCode {
        while browser.destination == nil {
            try browser.load(rows: Self.rows)
            let lines = browser.lines(rows: Self.rows)
            note(text(browser, lines))
            guard let line = readLine(), line != "q" else {
                note("magpie: no destination was selected\n")
                return .setup
            }
            if let number = Int(line) {
                if lines.indices.contains(number - 1 - browser.top) {
                    try browser.select(lines[number - 1 - browser.top])
                } else {
                    note("magpie: there is no \(line) in the list; /\(line) filters\n")
                }
                continue
            }
            switch line {
            case "<": try browser.back()
            case ">":
                // The cursor on the last line of a page, so that the next line is the first of the next one.
                let next = min(browser.top + 2 * Self.rows - 1, browser.count - 1)
                browser.move(by: next - browser.cursor)
            default:
                browser.set(filter: "")
                browser.type(line.hasPrefix("/") ? String(line.dropFirst()) : line)
            }
        }
        return .done
    }

    private func text(_ browser: StepBrowser<some LocalStepDirectory>, _ lines: [StepLine]) -> String {
        var text = browser.path.isEmpty ? "" : "\n" + browser.path.way + "\n"
        if !browser.message.isEmpty { text += browser.message + "\n" }
        if !browser.filter.isEmpty { text += "/" + browser.filter.printable + "\n" }
        let width = String(browser.top + lines.count).count
        for (index, line) in lines.enumerated() {
            text += String(browser.top + index + 1).padded(to: width, atFront: true) + "  "
            switch line {
            case .candidate(let candidate):
                text += candidate.label.printable
                if let reading = candidate.reading { text += "  " + reading.printable }
                if !candidate.isDestination { text += "  (\(Numbers.count(candidate.count)))" }
            case .found(let match): text += "→ " + match.path.way
            }
            text += "\n"
        }
        let rest = browser.count - browser.top - lines.count
        if lines.isEmpty { text += "no match\n" }
        let more = rest > 0 ? ", > the next page (\(Numbers.count(rest)) more)" : ""
        return text + "A number selects, /text filters, < goes back\(more), q ends: \n"
    }
}
