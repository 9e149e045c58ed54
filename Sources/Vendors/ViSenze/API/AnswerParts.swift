extension ViSenze {
    /// Hits that share a value.
    public struct Group<Hit: Hashable & Sendable>: Hashable, Sendable {
        /// The value, as text.
        public var value: String
        /// Best first.
        public var hits: [Hit]
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a group of hits.
        package init(_ value: String, hits: [Hit]) { (self.value, self.hits) = (value, hits) }
    }

    /// The values of a field with their counts over the results.
    public struct Facet: Hashable, Sendable {
        /// A value and how often it occurs.
        public struct Value: Hashable, Sendable {
            /// The value, as text.
            public var value: String
            /// Nil unless asked for.
            public var count: Int?
            /// Further members that the service sent, by their names.
            public var other: [String: JSONValue] = [:]

            /// Creates a value with its count.
            package init(_ value: String, count: Int? = nil) { (self.value, self.count) = (value, count) }
        }

        /// The field that the facet counts.
        public var field: String
        /// Most frequent first; nil for numbers.
        public var values: [Value]?
        /// For numbers; nil for one without two ends in their order.
        public var range: ClosedRange<Double>?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a facet of values or of a range.
        package init(_ field: String, values: [Value]? = nil, range: ClosedRange<Double>? = nil) {
            (self.field, self.values, self.range) = (field, values, range)
        }

        /// Creates the facet that the engine has counted.
        package init(_ facet: SearchAPI.Facet, counts: Bool) {
            // Whole numbers that hold the range: one client reads nothing else.
            range = facet.range.map { $0.lowerBound.rounded(.down)...$0.upperBound.rounded(.up) }
            field = facet.field
            if range == nil { values = facet.values.map { Value($0.value, count: counts ? $0.count : nil) } }
        }
    }

    /// A set of recommendations that go together.
    public struct SetInfo: Hashable, Sendable {
        /// Refers to the tag `set_id` of hits.
        public var id: String?
        /// Comparable within one answer, as the service counts; it names no range.
        public var score: Double?
        /// The number of hits in the set.
        public var itemCount: Int?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates the description of a set.
        package init(id: String? = nil, score: Double? = nil, itemCount: Int? = nil) {
            (self.id, self.score, self.itemCount) = (id, score, itemCount)
        }
    }

    /// A picture that shows an item well.
    public struct BestImage: Hashable, Sendable {
        /// `product` or `outfit`.
        public var type: String?
        /// The address of the picture.
        public var url: String?
        /// Its place among the pictures of the item, from 0.
        public var index: String?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates the reference to a picture.
        package init(type: String? = nil, url: String? = nil, index: String? = nil) {
            (self.type, self.url, self.index) = (type, url, index)
        }
    }

    /// A text to search for: the way the words may go on.
    public struct Completion: Hashable, Sendable {
        /// The completed words.
        public var text: String
        /// The more, the likelier; the service names no range. At a server of your own the items that contain the words.
        public var score: Double?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a completion.
        package init(_ text: String, score: Double? = nil) { (self.text, self.score) = (text, score) }
    }
}
