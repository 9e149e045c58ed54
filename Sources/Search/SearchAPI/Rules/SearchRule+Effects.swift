extension SearchRule {
    /// The changes to an answer.
    public struct Effects: Hashable, Sendable {
        /// Items at fixed places of the answer, at most 100.
        public var pins: [Pin]
        /// Items that come earlier, at most 100 conditions.
        public var boosts: [Weighting]
        /// Items that come later, at most 100 conditions.
        public var burials: [Weighting]
        /// The ids of items that the answer leaves out, at most 100.
        public var hiddenIDs: [String]
        /// The condition of further items that the answer leaves out; nil for none.
        public var hidden: RuleFilter?
        /// Lines of synonyms for the words of the query, at most 100: `sofa, couch` finds both ways, `settee => sofa` one
        /// way.
        public var synonyms: [String]
        /// The address that the answer sends a browser to: one of http or https, or a path from `/` on.
        public var redirect: String?

        /// Creates changes from their parts, none by default.
        public init(
            pins: [Pin] = [], boosts: [Weighting] = [], burials: [Weighting] = [], hiddenIDs: [String] = [],
            hidden: RuleFilter? = nil, synonyms: [String] = [], redirect: String? = nil
        ) {
            self.pins = pins
            self.boosts = boosts
            self.burials = burials
            self.hiddenIDs = hiddenIDs
            self.hidden = hidden
            self.synonyms = synonyms
            self.redirect = redirect
        }
    }

    /// An item at a fixed place.
    public struct Pin: Hashable, Sendable {
        /// The id of the item.
        public var id: String
        /// The place over all pages, 1…1,000: 1 is the first hit, or the first group.
        public var place: Int

        /// Creates a pin.
        public init(_ id: String, at place: Int) {
            self.id = id
            self.place = place
        }
    }

    /// A factor for the order of some items.
    public struct Weighting: Hashable, Sendable {
        /// The condition of the items.
        public var filter: RuleFilter
        /// The strength, greater than 0: a boost orders by the score times 1 + weight, at most 10; a burial by the score
        /// times 1 − weight, at most 1. Several factors of an item are multiplied. Default 0.5.
        public var weight: Double

        /// Creates a factor, 0.5 by default.
        public init(_ filter: RuleFilter, by weight: Double = 0.5) {
            self.filter = filter
            self.weight = weight
        }
    }
}

/// The condition on items in a rule: a filter, or its text, which is read with the fields of the store.
public enum RuleFilter: Hashable, Sendable, ExpressibleByStringLiteral {
    /// An expression such as `brand:Lumo and price:<50`; see ``Filter/init(expression:fields:)``.
    case expression(String)
    /// A filter.
    case filter(Filter)

    /// Creates a condition from an expression.
    public init(stringLiteral text: String) { self = .expression(text) }

    /// Returns the filter with the fields of a store.
    ///
    /// - Throws: `invalidArgument` and `wrongType`, as ``Filter/init(expression:fields:)`` does.
    package func resolved(_ fields: [String: AttributeType]) throws(SearchError) -> Filter {
        switch self {
        case .expression(let text): return try Filter(expression: text, fields: fields)
        case .filter(let filter):
            try filter.check(fields)
            return filter
        }
    }
}
