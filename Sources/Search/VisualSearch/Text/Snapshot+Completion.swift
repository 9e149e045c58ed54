internal import SQLite

extension Snapshot {
    /// Returns completions of the last word of a text: texts whose words are all in some item, and the number of such
    /// items, most first. Each word has the spelling of most of them, as far as the first few items show.
    package func completions(of text: String, limit: Int) throws(SearchError) -> [(text: String, items: Int)] {
        var words = Array(Words(text))
        guard let beginning = words.popLast() else { return [] }
        if beginning.unicodeScalars.contains(where: \.isUnspaced) {
            // The index has the letters of such words only.
            let titles = try store.words.titles(of: self).beginning(
                with: Words(text).joined(separator: " "), limit: limit)
            return titles.map { ($0.text, $0.items) }
        }
        // The words themselves are in the order of their bytes, as is everything that begins alike.
        let candidates = try database.all(
            """
            SELECT term FROM vocabulary WHERE term >= ?1 AND term < ?1 || char(1114111) ORDER BY doc DESC, term LIMIT ?2
            """, .text(beginning), .integer(min(max(limit, 1), 1000) * 4)
        ) { $0.text(0) }
        let before = Array(words.suffix(QueryWords.limit))
        var found: [(words: [String], items: Int)] = []
        for candidate in candidates {
            let all = before + [candidate]
            let items = try database.integer(
                "SELECT count(*) FROM words WHERE words MATCH ?", .text(Snapshot.quoted(all)))
            if items > 0 { found.append((all, items)) }
        }
        found.sort { $0.items != $1.items ? $0.items > $1.items : $0.words.lexicographicallyPrecedes($1.words) }
        return try found.prefix(max(limit, 0)).map { words, items throws(SearchError) in
            (try spelled(words).joined(separator: " "), items)
        }
    }

    /// Returns the words in the spelling of the items that contain them all.
    func spelled(_ words: [String]) throws(SearchError) -> [String] {
        var spellings: [String: [String: Int]] = [:]
        try database.each(
            "SELECT \(Snapshot.marked) FROM words WHERE words MATCH ? LIMIT 16",
            .text(Snapshot.quoted(words))
        ) { row in
            for part in row.text(0).split(separator: "\u{2}") {
                guard let end = part.firstIndex(of: "\u{3}") else { continue }
                let spelling = String(part[..<end])
                spellings[Words(spelling).joined(separator: " "), default: [:]][spelling, default: 0] += 1
            }
        }
        return words.map { word in
            spellings[word]?.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? word
        }
    }

    /// All texts of an item with the words of the query between marks. Columns that a file of an older form does not
    /// have are empty.
    private static let marked = WordColumn.allCases.map { column in
        "ifnull(highlight(words, \(column.rawValue), char(2), char(3)), '')"
    }.joined(separator: " || char(10) || ")

    private static func quoted(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
