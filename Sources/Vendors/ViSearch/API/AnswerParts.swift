extension ViSearch {
    /// An object in the picture of a request, and if requested, the items that look like it.
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
        /// The number of items that look like it.
        public var total: Int?
        /// Nil for the objects of an upload search.
        public var hits: [Hit]?
        /// Those of its hits; nil unless asked for.
        public var facets: [Facet]?
        /// The place that was asked for.
        public var point: Point?
        /// Its hits by groups; nil unless asked for.
        public var groups: [Group]?
        /// As the service defines them, like name and category.
        public var id: String?
        /// The name of the object, where the service gives one.
        public var name: String?
        /// The category of the object, where the service gives one.
        public var category: String?
        /// Recommendations: items that somebody took out by hand.
        public var excludedNames: [String]?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates an object.
        package init(
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

    /// A type of object that the service can find, and the attributes that it knows of it.
    public struct TypeEntry: Hashable, Sendable {
        /// A product type.
        public var type: String
        /// Values by attribute.
        public var attributes: [String: [String]]
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates a type with the attributes that can be asked for.
        package init(_ type: String, attributes: [String: [String]] = [:]) {
            self.type = type
            self.attributes = attributes
        }
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
            package var other: [String: JSONValue] = [:]

            /// Creates a value with its count.
            package init(_ value: String, count: Int? = nil) {
                self.value = value
                self.count = count
            }
        }

        /// The field that the facet counts.
        public var field: String
        /// Most frequent first; nil for numbers.
        public var values: [Value]?
        /// For numbers; nil for one without two ends in their order.
        public var range: ClosedRange<Double>?
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates a facet of values or of a range.
        package init(_ field: String, values: [Value]? = nil, range: ClosedRange<Double>? = nil) {
            self.field = field
            self.values = values
            self.range = range
        }
    }

    /// Hits that share a value.
    public struct Group: Hashable, Sendable {
        /// The value, as text.
        public var value: String
        /// Best first.
        public var hits: [Hit]
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates a group of hits.
        package init(_ value: String, hits: [Hit]) {
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
        /// The number of hits in the set.
        public var itemCount: Int?
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates the description of a set.
        package init(id: String? = nil, score: Double? = nil, itemCount: Int? = nil) {
            self.id = id
            self.score = score
            self.itemCount = itemCount
        }
    }

    /// Words for the picture of the query.
    public struct TagGroup: Hashable, Sendable {
        /// A word, and how sure it is.
        public struct Tag: Hashable, Sendable {
            /// The word of the tag.
            public var tag: String
            /// 0…1.
            public var score: Double?
            /// Further members that the service sent, by their names.
            package var other: [String: JSONValue] = [:]

            /// Creates a tag.
            package init(_ tag: String, score: Double? = nil) {
                self.tag = tag
                self.score = score
            }
        }

        /// The subject of the tags.
        public var group: String?
        /// The tags of the group.
        public var tags: [Tag]
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates a group of tags.
        package init(_ group: String?, tags: [Tag]) {
            self.group = group
            self.tags = tags
        }
    }
}
