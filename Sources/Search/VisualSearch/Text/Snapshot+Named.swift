internal import Essentials
internal import SQLite

extension Snapshot {
    /// Matches whose name is looked at, best first.
    private static let namesRead = 100

    /// Puts the items first that a query names exactly, with the relevance 1: by their id, by a whole title or name, or,
    /// where the query has a digit, by a whole short value, such as an article number. Items that it names up to a
    /// parenthesis, as `Dune` does `Dune (1965)`, come next.
    func withNamed(_ text: String, first matches: [WordMatch]) throws(SearchError) -> [WordMatch] {
        var named: [Int: Double] = [:]
        let words = WordSigns.words(of: text)
        let index = try store.words.index(in: self)
        if index.hasColumns, (1...QueryWords.limit).contains(words.count) {
            named = try relevance(ofNamed: words, among: matches, index)
        }
        for slot in try slots(ofID: text) { named[slot] = 1 }
        guard !named.isEmpty else { return matches }
        let all = named.map { slot, relevance in WordMatch(slot: slot, relevance: relevance) }
        let first = all.sorted { ($1.relevance, $0.slot) < ($0.relevance, $1.slot) }
        return first + matches.filter { named[$0.slot] == nil }
    }

    /// An id is also found in small or in capital letters.
    private func slots(ofID text: String) throws(SearchError) -> [Int] {
        let id = text.trimmingWhitespace()
        var slots: [Int] = []
        for spelling in [id, id.uppercased(), id.lowercased()] {
            if let slot = try slot(of: spelling) { slots.append(slot) }
        }
        return slots
    }

    private func relevance(
        ofNamed typed: [(text: String, signs: WordSigns)], among matches: [WordMatch], _ index: WordIndex
    ) throws(SearchError) -> [Int: Double] {
        let words = typed.map(\.text)
        let signs = typed.map(\.signs)
        let hasSigns = signs.contains { $0 != WordSigns() }
        /// C is not named by C++, and C++ less than C by C.
        func relevance(ofName name: String) -> Double? {
            let other = WordSigns.words(of: name)
            guard words.elementsEqual(other.lazy.map(\.text)) else { return nil }
            return signs.elementsEqual(other.lazy.map(\.signs)) ? 1 : hasSigns ? nil : 0.9995
        }
        let hasDigit = words.contains { $0.unicodeScalars.contains { $0.properties.numericType != nil } }
        let columns: [WordColumn] = hasDigit ? [.names, .kinds] : [.names]
        let list = columns.map { "\($0)" }
        let candidates = try index.slots(
            of: "{\(list.joined(separator: " "))} : " + Snapshot.quoted(words.joined(separator: " ")), database)
        var named: [Int: Double] = [:]
        for match in matches.lazy.filter({ candidates[$0.slot] }).prefix(Snapshot.namesRead) {
            try database.each(
                "SELECT \(list.joined(separator: ", ")) FROM texts WHERE slot = ?", .integer(match.slot)
            ) { row in
                for value in columns.indices.flatMap({ row.text($0).split(separator: "\n") }) {
                    if let whole = relevance(ofName: String(value)) {
                        named[match.slot] = max(whole, named[match.slot] ?? 0)
                    } else if let part = relevance(ofName: String(value.prefix { $0 != "(" })) {
                        named[match.slot] = max(0.999 * part, named[match.slot] ?? 0)
                    }
                }
            }
        }
        return named
    }
}
