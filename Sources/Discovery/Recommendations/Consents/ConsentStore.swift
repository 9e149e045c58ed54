internal import SQLite
public import SearchAPI
internal import WireFormat

/// The consents in the file of the events: the purposes, and what each customer answered and when.
///
/// If the category `personalization` is defined and has no legitimate interest, the events of a customer without a
/// valid consent lead to no recommendations for that customer. Where it is not defined, those of everybody do.
public final class ConsentStore: ConsentSource {
    private let path: String
    private let reader: EventReader

    /// Creates the consents in a file.
    ///
    /// - Parameter path: The file of the events. It is made with the first write; until then there are no consents.
    public init(path: String) {
        self.path = path
        reader = EventReader(path: path)
    }

    /// Ends the use of the file, after the calls that run. Every later call throws `store`; to close again does nothing.
    public func close() { reader.close() }

    /// Lists the purposes, by name.
    public func categories() throws(SearchError) -> [ConsentCategory] {
        try reader.read { database throws(SearchError) in try ConsentReading(database).categories() } ?? []
    }

    /// Lists the latest answer of the customer, known by any of the names, to each purpose.
    public func consents(of customer: [String]) throws(SearchError) -> [Consent] {
        try reader.read { database throws(SearchError) in try ConsentReading(database).answers(of: customer) } ?? []
    }

    /// All answers of the customer, the latest first.
    public func history(of customer: [String]) throws(SearchError) -> [Consent] {
        try reader.read { database throws(SearchError) in try ConsentReading(database).history(of: customer) } ?? []
    }

    /// Adds categories, each in place of the one of its name.
    public func define(_ categories: [ConsentCategory]) throws(SearchError) {
        let database = try open()
        try database.transaction { () throws(SearchError) in
            for category in categories {
                try database.run(
                    "INSERT OR REPLACE INTO categories(id, legitimate, definition) VALUES (?, ?, ?)",
                    .text(category.id), .integer(category.hasLegitimateInterest ? 1 : 0),
                    .text(category.json.encodedText))
            }
        }
    }

    /// Keeps an answer of a customer; earlier ones stay as history.
    ///
    /// - Throws: `invalidArgument` for a category that is not defined.
    public func record(_ consent: Consent, of customer: String) throws(SearchError) {
        if customer.isEmpty { throw .invalidArgument("the customer has no name; give the one in the events") }
        let known = try categories().map(\.id)
        guard known.contains(consent.category) else { throw ConsentStore.unknown(consent.category, known: known) }
        if let until = consent.until, until <= consent.timestamp {
            throw .invalidArgument("the consent would end before it begins; give a later end")
        }
        let database = try open()
        try database.transaction { () throws(SearchError) in
            try database.run(
                """
                INSERT INTO consents(customer, category, given, message, source, time, until)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                .text(customer), .text(consent.category), .integer(consent.isGiven ? 1 : 0), .optional(consent.message),
                .optional(consent.source), .real(consent.timestamp), consent.until.map(Value.real) ?? .null)
        }
    }

    /// Opens the file for writing.
    private func open() throws(SearchError) -> Database {
        if reader.isClosed { throw .store(path: path, reason: Database.closed) }
        return try EventFile.open(path, isDurable: true)
    }

    private static func unknown(_ category: String, known: [String]) -> SearchError {
        if known.isEmpty {
            return .invalidArgument(
                "there is no consent category `\(category)`, nor any other; 'magpie consents import' defines them")
        }
        let meant = SearchError.likeliest(category, among: known).map { "did you mean `\($0)`? " } ?? ""
        return .invalidArgument(
            "there is no consent category `\(category)`; \(meant)There are: \(known.joined(separator: ", "))")
    }
}
