import Testing

@testable import magpie

@Suite("Defaults of options")
struct DefaultValueTests {
    /// Options whose property is nil or empty by default, since the command has to know of the option that it was given.
    private static let unlike: Set = [
        "prep --size", "prep --gravity", "prep --margin", "prep --format", "search --strictness",
        "discover --strictness", "content --id", "steps --limit",
    ]

    @Test("a default that is a value is accepted, and gives what the command has without the option")
    func values() throws {
        for command in subcommands { try check(command) }
    }

    private func check<Command: Subcommand>(_ command: Command.Type) throws {
        let standard = described(Command())
        for option in command.options.flatMap(\.options) {
            guard case .value(let text) = option.description.standard else { continue }
            var given = Command()
            try option.apply(&given, Path(text))
            let name = "\(command.name) \(option.names.last ?? "")"
            #expect((described(given) == standard) == !Self.unlike.contains(name), "\(name) \(text)")
        }
    }

    private func described(_ value: some Subcommand) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("no text has a default in its prose, and the help ends with it")
    func prose() {
        for command in subcommands { checkProse(of: command) }
        #expect(Serve.help(columns: 200).contains("free one. Default 8080. Range: 0 to 65535.\n"))
        #expect(Serve.help(columns: 200).contains("SIGHUP reopens it. Default: standard error.\n"))
        #expect(Prep.help(columns: 200).contains("Maximum number of pixels of a picture. Default 100000000.\n"))
    }

    private func checkProse<Command: Subcommand>(of command: Command.Type) {
        for option in command.options.flatMap(\.options).map(\.description) {
            #expect(!option.text.contains("Default") && option.text.hasSuffix("."), "\(command.name) \(option.names)")
        }
    }

    @Test("--root says what it is for in each command")
    func roots() {
        func text<Command: Subcommand>(of command: Command.Type) -> String? {
            command.options.flatMap(\.options).first { $0.names == ["--root"] }?.description.text
        }
        #expect(text(of: Prep.self)?.contains("output tree") == true)
        #expect(text(of: Index.self)?.contains("rows of the catalog") == true)
        #expect(text(of: FindDuplicates.self)?.contains("--move") == true)
        #expect(text(of: Discover.self) == text(of: Colors.self) && text(of: Colors.self)?.contains("output") == false)
    }
}
