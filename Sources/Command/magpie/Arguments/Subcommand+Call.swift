// A call: the command that it names, its options, and running it.
extension Subcommand {
    /// The command of a call: this one, or the one inside it that the first word names which is no option; and the words
    /// without that name.
    static func called(by words: [Path]) -> (command: any Subcommand.Type, words: [Path]) {
        guard !nested.isEmpty else { return (self, words) }
        let known = descriptions + nested.flatMap { $0.descriptions }
        guard let place = known.firstOperand(of: words),
            let inner = nested.first(where: { Path($0.word) == words[place] })
        else { return (self, words) }
        var rest = words
        rest.remove(at: place)
        return (inner, rest)
    }

    static func main(_ words: [Path]) throws -> ExitCode {
        let end = words.firstIndex(of: Path("--")) ?? words.endIndex
        if words[..<end].contains(Path("--help")) || words[..<end].contains(Path("-h")) {
            try StandardOutput().write(words[..<end].contains(Path("--help")) ? help() : shortHelp())
            return .done
        }
        var command = Self()
        let (settings, others) = try read(words)
        try command.apply(settings)
        return try command.run(others)
    }

    /// Returns the options of a call, `--store` among them where a word is the store, and the other words.
    static func read(_ words: [Path]) throws(UsageError) -> (settings: [Setting<Self>], words: [Path]) {
        let parser = ArgumentParser(
            options: options.flatMap(\.options), moved: movedOptions, elsewhere: optionsElsewhere)
        let (settings, operands) = try parser.read(words)
        if let first = operands.first, let slip = unknownAction(first) { throw slip }
        return try takeStore(of: operands, settings)
    }

    /// The error of a word that is nearly the name of a command inside this one, and no file; nil for any other word.
    static func unknownAction(_ word: Path) -> UsageError? {
        guard let meant = nearest(to: word.text, among: nested.map { $0.word }), (try? FileStatus.of(word)) == nil
        else { return nil }
        return UsageError("unknown action '\(word)'; did you mean \(meant)?")
    }

    /// The options of the commands beside, around and inside this one, with the names of these commands.
    private static var optionsElsewhere: [String: [String]] {
        let outer = subcommands.first { name.hasPrefix($0.name + " ") }
        var found: [String: [String]] = [:]
        for command in outer.map({ [$0] + $0.nested }) ?? nested where command.name != name {
            for option in command.descriptions.flatMap(\.names) { found[option, default: []].append(command.name) }
        }
        return found
    }
}
