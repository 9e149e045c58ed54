import Testing

@testable import magpie

@Suite("Help")
struct HelpTextTests {
    @Test("the lines of a table of actions hang below one another, none is broken in the middle of its column")
    func tables() {
        for (name, help) in [("content", Content.help(columns: 80)), ("store", Store.help(columns: 80))] {
            let lines = help.split(separator: "\n").map(String.init)
            let start = lines.firstIndex { $0.hasPrefix("import   ") || $0.hasPrefix("check    ") }!
            let end = lines[start...].firstIndex { $0.contains("beside the store") || $0.hasPrefix("FILE defaults") }!
            for (line, next) in zip(lines[start..<end], lines[(start + 1)..<end]) where next.hasPrefix("         ") {
                // A line ends only where the next word would not fit.
                let word = next.split(separator: " ")[0]
                let isCode = [line, next].contains { $0.hasPrefix("         {") } || line.hasSuffix("}")
                #expect(isCode || line.count + 1 + word.count > 80, "\(name): \(line)")
            }
        }
    }

    @Test("a number with bounds has them in its help")
    func ranges() {
        for help in [Search.help(columns: 200), Discover.help(columns: 200), Suggest.help(columns: 200)] {
            #expect(help.contains(/--limit N .* Range: 1 to [0-9]+\./))
        }
        #expect(Search.help(columns: 200).contains(/--page N .* Range: 1 to 1000\./))
    }

    @Test("a command that exits with 3 says when")
    func badInputs() {
        #expect(Content.help().contains("\n  3         "))
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
