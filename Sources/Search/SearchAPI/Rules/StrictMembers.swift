internal import Essentials

extension KeyedDecodingContainer<MemberName> {
    /// Throws for a member with another name, with the name that may have been meant.
    func refuseMembers(but known: [String]) throws {
        guard let unknown = allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() else { return }
        throw DecodingError.unfitting(
            "there is no member `\(unknown)`\(didYouMean(unknown, among: known)); the members are "
                + known.joined(separator: ", "), at: codingPath)
    }
}

private func didYouMean(_ name: String, among known: [String]) -> String {
    SearchError.likeliest(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
}

/// A moment as text, with its zone.
struct Moment: Hashable, Codable, Sendable {
    var date: Date

    init(_ date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let date = SearchRequest.Rules.moment(text) else {
            throw DecodingError.unfitting(
                "`\(text)` is no moment; write a date with its time and zone, such as 2026-11-27T00:00:00+01:00",
                at: decoder.codingPath)
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws { try AttributeValue.date(date).written.encode(to: encoder) }
}

extension Date? {
    /// The same as text in JSON.
    var moment: Moment? {
        get { map(Moment.init) }
        set { self = newValue?.date }
    }
}

/// One of a few words.
struct KnownWord<Word: Hashable & Sendable & CaseIterable & RawRepresentable<String>>: Hashable, Sendable, Codable {
    var word: Word

    init(_ word: Word) { self.word = word }

    init(from decoder: any Decoder) throws {
        self.init(try KnownWord.read(try String(from: decoder), at: decoder.codingPath))
    }

    func encode(to encoder: any Encoder) throws { try word.rawValue.encode(to: encoder) }

    fileprivate static func read(_ text: String, at path: [any CodingKey]) throws -> Word {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        throw DecodingError.unfitting(
            "`\(text)` is unknown\(didYouMean(text, among: known)); the words are \(known.joined(separator: ", "))",
            at: path)
    }
}

/// Several of a few words, in their usual order. The place of one that is unknown is that of the list.
struct KnownWords<Word: Hashable & Sendable & CaseIterable & RawRepresentable<String>>: Hashable, Sendable, Codable {
    var chosen: Set<Word>

    init(_ chosen: Set<Word>) { self.chosen = chosen }

    init(from decoder: any Decoder) throws {
        chosen = Set(try [String](from: decoder).map { try KnownWord<Word>.read($0, at: decoder.codingPath) })
    }

    func encode(to encoder: any Encoder) throws {
        try Word.allCases.filter(chosen.contains).map(\.rawValue).encode(to: encoder)
    }
}

// Members of answers that servers before this version do not send.
extension KeyedDecodingContainer {
    func decode(_ type: [AppliedRule].Type, forKey key: Key) throws -> [AppliedRule] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    func decode(_ type: [RuleMove].Type, forKey key: Key) throws -> [RuleMove] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
