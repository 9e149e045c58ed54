internal import SQLite

/// The words and numbers of a typed text, with what stands between them.
struct PhraseText {
    struct Token {
        /// Folded as the index of words folds it; of a number its digits as they were typed.
        var text: String
        var bytes: Range<Int>
        /// Nil for a word.
        var number: Double?
        /// The letters that follow the digits of a number without a blank: `mm` of `42mm`.
        var suffix = ""
        /// The characters between this token and the one before it, or the beginning of the text.
        var gap: String
    }

    /// A word may be another one than was typed, at the same place.
    var tokens: [Token]
    /// The characters after the last token.
    let tail: String
    private let bytes: [UInt8]

    /// The ways of a language to write numbers.
    struct Numbers: Hashable, Sendable {
        /// The sign before fractions.
        var decimal = "."
        /// True where thousands may be divided by blanks: `1 299`.
        var groupsByBlank = false
    }

    init(_ text: String, _ numbers: Numbers = Numbers()) {
        let decimal = numbers.decimal
        let bytes = Array(text.utf8)
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var tokens: [Token] = []
        for part in WordParts(text).parts {
            let end = tokens.last?.bytes.upperBound ?? 0
            if part.link == .numbers, let separator = part.separator, separator == "." || separator == ",",
                let last = tokens.last, last.number != nil, last.suffix.isEmpty
            {
                let range = last.bytes.lowerBound..<part.bytes.upperBound
                let typed = numbers.groupsByBlank ? string(range).filter { !$0.isWhitespace } : string(range)
                if let token = Self.number(typed, range, gap: last.gap, decimal) {
                    tokens[tokens.count - 1] = token
                    continue
                }
            }
            let gap = string(end..<max(end, part.bytes.lowerBound))
            if numbers.groupsByBlank, let last = tokens.last, let joined = Self.joined(last, part, gap) {
                tokens[tokens.count - 1] = joined
                continue
            }
            let word = Token(text: part.text, bytes: part.bytes, gap: gap)
            tokens.append(Self.number(part.text, part.bytes, gap: gap, decimal) ?? word)
        }
        self.tokens = tokens
        self.bytes = bytes
        tail = string((tokens.last?.bytes.upperBound ?? 0)..<bytes.count)
    }

    /// The number that a group of three digits behind a blank goes on with; nil for anything else.
    private static func joined(_ last: Token, _ part: WordParts.Part, _ gap: String) -> Token? {
        let isGroup = { (digits: String) in digits.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        let groups = last.text.split(separator: " ")
        guard [" ", "\u{A0}", "\u{202F}"].contains(gap), last.number != nil, last.suffix.isEmpty, isGroup(part.text),
            part.text.count == 3, let first = groups.first, (1...3).contains(first.count), first != "0",
            groups.allSatisfy({ isGroup(String($0)) })
        else { return nil }
        let bytes = last.bytes.lowerBound..<part.bytes.upperBound
        let digits = groups.joined() + part.text
        guard digits.count < 16, let value = Double(digits) else { return nil }
        return Token(text: last.text + " " + part.text, bytes: bytes, number: value, gap: last.gap)
    }

    /// Digits with marks of thousands and fractions, and letters behind them; nil for any other text.
    private static func number(
        _ text: String, _ bytes: Range<Int>, gap: String, _ decimal: String
    ) -> Token? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let suffix = text.dropFirst(digits.count)
        guard let first = digits.first, first.isNumber, digits.count < 16, suffix.allSatisfy(\.isLetter),
            let value = value(String(digits), decimal)
        else { return nil }
        return Token(text: text, bytes: bytes, number: value, suffix: suffix.lowercased(), gap: gap)
    }

    /// `1,000`, `1.5`, `1,5`, `1.299,00`: the last of two kinds of marks is that of fractions; of one kind it is where it
    /// stands once, and not before three digits unless the language writes fractions so.
    private static func value(_ digits: String, _ decimal: String) -> Double? {
        let marks = digits.filter { !$0.isNumber }
        guard let last = marks.last else { return Double(digits) }
        let groups = digits.split(omittingEmptySubsequences: false) { !$0.isNumber }
        let isMixed = Set(marks).count == 2
        let isFraction = isMixed || marks.count == 1 && (String(last) == decimal || groups[1].count != 3)
        let whole = isFraction ? groups.dropLast() : groups[...]
        guard whole.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        return Double(whole.joined() + (isFraction ? "." + (groups.last ?? "") : ""))
    }

    var count: Int { tokens.count }

    /// The folded words of some tokens.
    func words(_ range: Range<Int>) -> String {
        range.count == 1 ? tokens[range.lowerBound].text : tokens[range].map(\.text).joined(separator: " ")
    }

    /// False where a sign such as a comma or a bracket divides the tokens.
    func isUnbroken(_ range: Range<Int>) -> Bool {
        tokens[range].dropFirst().allSatisfy { token in !token.gap.contains { ",;:!?()[]{}\n".contains($0) } }
    }

    /// The characters after a token, up to the next one.
    func gap(after index: Int) -> String { index + 1 < count ? tokens[index + 1].gap : tail }

    /// A part of the text, as it was typed.
    func typed(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The place of a part, in Unicode scalars.
    func scalars(_ range: Range<Int>) -> Range<Int> {
        let start = typed(0..<range.lowerBound).unicodeScalars.count
        return start..<start + typed(range).unicodeScalars.count
    }

    /// The text without some parts, which do not overlap.
    func without(_ parts: [Range<Int>]) -> String {
        var (left, place) = ("", 0)
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            left += typed(place..<max(place, part.lowerBound)) + " "
            place = max(place, part.upperBound)
        }
        left += typed(place..<bytes.count)
        let words = left.split(whereSeparator: \.isWhitespace)
            .filter { $0.unicodeScalars.contains(where: Words.isPart) }
        return words.joined(separator: " ")
    }
}
