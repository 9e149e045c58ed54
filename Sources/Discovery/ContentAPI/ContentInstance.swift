public import Essentials

/// One piece of content: the values of a module's fields, with tags and dates.
public struct ContentInstance: Hashable, Sendable {
    /// The name by which it is found again, 1…512 bytes; unique among all modules.
    public var id: String
    /// The name of its module.
    public var module: String
    /// The title for people who edit content.
    public var name: String
    /// The values by field. A populated relation holds objects in place of ids.
    public var values: [String: JSONValue]
    /// The tags that decide which audiences it is for.
    public var tags: [ContentTag]
    /// The dates of its states.
    public var dates: Dates
    /// The people who created, changed and deleted it.
    public var people: People
    /// Members that came along and mean nothing here. They are kept, and come out again.
    public var others: [String: JSONValue]

    /// The dates of the states of an instance, to the millisecond.
    public struct Dates: Hashable, Sendable {
        /// The creation.
        public var created: Date
        /// The last change; nil where there was none.
        public var updated: Date?
        /// The publication, which may lie ahead; nil for a draft.
        public var published: Date?
        /// The end of the publication, which may lie ahead.
        public var removed: Date?
        /// The move to the archive.
        public var archived: Date?
        /// The deletion of an instance that is kept.
        public var deleted: Date?

        /// Creates dates; all but the creation are nil by default.
        public init(
            created: Date, updated: Date? = nil, published: Date? = nil, removed: Date? = nil, archived: Date? = nil,
            deleted: Date? = nil
        ) {
            self.created = created
            self.updated = updated
            self.published = published
            self.removed = removed
            self.archived = archived
            self.deleted = deleted
        }
    }

    /// The people who handled an instance, by the names of their system.
    public struct People: Hashable, Sendable {
        /// The person who created it.
        public var creator: String?
        /// The person who changed it last.
        public var updater: String?
        /// The person who deleted it.
        public var deleter: String?

        /// Creates the people; nil where unknown.
        public init(creator: String? = nil, updater: String? = nil, deleter: String? = nil) {
            self.creator = creator
            self.updater = updater
            self.deleter = deleter
        }
    }

    /// Creates an instance; by default without tags, and created at this moment.
    public init(
        id: String, module: String, name: String = "", values: [String: JSONValue] = [:], tags: [ContentTag] = [],
        dates: Dates = Dates(created: .now), people: People = People(), others: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.module = module
        self.name = name
        self.values = values
        self.tags = tags
        self.dates = dates
        self.people = people
        self.others = others
    }
}

/// A tag of an instance or of a device. Two tags are equal for queries when their names and values are.
public struct ContentTag: Hashable, Sendable {
    /// The name, such as `brand`.
    public var name: String
    /// The value, such as `acme`; nil for a tag that is only there.
    public var value: String?
    /// The id of the kind of tag, in systems that have kinds.
    public var type: String?
    /// The id of the tag, in systems that give tags ids.
    public var id: String?

    /// Creates a tag; by default it has only a name.
    public init(_ name: String, value: String? = nil, type: String? = nil, id: String? = nil) {
        self.name = name
        self.value = value
        self.type = type
        self.id = id
    }
}
