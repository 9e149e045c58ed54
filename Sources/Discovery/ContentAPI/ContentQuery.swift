/// A query for content: conditions, order, and the parts of instances to return.
///
/// A value: each step of a chain returns a copy, so that one query can begin several others.
///
/// ```swift
/// ContentQuery("articles")
///     .where(Field("age") >= 18 && Field("name").isOne(of: "A", "B"))
///     .sorted(by: .createdAt, .descending)
///     .page(2, limit: 30)
/// ```
///
/// Fields of instances are named as in their module. Fields of all content begin with `@`; see ``/SearchAPI/Field``
/// for their constants: `@name`, `@createdAt`, `@publishedAt` and others.
public struct ContentQuery: Hashable, Sendable {
    /// The names or ids of the modules to search. Empty, the default, for all.
    public var modules: [String] = []
    /// The ids of the only instances to consider; nil, the default, for all.
    public var ids: [String]?
    /// The condition that instances meet. Default ``/SearchAPI/Filter/all``.
    ///
    /// A comparison with a missing value is false, `not` of it true. Lists hold when one of their values does.
    /// Comparisons never cross kinds: a text equals no number. Patterns have three characters or more,
    /// or two of Chinese, Japanese, Korean or Thai.
    public var filter: Filter = .all
    /// The words to look for in all texts. Hits then come best first. Nil, the default, for none.
    public var text: String?
    /// The picture that pictures of instances resemble. Hits then come best first. Nil, the default, for none.
    public var picture: ImageInput?
    /// The relations that instances have; all of them must hold. Default none.
    public var relations: [Relation] = []
    /// The tags that instances carry; nil, the default, for any.
    public var audience: Audience?
    /// The fields of values to return; nil, the default, returns all, and `[]` none.
    public var fields: [String]?
    /// The relations that are returned as instances in place of ids. Default none.
    public var population: Population = .none
    /// The language of translated values as a BCP 47 tag such as `en-GB`. Nil, the default, returns objects of all
    /// translations, and compares with each of them.
    ///
    /// A missing translation is replaced by the one of the language without its region, then by that of the module's
    /// default locale.
    public var locale: String?
    /// The order, the first key first; missing values come last. Default: by creation, or best first.
    public var order: [SearchRequest.Sort] = []
    /// The part of all matches to return. Default the first ten.
    public var window: Window = .page(1, limit: 10)
    /// The seconds for which a server may answer with an earlier result, 0…86,400. It never does so after the content
    /// has changed. Default 0.
    public var cacheSeconds = 0

    /// A relation that instances have.
    public struct Relation: Hashable, Sendable {
        /// The field of the relation, also an inverse one.
        public var field: String
        /// The ids of which one must be related; nil for any.
        public var ids: [String]?

        /// Creates a relation to some instances, or to any.
        public init(_ field: String, ids: [String]? = nil) {
            self.field = field
            self.ids = ids
        }
    }

    /// The tags of an audience, and how many of them an instance must carry.
    public struct Audience: Hashable, Sendable {
        /// The rules for tags.
        public enum Mode: String, Hashable, Sendable {
            /// The instance carries all of the tags.
            case all
            /// The instance carries at least one of the tags.
            case any
        }

        /// The tags. None of them restricts nothing.
        public var tags: [ContentTag]
        /// The rule. Default `any`.
        public var mode: Mode

        /// Creates an audience that carries any of the tags by default.
        public init(_ tags: [ContentTag], mode: Mode = .any) {
            self.tags = tags
            self.mode = mode
        }
    }

    /// The relations that are returned as instances, one level deep.
    public enum Population: Hashable, Sendable {
        /// Ids stay ids.
        case none
        /// All relations, the inverse ones too.
        case all
        /// The relations of these fields.
        case fields([String])
    }

    /// A part of the matches, in their order.
    public enum Window: Hashable, Sendable {
        /// A page by its number, from 1, with at most this many instances, 1…1,000.
        case page(Int, limit: Int)
        /// Everything at once.
        case all
    }

    /// Creates a query over the modules with these names or ids; without any, over all modules.
    public init(_ modules: String...) { self.modules = modules }

    /// Creates a query over the modules with these names or ids; without any, over all modules.
    public init(modules: [String]) { self.modules = modules }
}
