/// A page of the manual, in the macros of man(7).
struct ManualPage {
    /// Such as `magpie-search`.
    let name: String
    let text: String
    var fileName: String { name + ".1" }

    static var all: [ManualPage] { [whole] + subcommands.map { page(of: $0) } }

    private init(name: String, summary: String, synopsis: String, sections: [(title: String, text: String)]) {
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
        let groups = command.options.map { group in
            ".SS \(Roff.text(group.title))\n" + group.options.map { Roff.row($0.description) }.joined()
        }
        let details = Roff.blocks(command.details.isEmpty ? command.summary : command.details)
        return ManualPage(
            name: "magpie-" + command.name, summary: command.summary, synopsis: command.synopsis,
            sections: [
                ("DESCRIPTION", details),
                ("OPTIONS", groups.joined() + (groups.isEmpty ? "" : ".SS Help\n") + Roff.row(.help)),
                ("EXAMPLES", Roff.examples(command.examples)),
                ("EXIT STATUS", Roff.rows(command.exitCodes)),
                ("SEE ALSO", Roff.references(["magpie"])),
            ])
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
