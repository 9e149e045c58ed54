import Essentials

extension Subcommand {
    /// The output of `magpie <name> -h`: the options, with the first sentence of each.
    static func shortHelp(columns: Int = Terminal.helpColumns) -> String {
        let lists = options.map { group in
            let rows = group.options.map(\.description).map {
                ($0.names.joined(separator: ", ") + $0.valueText, $0.summary)
            }
            return "\(group.title):\n" + table(rows, columns: columns)
        }
        let commands =
            nested.isEmpty ? [] : ["Commands:\n" + table(nested.map { ($0.word, $0.summary) }, columns: columns)]
        return ([heading(columns)] + commands + lists).joined(separator: "\n")
            + "\n" + filled("'magpie \(name) --help' has the rest: defaults, examples, exit codes.", to: columns)
    }

    private static func heading(_ columns: Int) -> String {
        filled(summary, to: columns) + "\n" + command("Usage: \(synopsis)", to: columns, indent: 7)
    }

    /// The output of `magpie <name> --help`, with no line wider than `columns` where words allow it.
    static func help(columns: Int = Terminal.helpColumns) -> String {
        var sections = [heading(columns)]
        if !nested.isEmpty {
            sections.append(
                "Commands:\n" + table(nested.map { ($0.word, $0.summary) }, columns: columns)
                    + filled("'magpie \(name) COMMAND --help' shows the options and examples of one.", to: columns))
        }
        if !details.isEmpty { sections.append(HelpBlock.blocks(of: details).map { $0.text(columns) }.joined()) }
        for group in options {
            let rows = group.options.map { option in
                (option.names.joined(separator: ", ") + option.description.valueText, option.help)
            }
            sections.append("\(group.title):\n" + table(rows, columns: columns))
        }
        if !examples.isEmpty {
            let lines = examples.map { example in
                filled("  # " + example.purpose, to: columns, indent: "  # ")
                    + command("  " + example.line, to: columns, indent: 6, mark: " \\")
            }
            sections.append("Examples:\n" + lines.joined())
        }
        sections.append("Exit codes:\n" + table(exitCodes, columns: columns))
        return sections.joined(separator: "\n")
    }

    static var exitCodes: [(String, String)] {
        [
            ("0", badInputsHelp != nil ? "Success. Bad inputs among good ones are results." : "Success."),
            ("1", "Invalid call; nothing was done."),
            ("2", unusableHelp),
        ] + (badInputsHelp.map { [("3", $0)] } ?? []) + (faultsHelp.map { [("4", $0)] } ?? [])
            + [("75", passingHelp)]
            + (badInputsHelp != nil ? [("130, 143", "Interrupted by Ctrl-C or SIGTERM.")] : [])
    }
}

/// Two columns, the right one wrapped.
func table(_ rows: [(String, String)], columns: Int = Terminal.helpColumns) -> String {
    let width = min(rows.map { $0.0.count }.max() ?? 0, columns < 60 ? 12 : 26)
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
        // A long name gets a line of its own.
        let name = "  " + left
        let first = left.count > width ? name + "\n" + indent : name.padded(to: indent.count)
        return first + wrap(right, at: columns - indent.count).joined(separator: "\n" + indent) + "\n"
    }
    .joined()
}

private func filled(_ text: String, to columns: Int, indent: String = "") -> String {
    wrap(text.hasPrefix(indent) ? String(text.dropFirst(indent.count)) : text, at: columns - indent.count)
        .map { indent + $0 + "\n" }.joined()
}

/// A command on several lines, `mark` at the end of all but the last, so that it can still be copied into a shell.
private func command(_ text: String, to columns: Int, indent: Int, mark: String = "") -> String {
    let start = String(text.prefix { $0 == " " })
    let lines = wrap(String(text.dropFirst(start.count)), at: columns - max(indent, start.count) - mark.count)
    return start + lines.joined(separator: mark + "\n" + String(repeating: " ", count: indent)) + "\n"
}

/// Lines of whole words. A word that is wider gets a line of its own.
func wrap(_ text: String, at width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
        let last = lines.count - 1
        if lines[last].count + word.count + 1 > width, !lines[last].isEmpty {
            lines.append(String(word))
        } else {
            lines[last] += (lines[last].isEmpty ? "" : " ") + word
        }
    }
    return lines
}
