/// Requests and answers of Dynamic Yield's Experience Search, as values that client and server share.
///
/// Both travel as JSON. Requests are checked as a whole: one error has every fault. Answers are read leniently: a part
/// that cannot be read is left out and reported.
public enum DynamicYield {
    /// A place in a request or an answer, and the fault there.
    public typealias Fault = WireFormat.Fault

    /// The limits of the protocol, which client and server keep.
    package enum Limits {
        /// Filters of a search.
        package static let filters = 15
        /// Values of a filter.
        package static let values = 100
        /// Slots of a page.
        package static let slots = 1...100
        /// Bytes of the picture of a search, before base64.
        package static let imageBytes = 10_000_000
        /// Characters of the text of a search. Ours; the vendor names no limit.
        package static let textLength = 1000
        /// Facets of an answer.
        package static let facets = 50
        /// Values of a facet.
        package static let facetValues = 50
        /// Engagements of a report. Ours.
        package static let engagements = 1000
        /// Completions of an answer. Ours.
        package static let suggestions = 1...100
        /// Characters from which a text is completed.
        package static let completedLength = 3
    }

    /// The call, by its path.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case search = "/v2/serve/user/search"
        case suggest = "/v2/serve/user/suggest"
        case engagement = "/v2/collect/user/engagement"

        package var path: String { rawValue }
    }

    /// The header that carries the key.
    package static let keyHeader = "DY-API-Key"
}
