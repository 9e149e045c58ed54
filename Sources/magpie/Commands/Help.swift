/// `magpie help [SUBCOMMAND]`.
struct Help: Subcommand {
    static let name = "help"
    static let summary = "Explains the command or one subcommand."
    static let synopsis = "magpie help [SUBCOMMAND]"

    func run(_ inputs: [Path]) throws -> ExitCode {
        if let name = inputs.first {
            try StandardOutput().write(try Magpie.subcommand(named: name.text).help)
            return .done
        }
        let verbs = table(subcommands.map { ($0.name, $0.summary) })
        try StandardOutput().write(
            """
            Magpie prepares images (upright, cropped, resized, encoded, with their colors) and finds what looks
            like them.

            Usage: magpie SUBCOMMAND …

            \(verbs)
            'magpie help SUBCOMMAND' or 'magpie SUBCOMMAND --help' shows options and examples.

            Exit codes: 0 done, 1 usage, 2 set-up (a missing folder, a damaged store), 3 more bad inputs than --max-errors,
            75 try again (the disk is full), 130 and 143 interrupted. A bad image is a result, not a failure.

            """)
        return .done
    }
}
