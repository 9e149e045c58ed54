extension Filter {
    /// Reads a filter as people write it: conditions such as `price:10,50`, joined by `and`, `or`, `not` and parentheses.
    ///
    /// A condition is `field:value`, where the value of a number or date may be a range with both ends included (`10,50` or
    /// `10..50`; an end may be missing) or have `>=`, `<=`, `>`, `<` before it. `|` stands between several values, `*` for any value, `~`
    /// in place of the colon for a part of a text, and `!` before it for the opposite: `price:>=10`, `brand:acme|nord`,
    /// `!color:*`, `title~jacket`. A day, a month and a year mean all of their moments. A value in double quotes means what it says; it is needed around
    /// a `|`, a `)`, and an `and` or `or` that comes before a colon. `and` binds more tightly than `or`. A value of a string
    /// or list without quotes also finds what lies below it in a tree: `category:Bags` has `Bags > Handbags` below it.
    ///
    /// - Parameters:
    ///   - text: The expression, such as `(brand:acme or brand:nord) and not price:>50`.
    ///   - fields: The fields of the store.
    /// - Throws: `invalidArgument` for a field that is not known, for a parenthesis or a quote that is not closed, for an
    ///   order or a range of numbers in a field of text, and for a range that runs backward; `wrongType` for a value that
    ///   the field cannot have.
    public init(expression text: String, fields: [String: AttributeType]) throws(SearchError) {
        var parser = FilterExpression(Array(text), fields)
        self = try parser.whole()
    }
}

/// Reads the text of a filter from left to right.
private struct FilterExpression {
    private let text: [Character]
    private let fields: [String: AttributeType]
    private var place = 0

    /// The deepest nesting.
    private static let depth = 64
    /// The least characters of a part of a text.
    private static let partLength = 3

    init(_ text: [Character], _ fields: [String: AttributeType]) {
        self.text = text
        self.fields = fields
    }

    mutating func whole() throws(SearchError) -> Filter {
        let filter = try alternatives(level: 0)
        guard place == text.count else {
            throw .invalidArgument("the filter `\(String(text))` has a `)` too many")
        }
        return filter
    }

    private mutating func alternatives(level: Int) throws(SearchError) -> Filter {
        guard level <= Self.depth else { throw .invalidArgument("a filter is at most \(Self.depth) deep") }
        var filters = [try conjunction(level: level)]
        while take(word: "or") { filters.append(try conjunction(level: level)) }
        return filters.count == 1 ? filters[0] : .or(filters)
    }

    private mutating func conjunction(level: Int) throws(SearchError) -> Filter {
        var filters = [try single(level: level)]
        while take(word: "and") { filters.append(try single(level: level)) }
        return filters.count == 1 ? filters[0] : .and(filters)
    }

    private mutating func single(level: Int) throws(SearchError) -> Filter {
        guard level <= Self.depth else { throw .invalidArgument("a filter is at most \(Self.depth) deep") }
        skipBlanks()
        if take("!") { return .not(try single(level: level + 1)) }
        if isNegation(at: place) {
            place += 3
            return .not(try single(level: level + 1))
        }
        guard take("(") else { return try condition(inside: level > 0) }
        let filter = try alternatives(level: level + 1)
        skipBlanks()
        guard take(")") else {
            throw .invalidArgument("the filter `\(String(text))` has a `(` that is not closed")
        }
        return filter
    }

    private mutating func condition(inside isInside: Bool) throws(SearchError) -> Filter {
        let start = place
        while place < text.count, text[place] != ":", text[place] != "~", !(isInside && text[place] == ")") {
            place += 1
        }
        let name = String(text[start..<place])
        guard place < text.count, text[place] != ")" else {
            throw .invalidArgument("a filter is written `field:value`, not `\(name)`")
        }
        let isPart = text[place] == "~"
        place += 1
        let choices = try choices(inside: isInside)
        guard let type = fields[name] else { throw .unknownField(name, known: fields.keys) }
        if !isPart { return try .comparison(name, type, choices) }
        if let short = choices.first(where: { $0.text.count < Self.partLength }) {
            throw .invalidArgument(
                "a part of a text has at least \(Self.partLength) characters, not `\(short.text)`")
        }
        let filters = choices.map { Field(name).contains($0.text) }
        return filters.count == 1 ? filters[0] : .or(filters)
    }

    /// The values of a condition, up to a connective or the parenthesis that ends the group.
    private mutating func choices(inside isInside: Bool) throws(SearchError) -> [(text: String, isQuoted: Bool)] {
        var choices: [(text: String, isQuoted: Bool)] = []
        var current: [Character] = []
        while true {
            if current.isEmpty, take("\"") {
                choices.append((try quoted(), true))
                skipBlanks()
                if take("|") { continue }
                guard
                    place == text.count || text[place] == ")" || isConnective(at: place - 1) || isConnective(at: place)
                else { throw .invalidArgument("`\(String(text[place...]))` stands behind the end of a quoted value") }
                return choices
            }
            if place == text.count || isInside && text[place] == ")" || isConnective(at: place) {
                choices.append((String(current), false))
                return choices
            }
            if take("|") {
                choices.append((String(current), false))
                current = []
            } else {
                current.append(text[place])
                place += 1
            }
        }
    }

    private mutating func quoted() throws(SearchError) -> String {
        var value: [Character] = []
        while place < text.count {
            if text[place] == "\\", place + 1 < text.count {
                value.append(text[place + 1])
                place += 2
            } else if take("\"") {
                return String(value)
            } else {
                value.append(text[place])
                place += 1
            }
        }
        throw .invalidArgument("the filter `\(String(text))` has a quote that is not closed")
    }

    // MARK: words

    private mutating func skipBlanks() { while place < text.count, text[place].isWhitespace { place += 1 } }

    private mutating func take(_ character: Character) -> Bool {
        guard place < text.count, text[place] == character else { return false }
        place += 1
        return true
    }

    /// Takes a connective that a condition comes after.
    private mutating func take(word: String) -> Bool {
        let start = place
        skipBlanks()
        if isWord(word, at: place), beginsCondition(at: place + word.count) {
            place += word.count
            return true
        }
        place = start
        return false
    }

    private func isWord(_ word: String, at start: Int) -> Bool {
        let end = start + word.count
        guard end < text.count, text[start..<end].elementsEqual(word, by: { $0.lowercased() == String($1) }) else {
            return false
        }
        return text[end].isWhitespace || text[end] == "("
    }

    /// A blank, `and` or `or`, and the beginning of a condition: elsewhere these words are part of a value.
    private func isConnective(at start: Int) -> Bool {
        guard start >= 0, start < text.count, text[start].isWhitespace else { return false }
        var next = start
        while next < text.count, text[next].isWhitespace { next += 1 }
        return ["and", "or"].contains { isWord($0, at: next) && beginsCondition(at: next + $0.count) }
    }

    private func isNegation(at start: Int) -> Bool { isWord("not", at: start) && beginsCondition(at: start + 3) }

    private func beginsCondition(at start: Int) -> Bool {
        var next = start
        while next < text.count, text[next].isWhitespace { next += 1 }
        guard next < text.count else { return false }
        if text[next] == "(" || text[next] == "!" || isNegation(at: next) { return true }
        let name = text[next...].prefix { $0 != ":" && $0 != "~" && !$0.isWhitespace }
        return !name.isEmpty && next + name.count < text.count && !text[next + name.count].isWhitespace
    }
}
