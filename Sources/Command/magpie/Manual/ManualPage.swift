/// A page of the manual, in the macros of man(7).
struct ManualPage {
    /// Such as `magpie-search`.
    let name: String
    let text: String
    var fileName: String { name + ".1" }

    static var all: [ManualPage] { [whole] + subcommands.map { page(of: $0) } }

    private init(name: String, summary: String, synopsis: String, sections: [(String, String)]) {
        self.name = name
        // Titles of pages are in capitals; a summary in the list of pages has no period.
        let heading = ".TH \(name.uppercased()) 1 \(Version.day) \"magpie \(Version.number)\" \"Magpie\"\n"
        let title = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        let first = [
            ("NAME", "\(Roff.text(name)) \\-\n\(Roff.filled(title))"), ("SYNOPSIS", Roff.filled(synopsis)),
        ]
        text =
            heading + (first + sections).filter { !$0.1.isEmpty }.map { ".SH \($0.0)\n\($0.1)" }.joined()
    }

    private static func page<Command: Subcommand>(of command: Command.Type) -> ManualPage {
        var sections = [
            ("DESCRIPTION", Roff.blocks(command.details.isEmpty ? command.summary : command.details)),
            ("COMMANDS", Roff.rows(command.nested.map { ($0.word, $0.summary) })),
            ("OPTIONS", options(of: command) + Roff.row(.help)),
        ]
        for nested in command.nested { sections.append(section(of: nested, in: command)) }
        sections += [
            ("EXAMPLES", Roff.examples(command.allExamples)), ("EXIT STATUS", Roff.rows(command.exitCodes)),
            ("SEE ALSO", Roff.references(["magpie"])),
        ]
        return ManualPage(
            name: "magpie-" + command.name, summary: command.summary, synopsis: command.synopsis, sections: sections)
    }

    private static func options<Command: Subcommand>(of command: Command.Type) -> String {
        let groups = command.options.map { group in
            ".SS \(Roff.text(group.title))\n" + group.options.map { Roff.row($0.description) }.joined()
        }
        return groups.joined() + (groups.isEmpty ? "" : ".SS Help\n")
    }

    /// The section of a command inside another, with the exit codes that differ from those of the other.
    private static func section<Nested: Subcommand>(
        of nested: Nested.Type, in command: any Subcommand.Type
    ) -> (String, String) {
        let details = Roff.blocks(nested.details)
        let codes = nested.exitCodes.filter { code in !command.exitCodes.contains { $0 == code } }
        let options = nested.options.flatMap(\.options).map { Roff.row($0.description) }
        return (
            nested.name.uppercased(),
            Roff.filled(nested.synopsis) + ".PP\n" + Roff.filled(nested.summary)
                + (details.isEmpty || details.hasPrefix(".TP") ? "" : ".PP\n") + details + options.joined()
                + (codes.isEmpty ? "" : ".SS Exit status\n" + Roff.rows(codes))
        )
    }

    /// The page of the command itself.
    private static var whole: ManualPage {
        let groups = CommandGroup.all.map { group in
            ".SS \(Roff.text(group.title))\n" + Roff.rows(group.commands.map { ($0.name, $0.summary) })
        }
        return ManualPage(
            name: "magpie", summary: Help.purpose, synopsis: "magpie SUBCOMMAND …",
            sections: [
                ("DESCRIPTION", Roff.blocks(Help.introduction)),
                ("SUBCOMMANDS", groups.joined()),
                ("OPTIONS", Roff.row(.help) + Roff.row(.version)),
                ("EXAMPLES", Roff.examples(subcommands.compactMap { $0.examples.first })),
                ("EXIT STATUS", Roff.rows(Prep.exitCodes)),
                ("SEE ALSO", Roff.references(subcommands.map { "magpie-" + $0.name })),
            ])
    }
}
