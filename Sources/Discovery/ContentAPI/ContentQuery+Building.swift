public import ImageTypes

extension ContentQuery {
    /// The directions of an order.
    public enum Direction: Hashable, Sendable {
        /// The smallest value first.
        case ascending
        /// The largest value first.
        case descending
    }

    /// Returns the query with one more condition, which must hold as well.
    public func `where`(_ filter: Filter) -> Self { changed { $0.filter = $0.filter && filter } }

    /// Returns the query restricted to these instances.
    public func ids(_ ids: [String]) -> Self { changed { $0.ids = ids } }

    /// Returns the query for words.
    public func saying(_ text: String) -> Self { changed { $0.text = text } }

    /// Returns the query for pictures that resemble this one.
    public func resembling(_ picture: ImageInput) -> Self { changed { $0.picture = picture } }

    /// Returns the query for instances whose relation leads to one of these.
    public func related(to ids: [String], through field: String) -> Self {
        changed { $0.relations.append(Relation(field, ids: ids)) }
    }

    /// Returns the query for instances that have the relation at all.
    public func related(through field: String) -> Self { changed { $0.relations.append(Relation(field)) } }

    /// Returns the query for instances with tags; any of them by default.
    public func tagged(_ tags: ContentTag..., mode: Audience.Mode = .any) -> Self { tagged(tags, mode: mode) }

    /// Returns the query for instances with tags; any of them by default.
    public func tagged(_ tags: [ContentTag], mode: Audience.Mode = .any) -> Self {
        changed { $0.audience = Audience(tags, mode: mode) }
    }

    /// Returns the query with fewer fields in its answer.
    public func returning(_ fields: String...) -> Self { returning(fields) }

    /// Returns the query with fewer fields in its answer.
    public func returning(_ fields: [String]) -> Self { changed { $0.fields = fields } }

    /// Returns the query with relations as instances; all of them without names.
    public func populating(_ fields: String...) -> Self { populating(fields) }

    /// Returns the query with relations as instances; all of them for an empty list.
    public func populating(_ fields: [String]) -> Self {
        changed { $0.population = fields.isEmpty ? .all : .fields(fields) }
    }

    /// Returns the query in a language.
    public func localized(in locale: String) -> Self { changed { $0.locale = locale } }

    /// Returns the query with one more key of its order, ascending by default.
    public func sorted(by field: Field, _ direction: Direction = .ascending) -> Self {
        changed { $0.order.append(SearchRequest.Sort(field.name, ascending: direction == .ascending)) }
    }

    /// Returns the query for a page, from 1.
    public func page(_ number: Int, limit: Int = 10) -> Self { changed { $0.window = .page(number, limit: limit) } }

    /// Returns the query for everything at once.
    public func everything() -> Self { changed { $0.window = .all } }

    /// Returns the query with an answer that may be this many seconds old.
    public func cached(seconds: Int) -> Self { changed { $0.cacheSeconds = seconds } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var query = self
        change(&query)
        return query
    }
}

extension Field {
    /// The id of content.
    public static let contentID = Field("@id")
    /// The name of content.
    public static let contentName = Field("@name")
    /// The module of content.
    public static let contentModule = Field("@module")
    /// The creation of content.
    public static let createdAt = Field("@createdAt")
    /// The last change of content.
    public static let updatedAt = Field("@updatedAt")
    /// The publication of content.
    public static let publishedAt = Field("@publishedAt")
    /// The end of the publication of content.
    public static let removedAt = Field("@removedAt")
    /// The move of content to the archive.
    public static let archivedAt = Field("@archivedAt")
    /// The deletion of content.
    public static let deletedAt = Field("@deletedAt")
    /// The person who created content.
    public static let createdBy = Field("@createdBy")
    /// The person who changed content last.
    public static let updatedBy = Field("@updatedBy")
    /// The person who deleted content.
    public static let deletedBy = Field("@deletedBy")

    /// The fields of all content.
    package static let ofAllContent: [Field] = [
        contentID, contentName, contentModule, createdAt, updatedAt, publishedAt, removedAt, archivedAt, deletedAt,
        createdBy, updatedBy, deletedBy,
    ]
}
