extension ProductSearch {
    /// An object in the picture of a request, and where all objects were asked for, the products that look like it.
    public struct FoundObject: Hashable, Sendable {
        /// A product type; nil where the service gives none.
        public var type: String?
        /// 0…1.
        public var score: Double?
        /// In pixels of the picture that the service got; the client carries it back to the original.
        public var box: Box?
        /// Values by attribute.
        public var attributes: [String: [String]]
        /// The number of products that look like it.
        public var total: Int?
        /// Nil for the objects of a search with the picture as a whole.
        public var products: [Product]?
        /// Its products by groups; nil unless asked for.
        public var groups: [Group]?
        /// Those of its products; nil unless asked for.
        public var facets: [Facet]?
        /// The name of the object at the service.
        public var id: String?
        /// A name for people.
        public var name: String?
        /// The category of the object.
        public var category: String?
        /// Products that somebody took out by hand.
        public var excluded: [String]?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates an object.
        package init(
            type: String? = nil, score: Double? = nil, box: Box? = nil, attributes: [String: [String]] = [:]
        ) {
            self.type = type
            self.score = score
            self.box = box
            self.attributes = attributes
        }
    }

    /// Products that share a value.
    public struct Group: Hashable, Sendable {
        /// The shared value.
        public var value: String
        /// Best first.
        public var products: [Product]
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a group.
        package init(_ value: String, products: [Product]) { (self.value, self.products) = (value, products) }
    }

    /// The values of a field over the results.
    public struct Facet: Hashable, Sendable {
        /// A value and how often it occurs.
        public struct Value: Hashable, Sendable {
            /// The value as text.
            public var value: String
            /// Nil unless asked for.
            public var count: Int?

            /// Creates a value.
            package init(_ value: String, count: Int?) { (self.value, self.count) = (value, count) }
        }

        /// The name of the field.
        public var field: String
        /// Most frequent first; nil for a field of numbers.
        public var values: [Value]?
        /// The least and the greatest number; nil for other fields.
        public var range: ClosedRange<Double>?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a facet.
        package init(_ field: String, values: [Value]? = nil, range: ClosedRange<Double>? = nil) {
            (self.field, self.values, self.range) = (field, values, range)
        }
    }

    /// A set of products that go together.
    public struct SetInfo: Hashable, Sendable {
        /// The name of the set, which its products have in ``Product/tags``.
        public var id: String?
        /// Comparable within one answer.
        public var score: Double?
        /// The products of the set.
        public var count: Int?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a set.
        package init(id: String?, score: Double?, count: Int?) {
            (self.id, self.score, self.count) = (id, score, count)
        }
    }

    /// The way in which recommendations were found.
    public struct Strategy: Hashable, Sendable {
        /// The number of the strategy at the service; nil at a server of your own.
        public var id: Int?
        /// The name of the strategy.
        public var name: String?
        /// Such as `VSR` or `CTL`.
        public var algorithm: String?
        /// The algorithm that stood in for the one asked for.
        public var fallback: String?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates the way in which recommendations were found.
        package init(id: Int? = nil, name: String? = nil, algorithm: String? = nil) {
            (self.id, self.name, self.algorithm) = (id, name, algorithm)
        }
    }

    /// The experiment that an answer is a part of.
    public struct Experiment: Hashable, Sendable {
        /// The number of the experiment.
        public var id: Int?
        /// The number of the variant.
        public var variantID: Int?
        /// The name of the variant.
        public var variant: String?
        /// The number of the strategy of the variant.
        public var strategyID: Int?
        /// The experiment shows nothing to this visitor.
        public var showsNothing: Bool
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates an experiment with its variant.
        package init(variant: String?) { (self.variant, showsNothing) = (variant, false) }
    }
}
