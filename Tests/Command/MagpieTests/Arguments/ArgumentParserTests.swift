import Testing

@testable import magpie

@Suite("Arguments")
struct ArgumentParserTests {
    struct Wanted: Equatable {
        var loud = false
        var count = 0
        var name: Path?
        var sizes: [Int] = []
    }

    static var options: [magpie.Option<Wanted>] {
        [
            .flag("--loud", help: "", sets: \.loud),
            .value("-c", "--count", kind: .integer(in: 1...9), help: "", sets: \.count),
            .value("--name", kind: .path("FILE"), help: "", sets: \.name),
            .repeated("--size", kind: .integer(in: 1...1024), help: "", add: { $0.sizes.append($1) }),
        ]
    }

    func parse(_ words: String...) throws -> (Wanted, [Path]) {
        var wanted = Wanted()
        let rest = try ArgumentParser(options: Self.options).parse(words.map { Path($0) }, into: &wanted)
        return (wanted, rest)
    }

    @Test("options may stand before, between and after inputs")
    func mixed() throws {
        let (wanted, rest) = try parse("a", "--loud", "b", "--count", "3", "c")
        #expect(wanted == Wanted(loud: true, count: 3))
        #expect(rest == [Path("a"), Path("b"), Path("c")])
    }

    @Test("a value follows after a space or an equals sign")
    func values() throws {
        #expect(try parse("--count=4").0.count == 4)
        #expect(try parse("-c", "4").0.count == 4)
        #expect(try parse("--name=a=b").0.name == Path("a=b"))
        #expect(try parse("--name", "--loud").0 == Wanted(name: Path("--loud")))
    }

    @Test("a repeated option adds up, another one keeps its last value")
    func repeated() throws {
        #expect(try parse("--size", "512", "--size=1024").0.sizes == [512, 1024])
        #expect(try parse("--count", "1", "--count", "2").0.count == 2)
    }

    @Test("after -- everything is an input, and - is one anywhere")
    func endOfOptions() throws {
        let (wanted, rest) = try parse("-", "--", "--loud", "-x", "--")
        #expect(wanted == Wanted())
        #expect(rest == ["-", "--loud", "-x", "--"].map { Path($0) })
    }

    @Test("names that are not UTF-8 pass through byte for byte")
    func bytes() throws {
        var wanted = Wanted()
        let odd = Path(bytes: [0x66, 0xff, 0xfe])
        let rest = try ArgumentParser(options: Self.options).parse([odd, Path("--name"), odd], into: &wanted)
        #expect(rest == [odd])
        #expect(wanted.name == odd)
    }

    @Test(
        "a wrong word is a usage error that says what would be right",
        arguments: [
            (["--loudd"], "unknown option --loudd; did you mean --loud?"),
            (["--hlep"], "unknown option --hlep; did you mean --help?"),
            (["--frobnicate"], "unknown option --frobnicate"),
            (["-v"], "unknown option -v"),
            (["--count"], "--count needs a value: --count N"),
            (["--count", "10"], "--count expects a whole number from 1 to 9, not '10'"),
            (["--count="], "--count expects a whole number from 1 to 9, not ''"),
            (["--loud=yes"], "--loud takes no value, but was given 'yes'"),
        ])
    func wrong(words: [String], message: String) {
        var wanted = Wanted()
        #expect(throws: UsageError(message)) {
            try ArgumentParser(options: Self.options).parse(words.map { Path($0) }, into: &wanted)
        }
    }

    @Test("the nearest name is one that could be meant, or none")
    func nearestName() {
        #expect(nearest(to: "perp", among: ["prep", "colors"]) == "prep")
        #expect(nearest(to: "color", among: ["prep", "colors"]) == "colors")
        #expect(nearest(to: "x", among: ["prep", "colors"]) == nil)
        #expect(nearest(to: "--ignore", among: ["--ignore-background", "--json"]) == "--ignore-background")
    }

    @Test("every option of every subcommand has its own name and a help text")
    func names() {
        for command in allCommands { checkOptions(of: command) }
    }

    private func checkOptions<Command: Subcommand>(of command: Command.Type) {
        let options = command.options.flatMap(\.options)
        let names = options.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(options.allSatisfy { !$0.help.isEmpty })
        for columns in [40, 60, 80, 100] {
            for line in command.help(columns: columns).split(separator: "\n") where line.count > columns {
                // Only a word that is wider itself may stick out.
                let longest = line.split(separator: " ").map(\.count).max() ?? 0
                #expect(longest > columns - 30, "\(columns): \(line)")
            }
        }
    }
}
