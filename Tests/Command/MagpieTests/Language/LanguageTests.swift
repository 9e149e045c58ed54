import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("Language")
struct LanguageTests {
    @Test("help texts name their subject and use the technical word")
    func help() {
        for command in allCommands { check(command) }
    }

    private func check<Command: Subcommand>(_ command: Command.Type) {
        var texts = [command.summary] + command.details.split(separator: "\n\n").map(String.init)
        texts += command.examples.map(\.purpose)
        for group in command.options { texts += [group.title] + group.options.map(\.help) }
        for text in texts { #expect(Banned.findings(in: text).isEmpty, "\(command.name): \(text)") }
    }

    @Test("texts in the sources use the technical word", arguments: SourceTexts.targets)
    func literals(target: String) throws {
        // Names of columns in other languages are no texts of ours.
        for text in try SourceTexts(of: target).literals where !text.place.contains("FieldName.swift") {
            let findings = Banned.findings(in: text.text, checksOpening: false)
            #expect(findings.isEmpty, "\(text.place): \(text.text)")
        }
    }

    @Test("comments of public and private code name their subject", arguments: SourceTexts.targets)
    func comments(target: String) throws { check(try SourceTexts(of: target).comments) }

    @Test("comments of tests and benchmarks do so too", arguments: ["Tests", "Benchmarks"])
    func comments(folder: String) throws {
        check(try SourceTexts(in: SharedData.package.appending(path: folder), named: folder).comments)
    }

    private func check(_ comments: [SourceTexts.Text]) {
        #expect(!comments.isEmpty)
        for text in comments { #expect(Banned.findings(in: text.text).isEmpty, "\(text.place): \(text.text)") }
    }

    @Test("a comment is read paragraph by paragraph, a private one and one behind code as well")
    func paragraphs() throws {
        let folder = try TemporaryFolder()
        let lines = """
            /// The summary.
            ///
            /// What follows it,
            /// and goes on.
            private let page = "no  // comment"  // How it ends.
            // Why it is so.
            let text = ""\"
                // What is no comment.
                ""\"
            """
        try Data(lines.utf8).write(to: folder.url.appending(path: "Page.swift"))
        let comments = try SourceTexts(in: folder.url, named: "X").comments
        let texts = ["The summary.", "What follows it, and goes on.", "How it ends.", "Why it is so."]
        #expect(comments.map(\.text) == texts)
        #expect(comments.map(\.place) == [1, 3, 5, 6].map { "X/Page.swift:\($0)" })
    }

    @Test("the lists find whole words and phrases only")
    func lists() {
        #expect(Banned.findings(in: "The key is none.") == ["is none"])
        #expect(Banned.findings(in: "What a `thing` is") == ["thing", "what …"])
        #expect(Banned.findings(in: "Nothing else, whatever its name; everything fits.").isEmpty)
        #expect(SourceTexts.targets.contains("magpie") && SourceTexts.targets.contains("SearchAPI"))
    }
}
