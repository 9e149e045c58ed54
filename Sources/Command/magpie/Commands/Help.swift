/// `magpie help [SUBCOMMAND]`, also of a command inside another: `magpie help store check`.
struct Help: Subcommand {
    static let name = "help"
    static let summary = "Shows help for the command or for a subcommand."
    static let synopsis = "magpie help [SUBCOMMAND [COMMAND]]"
    static var operands: ValueKind? { .words(subcommands.map { $0.name }) }

    /// The summary of the whole command.
    static let purpose = "Prepares images and finds similar ones."
    static let introduction = """
        Magpie prepares images (upright, cropped, resized, encoded, with their
        colors) and finds similar ones.
        """

    func run(_ inputs: [Path]) throws -> ExitCode {
        if !inputs.isEmpty {
            let (command, rest) = try Magpie.call(inputs)
            if let slip = rest.first.flatMap({ command.unknownAction($0) }) { throw slip }
            try StandardOutput().write(command.help())
            return .done
        }
        let width = subcommands.map { $0.name.count }.max() ?? 0
        let verbs = CommandGroup.all.map { group in
            "\(group.title):\n" + table(group.commands.map { ($0.name.padded(to: width), $0.summary) })
        }
        try StandardOutput().write(
            """
            \(Self.introduction)

            Usage: magpie SUBCOMMAND …

            \(verbs.joined(separator: "\n"))
            'magpie SUBCOMMAND --help' shows options, examples and exit codes.

            """)
        return .done
    }
}
