extension ViSearch {
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
            (self.type, self.attributes) = (type, attributes)
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
            package init(_ tag: String, score: Double? = nil) { (self.tag, self.score) = (tag, score) }
        }

        /// The subject of the tags.
        public var group: String?
        /// The tags of the group.
        public var tags: [Tag]
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates a group of tags.
        package init(_ group: String?, tags: [Tag]) { (self.group, self.tags) = (group, tags) }
    }
}
