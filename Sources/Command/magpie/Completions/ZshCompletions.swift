/// The script for zsh, to be loaded with `source` or as a file of `$fpath`.
enum ZshCompletions {
    static var script: String {
        """
        #compdef magpie
        \(completionHeading(.zsh))

        _magpie() {
            setopt local_options extended_glob
            local -a commands options refused
            local operands= name
            if (( CURRENT == 2 )); then
                if [[ $PREFIX == -* ]]; then
                    _arguments '(- *)'{-h,--help}'[Show the help.]' '(- *)'{-v,--version}'[Show the versions.]'
                    return
                fi
                commands=(
        \(subcommands.map { "            " + item($0.name, $0.summary) }.joined(separator: "\n"))
                )
                _describe -t commands command commands
                return
            fi
            case $words[2] in
        \(subcommands.map { clause($0) }.joined(separator: "\n"))
            esac
            # A specification is the names that exclude each other or a star, a name, and what follows it.
            for name in $refused; do
                options=(${options:#(\\([^\\)]#\\)|\\*)$name([^a-z-]*|)})
            done
            shift words
            (( CURRENT-- ))
            if (( CURRENT == 2 && $#commands )) && [[ $PREFIX != -* ]]; then
                _describe -t commands command commands
                [[ -z $operands ]] || eval $operands
                return
            fi
            _arguments -S : $options "*: :$operands"
        }

        if [[ $funcstack[1] == _magpie ]]; then
            _magpie "$@"
        else
            compdef _magpie magpie
        fi

        """
    }

    private static func item(_ name: String, _ summary: String) -> String { "\(name):\(summary)".singleQuoted }

    private static func clause<Command: Subcommand>(_ command: Command.Type) -> String {
        var lines = ["\(command.name))", "    options=("]
        lines += command.allDescriptions.flatMap(specifications).map { "        " + $0 } + ["    )"]
        if let operands = command.operands { lines.append("    operands=\(action(operands).singleQuoted)") }
        if !command.nested.isEmpty {
            lines += ["    commands=("] + command.nested.map { "        " + item($0.word, $0.summary) } + ["    )"]
            lines.append("    (( CURRENT > 3 )) && case $words[3] in")
            for nested in command.nested {
                let refused = command.refused(by: nested)
                let own = refused.isEmpty ? "" : " refused=(\(refused.joined(separator: " ")))"
                lines.append(
                    "        \(nested.word)) operands=\(action(nested.operands ?? .text).singleQuoted)\(own) ;;")
            }
            lines.append("    esac")
        }
        lines.append("    ;;")
        return lines.map { "        " + $0 }.joined(separator: "\n")
    }

    /// One specification of `_arguments` for each name of an option.
    private static func specifications(_ option: OptionDescription) -> [String] {
        let others = option.isRepeatable ? "*" : "(\(option.names.joined(separator: " ")))"
        let summary = "[\(option.summary.escaping(#"\[]"#))]"
        return option.names.map { name in
            guard let kind = option.kind else { return "\(others)\(name)\(summary)".singleQuoted }
            let value = "\((option.valueName ?? "").escaping(#"\:"#)):\(action(kind))"
            let mark = option.isValueOptional ? "=-" : OptionDescription.letter(name) == nil ? "=" : "+"
            let colons = option.isValueOptional ? "::" : ":"
            return "\(others)\(name)\(mark)\(summary)\(colons)\(value)".singleQuoted
        }
    }

    private static func action(_ kind: ValueKind) -> String {
        switch kind {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .file: "_files"
        case .folder: "_files -/"
        case .number, .text: ""
        }
    }
}

extension String {
    /// The text with a backslash before each of these characters.
    func escaping(_ characters: String) -> String {
        map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
