/// One verb of the command, in a file of its own. An entry in a ``CommandGroup`` makes it available.
protocol Subcommand {
    static var name: String { get }
    /// One line, for the list of subcommands.
    static var summary: String { get }
    /// The shape of the call, such as `magpie prep INPUT… -o OUT [options]`.
    static var synopsis: String { get }
    /// Background beyond the options, in short paragraphs.
    static var details: String { get }
    static var examples: [Example] { get }
    static var options: [OptionGroup<Self>] { get }
    /// Options of earlier versions, each with the command that has its work now.
    static var movedOptions: [String: String] { get }
    /// The commands inside this one, in the order of the help.
    static var nested: [NestedCommand] { get }
    /// The kind of the words that are no options; nil for a command without such words.
    static var operands: ValueKind? { get }
    /// The meaning of exit code 2.
    static var unusableHelp: String { get }
    /// The meaning of exit code 3; nil for a command that has no inputs of which some may be bad.
    static var badInputsHelp: String? { get }

    init()
    /// Applies what the command line says.
    mutating func apply(_ settings: [Setting<Self>]) throws
    /// Runs the command with the arguments that are no options. Throws `UsageError`, `SetupError` or
    /// `StandardOutput.Failure`.
    func run(_ inputs: [Path]) throws -> ExitCode
}

struct Example {
    let purpose: String
    let line: String
}

/// A command inside a command, such as `import` of `magpie content`.
struct NestedCommand {
    let name: String
    /// Its paragraph in the help of the command.
    let help: String
    /// The kind of the words after its name; nil if there are none, or none that a shell can complete.
    var operands: ValueKind?
    /// The options of the command that it does not take.
    var refused: [String] = []

    /// The first clause of the help without the words of the call, for completions.
    var summary: String {
        let text = help.replacing("\n", with: " ").replacing(#/^[^a-z:]+([-]o [^a-z:]+)?: /#, with: "")
        return String(text.prefix(upTo: text.firstMatch(of: #/[.:;,] | \(/#)?.range.lowerBound ?? text.endIndex))
    }
}

extension [NestedCommand] {
    /// The table of the commands in the help.
    var table: String {
        map { $0.name.padded(to: 9) + $0.help.replacing("\n", with: "\n         ") }.joined(separator: "\n")
    }
}

extension Subcommand {
    static var details: String { "" }
    static var examples: [Example] { [] }
    static var options: [OptionGroup<Self>] { [] }
    static var movedOptions: [String: String] { [:] }
    static var nested: [NestedCommand] { [] }
    static var operands: ValueKind? { nil }
    static var unusableHelp: String { "Missing or unusable input, folder or store." }
    static var badInputsHelp: String? {
        let hasManyInputs = options.contains { $0.options.contains { $0.names.contains("--max-errors") } }
        return hasManyInputs ? "All inputs were bad, or more than --max-errors." : nil
    }

    static func main(_ words: [Path]) throws -> ExitCode {
        let end = words.firstIndex(of: Path("--")) ?? words.endIndex
        if words[..<end].contains(where: { $0 == Path("--help") || $0 == Path("-h") }) {
            try StandardOutput().write(help())
            return .done
        }
        var command = Self()
        let parser = ArgumentParser(options: options.flatMap(\.options), moved: movedOptions)
        let (settings, inputs) = try parser.read(words)
        try command.apply(settings)
        return try command.run(inputs)
    }

    mutating func apply(_ settings: [Setting<Self>]) throws {
        for setting in settings { try setting.apply(to: &self) }
    }
}
