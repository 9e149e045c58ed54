import Essentials

extension OptionDescription {
    /// The first sentence of the help, without its period.
    var summary: String {
        String(help.prefix(upTo: help.firstMatch(of: #/\.( |$)/#)?.range.lowerBound ?? help.endIndex))
    }

    /// `-o`, without its dash; nil for a long name.
    static func letter(_ name: String) -> String? {
        name.hasPrefix("--") ? nil : String(name.dropFirst())
    }
}

extension Subcommand {
    /// The descriptions of all options, `--help` last.
    static var descriptions: [OptionDescription] { options.flatMap(\.options).map(\.description) + [.help] }

    /// The descriptions of all options and of those of the commands inside this one, `--help` last.
    static var allDescriptions: [OptionDescription] {
        var seen: Set<[String]> = []
        let all = descriptions.dropLast() + nested.flatMap { $0.descriptions.dropLast() }
        return all.filter { seen.insert($0.names).inserted } + [.help]
    }

    /// The names of the options of a command that one inside it does not take.
    static func refused(by nested: any Subcommand.Type) -> [String] {
        let taken = nested.descriptions.flatMap(\.names)
        return allDescriptions.flatMap(\.names).filter { !taken.contains($0) }
    }
}

extension String {
    /// The text as one word of a shell.
    var singleQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}

/// The first line of every script.
func completionHeading(_ shell: Completions.Shell) -> String {
    "# Completions of magpie \(Version.number) in \(shell.rawValue), made by 'magpie completions \(shell.rawValue)'."
}
