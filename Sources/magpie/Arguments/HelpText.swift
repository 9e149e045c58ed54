extension Subcommand {
    /// What `magpie <name> --help` prints.
    static var help: String {
        var sections = ["\(summary)\n\nUsage: \(synopsis)\n"]
        if !details.isEmpty { sections.append(details + "\n") }
        for group in options {
            let rows = group.options.map { option in
                (option.names.joined(separator: ", ") + (option.valueName.map { " \($0)" } ?? ""), option.help)
            }
            sections.append("\(group.title):\n" + table(rows))
        }
        if !examples.isEmpty {
            let lines = examples.map { "  # \($0.purpose)\n  \($0.line)\n" }
            sections.append("Examples:\n" + lines.joined())
        }
        return sections.joined(separator: "\n")
    }
}

/// Two columns, the right one wrapped at 100 characters.
func table(_ rows: [(String, String)]) -> String {
    let width = min(rows.map { $0.0.count }.max() ?? 0, 26)
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
        let padded = "  " + left + String(repeating: " ", count: max(width - left.count, 0)) + "  "
        let lines = wrap(right, at: 100 - indent.count)
        // A long name stands on a line of its own.
        let first = left.count > width ? "  \(left)\n\(indent)" : padded
        return first + lines.joined(separator: "\n" + indent) + "\n"
    }
    .joined()
}

private func wrap(_ text: String, at width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
        if lines[lines.count - 1].count + word.count + 1 > width, !lines[lines.count - 1].isEmpty { lines.append("") }
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
}
