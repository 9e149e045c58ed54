public import SearchAPI

extension Snapshot {
    /// How the last word of a text may go on: texts that some item says all words of, and how many items do, most
    /// first. In lower case and without accents, as words are compared.
    public func completions(of text: String, limit: Int) throws(SearchError) -> [(text: String, items: Int)] {
        var words = Array(Words(text))
        guard let beginning = words.popLast() else { return [] }
        var candidates: [String] = []
        // The words themselves are in the order of their bytes, as is everything that begins alike.
        try database.each(
            """
            SELECT term FROM vocabulary WHERE term >= ?1 AND term < ?1 || char(1114111) ORDER BY doc DESC, term LIMIT ?2
            """, .text(beginning), .integer(max(limit, 1) * 4)
        ) { candidates.append($0.text(0)) }
        let before = words.suffix(Snapshot.queryWords)
        var found: [(text: String, items: Int)] = []
        for candidate in candidates {
            let all = before + [candidate]
            let expression = all.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " ")
            let items = try database.integer("SELECT count(*) FROM words WHERE words MATCH ?", .text(expression))
            if items > 0 { found.append((all.joined(separator: " "), items)) }
        }
        found.sort { ($1.items, $0.text) < ($0.items, $1.text) }
        return Array(found.prefix(limit))
    }
}
