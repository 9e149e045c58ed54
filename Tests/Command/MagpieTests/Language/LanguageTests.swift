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
        for text in try SourceTexts(of: target).literals {
            let findings = Banned.findings(in: text.text, checksOpening: false)
            #expect(findings.isEmpty, "\(text.place): \(text.text)")
        }
    }

    @Test("doc comments of public symbols name their subject", arguments: SourceTexts.targets)
    func documentation(target: String) throws {
        for text in try SourceTexts(of: target).documentation {
            #expect(Banned.findings(in: text.text).isEmpty, "\(text.place):\(text.text)")
        }
    }

    @Test("the lists find whole words and phrases only")
    func lists() {
        #expect(Banned.findings(in: "The key is none.") == ["is none"])
        #expect(Banned.findings(in: "What a `thing` is") == ["thing", "what …"])
        #expect(Banned.findings(in: "Nothing else, whatever its name; everything fits.").isEmpty)
        #expect(SourceTexts.targets.contains("magpie") && SourceTexts.targets.contains("SearchAPI"))
    }
}
