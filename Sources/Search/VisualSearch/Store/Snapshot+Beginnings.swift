internal import SQLite

extension Snapshot {
    /// The rows of a field that ``values(of:startingWith:limit:)`` reads at most.
    private static let sample = 100_000

    /// The first ids that begin with a text, in their order.
    package func ids(startingWith start: String, limit: Int) throws(SearchError) -> [String] {
        // Behind every text with the same beginning stands the one with the last of all characters after it.
        try database.all(
            "SELECT id FROM items WHERE id >= ? AND id < ? ORDER BY id LIMIT ?", .text(start),
            .text(start + "\u{10FFFF}"), .integer(limit)
        ) { $0.text(0) }
    }

    /// The values of a field that begin with a text, the most frequent first, of the first items alone where there are
    /// many. Empty for an unknown field, and for one of other than strings and lists.
    package func values(
        of name: String, startingWith start: String, limit: Int
    ) throws(SearchError) -> [String] {
        guard let field = try store.columns.fields(of: self)[name], [.string, .list].contains(field.type) else {
            return []
        }
        return try database.all(
            """
            SELECT value FROM (SELECT value FROM attributes WHERE field = ?1 LIMIT ?2)
            WHERE substr(value, 1, length(?3)) = ?3 GROUP BY value ORDER BY count(*) DESC, value LIMIT ?4
            """, .integer(field.number), .integer(Self.sample), .text(start), .integer(limit)
        ) { $0.text(0) }
    }
}
