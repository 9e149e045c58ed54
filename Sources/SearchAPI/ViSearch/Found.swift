public import Imaging

extension ViSearch {
    /// A thing in the picture of a request, and where it was asked for, what looks like it.
    public struct FoundObject: Hashable, Sendable {
        /// A product type; nil where the service gives none.
        public var type: String?
        /// 0…1.
        public var score: Double?
        /// In pixels of the picture that the service got.
        public var box: Box?
        /// As the service defines it.
        public var boxType: String?
        /// Values by attribute.
        public var attributes: [String: [String]]
        /// How many items look like it.
        public var total: Int?
        /// Nil for the things of an upload search.
        public var hits: [Hit]?
        /// Those of its hits; nil unless asked for.
        public var facets: [Facet]?
        /// The place that was asked for.
        public var point: Point?
        /// Its hits by groups; nil unless asked for.
        public var groups: [Group]?
        /// As the service defines them, like name and category.
        public var id: String?
        public var name: String?
        public var category: String?
        /// Recommendations: items that somebody took out by hand.
        public var excludedNames: [String]?
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(
            type: String? = nil, score: Double? = nil, box: Box? = nil, attributes: [String: [String]] = [:],
            total: Int? = nil, hits: [Hit]? = nil, facets: [Facet]? = nil
        ) {
            self.type = type
            self.score = score
            self.box = box
            self.attributes = attributes
            self.total = total
            self.hits = hits
            self.facets = facets
        }
    }

    /// A type of thing that the service can find, and the attributes that it knows of it.
    public struct TypeEntry: Hashable, Sendable {
        /// A product type.
        public var type: String
        /// Values by attribute.
        public var attributes: [String: [String]]
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(_ type: String, attributes: [String: [String]] = [:]) {
            self.type = type
            self.attributes = attributes
        }
    }

    /// How the values of a field are distributed over the results.
    public struct Facet: Hashable, Sendable {
        /// A value and how often it occurs.
        public struct Value: Hashable, Sendable {
            public var value: String
            /// Nil unless asked for.
            public var count: Int?
            /// What else the service said of it.
            public var other: [String: JSONValue] = [:]

            public init(_ value: String, count: Int? = nil) {
                self.value = value
                self.count = count
            }
        }

        public var field: String
        /// Most frequent first; nil for numbers.
        public var values: [Value]?
        /// For numbers. One that has not two ends in their order stays in ``other``.
        public var range: ClosedRange<Double>?
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(_ field: String, values: [Value]? = nil, range: ClosedRange<Double>? = nil) {
            self.field = field
            self.values = values
            self.range = range
        }
    }

    /// Hits that share a value.
    public struct Group: Hashable, Sendable {
        public var value: String
        /// Best first.
        public var hits: [Hit]
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(_ value: String, hits: [Hit]) {
            self.value = value
            self.hits = hits
        }
    }

    /// A set of recommendations that go together.
    public struct SetInfo: Hashable, Sendable {
        /// Refers to the tag `set_id` of hits.
        public var id: String?
        /// As the service counts; it names no range.
        public var score: Double?
        /// How many hits the set has.
        public var itemCount: Int?
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(id: String? = nil, score: Double? = nil, itemCount: Int? = nil) {
            self.id = id
            self.score = score
            self.itemCount = itemCount
        }
    }

    /// Words for the picture of the query.
    public struct TagGroup: Hashable, Sendable {
        /// A word, and how sure it is.
        public struct Tag: Hashable, Sendable {
            public var tag: String
            /// 0…1.
            public var score: Double?
            /// What else the service said of it.
            public var other: [String: JSONValue] = [:]

            public init(_ tag: String, score: Double? = nil) {
                self.tag = tag
                self.score = score
            }
        }

        /// What the words are about.
        public var group: String?
        public var tags: [Tag]
        /// What else the service said of it.
        public var other: [String: JSONValue] = [:]

        public init(_ group: String?, tags: [Tag]) {
            self.group = group
            self.tags = tags
        }
    }
}
