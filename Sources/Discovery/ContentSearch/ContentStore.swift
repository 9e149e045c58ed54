internal import Dispatch
internal import SQLite
public import VisualSearch

/// Typed content in one SQLite file beside a catalog: modules with their fields, instances, relations.
///
/// Filters, orders, words and pictures are those of the search engine. Usable from many threads; what other processes
/// write is seen by the next query.
public final class ContentStore: LocalContentService {
    /// The engine that holds the instances as items.
    let engine: SearchEngine
    private let schemas = RevisionValue<ContentSchema>()
    /// All instances in the orders that were asked for.
    private let orders = RevisionCache<[Snapshot.OrderKey], [Int]>(bytes: 64 << 20, largest: .max)
    /// So many are sorted anew each time.
    private static let sortedAnew = 1000
    /// Answers to queries that allow one from memory, for as long as they allow.
    let answers = RevisionCache<ContentQuery, ContentPage<ContentInstance>>(bytes: 32 << 20, largest: 1 << 20)

    /// The file of the content that belongs to a catalog.
    public static func path(besideCatalog catalog: String) -> String { catalog + ".content" }

    /// Opens the content in a file, or makes the file where the mode allows.
    ///
    /// - Parameters:
    ///   - path: The file; see ``path(besideCatalog:)``.
    ///   - mode: The way of opening it. Default `create`.
    ///   - describer: What pictures are described with. Nil, the default, is the built-in describer.
    /// - Throws: what the engine throws for a file that cannot be opened.
    public init(
        path: String, mode: CatalogStore.Mode = .create, describer: (any Describer)? = nil
    ) throws(SearchError) {
        var settings = SearchEngine.Settings(describer: describer)
        settings.usesWordMeanings = false
        settings.kind = .content
        engine = try SearchEngine(path: path, mode: mode, settings: settings)
    }

    /// Ends the use of the file, after the calls that run. Every later call throws; to close again does nothing. See
    /// ``/VisualSearch/SearchEngine/close()``.
    public func close() { engine.close() }

    /// Finds content, off the threads of tasks.
    public func search(_ query: ContentQuery) async throws(SearchError) -> ContentPage<ContentInstance> {
        try await engine.threads.offload(searchBlocking, query)
    }

    /// The modules, by name.
    public func modules() throws(SearchError) -> [ContentModule] {
        try engine.store.read { snapshot throws(SearchError) in try schema(in: snapshot).modules }
    }

    /// The number of instances of each module, by name.
    public func counts() throws(SearchError) -> [String: Int] {
        try engine.store.read { snapshot throws(SearchError) in
            let known = try snapshot.fields()
            var counts: [String: Int] = [:]
            for module in try schema(in: snapshot).modules {
                let isThere = known[ContentColumn.module] != nil
                counts[module.name] =
                    try isThere ? snapshot.matching(.equal(ContentColumn.module, .string(module.name))).count : 0
            }
            return counts
        }
    }

    /// Reads everything and names what is wrong, one sentence each; empty for sound content.
    public func check() throws(SearchError) -> [String] { try engine.store.check() }

    /// The modules in a state of the store.
    func schema(in snapshot: borrowing Snapshot) throws(SearchError) -> ContentSchema {
        try schemas.value(at: snapshot.revision) { () throws(SearchError) in
            var modules: [ContentModule] = []
            for (name, record) in try snapshot.modules() {
                guard let record, let json = try? JSONValue(parsing: record.utf8),
                    let module = try? ContentModule(json: json)
                else {
                    throw .damaged(
                        path: engine.store.path, detail: "the module `\(name)` cannot be read; define it again")
                }
                modules.append(module)
            }
            return ContentSchema(modules)
        }
    }

    /// The matching slots in an order. Orders of many are kept for the pages that follow.
    func ordered(
        _ matching: Bitmap, by keys: [Snapshot.OrderKey], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        if matching.count <= ContentStore.sortedAnew { return try snapshot.sorted(matching.slots, by: keys) }
        let all = try orders.value(
            for: keys, at: snapshot.completeRevision, cost: { 8 * $0.count },
            make: { () throws(SearchError) in try snapshot.sorted(try snapshot.live().slots, by: keys) })
        return all.filter { matching[$0] }
    }
}

extension ContentStore {
    /// The kinds that the fields of modules have in filters, with the fields of all content.
    ///
    /// - Parameter names: The names or ids of the modules; empty for all. Of fields with the same name and other kinds,
    ///   those of the first module count.
    public func fieldTypes(of names: [String] = []) throws(SearchError) -> [String: AttributeType] {
        let schema = ContentSchema(try modules())
        var types: [String: AttributeType] = [:]
        for field in Field.ofAllContent {
            types[field.name] = ContentColumn.ofAllContent(field.name)?.kind.attributeType
        }
        for field in try schema.modules(named: names).flatMap(\.fields) where types[field.name] == nil {
            types[field.name] = field.kind.attributeType
        }
        return types
    }
}
