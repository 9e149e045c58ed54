/// Reads the words of a command line: `--option value`, `--option=value`, `-o value`, `-ovalue`, `--flag`, `--flag=false`;
/// everything else is an input. `--` ends the options; a lone `-` is an input (standard input).
struct ArgumentParser<Target> {
    let options: [Option<Target>]
    /// Options of earlier versions, each with the command that has its work now.
    var moved: [String: String] = [:]
    /// Options of related commands, each with the commands that take it.
    var elsewhere: [String: [String]] = [:]

    /// Applies the options to `target` and gives the other words, in their order.
    func parse(_ words: [Path], into target: inout Target) throws(UsageError) -> [Path] {
        let (settings, inputs) = try read(words)
        for setting in settings { try setting.apply(to: &target) }
        return inputs
    }

    /// Returns the options and the other words, both in their order.
    func read(_ words: [Path]) throws(UsageError) -> (settings: [Setting<Target>], inputs: [Path]) {
        var settings: [Setting<Target>] = []
        var inputs: [Path] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word.bytes.elementsEqual("--".utf8) {
                inputs += rest
                break
            }
            guard word.isOption else {
                inputs.append(word)
                continue
            }
            let (name, attached) = options.map(\.description).split(word)
            guard let option = options.first(where: { $0.names.contains(name) }) else { throw unknown(name) }
            let content = try content(of: option, named: name, attached: attached, rest: &rest)
            settings.append(Setting(option: option, content: content, source: .commandLine))
        }
        return (settings, inputs)
    }

    private func content(
        of option: Option<Target>, named name: String, attached: Path?, rest: inout ArraySlice<Path>
    ) throws(UsageError) -> SettingContent {
        guard let valueName = option.valueName else {
            switch attached?.text {
            case nil, "true": return .on
            case "false": return .off
            case let text?: throw UsageError("\(name) takes no value, but was given '\(text.quoted)'")
            }
        }
        if option.isValueOptional { return attached.map { .value($0) } ?? .on }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(name) needs a value: \(name) \(valueName)")
        }
        return .value(value)
    }

    private func unknown(_ name: String) -> UsageError {
        if let command = moved[name] {
            return UsageError("\(name) has moved to '\(command)': swift run -c release \(command) in a checkout")
        }
        if let commands = elsewhere[name] {
            let some = commands.count > 3 ? commands.prefix(2) + ["others"] : commands
            return UsageError("unknown option \(name); it is an option of \(some.listed)")
        }
        let names = options.flatMap(\.names) + ["--help"]
        // Every letter is one keystroke from every other.
        let near = name.count > 2 ? nearest(to: name, among: names) : nil
        let meant = names.contains("-" + name) ? "-" + name : near
        return UsageError("unknown option \(name.quoted)\(meant.map { "; did you mean \($0)?" } ?? "")")
    }
}

extension [OptionDescription] {
    /// `--name=value` and `-nvalue` in two.
    func split(_ word: Path) -> (name: String, attached: Path?) {
        if word.bytes.starts(with: "--".utf8) {
            guard let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) else { return (word.text, nil) }
            return (Path(bytes: word.bytes[..<equals]).text, Path(bytes: word.bytes[(equals + 1)...]))
        }
        let short = Path(bytes: word.bytes.prefix(2)).text
        // -size is --size with one dash too few, and no -s with the value "ize".
        guard word.bytes.count > 2, contains(where: { $0.names.contains(short) && $0.valueName != nil }),
            !contains(where: { $0.names.contains("-" + word.text) })
        else { return (word.text, nil) }
        return (short, Path(bytes: word.bytes.dropFirst(2)))
    }

    /// The place of the first word that is neither an option nor the value of one.
    func firstOperand(of words: [Path]) -> Int? {
        var place = 0
        while place < words.count {
            let word = words[place]
            if word == Path("--") { return place + 1 < words.count ? place + 1 : nil }
            guard word.isOption else { return place }
            let (name, attached) = split(word)
            let option = first { $0.names.contains(name) }
            let hasValue = option.map { $0.valueName != nil && !$0.isValueOptional } ?? false
            place += hasValue && attached == nil ? 2 : 1
        }
        return nil
    }
}

extension [Path] {
    /// The word of a call that takes one; throws this sentence for none and for several.
    func only(or sentence: @autoclosure () -> String) throws(UsageError) -> Path {
        guard let word = first, count == 1 else { throw UsageError(sentence()) }
        return word
    }
}

extension Path {
    /// True for a word with a dash at its beginning; a dash alone stands for standard input.
    fileprivate var isOption: Bool { bytes.first == UInt8(ascii: "-") && bytes.count > 1 }
}
