internal import Foundation
internal import Recommendations

/// The searches of people by their texts, counted by day and locale in tables of the events' file. Nothing about a
/// person is in it.
final class SearchTerms: Sendable {
    /// A text that was searched for.
    struct Term: Hashable, Sendable {
        var text: String
        var searches: Int
        var clicks: Int
    }

    /// The texts that are counted, in characters.
    static let lengths = 3...100
    /// Rows, each a text of a day. Beyond it, the oldest are removed.
    private static let limit = 500_000
    private static let form = """
        CREATE TABLE IF NOT EXISTS terms(
            id INTEGER PRIMARY KEY AUTOINCREMENT, day INTEGER NOT NULL, locale TEXT NOT NULL, term TEXT NOT NULL,
            searches INTEGER NOT NULL, clicks INTEGER NOT NULL, UNIQUE(day, locale, term));
        """

    private let database: Locked<Database>
    /// The days for which searches are kept.
    private let days: Int

    /// - Parameter path: The file of an ``EventStore`` that is open, or `:memory:`.
    init(path: String, days: Int) throws(SearchError) {
        let database = try EventFile.open(path)
        try database.script(SearchTerms.form)
        self.database = Locked(database)
        self.days = days
    }

    /// Counts a search; the row of its text, for clicks that follow. Nil for a text that is too short or too long.
    func count(_ text: String, locale: String?, at moment: Date = .now) throws(SearchError) -> Int? {
        let term = SearchTerms.normalized(text)
        guard SearchTerms.lengths.contains(term.count) else { return nil }
        let day = SearchTerms.day(of: moment)
        return try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                let row = try database.first(
                    """
                    INSERT INTO terms(day, locale, term, searches, clicks) VALUES (?, ?, ?, 1, 0)
                    ON CONFLICT(day, locale, term) DO UPDATE SET searches = searches + 1 RETURNING id, searches
                    """, .integer(day), .text(SearchTerms.normalized(locale: locale)), .text(term)
                ) { row in (id: row.integer(0), isNew: row.integer(1) == 1) }
                guard let row else { return nil }
                if row.isNew {
                    try database.run(
                        "DELETE FROM terms WHERE day < ? OR id <= ?", .integer(day - days),
                        .integer(row.id - SearchTerms.limit))
                }
                return row.id
            }
        }
    }

    /// Counts a click on a result of a search; nothing where its row is gone.
    func countClick(row: Int) throws(SearchError) {
        try database.withLock { database throws(SearchError) in
            try database.run("UPDATE terms SET clicks = clicks + 1 WHERE id = ?", .integer(row))
        }
    }

    /// The texts with so many searches and clicks within the kept days, most frequent first.
    ///
    /// - Parameter locale: Nil for the searches of all locales.
    func frequent(
        locale: String?, searches: Int, clicks: Int, limit: Int, at moment: Date = .now
    ) throws(SearchError) -> [Term] {
        let wanted = locale.map { SearchTerms.normalized(locale: $0) }
        return try database.withLock { database throws(SearchError) in
            var terms: [Term] = []
            try database.each(
                """
                SELECT term, sum(searches), sum(clicks) FROM terms WHERE day > ?1 AND (?2 IS NULL OR locale = ?2)
                GROUP BY term HAVING sum(searches) >= ?3 AND sum(clicks) >= ?4 ORDER BY 2 DESC, 1 LIMIT ?5
                """, .integer(SearchTerms.day(of: moment) - days), .optional(wanted), .integer(searches),
                .integer(clicks), .integer(limit)
            ) { row in
                terms.append(Term(text: row.text(0), searches: row.integer(1), clicks: row.integer(2)))
            }
            return terms
        }
    }

    /// The text without the differences that people do not mean: letter case and blanks.
    static func normalized(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `en-GB` and `en_gb` are one.
    private static func normalized(locale: String?) -> String {
        String((locale ?? "").lowercased().replacing("-", with: "_").prefix(35))
    }

    private static func day(of moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }
}
