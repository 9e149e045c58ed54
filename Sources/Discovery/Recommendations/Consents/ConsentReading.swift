internal import Essentials
internal import SQLite
internal import SearchAPI
internal import WireFormat

/// The consents in the file of the events.
struct ConsentReading {
    /// The category that decides whether the events of a customer lead to recommendations for that customer.
    static let personalization = "personalization"

    let database: Database

    init(_ database: Database) { self.database = database }

    /// True unless the category `personalization` is defined, has no legitimate interest, and the customer's latest
    /// answer to it does not hold.
    func allowsPersonalization(of customer: [String], at moment: Date) throws(SearchError) -> Bool {
        let legitimate = try database.first(
            "SELECT legitimate FROM categories WHERE id = ?", .text(ConsentReading.personalization)
        ) { row in row.integer(0) != 0 }
        guard legitimate == false else { return true }
        let answer = try answers(of: customer).first { $0.category == ConsentReading.personalization }
        return answer?.isValid(at: moment.timeIntervalSince1970) ?? false
    }

    func categories() throws(SearchError) -> [ConsentCategory] {
        try database.all("SELECT id, definition FROM categories ORDER BY id") { row throws(SearchError) in
            do throws(MalformedJSON) {
                let json = try JSONValue(parsing: row.text(1).utf8)
                return try ConsentCategory(reading: json, at: "definition")
            } catch {
                throw .damaged(path: database.path, detail: "the consent category \(row.text(0)): \(error)")
            }
        }
    }

    /// The latest answer to each category, by category.
    func answers(of customer: [String]) throws(SearchError) -> [Consent] {
        var latest: [String: Consent] = [:]
        for answer in try history(of: customer) where latest[answer.category] == nil {
            latest[answer.category] = answer
        }
        return latest.values.sorted { $0.category < $1.category }
    }

    /// All answers, the latest first.
    func history(of customer: [String]) throws(SearchError) -> [Consent] {
        try database.all(
            """
            SELECT category, given, message, source, time, until FROM consents
            WHERE customer IN (SELECT value FROM json_each(?)) ORDER BY time DESC, id DESC
            """, .text(JSONValue.list(customer))
        ) { row in
            Consent(
                category: row.text(0), isGiven: row.integer(1) != 0, message: row.optionalText(2),
                source: row.optionalText(3), timestamp: row.real(4), until: row.isNull(5) ? nil : row.real(5))
        }
    }
}
