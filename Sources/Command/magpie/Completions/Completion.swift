import SearchAPI

/// The words that may take the place of the last word of a call.
struct Completion {
    struct Proposal: Hashable {
        let word: String
        var summary = ""
    }

    /// The names that the shell proposes itself.
    enum Names: String {
        case none, files, folders
    }

    private(set) var proposals: [Proposal] = []
    private(set) var names = Names.none
    /// The part of the word before the name of a file, such as `--output=`.
    private(set) var start = ""

    /// Completes the last of the words after the name of the program.
    init(of words: [String]) { complete(words) }

    private mutating func complete(_ words: [String]) {
        let word = words.last ?? ""
        guard words.count > 1 else {
            if word.hasPrefix("-") { return propose([.help, .version], for: word) }
            return propose(CompletedCommand.all.map { Proposal(word: $0.name, summary: $0.summary) }, for: word)
        }
        guard var command = CompletedCommand.all.first(where: { $0.name == words[0] }) else { return }
        var before = words[1..<(words.count - 1)]
        if let nested = command.nested.first(where: { $0.name == before.first }) {
            command = nested
            before = before.dropFirst()
        } else if before.isEmpty, !word.hasPrefix("-") {
            propose(command.nested.map { Proposal(word: $0.name, summary: $0.summary) }, for: word)
        }
        let call = CompletedCall(before, of: command.options)
        if let option = call.pending { return propose(option.kind, for: word, in: call) }
        guard word.hasPrefix("-"), !call.endsOptions else { return propose(command.operands, for: word, in: call) }
        let (name, value) = CompletedCall.parts(of: word)
        if let value, let option = command.options.first(where: { $0.names.contains(name) }) {
            return propose(option.kind, after: String(word.dropLast(value.count)), for: value, in: call)
        }
        propose(command.options.filter(call.allows), for: word)
    }

    private mutating func propose(_ options: [OptionDescription], for word: String) {
        propose(
            options.flatMap { option in option.names.map { Proposal(word: $0, summary: option.summary) } }, for: word)
    }

    /// Proposes words that begin with a word, behind the part of the present word that stays as it is. A word that a
    /// terminal would not show as it is, or that ends a line, is left out.
    private mutating func propose(_ proposals: [Proposal], after start: String = "", for word: String) {
        self.proposals += proposals.filter { $0.word.hasPrefix(word) && $0.word.printable == $0.word }
            .map { Proposal(word: start + $0.word, summary: $0.summary) }
    }

    private mutating func propose(_ words: [String], after start: String, for word: String) {
        propose(words.map { Proposal(word: $0) }, after: start, for: word)
    }

    private mutating func propose(
        _ kind: ValueKind?, after start: String = "", for word: String, in call: CompletedCall
    ) {
        let store = CompletedStore(call: call)
        switch kind {
        case nil, .number, .text: break
        case .file: (names, self.start) = (.files, start)
        case .folder: (names, self.start) = (.folders, start)
        case .words(let words): propose(words, after: start, for: word)
        case .list(let words):
            let (begun, rest) = word.parted(behind: ",")
            propose(words, after: start + begun, for: rest)
        case .id: propose(store.ids(startingWith: word), after: start, for: word)
        case .field(let ends):
            let (field, end) = word.parted(behind: ":")
            if !field.isEmpty { return propose(ends, after: start + field, for: end) }
            propose(store.fields.map { Proposal(word: $0.name, summary: $0.type.rawValue) }, after: start, for: word)
        case .fields:
            let (begun, rest) = word.parted(behind: ",")
            let used = Set(begun.split(separator: ",").map(String.init))
            let others = (store.fields.map(\.name) + [Facet.pictureColors]).filter { !used.contains($0) }
            propose(others, after: start + begun, for: rest)
        case .filter:
            let negation = word.hasPrefix("!") ? "!" : ""
            guard let colon = word.firstIndex(of: ":") else {
                let fields = store.fields.map { Proposal(word: $0.name + ":", summary: $0.type.rawValue) }
                return propose(fields, after: start + negation, for: String(word.dropFirst(negation.count)))
            }
            let field = String(word[..<colon].dropFirst(negation.count))
            let (begun, value) = String(word[word.index(after: colon)...]).parted(behind: "|")
            // Signs of an expression would need quotes.
            let values = store.values(of: field, startingWith: value).filter { !$0.contains { "|\"()".contains($0) } }
            propose(values, after: start + String(word[...colon]) + begun, for: value)
        }
    }
}

extension String {
    /// The part up to the last sign, with it, and the rest.
    fileprivate func parted(behind sign: Character) -> (String, String) {
        let end = lastIndex(of: sign).map(index(after:)) ?? startIndex
        return (String(self[..<end]), String(self[end...]))
    }
}
