public import Essentials

/// A merchandiser's rule: conditions on a search, and the changes to its answer where all of them hold.
///
///     SearchRule("summer bags", when: .init(words: .init(.contains, ["bag"]), campaigns: ["summer"]),
///         then: .init(pins: [.init("bag-007", at: 1)], boosts: [.init("brand:Lumo", by: 0.5)]))
///
/// Several rules can apply to one search. Their order decides contradictions: a higher ``priority`` first, then more kinds
/// of conditions, then the stricter match of words, then the name.
public struct SearchRule: Hashable, Sendable {
    /// The name of the rule, 1…200 bytes; unique in a store.
    public var name: String
    /// False for a rule that is kept and never applies. Default true.
    public var isEnabled: Bool
    /// The rank among rules that contradict each other: the larger number wins. Default 0.
    public var priority: Int
    /// The conditions, all of which hold where the rule applies. Default none: every search.
    public var when: Conditions
    /// The changes to the answer; at least one.
    public var then: Effects

    /// Creates a rule; by default it is enabled, has priority 0 and applies to every search.
    public init(
        _ name: String, isEnabled: Bool = true, priority: Int = 0, when: Conditions = Conditions(), then: Effects
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.priority = priority
        self.when = when
        self.then = then
    }

    /// The conditions on a search. One that is nil or empty always holds.
    public struct Conditions: Hashable, Sendable {
        /// The words that the query has.
        public var words: Words?
        /// The categories of the search, any one of them: a value that its filter requires of the field of product types,
        /// the type of its detection, or the type of the object that detection found. A category holds for what lies below
        /// it in a tree, and case does not matter.
        public var categories: [String]
        /// The campaigns, any one of which the request names; compared exactly.
        public var campaigns: [String]
        /// The first moment at which the rule applies; nil for no beginning.
        public var from: Date?
        /// The moment from which on the rule does not apply any more; nil for no end.
        public var until: Date?
        /// The parts of a query, any one of which the search has.
        public var query: Set<QueryPart>

        /// Creates conditions from their parts, none by default.
        public init(
            words: Words? = nil, categories: [String] = [], campaigns: [String] = [], from: Date? = nil,
            until: Date? = nil, query: Set<QueryPart> = []
        ) {
            self.words = words
            self.categories = categories
            self.campaigns = campaigns
            self.from = from
            self.until = until
            self.query = query
        }
    }

    /// The words that a query has. Case, accents and marks do not matter, nor blanks within a word: `t-shirt` is `tshirt`,
    /// and `iphone 15` is `iphone15`. Other forms of a word, such as its plural, do matter.
    public struct Words: Hashable, Sendable {
        /// The comparison of a query with phrases.
        public enum Match: String, Hashable, Sendable, Codable, CaseIterable {
            /// The query is one of the phrases, without further words.
            case exact
            /// The query contains one of the phrases: its words beside each other, in their order.
            case contains
            /// The query contains a word of one of the phrases.
            case any
        }

        /// The comparison with the phrases.
        public var match: Match
        /// The phrases, 1…100 of at most eight words.
        public var phrases: [String]

        /// Creates a condition on words.
        public init(_ match: Match, _ phrases: [String]) {
            self.match = match
            self.phrases = phrases
        }
    }

    /// A part of a query.
    public enum QueryPart: String, Hashable, Sendable, Codable, CaseIterable {
        /// A picture of the caller's.
        case picture
        /// An item of the store as the example.
        case item
        /// Words.
        case words
        /// Colors.
        case colors
    }
}
