import Foundation
import TestSupport
import Testing

/// Doc comments of public symbols, read from the sources line by line.
@Suite("Doc comments")
struct DocCommentTests {
    private static let targets = SourceTexts.targets.filter { $0 != "magpie" }

    /// A public declaration, and the first line of its doc comment.
    struct Declaration {
        let place: String
        let summary: String?
    }

    @Test("every public symbol has a doc comment that begins with a noun phrase or a verb", arguments: targets)
    func summaries(_ target: String) throws {
        let declarations = try Self.declarations(of: target)
        #expect(declarations.filter { $0.summary == nil }.map(\.place) == [], "without a doc comment")
        let questions = declarations.filter { declaration in
            let first = declaration.summary?.prefix { $0.isLetter } ?? ""
            return ["What", "How", "Why", "Where", "Whether", "Who", "When"].contains(first)
        }
        #expect(questions.map(\.place) == [], "begins with a question word")
    }

    private static func declarations(of target: String) throws -> [Declaration] {
        let folder = try #require(SharedData.sources[target])
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().flatMap { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            return lines.indices.filter { isPublic(lines[$0]) }.map { index in
                Declaration(place: "\(target)/\(name):\(index + 1)", summary: summary(above: index, in: lines))
            }
        }
    }

    private static func isPublic(_ line: String) -> Bool {
        // Most lines are neither, and a pattern is made anew for each.
        guard line.hasPrefix("public ") || line.hasPrefix("@"),
            let match = line.firstMatch(of: /^(?:@\w+(?:\([^)]*\))?\s+)*public\s+(\w+)/)
        else { return false }
        // A member of a public extension has access of its own in this package.
        return !["import", "extension"].contains(String(match.1))
    }

    private static func summary(above index: Int, in lines: [String]) -> String? {
        var first = index
        while first > 0, lines[first - 1].hasPrefix("@") { first -= 1 }
        guard first > 0, lines[first - 1].hasPrefix("///") else { return nil }
        while first > 0, lines[first - 1].hasPrefix("///") { first -= 1 }
        return String(lines[first].dropFirst(3)).trimmingCharacters(in: .whitespaces)
    }
}
