/// One verb of the command, in a file of its own. An entry in ``subcommands`` makes it available.
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
    /// The meaning of exit code 2.
    static var unusableHelp: String { get }
    /// The meaning of exit code 3; nil for a command that has no inputs of which some may be bad.
    static var badInputsHelp: String? { get }

    init()
    /// Runs the command with the arguments that are no options. Throws `UsageError`, `SetupError` or
    /// `StandardOutput.Failure`.
    func run(_ inputs: [Path]) throws -> ExitCode
}

struct Example {
    let purpose: String
    let line: String
}

extension Subcommand {
    static var details: String { "" }
    static var examples: [Example] { [] }
    static var options: [OptionGroup<Self>] { [] }
    static var movedOptions: [String: String] { [:] }
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
        let inputs = try parser.parse(words, into: &command)
        return try command.run(inputs)
    }
}
