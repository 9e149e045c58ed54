package import Essentials
internal import Recommendations
internal import SQLite

/// The searches of people by their texts, counted by day and locale in tables of the events' file: a person who searches
/// for a text more than once a day counts once, and so does one who clicks on an item more than once.
///
/// Nothing tells who searched: a visitor is a number that depends on the text and on a secret key, and it is removed with
/// the day.
package final class SearchTerms: Sendable {
    /// A text that was searched for.
    struct Term: Hashable, Sendable {
        var text: String
        var searches: Int
        var clicks: Int
    }

    /// Whoever searches.
    package struct Searcher: Hashable, Sendable {
        /// The visitor, as the request names it; nil for one whose address stands for it.
        package var name: String?
        package var address: String
        /// The request comes from the shop's own server, which names each of its visitors.
        package var isBelieved: Bool

        package init(name: String?, address: String, isBelieved: Bool) {
            self.name = name
            self.address = address
            self.isBelieved = isBelieved
        }
    }

    /// Visitors of one address that count for one text and day, and items that they clicked on: names are made up
    /// easily, addresses are not.
    static let visitorsOfAddress = 10
    /// The texts that are counted, in characters.
    static let lengths = 3...100
    /// Rows, each a text of a day. Beyond it, the oldest are removed.
    private static let limit = 500_000
    private static let form = """
        CREATE TABLE IF NOT EXISTS terms(
            id INTEGER PRIMARY KEY AUTOINCREMENT, day INTEGER NOT NULL, locale TEXT NOT NULL, term TEXT NOT NULL,
            searches INTEGER NOT NULL, clicks INTEGER NOT NULL, UNIQUE(day, locale, term));
        CREATE TABLE IF NOT EXISTS term_marks(
            row INTEGER NOT NULL, mark INTEGER NOT NULL, sender INTEGER NOT NULL, PRIMARY KEY(row, mark)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS secret(key BLOB NOT NULL);
        """

    /// A secret key of this server, the same after each start. No answer contains it.
    package let key: [UInt8]
    private let database: Locked<Database>
    /// The days for which searches are kept.
    private let days: Int

    /// - Parameter path: The file of an ``EventStore`` that is open, or `:memory:`.
    init(path: String, days: Int) throws(SearchError) {
        let database = try EventFile.open(path)
        try database.transaction { () throws(SearchError) in try database.script(SearchTerms.form) }
        key = try SearchTerms.key(of: database)
        self.database = Locked(database)
        self.days = days
    }

    private static func key(of database: Database) throws(SearchError) -> [UInt8] {
        try database.transaction { () throws(SearchError) in
            if let known = try database.first("SELECT key FROM secret", body: { row in row.bytes(0) }) { return known }
            var generator = SystemRandomNumberGenerator()
            let fresh = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try database.run("INSERT INTO secret VALUES (?)", .blob(fresh))
            return fresh
        }
    }

    /// Ends the use of the file. Every later call throws `store`.
    func close() { database.withLock { $0.end() } }

    /// Counts a search; the row of its text, for clicks that follow. Nil for a text that is too short or too long.
    package func count(
        _ text: String, locale: String?, by searcher: Searcher, at moment: Date = .now
    ) throws(SearchError) -> Int? {
        let term = SearchTerms.normalized(text)
        guard SearchTerms.lengths.contains(term.count) else { return nil }
        let (day, locale) = (SearchTerms.day(of: moment), SearchTerms.normalized(locale: locale))
        return try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) -> Int? in
                let place: [Value] = [.integer(day), .text(locale), .text(term)]
                try database.run(
                    "INSERT OR IGNORE INTO terms(day, locale, term, searches, clicks) VALUES (?, ?, ?, 0, 0)", place)
                let isNew = database.changes > 0
                let row = try database.first("SELECT id FROM terms WHERE day = ? AND locale = ? AND term = ?", place) {
                    row in row.integer(0)
                }
                guard let row else { return nil }
                if try marks("search", row, searcher, "", database) {
                    try database.run("UPDATE terms SET searches = searches + 1 WHERE id = ?", .integer(row))
                }
                if isNew { try forgetOld(day: day, newest: row, database) }
                return row
            }
        }
    }

    /// Counts a click on a result of a search; nothing where its row is gone.
    package func countClick(row: Int, on item: String, by searcher: Searcher) throws(SearchError) {
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                guard try database.integer("SELECT count(*) FROM terms WHERE id = ?", .integer(row)) > 0,
                    try marks("click", row, searcher, item, database)
                else { return }
                try database.run("UPDATE terms SET clicks = clicks + 1 WHERE id = ?", .integer(row))
            }
        }
    }

    /// Notes that somebody did something with a text.
    ///
    /// - Returns: False where it counts no more.
    private func marks(
        _ deed: String, _ row: Int, _ searcher: Searcher, _ item: String, _ database: Database
    ) throws(SearchError) -> Bool {
        func number(_ parts: String...) -> Value {
            let code = SHA256.code(of: Array(([deed, String(row)] + parts).joined(separator: "\n").utf8), by: key)
            return .integer(code.prefix(8).reduce(0) { $0 << 8 | Int($1) })
        }
        let address = IPAddress.sender(searcher.address).map { String($0) }.joined(separator: ".")
        let sender = number("address", address)
        if !searcher.isBelieved {
            let count = try database.integer(
                "SELECT count(*) FROM term_marks WHERE row = ? AND sender = ?", .integer(row), sender)
            if count >= SearchTerms.visitorsOfAddress { return false }
        }
        let visitor = searcher.name.map { "name\n" + $0 } ?? "address\n" + address
        try database.run(
            "INSERT OR IGNORE INTO term_marks VALUES (?, ?, ?)", .integer(row), number(visitor, item), sender)
        return database.changes > 0
    }

    /// Removes what no longer counts. Only days that went by within the last week: where the clock of this machine is
    /// wrong by a year for a moment, nothing is lost; what is older than that leaves by the limit of rows.
    private func forgetOld(day: Int, newest row: Int, _ database: Database) throws(SearchError) {
        try database.run(
            "DELETE FROM terms WHERE day < ?1 AND day >= ?1 - 7 OR id <= ?2", .integer(day - days),
            .integer(row - SearchTerms.limit))
        try database.run(
            "DELETE FROM term_marks WHERE row < (SELECT min(id) FROM terms WHERE day = ?)", .integer(day))
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
                SELECT term, sum(searches), sum(clicks) FROM terms WHERE day > ?1 AND day <= ?6 AND (?2 IS NULL OR locale = ?2)
                GROUP BY term HAVING sum(searches) >= ?3 AND sum(clicks) >= ?4 ORDER BY 2 DESC, 1 LIMIT ?5
                """, .integer(SearchTerms.day(of: moment) - days), .optional(wanted), .integer(searches),
                .integer(clicks), .integer(limit), .integer(SearchTerms.day(of: moment) + 1)
            ) { row in
                terms.append(Term(text: row.text(0), searches: row.integer(1), clicks: row.integer(2)))
            }
            return terms
        }
    }

    /// The text without the differences that people do not mean: letter case and blanks.
    package static func normalized(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `en-GB` and `en_gb` are one.
    private static func normalized(locale: String?) -> String {
        String((locale ?? "").lowercased().replacing("-", with: "_").prefix(35))
    }

    private static func day(of moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }
}
