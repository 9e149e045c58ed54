internal import Essentials

/// Any name of a member.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the members of an object. Throws for one that the keys do not have, with the name that may have been meant.
    func members<Key: CodingKey & CaseIterable>(_: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try container(keyedBy: Key.self)
        let all = try self.container(keyedBy: MemberName.self).allKeys
        // Quick where all are known, which is the usual case.
        if all.count == container.allKeys.count { return container }
        let known = Key.allCases.map(\.stringValue)
        guard let unknown = all.map(\.stringValue).sorted().first(where: { !known.contains($0) }) else {
            return container
        }
        throw DecodingError.unfitting(
            "there is no member `\(unknown)`\(didYouMean(unknown, among: known)); the members are "
                + known.joined(separator: ", "), at: codingPath)
    }
}

private func didYouMean(_ name: String, among known: [String]) -> String {
    SearchError.likeliest(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
}

extension KeyedDecodingContainer {
    /// The moment of a member, with its zone; nil for a missing one.
    func moment(_ key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let date = SearchRequest.Rules.moment(text) else {
            throw DecodingError.unfitting(
                "`\(text)` is no moment; write a date with its time and zone, such as 2026-11-27T00:00:00+01:00",
                at: codingPath + [key])
        }
        return date
    }

    /// The value of a member that is one of a few words; nil for a missing one.
    func word<Word>(_: Word.Type, _ key: Key) throws -> Word?
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        return try Self.word(text, at: codingPath + [key])
    }

    /// The values of a member that is a list of such words; empty for a missing one.
    func words<Word>(_: [Word].Type, _ key: Key) throws -> [Word]
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        try decodeIfPresent([String].self, forKey: key)?.map { try Self.word($0, at: codingPath + [key]) } ?? []
    }

    private static func word<Word>(_ text: String, at path: [any CodingKey]) throws -> Word
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        throw DecodingError.unfitting(
            "`\(text)` is unknown\(didYouMean(text, among: known)); the words are \(known.joined(separator: ", "))",
            at: path)
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
