/// Texts of the help in the language of manual pages.
enum Roff {
    /// Lines of text, of at most 76 characters where words allow it. `mark` ends all but the last.
    static func filled(_ text: String, mark: String = "") -> String {
        let lines = wrap(text.split(separator: " ").map { escaped($0) }.joined(separator: " "), at: 76)
        return lines.map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }.joined(separator: mark + "\n") + "\n"
    }

    /// Text that starts a line: letters that are not ASCII by their numbers, a dash as it is typed, and no word at the
    /// start that would be a macro.
    static func text(_ text: some StringProtocol) -> String { (text.hasPrefix(".") ? "\\&" : "") + escaped(text) }

    private static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default:
                "\\[u" + String(scalar.value, radix: 16, uppercase: true).padded(to: 4, atFront: true, with: "0") + "]"
            }
        }.joined()
    }

    /// A hanging paragraph.
    static func row(_ head: String, _ body: String) -> String { ".TP\n\\fB\(text(head))\\fR\n\(filled(body))" }

    static func rows(_ rows: [(String, String)]) -> String { rows.map { row($0.0, $0.1) }.joined() }

    /// An option with its value in italics.
    static func row(_ option: OptionDescription) -> String {
        let names = option.names.map { "\\fB\(text($0))\\fR" }.joined(separator: ", ")
        let value = option.valueText.isEmpty ? "" : "\\fI\(text(option.valueText))\\fR"
        return ".TP\n\(names)\(value)\n\(filled(option.help))"
    }

    static func examples(_ examples: [Example]) -> String {
        examples.map { example in
            filled(example.purpose + ":") + ".RS 4\n.nf\n\(filled(example.line, mark: " \\e")).fi\n.RE\n"
        }.joined(separator: ".PP\n")
    }

    static func references(_ pages: [String]) -> String {
        pages.map { ".BR \(text($0)) (1)" }.joined(separator: ",\n") + "\n"
    }

    /// The details of a command.
    static func blocks(_ details: String) -> String {
        var result = ""
        for block in HelpBlock.blocks(of: details) {
            switch block {
            case .gap: continue
            case .paragraph(let words): result += (result.isEmpty ? "" : ".PP\n") + filled(words)
            case .row(let head, let pieces):
                let lines = pieces.map { $0.isCode ? ".nf\n\(filled($0)).fi\n" : filled($0) }
                result += ".TP\n\\fB\(text(head.split(separator: "  ")[0]))\\fR\n"
                result += lines.joined()
            }
        }
        return result
    }
}
