/// The words that a command takes, as far as a shell completes them.
struct CompletedCommand {
    let name: String
    let summary: String
    let options: [OptionDescription]
    /// The kind of the words that are no options; nil for a command without such words.
    let operands: ValueKind?
    /// The commands inside this one.
    var nested: [CompletedCommand] = []

    static var all: [CompletedCommand] {
        subcommands.map { command in
            CompletedCommand(
                name: command.name, summary: command.summary, options: command.descriptions,
                operands: command.operands,
                nested: command.nested.map { nested in
                    CompletedCommand(
                        name: nested.word, summary: nested.summary, options: nested.descriptions,
                        operands: nested.operands)
                })
        }
    }
}

extension Subcommand {
    /// The descriptions of all options, `--help` last.
    static var descriptions: [OptionDescription] { options.flatMap(\.options).map(\.description) + [.help] }
}
