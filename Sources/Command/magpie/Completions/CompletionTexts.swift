import Essentials

extension OptionDescription {
    /// `-o`, without its dash; nil for a long name.
    static func letter(_ name: String) -> String? {
        name.hasPrefix("--") ? nil : String(name.dropFirst())
    }
}

extension Subcommand {
    /// The descriptions of all options, `--help` last.
    static var descriptions: [OptionDescription] { options.flatMap(\.options).map(\.description) + [.help] }
}

extension String {
    /// The text as one word of a shell.
    var singleQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}

/// The first line of every script.
func completionHeading(_ shell: Completions.Shell) -> String {
    "# Completions of magpie \(Version.number) in \(shell.rawValue), made by 'magpie completions \(shell.rawValue)'."
}
