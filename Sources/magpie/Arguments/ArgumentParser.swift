/// Reads the words of a command line: `--option value`, `--option=value`, `--flag`, everything else is an input.
/// `--` ends the options; a lone `-` is an input (standard input).
struct ArgumentParser<Target> {
    let options: [Option<Target>]

    /// Applies the options to `target` and gives the other words, in their order.
    func parse(_ words: [Path], into target: inout Target) throws(UsageError) -> [Path] {
        var inputs: [Path] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word.bytes.elementsEqual("--".utf8) {
                inputs += rest
                break
            }
            guard word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 else {
                inputs.append(word)
                continue
            }
            let (name, attached) = split(word)
            guard let option = options.first(where: { $0.names.contains(name) }) else {
                throw unknown(name)
            }
            try apply(option, named: name, attached: attached, rest: &rest, to: &target)
        }
        return inputs
    }

    private func apply(
        _ option: Option<Target>, named name: String, attached: Path?, rest: inout ArraySlice<Path>,
        to target: inout Target
    ) throws(UsageError) {
        guard let valueName = option.valueName else {
            if let attached { throw UsageError("\(name) takes no value, but was given '\(attached)'") }
            try option.apply(&target, Path(""))
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(name) needs a value: \(name) \(valueName)")
        }
        try option.apply(&target, value)
    }

    /// `--name=value` in two; the value belongs to long options only.
    private func split(_ word: Path) -> (name: String, attached: Path?) {
        guard word.bytes.starts(with: "--".utf8), let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) else {
            return (word.text, nil)
        }
        return (Path(bytes: word.bytes[..<equals]).text, Path(bytes: word.bytes[(equals + 1)...]))
    }

    private func unknown(_ name: String) -> UsageError {
        let hint = nearest(to: name, among: options.flatMap(\.names) + ["--help"]).map { "; did you mean \($0)?" } ?? ""
        return UsageError("unknown option \(name)\(hint)")
    }
}
