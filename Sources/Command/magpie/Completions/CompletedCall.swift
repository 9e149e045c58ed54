/// The words of a call before the one that is completed.
struct CompletedCall {
    /// The operands so far.
    private(set) var operands: [String] = []
    /// The option that the next word is the value of.
    private(set) var pending: OptionDescription?
    /// True after `--`.
    private(set) var endsOptions = false
    private var given: [(option: OptionDescription, value: String?)] = []

    init(_ words: some Sequence<String>, of options: [OptionDescription]) {
        for word in words {
            if let option = pending {
                given.append((option, word))
                pending = nil
            } else if word == "--", !endsOptions {
                endsOptions = true
            } else if endsOptions || !word.hasPrefix("-") || word == "-" {
                operands.append(word)
            } else {
                let (name, value) = Self.parts(of: word)
                guard let option = options.first(where: { $0.names.contains(name) }) else { continue }
                if value == nil, option.kind != nil, !option.isValueOptional {
                    pending = option
                } else {
                    given.append((option, value))
                }
            }
        }
    }

    /// `--name=value` and `-nvalue` in two.
    static func parts(of word: String) -> (name: String, value: String?) {
        if !word.hasPrefix("--"), word.count > 2 { return (String(word.prefix(2)), String(word.dropFirst(2))) }
        guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    /// The last value of an option.
    func value(of name: String) -> String? { given.last { $0.option.names.contains(name) }?.value }

    /// True where the option may be given, once more or for the first time.
    func allows(_ option: OptionDescription) -> Bool {
        option.isRepeatable || !given.contains { $0.option.names == option.names }
    }
}
