/// The tokens that are found in a text before it is split, whatever the model would make of it.
struct AddedTokens: Sendable {
    struct Token: Sendable {
        let text: String
        let id: Int32
        let isSpecial: Bool
        let isNormalized: Bool
        /// Only between characters that belong to no word.
        let isWord: Bool
        /// Takes the blanks before and behind it along.
        let stripsLeft: Bool
        let stripsRight: Bool
    }

    /// A token, or text between tokens.
    enum Part {
        case token(Int32)
        case text(Range<Int>)
    }

    private var tokens: [Token] = []
    private(set) var ids: [String: Int32] = [:]
    /// Tokens that are looked for in the text as it is, and those in the normalized text; values are indices.
    private var plain = ScalarTrie()
    private var normalized = ScalarTrie()

    /// Reads `added_tokens`. A token of the vocabulary keeps its id; others get the ids behind the vocabulary, as the
    /// reference gives them, whatever the file says.
    init(_ file: Section, vocabulary: TokenTable, normalizer: Normalizer?) throws(TokenizerError) {
        guard file.value("added_tokens") != nil else { return }
        var highest: Int32 = -1
        for section in try file.sections("added_tokens") {
            try section.allow("id", "content", "single_word", "lstrip", "rstrip", "normalized", "special")
            guard try section.integer("id") != nil else { throw .invalid("\(section.place).id is missing") }
            let text = try section.text("content")
            if text.isEmpty || ids[text] != nil { continue }
            let id = vocabulary.id(text) ?? max(highest + 1, Int32(vocabulary.count))
            highest = max(highest, id)
            ids[text] = id
            let isSpecial = try section.flag("special", default: false)
            tokens.append(
                Token(
                    text: text, id: id, isSpecial: isSpecial,
                    isNormalized: try section.flag("normalized", default: !isSpecial),
                    isWord: try section.flag("single_word", default: false),
                    stripsLeft: try section.flag("lstrip", default: false),
                    stripsRight: try section.flag("rstrip", default: false)))
        }
        for (index, token) in tokens.enumerated() {
            let scalars = Array(token.text.unicodeScalars)
            if token.isNormalized {
                let form = try normalizer?.apply(to: scalars) ?? scalars
                if !normalized.contains(form) { try normalized.insert(form, value: Int32(index)) }
            } else {
                try plain.insert(scalars, value: Int32(index))
            }
        }
    }

    /// The parts of a text before its normalization, or those of a normalized part.
    func parts(of text: [Unicode.Scalar], isNormalized: Bool) -> [Part] {
        let trie = isNormalized ? normalized : plain
        guard !trie.isEmpty else { return text.isEmpty ? [] : [.text(0..<text.count)] }
        var (parts, last, place): ([Part], Int, Int) = ([], 0, 0)
        while place < text.count {
            var longest: (end: Int, index: Int32)?
            trie.eachMatch(text, from: place, to: text.count) { longest = ($0, $1) }
            guard let longest else {
                place += 1
                continue
            }
            var (start, end) = (place, longest.end)
            place = end
            let token = tokens[Int(longest.index)]
            if token.isWord {
                let isFree = start == 0 || !text[start - 1].isWord
                guard isFree, end == text.count || !text[end].isWord else { continue }
            }
            if token.stripsLeft { while start > last, text[start - 1].isSpace { start -= 1 } }
            if token.stripsRight { while end < text.count, text[end].isSpace { end += 1 } }
            if start > last { parts.append(.text(last..<start)) }
            parts.append(.token(token.id))
            // The next token may begin among the blanks that this one took.
            last = end
        }
        if last < text.count { parts.append(.text(last..<text.count)) }
        return parts
    }
}

extension ScalarTrie {
    fileprivate func contains(_ text: [Unicode.Scalar]) -> Bool {
        var isThere = false
        eachMatch(text, from: 0, to: text.count) { end, _ in isThere = end == text.count }
        return isThere
    }
}
