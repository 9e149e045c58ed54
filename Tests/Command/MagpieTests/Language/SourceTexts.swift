import Foundation
import TestSupport

/// The texts in the Swift sources of one target.
struct SourceTexts {
    /// The names of all Swift targets below `Sources`.
    static let targets = SharedData.sources.keys.filter { !files(of: $0).isEmpty }.sorted()

    struct Text {
        /// Such as `SearchAPI/Filter.swift:12`.
        let place: String
        let text: String
    }

    /// The string literals, part by part.
    private(set) var literals: [Text] = []
    /// The doc comments of public declarations.
    private(set) var documentation: [Text] = []

    init(of target: String) throws {
        for file in Self.files(of: target) {
            let lines = try String(contentsOf: Self.folder(of: target).appending(path: file), encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            read(lines, "\(target)/\(file)")
        }
    }

    private static func folder(of target: String) -> URL {
        SharedData.sources[target] ?? SharedData.package
    }

    private static func files(of target: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder(of: target).path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
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

    private mutating func read(_ lines: [String], _ file: String) {
        var comment: [String] = []
        var isInLongLiteral = false
        for (index, line) in lines.enumerated() {
            let place = "\(file):\(index + 1)"
            if !isInLongLiteral, line.hasPrefix("//") {
                if line.hasPrefix("///") { comment.append(String(line.dropFirst(3))) }
                continue
            }
            if line.hasPrefix("public "), !comment.isEmpty {
                documentation.append(Text(place: place, text: comment.joined(separator: " ")))
            }
            // Attributes stand between a comment and its declaration.
            if !line.hasPrefix("@") { comment = [] }
            let hasQuote = line.utf8.contains(UInt8(ascii: "\""))
            let delimiters = hasQuote ? line.ranges(of: "\"\"\"").count : 0
            if isInLongLiteral, delimiters == 0 { literals.append(Text(place: place, text: line)) }
            if delimiters % 2 == 1 { isInLongLiteral.toggle() }
            if delimiters > 0 || isInLongLiteral || !hasQuote { continue }
            for literal in Self.literals(in: line) { literals.append(Text(place: place, text: literal)) }
        }
    }
}
