/// `magpie completions SHELL`.
struct Completions: Subcommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let name = "completions"
    static let summary = "Prints a script with which a shell completes commands, options and values."
    static let synopsis = "magpie completions bash|zsh|fish"
    static let details = """
        bash  load it in ~/.bashrc with: source <(magpie completions bash)
        zsh   load it in ~/.zshrc, after compinit, with: source <(magpie completions zsh); or write it to a file _magpie
              in a folder of $fpath
        fish  write it to ~/.config/fish/completions/magpie.fish
        """
    static let examples = [
        Example(purpose: "for bash, in every new shell", line: "magpie completions bash > magpie.bash"),
        Example(purpose: "for zsh, as a file of $fpath", line: "magpie completions zsh > _magpie"),
        Example(purpose: "for fish", line: "magpie completions fish > magpie.fish"),
    ]
    static let operands: ValueKind? = .words(Shell.allCases.map(\.rawValue))

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else { throw UsageError("missing shell: \(Self.synopsis)") }
        if words.count > 1 {
            throw UsageError("completions takes one shell, but was also given '\(words[1].text.quoted)'")
        }
        guard let shell = Shell(rawValue: word.text) else {
            let names = Shell.allCases.map(\.rawValue)
            let hint = nearest(to: word.text, among: names).map { "did you mean \($0)?" }
            throw UsageError(
                "there are no completions for '\(word.text.quoted)'; "
                    + (hint ?? "there are some for \(names.joined(separator: ", "))"))
        }
        try StandardOutput().write(shell.script)
        return .done
    }
}
