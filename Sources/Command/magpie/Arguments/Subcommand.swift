/// One verb of the command, in a file of its own. An entry in a ``CommandGroup`` makes it available.
protocol Subcommand {
    /// The words that call it, such as `search` and `store check`.
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
    static var nested: [any Subcommand.Type] { get }
    /// The kind of the words that are no options; nil for a command without such words.
    static var operands: ValueKind? { get }
    /// The number of words that the command takes besides its store; see ``StoreOperand``.
    static var others: ClosedRange<Int> { get }
    static var storeOperand: StoreOperand { get }
    /// Options that remove something, without hyphens. With one of them no word is the store, since a pattern such as `*`
    /// may have put it first.
    static var removingOptions: Set<String> { get }
    /// The meaning of exit code 2.
    static var unusableHelp: String { get }
    /// The meaning of exit code 3; nil for a command that has no inputs of which some may be bad.
    static var badInputsHelp: String? { get }
    /// The meaning of exit code 75.
    static var passingHelp: String { get }
    /// The meaning of exit code 4; nil for a command that does not look for faults.
    static var faultsHelp: String? { get }

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

/// A command that does nothing but hold others, such as `magpie store`.
protocol ParentCommand: Subcommand {}

extension ParentCommand {
    static var synopsis: String { "magpie \(name) COMMAND …" }
    /// One of each command.
    static var examples: [Example] { nested.compactMap { $0.examples.first } }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else {
            throw UsageError(
                "missing action: magpie \(Self.name) \(Self.nested.map { $0.word }.joined(separator: "|")) …")
        }
        throw Self.unknownAction(word) ?? UsageError("unknown action '\(word)'")
    }
}

extension Subcommand {
    static var details: String { "" }
    static var examples: [Example] { [] }
    static var options: [OptionGroup<Self>] { [] }
    static var movedOptions: [String: String] { [:] }
    static var nested: [any Subcommand.Type] { [] }
    static var operands: ValueKind? { storeOption == nil ? nil : .file }
    static var others: ClosedRange<Int> { 0...0 }
    static var storeOperand: StoreOperand { .recognized }
    static var removingOptions: Set<String> { [] }
    static var faultsHelp: String? { nil }
    static var passingHelp: String { "Disk full, or no descriptors or memory left: try again." }
    static var unusableHelp: String { "Missing or unusable input, folder or store." }
    static var badInputsHelp: String? {
        let hasManyInputs = options.contains { $0.options.contains { $0.names.contains("--max-errors") } }
        return hasManyInputs ? "All inputs were bad, or more than --max-errors." : nil
    }

    /// Its examples and those of the commands inside it.
    static var allExamples: [Example] {
        (self is any ParentCommand.Type ? [] : examples) + nested.flatMap { $0.examples }
    }

    /// The last word of the name: `check` of `store check`.
    static var word: String { name.split(separator: " ").last.map(String.init) ?? name }

    mutating func apply(_ settings: [Setting<Self>]) throws {
        for setting in settings { try setting.apply(to: &self) }
    }
}
