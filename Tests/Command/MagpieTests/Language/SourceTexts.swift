import Foundation
import TestSupport

/// The texts in the Swift sources below a folder.
struct SourceTexts {
    /// The names of all Swift targets below `Sources`.
    static let targets = SharedData.sources.filter { !files(in: $0.value).isEmpty }.keys.sorted()

    struct Text {
        /// Such as `SearchAPI/Filter.swift:12`.
        let place: String
        let text: String
    }

    /// A line of a file, without its indentation.
    private struct Line {
        let place: String
        let text: String
        /// True within a literal of several lines, and for its delimiters.
        let isInLongLiteral: Bool
    }

    private let lines: [Line]

    init(of target: String) throws {
        try self.init(in: SharedData.sources[target] ?? SharedData.package, named: target)
    }

    init(in folder: URL, named name: String) throws {
        lines = try Self.files(in: folder).flatMap { file in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            var isInLongLiteral = false
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
                let line = line.trimmingCharacters(in: .whitespaces)
                let isComment = !isInLongLiteral && line.hasPrefix("//")
                let hasQuote = !isComment && line.utf8.contains(UInt8(ascii: "\""))
                let delimiters = hasQuote ? line.components(separatedBy: "\"\"\"").count - 1 : 0
                let isLiteral = isInLongLiteral || delimiters > 0
                if delimiters % 2 == 1 { isInLongLiteral.toggle() }
                return Line(place: "\(name)/\(file):\(index + 1)", text: line, isInLongLiteral: isLiteral)
            }
        }
    }

    private static func files(in folder: URL) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    }

    /// The string literals, part by part.
    var literals: [Text] {
        lines.flatMap { line in
            if line.isInLongLiteral { return [Text(place: line.place, text: line.text)] }
            guard !line.text.hasPrefix("//"), line.text.utf8.contains(UInt8(ascii: "\"")) else { return [] }
            return Self.literals(in: line.text).map { Text(place: line.place, text: $0) }
        }
    }

    /// The parts between quotes. A pattern would take seconds for all lines.
    private static func literals(in line: String) -> [String] {
        let bytes = Array(line.utf8)
        var found: [String] = []
        var (start, isEscaped): (Int?, Bool) = (nil, false)
        for (index, byte) in bytes.enumerated() {
            let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
            isEscaped = start != nil && byte == UInt8(ascii: "\\") && !isEscaped
            guard isQuote else { continue }
            if let first = start { found.append(String(decoding: bytes[first..<index], as: UTF8.self)) }
            start = start == nil ? index + 1 : nil
        }
        return found
    }

    /// The paragraphs of all comments: above declarations, public or not, in bodies, and behind code.
    var comments: [Text] {
        var found: [Text] = []
        var paragraph: (place: String, mark: String, text: String)?
        for line in lines {
            let mark = line.isInLongLiteral ? nil : ["///", "//"].first { line.text.hasPrefix($0) }
            let text = line.text.dropFirst(mark?.count ?? 0).trimmingCharacters(in: .whitespaces)
            if let mark, !text.isEmpty, paragraph?.mark == mark {
                paragraph?.text += " " + text
                continue
            }
            if let paragraph { found.append(Text(place: paragraph.place, text: paragraph.text)) }
            paragraph = nil
            if let mark, !text.isEmpty { paragraph = (line.place, mark, text) }
            guard mark == nil, !line.isInLongLiteral, let end = line.text.range(of: "  // ", options: .backwards)
            else { continue }
            found.append(Text(place: line.place, text: String(line.text[end.upperBound...])))
        }
        if let paragraph { found.append(Text(place: paragraph.place, text: paragraph.text)) }
        return found
    }
}
