public import Essentials
internal import ImageTypes
internal import SearchAPI

/// A catalog in Milvus, which any number of processes share, with everything that the engine on this machine does.
///
/// Milvus keeps the items and searches their vectors. Beside that each machine has a copy of the catalog in one file,
/// which follows the changes: filters, facets, words, orders, colors and the scores of hits come from it, so that they
/// are the same as those of a store file. Milvus 2.3 can neither count facets nor search words nor compare palettes, and
/// its filters mean something else for missing values; asking it for all of that would have been inexact or refused.
/// The price is disk: the copy has no vectors in memory, but all data of the items in its file. What was searched
/// with `index=flat` is exact; a graph may miss some of the nearest.
///
/// A change is acknowledged once Milvus has it. This process finds it at once, others within a second or, where the
/// server is busy, a few. Two processes that change one item at the same time leave the later change of Milvus.
public final class MilvusCatalog: CatalogService {
    /// The engine over the copy; it takes every call of a search engine.
    public let engine: SearchEngine
    /// The address of the catalog.
    public let address: MilvusAddress

    /// The settings of an engine over a catalog in Milvus.
    public struct Settings: Sendable {
        /// The folder of copies. Nil, the default, is `magpie` in the cache folder of the user.
        public var folder: URL?
        /// The token of the server; nil, the default, is that in the environment variable MAGPIE_MILVUS_TOKEN.
        public var token: String?
        /// Makes the collections that are missing. Default false.
        public var creates = false
        /// The settings of the engine. It learns after writes of this process only.
        public var engine = SearchEngine.Settings()

        var limits = MilvusHome.Limits()

        /// Creates settings with the defaults.
        public init() {}
    }

    /// Opens a catalog, and brings its copy on this machine up to date. Blocks.
    ///
    /// - Throws: `store` where there is no such collection, `describerMismatch` for one of another describer, `service`
    ///   where the server does not answer or is not a Milvus that this speaks with.
    public init(_ address: MilvusAddress, _ settings: Settings = Settings()) throws(SearchError) {
        self.address = address
        let token = settings.token ?? ProcessInfo.processInfo.environment["MAGPIE_MILVUS_TOKEN"]
        let client = try MilvusCalls(address, token: token).client()
        let (identity, describer) = try MilvusCatalog.open(client, settings)
        let home = MilvusHome(client, identity, settings.limits)
        let folder: URL
        if let own = settings.folder { folder = own } else { folder = try MilvusCatalog.cache() }
        let name = "\(address.host)-\(address.port)-\(address.collection)-\(identity.generation.prefix(8)).magpie"
        var own = settings.engine
        own.describer = describer
        // The vectors are in Milvus.
        own.readsOnDemand = false
        engine = try SearchEngine(
            path: folder.appending(path: name.replacing(":", with: "_")).path(percentEncoded: false), mode: .create,
            settings: own, home: home)
        try home.begin(engine.store)
    }

    /// Removes a catalog with all of its items from the server. Blocks.
    public static func drop(_ address: MilvusAddress, token: String? = nil) throws(SearchError) {
        let client = try MilvusCalls(address, token: token).client()
        for collection in [address.collection, address.metaCollection, address.pictureCollection]
        where try client.description(of: collection) != nil { try client.drop(collection) }
    }

    /// The identity of the catalog, and its describer: where none was named, that of this version or of the one before.
    private static func open(
        _ client: any MilvusClient, _ settings: Settings
    ) throws(SearchError) -> (MetaRow.Identity, any Describer) {
        let wanted = settings.engine.describer ?? BuiltInDescriber.shared
        let others: [any Describer] =
            wanted.earlierForms + (settings.engine.describer == nil ? [BuiltInDescriber.former] : [])
        do throws(SearchError) {
            return (try client.open(MetaRow.Identity(wanted), creates: settings.creates), wanted)
        } catch {
            guard case .describerMismatch = error else { throw error }
            for other in others {
                if let identity = try? client.open(MetaRow.Identity(other), creates: false) { return (identity, other) }
            }
            throw error
        }
    }

    private static func cache() throws(SearchError) -> URL {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let folder = (caches ?? FileManager.default.temporaryDirectory).appending(path: "magpie")
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .store(path: folder.path(percentEncoded: false), reason: "the folder of copies cannot be made")
        }
        return folder
    }

    /// Ends the use of the copy on this machine, after the calls that run. Every later call throws `store`; to close again
    /// does nothing.
    public func close() { engine.close() }

    /// Finds items.
    public func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer {
        try await engine.search(request)
    }

    /// Finds the objects of a picture, and items for each of them.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        try await engine.discover(request)
    }

    /// Adds or replaces items. When it returns, what succeeded is in Milvus.
    public func insert(_ entries: [Entry]) async throws(SearchError) -> [Result<Void, SearchError>] {
        try await engine.insert(entries)
    }

    /// Removes items; returns the ids that existed.
    public func remove(_ ids: [String]) async throws(SearchError) -> [String] { try await engine.remove(ids) }

    /// The item with this id, or nil.
    public func item(_ id: String) async throws(SearchError) -> Item? { try await engine.item(id) }

    /// The types of product that the items have.
    public func productTypes() async throws(SearchError) -> [ProductType] { try await engine.productTypes() }

    /// Suggests texts to search for.
    public func suggest(_ request: SuggestRequest) async throws(SearchError) -> [Suggestion] {
        try await engine.suggest(request)
    }

    /// The number of items.
    public func count() async throws(SearchError) -> Int { try await engine.count() }
}

extension MetaRow.Identity {
    /// That of a new catalog.
    fileprivate init(_ describer: any Describer) {
        self.init(
            describer: describer.identity, dimensions: describer.dimensions, colors: SearchEngine.paletteBytes,
            generation: UUID().uuidString)
    }
}
