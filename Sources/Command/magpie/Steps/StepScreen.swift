import StepwiseSearch

/// A screen of ``StepBrowser``: the way, the filter, the list, and a line of help.
struct StepScreen {
    let columns: Int
    let rows: Int
    /// Marks the line of the cursor by inverted colors as well.
    var isStyled = true

    /// The lines for the list.
    var listRows: Int { max(rows - 3, 1) }

    /// The lines of the screen, none wider than it.
    func lines(_ browser: StepBrowser<some LocalStepDirectory>) -> [String] {
        let list = browser.lines(rows: listRows)
        var lines = [(browser.path.isEmpty ? "Magpie" : browser.path.way).cutAtFront(to: columns)]
        let place = browser.count == 0 ? "no match" : "\(browser.cursor + 1)/\(Numbers.count(browser.count))"
        let typed = ("> " + browser.filter.printable + "▏").cutAtFront(to: max(columns - place.columns - 1, 1))
        lines.append((typed.filled(to: max(columns - place.columns, 0)) + place).cut(to: columns))
        for (index, line) in list.enumerated() {
            let isCurrent = browser.top + index == browser.cursor
            let text = (isCurrent ? "› " : "  ") + self.line(line, below: browser.path.count, width: columns - 2)
            lines.append(isStyled && isCurrent ? "\u{1b}[7m" + text.filled(to: columns) + "\u{1b}[0m" : text)
        }
        while lines.count < rows - 1 { lines.append("") }
        lines.append((browser.message.isEmpty ? help : browser.message).cut(to: columns))
        return Array(lines.prefix(rows))
    }

    private var help: String {
        let long = "↑↓ move   letters filter   Enter select   Esc back   Ctrl-C end"
        return long.columns <= columns ? long : "↑↓ Enter select  Esc back  ^C end"
    }

    /// - Parameter depth: The candidates that the first line of the screen shows already.
    private func line(_ line: StepLine, below depth: Int, width: Int) -> String {
        switch line {
        case .found(let match): return "→ " + Array(match.path.dropFirst(depth)).way.cutAtFront(to: max(width - 2, 0))
        case .candidate(let candidate):
            let label = candidate.label.printable
            // A destination needs no number.
            let count = candidate.isDestination ? "" : candidate.count == 0 ? "–" : Numbers.count(candidate.count)
            let space = width - (count.isEmpty ? 0 : count.columns + 2)
            let reading = (candidate.reading ?? "").printable
            var text = label.cut(to: max(space, 0))
            if !reading.isEmpty, reading != label, label.columns + 2 + reading.columns <= space {
                text = label + "  " + reading
            }
            return count.isEmpty ? text : text.filled(to: width - count.columns) + count
        }
    }
}
