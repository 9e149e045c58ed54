internal import SQLite

extension Snapshot {
    /// Returns completions of the last word of a text: texts whose words are all in some item, and the number of such
    /// items, most first. Each word has the spelling of most of them, as far as the first few items show; words that the index
    /// joins are completions where a text writes them so.
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
        var spelled: [(text: String, items: Int)] = []
        var known: Set<[String]> = []
        for (words, items) in found where spelled.count < limit {
            guard let text = try self.spelled(words), known.insert(Array(Words(text))).inserted else { continue }
            spelled.append((text, items))
        }
        return spelled
    }

    /// Returns the words in the spelling of the items that contain them all, the last one as the completion of what is typed:
    /// with all that hyphens, apostrophes and points join to it, as in `Mother-in-law`. Nil where no text writes the last one: the
    /// index joins words that texts do not.
    func spelled(_ words: [String]) throws(SearchError) -> String? {
        var spellings = WrittenWords(words)
        try database.each(
            "SELECT \(Snapshot.marked) FROM words WHERE words MATCH ? LIMIT 16", .text(Snapshot.quoted(words))
        ) { row in spellings.read(row.text(0), marked: "\u{2}", "\u{3}") }
        return spellings.usual
    }

    /// All texts of an item with the words of the query between marks. Columns that a file of an older form does not
    /// have are empty.
    private static let marked = WordColumn.allCases.map { column in
        "ifnull(highlight(words, \(column.rawValue), char(2), char(3)), '')"
    }.joined(separator: " || char(10) || ")

    private static func quoted(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
