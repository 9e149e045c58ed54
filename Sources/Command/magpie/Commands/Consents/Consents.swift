import Essentials
import Recommendations
import SearchServer

/// `magpie consents`.
struct Consents: ParentCommand {
    static let name = "consents"
    static let summary = "Imports consent categories; shows and records the answers of customers."
    static var nested: [any Subcommand.Type] { [Import.self, List.self, Record.self, Show.self] }
    static let details = """
        Categories and answers are kept in FILE.events beside the store. The category 'personalization' decides whether
        the events of a customer lead to recommendations for that customer: where it is defined without legitimate
        interest, only with a valid consent. While it is not defined, recommendations are personal for everybody.
        Counts of items without names include all events.
        """

    /// The consents beside a store. Without a store its name is probably wrong.
    static func of(_ store: Path) throws(SetupError) -> ConsentStore {
        let events = SearchServer.events(of: store.text)
        guard [store, Path(events)].contains(where: { (try? FileStatus.of($0)) != nil }) else {
            throw SetupError("there is no store \(store); 'magpie index' creates one, --store names another")
        }
        return ConsentStore(path: events)
    }
}

extension Consent {
    func state(at moment: Double) -> String { isValid(at: moment) ? "agreed" : isGiven ? "ended" : "refused" }

    func line(isAllowed: Bool?) -> String {
        JSONWriter.line { json in
            json.member("category", category)
            json.member("given", isGiven)
            json.member("valid", isValid(at: Date.now.timeIntervalSince1970))
            if let isAllowed { json.member("allowed", isAllowed) }
            if let message { json.member("message", message) }
            if let source { json.member("source", source) }
            json.member("timestamp", timestamp, places: 3)
            if let until { json.member("until", until, places: 3) }
        }
    }
}
