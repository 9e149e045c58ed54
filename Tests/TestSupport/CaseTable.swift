public import Foundation

/// A row of `../shared/data/cases/cases.csv`: a small case after a public bug report, with its right value.
public struct Case: Sendable, CustomStringConvertible {
    public let id, kind, command, input, expected, seen: String
    public var description: String { id }

    /// The colors as hex texts in the expected value, or else in what was seen when the value was checked by eye.
    public var colors: [String] {
        let colors = Self.colors(in: expected)
        return colors.isEmpty ? Self.colors(in: seen) : colors
    }

    /// Every `#rrggbb` in a text, in order.
    public static func colors(in text: String) -> [String] { text.matches(of: /#[0-9a-f]{6}/).map { String($0.0) } }
}

/// The table of cases, which lies beside a development checkout and is not part of the repository.
public enum CaseTable {
    /// The folder that the commands of the cases are run in; nil where it is missing.
    public static let folder: URL? = SharedData.folder("cases")
    public static let skipped = "skipped: there is no ../shared/data/cases"

    /// All rows; none where the folder is missing.
    public static let rows: [Case] = {
        guard let file = folder?.appending(path: "cases.csv"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        let lines = text.split(whereSeparator: \.isNewline)
        guard let header = lines.first.map(fields(ofCSV:)) else { return [] }
        return lines.dropFirst().map { line in
            let row = Dictionary(zip(header, fields(ofCSV: line))) { first, _ in first }
            func cell(_ name: String) -> String { row[name] ?? "" }
            return Case(
                id: cell("id"), kind: cell("kind"), command: cell("command"), input: cell("input"),
                expected: cell("expected"), seen: cell("seen_today"))
        }
    }()

    /// The rows whose command begins so.
    public static func rows(_ command: String) -> [Case] { rows.filter { $0.command.hasPrefix(command) } }

    /// The words of a command as a shell would split them; quotes may be single.
    public static func words(_ command: some StringProtocol) -> [String] {
        var words: [String] = []
        var isQuoted = false
        var isInWord = false
        for character in command {
            if character == "'" {
                isQuoted.toggle()
                if !isInWord { words.append("") }
                isInWord = true
            } else if character == " ", !isQuoted {
                isInWord = false
            } else {
                if !isInWord { words.append("") }
                isInWord = true
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
