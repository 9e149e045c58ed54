import Foundation
import TestSupport
import Testing

@Suite("Rules for all sources")
struct SourceRuleTests {
    /// The code of a file in `Sources` without its comments.
    private struct Line {
        /// Such as `Search/SQLite/Database.swift`.
        let file: String
        let text: String
    }

    private static let lines: [Line] = {
        let folder = SharedData.package.appending(path: "Sources")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().flatMap { name in
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                .map { Line(file: name, text: String($0)) }
        }
    }()

    // MARK: Branches go by cases, not by the words of messages

    /// Texts with blanks that the sources look for. None is a message.
    private static let foreign: Set<String> = [
        // Names of characters, as Unicode has them.
        "LATIN SMALL LETTER ", " WITH ",
        // The first lines of a file that was not downloaded, and of a page.
        "version https://git-lfs", "<!doctype html",
    ]
    /// Files that look into messages, and say why there.
    private static let readers: Set<String> = [
        "Pictures/Essentials/Shortage.swift", "Search/MilvusCatalog/MilvusCalls.swift",
        "Command/magpie/Commands/Serve+Setup.swift",
    ]

    @Test("no branch depends on the words of a message")
    func sentences() {
        #expect(Self.lines.count > 20_000)
        let searches = Self.lines.filter { line in
            [".contains", ".hasPrefix", ".hasSuffix", "ange"].contains { line.text.contains($0) }
        }
        let found = searches.filter { Self.looksForSentence($0.text) || Self.readsMessage($0.text) }
        #expect(Set(found.map(\.file)) == Self.readers, "\(found.map { "\($0.file): \($0.text)" })")
    }

    /// True for code that looks for words with a blank between them.
    private static func looksForSentence(_ line: String) -> Bool {
        line.matches(of: #/\.(contains|hasPrefix|hasSuffix|firstRange|ranges)\((?:of: )?"([^"]*)"/#).contains { match in
            match.2.contains(" ") && match.2.contains(where: \.isLetter) && match.2 != "- "
                && !foreign.contains(String(match.2))
        }
    }

    /// True for code that looks into the text of an error.
    private static func readsMessage(_ line: String) -> Bool {
        let search =
            #/
            \b(?:message|reason|detail|description|sentence|error)(?:\.text|\.message)?\)?"?
            \.(?:contains|hasPrefix|hasSuffix)\((?!where)
            /#
        return line.contains(search)
            || line.contains(#/\b(?:words|message|reason|detail)\.(?:contains|hasPrefix|hasSuffix)\)/#)
    }

    @Test("the patterns find the branches that there were")
    func patterns() {
        for line in [
            #"SystemError.shortages.contains { message.hasSuffix(SystemError($0).text) }"#,
            #"case .internal(_, let detail): detail.hasPrefix("out of memory")"#,
            #"if message.text.contains("nsupported") {"#, #"if "\(error)".contains("found") {"#,
        ] {
            #expect(Self.readsMessage(line), "\(line)")
        }
        #expect(Self.looksForSentence(#"if case .service(let text) = error, text.contains("collection not found") {"#))
        #expect(!Self.readsMessage(##"guard text.hasPrefix("#") else { return }"##))
    }

    // MARK: Private interfaces of the compiler

    @Test("what the next compiler may take away stands in one file for each purpose")
    func privateInterfaces() {
        let marked = Self.lines.filter { $0.text.contains("@_") || $0.text.contains("_nf") }
        func files(_ pattern: Regex<Substring>) -> Set<String> {
            Set(marked.filter { $0.text.contains(pattern) }.map(\.file))
        }
        // Normal forms of Unicode. Without it the file does not compile, and says there what takes its place.
        #expect(files(#/@_spi|\b_nf[cd]\b/#) == ["Pictures/Essentials/NormalForms.swift"])
        // A module that exports others. Without it each file imports what it uses.
        #expect(files(#/@_exported/#).allSatisfy { $0.hasSuffix("/Exports.swift") })
        #expect(files(#/@_exported/#).count <= 26)
        // Options are not specialized for each type of value. Without it the command grows, and does the same.
        #expect(files(#/@_semantics/#) == ["Command/magpie/Arguments/Option.swift"])
        #expect(files(#/@_(?!exported|spi|semantics)\w+/#) == [])
    }
}
