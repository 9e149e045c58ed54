/// The script for fish.
enum FishCompletions {
    static var script: String {
        """
        \(completionHeading(.fish))

        # True if these are the words after magpie, whatever follows them.
        function __magpie_in
            set -l words (commandline -opc)
            set -e words[1]
            for number in (seq (count $argv))
                test "$words[$number]" = "$argv[$number]"; or return 1
            end
        end

        # True if this many words stand before the one that is completed.
        function __magpie_after
            test (count (commandline -opc)) -eq $argv[1]
        end

        complete -c magpie -f
        complete -c magpie -n '__magpie_after 1' -s h -l help -d 'Show the help'
        complete -c magpie -n '__magpie_after 1' -s v -l version -d 'Show the versions'
        \(subcommands.map { "complete -c magpie -n '__magpie_after 1' " + argument($0.name, $0.summary) }
            .joined(separator: "\n"))
        \(subcommands.flatMap { lines($0) }.joined(separator: "\n"))

        """
    }

    private static func argument(_ word: String, _ summary: String) -> String { "-a \(word) -d \(quoted(summary))" }

    private static func lines<Command: Subcommand>(_ command: Command.Type) -> [String] {
        let begin = "complete -c magpie -n '__magpie_in \(command.name)"
        let options = command.allDescriptions.map { option in
            let refusing = command.nested.filter { command.refused(by: $0).contains(option.names[0]) }.map { $0.word }
            let begin = begin + refusing.map { "; and not __magpie_in \(command.name) \($0)" }.joined()
            let names = option.names.map { name in
                OptionDescription.letter(name).map { "-s \($0)" } ?? "-l \(name.dropFirst(2))"
            }
            return ([begin + "'"] + names + value(option) + ["-d", quoted(option.summary)]).joined(separator: " ")
        }
        let operands = command.operands.map { [begin + "' " + proposals(of: $0)] } ?? []
        let nested = command.nested.flatMap { nested in
            let name = "\(begin); and __magpie_after 2' " + argument(nested.word, nested.summary)
            let rest = nested.operands.map { "\(begin) \(nested.word)' " + proposals(of: $0) }
            return [name] + (rest.map { [$0] } ?? [])
        }
        return options + operands + nested
    }

    private static func value(_ option: OptionDescription) -> [String] {
        guard let kind = option.kind else { return [] }
        if option.isValueOptional {
            if case .words = kind { return ["-f", proposals(of: kind)] }
            return []
        }
        switch kind {
        case .number, .text: return ["-x"]
        case .file: return ["-r", proposals(of: kind)]
        case .words, .folder: return ["-x", proposals(of: kind)]
        }
    }

    private static func proposals(of kind: ValueKind) -> String {
        switch kind {
        case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
        case .file: "-F"
        case .folder: "-a '(__fish_complete_directories)'"
        case .number, .text: ""
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.escaping(#"\'"#) + "'" }
}
