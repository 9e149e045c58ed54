import Testing

@testable import magpie

@Suite("Help")
struct HelpTextTests {
    @Test("a command with others inside lists them, a line each, and leaves their options to their own help")
    func nested() {
        for command in subcommands where !command.nested.isEmpty {
            let lines = command.help(columns: 100).split(separator: "\n")
            for inner in command.nested {
                #expect(
                    lines.contains { $0.hasPrefix("  \(inner.word) ") && $0.hasSuffix(inner.summary) }, "\(inner.name)")
                #expect(
                    inner.name == "\(command.name) \(inner.word)"
                        && inner.help().contains("Usage: magpie \(inner.name)"))
            }
        }
        #expect(!Store.help().contains("--same-id") && Store.Merge.help().contains("--same-id"))
        #expect(Store.Check.help().split(separator: " ").count < 110)
    }

    @Test("a line of JSON in the details stays whole")
    func code() {
        let lines = Content.Define.help(columns: 90).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains(#"{"name": "title", "kind": "text", "required": true, "translated": true},"#))
    }

    @Test("a number with bounds has them in its help")
    func ranges() {
        for help in [Search.help(columns: 200), Discover.help(columns: 200), Suggest.help(columns: 200)] {
            #expect(help.contains(/--limit N .* Range: 1 to [0-9]+\./))
        }
        #expect(Search.help(columns: 200).contains(/--page N .* Range: 1 to 1000\./))
    }

    @Test("-h has each option with one sentence, in less than two thirds of the lines of a long help")
    func short() throws {
        let place = try Workplace()
        for command in allCommands {
            let text = command.shortHelp(columns: 100)
            for option in command.descriptions where option != .help {
                #expect(text.contains("  \(option.names.joined(separator: ", "))"), "\(command.name) \(option.names)")
            }
            #expect(text.contains("Usage: magpie \(command.name)") && !text.contains("Exit codes:"))
        }
        for verb in ["prep", "serve"] {
            let (short, long) = (try place.magpie(verb, "-h"), try place.magpie(verb, "--help"))
            #expect(
                short.code == 0 && long.code == 0 && short.lines.count * 3 < long.lines.count * 2,
                "\(short.lines.count)")
            #expect(try place.magpie(verb, "-h", "--help").text == long.text)
            #expect(short.text.contains("'magpie \(verb) --help'"))
        }
    }

    @Test("a command that exits with 3 says when")
    func badInputs() {
        #expect(Content.Import.help().contains("\n  3         "))
        #expect(Prep.help().contains("\n  3         "))
        #expect(!Info.help().contains("\n  3   "))
    }

    @Test("the help has every command once, below the title of its group")
    func groups() throws {
        #expect(CommandGroup.all.map(\.title) == ["Pictures", "Search", "Shop", "Server", "Shell"])
        let lines = try Workplace().magpie("help").lines
        let heads = lines.filter { $0.hasSuffix(":") }.map { String($0.dropLast()) }
        #expect(heads == CommandGroup.all.map(\.title))
        for group in CommandGroup.all {
            let start = try #require(lines.firstIndex(of: group.title + ":"))
            let rest = lines[(start + 1)...].prefix { !$0.hasSuffix(":") }
            for command in group.commands {
                #expect(rest.contains { $0.hasPrefix("  \(command.name) ") }, "\(command.name)")
            }
        }
        #expect(Set(subcommands.map { $0.name }).count == subcommands.count)
    }
}
