/// An engine that is searched, wherever it lives: embedded in this process, behind HTTP, or a vendor's service.
public protocol SearchService: Sendable {
    /// Finds items. See ``SearchRequest``.
    func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer

    /// Finds every object in a picture, and for each of them what looks like it. See ``DiscoverRequest``.
    func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer

    /// Removes items and returns the ids that existed.
    func remove(_ ids: [String]) async throws(SearchError) -> [String]
}

/// An engine whose catalog is at hand as well: items are written, looked up and counted, and each answer is final.
public protocol CatalogService: SearchService {
    /// Lists the types of product that the items have, by name, with the values that occur with each.
    func productTypes() async throws(SearchError) -> [ProductType]

    /// Adds items or replaces those with the same id. One result for each entry, in order; when this returns, what
    /// succeeded is on disk.
    func insert(_ entries: [Entry]) async throws(SearchError) -> [Result<Void, SearchError>]

    /// Looks up the item with this id; nil when there is no such item.
    func item(_ id: String) async throws(SearchError) -> Item?

    /// Suggests texts to search for while somebody types. See ``SuggestRequest``.
    func suggest(_ request: SuggestRequest) async throws(SearchError) -> [Suggestion]

    /// Counts the items.
    func count() async throws(SearchError) -> Int
}

extension CatalogService {
    /// Adds an item or replaces the one with the same id. When this returns, it is on disk.
    ///
    /// - Throws: The reason why it did not come in, such as a picture that cannot be read.
    public func insert(_ entry: Entry) async throws(SearchError) {
        for result in try await insert([entry]) { try result.get() }
    }
}

/// An item to insert. Without an image the attributes of an item that is already stored are replaced.
public struct Entry: Hashable, Sendable, Codable {
    /// A picture of an item beside its first one.
    public struct Picture: Hashable, Sendable, Codable {
        /// The picture.
        public var image: ImageInput
        /// The view that it gives; nil where that is unknown.
        public var role: PictureRole?
        /// The origin of the picture: a path or a URL, as given. Nil when only bytes were given.
        public var source: String?

        /// Creates a picture; by default of an unknown role and without a source.
        public init(_ image: ImageInput, role: PictureRole? = nil, source: String? = nil) {
            self.image = image
            self.role = role
            self.source = source
        }
    }

    /// The item, with its attributes.
    public var item: Item
    /// The first picture of the item; nil to replace only the attributes of an item that is already stored.
    public var image: ImageInput?
    /// The pictures beside the first one, in their order, at most ``Item/pictureLimit`` with it. They replace those of an
    /// item that is already stored: none with an empty array. Nil, the default, keeps those that it has.
    public var pictures: [Picture]?

    /// Creates an entry from an item and its picture, if any; by default without further pictures.
    public init(_ item: Item, image: ImageInput?, pictures: [Picture]? = nil) {
        self.item = item
        self.image = image
        self.pictures = pictures
    }
}

/// The reason a search, an insert or a store operation failed.
public enum SearchError: Error, Hashable, Sendable {
    /// A value of the request is out of its range; the text names it and the accepted values.
    case invalidArgument(String)
    /// The store has no item with this id.
    case itemNotFound(id: String)
    /// The picture of the query or of an entry could not be used.
    case image(ImageError)
    /// The value of an attribute does not fit the kind of its field.
    case wrongType(field: String, expected: AttributeType, value: String)
    /// The store could not be opened or used; `reason` includes the remedy.
    case store(path: String, reason: String)
    /// The file of the store is damaged.
    case damaged(path: String, detail: String)
    /// The disk of the store is full: nothing of the write was kept, and it can be retried.
    case diskFull(path: String)
    /// The store belongs to another describer.
    case describerMismatch(store: String, describer: String)
    /// An outside describer or service did not answer as it should.
    case service(String)
    /// The task was cancelled before there was an answer. An insertion has written nothing.
    case cancelled
}

extension SearchError: CancellableError {}
