/// The script for bash 3.2 and later. Where it proposes nothing, readline completes the names of files, with its own
/// rules for quotes and blanks.
enum BashCompletions {
    static var script: String {
        """
        \(completionHeading(.bash))

        _magpie() {
            local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
            local attached= options= nested= value= operands=@text
            # Bash parts --name=value into three words.
            if [[ $current == = ]]; then
                current= attached=1
            elif [[ $option == = && $COMP_CWORD -gt 2 ]]; then
                option=${COMP_WORDS[COMP_CWORD-2]} attached=1
            fi
            case ${COMP_WORDS[1]} in
        \(subcommands.map { clause($0) }.joined(separator: "\n"))
            esac
            if [[ $COMP_CWORD -eq 1 ]]; then
                value=\(subcommands.map { $0.name }.joined(separator: " ").singleQuoted)
                [[ $current == -* ]] && value='--help --version'
            elif [[ -z $value && $current == -* ]]; then
                value=$options
            elif [[ -z $value ]]; then
                value=$operands
                [[ $COMP_CWORD -eq 2 && -n $nested ]] && value=$nested
            fi
            COMPREPLY=()
            case $value in
                @file) return ;;
                @folder) compopt +o default -o dirnames 2>/dev/null; return ;;
                @text) ;;
                *) COMPREPLY=($(compgen -W "$value" -- "$current")) ;;
            esac
            # The first word of a command may be a command inside it or a file.
            [[ $value == "$nested" && $operands == @file ]] || compopt +o default 2>/dev/null
        }
        complete -o default -F _magpie magpie

        """
    }

    private static func clause<Command: Subcommand>(_ command: Command.Type) -> String {
        let names = command.allDescriptions.flatMap(\.names)
        func list(_ names: [String]) -> String { "options=\(names.joined(separator: " ").singleQuoted)" }
        var lines = ["\(command.name))", "    \(list(names))"]
        if let operands = command.operands { lines.append("    operands=\(word(operands))") }
        if !command.nested.isEmpty {
            lines.append("    nested=\(command.nested.map { $0.word }.joined(separator: " ").singleQuoted)")
            lines.append("    [[ $COMP_CWORD -gt 2 ]] && case ${COMP_WORDS[2]} in")
            for nested in command.nested {
                let refused = command.refused(by: nested)
                let own = refused.isEmpty ? "" : " " + list(names.filter { !refused.contains($0) })
                lines.append("        \(nested.word)) operands=\(word(nested.operands ?? .text))\(own) ;;")
            }
            lines.append("    esac")
        }
        let values = command.allDescriptions.compactMap(value)
        if !values.isEmpty { lines += ["    case $option in"] + values.map { "        \($0)" } + ["    esac"] }
        lines.append("    ;;")
        return lines.map { "        " + $0 }.joined(separator: "\n")
    }

    /// The case of an option that has a value.
    private static func value(_ option: OptionDescription) -> String? {
        guard let kind = option.kind else { return nil }
        let names = option.names.joined(separator: "|")
        return "\(names)) \(option.isValueOptional ? "[[ $attached ]] && " : "")value=\(word(kind)) ;;"
    }

    private static func word(_ kind: ValueKind) -> String {
        switch kind {
        case .words(let words): words.joined(separator: " ").singleQuoted
        case .file: "@file"
        case .folder: "@folder"
        case .number, .text: "@text"
        }
    }
}
