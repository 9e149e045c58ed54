internal import Essentials

/// The state that an engine answers with: a store that was opened with its describer, and the vectors of it in memory.
/// All of it is replaced when the pictures of the store were described anew.
final class EngineCore: Sendable {
    let store: CatalogStore
    let describer: any Describer
    let catalog: InMemoryCatalog
    /// Makes the vectors for copies beside those of the describer; nil where these are of the built-in one.
    let copyDescriber: BuiltInDescriber?

    /// - Parameters:
    ///   - describers: One of them may be that of the store.
    ///   - opens: Opens the describer that the store at a path names, where none of them is it. Default: none is at hand.
    init(
        _ store: CatalogStore, _ describers: [any Describer], readsOnDemand: Bool,
        opens: (_ path: String) -> (any Describer)? = { _ in nil }
    ) {
        self.store = store
        let name = store.describer.name
        let known = describers.first { $0.identity == name } ?? BuiltInDescriber.ofStore(store.describer)
        let named = known ?? opens(store.path)
        describer = named.flatMap { $0.identity == name ? $0 : known } ?? AbsentDescriber(store.describer)
        catalog = InMemoryCatalog(store, readsOnDemand: readsOnDemand)
        copyDescriber = describer.keepsBuiltInVectors ? store.builtInForm ?? .shared : nil
    }

    /// The cores that the work of this thread goes on with, by engine.
    @TaskLocal static var pinned: [ObjectIdentifier: EngineCore] = [:]
}

/// The present core of an engine, and how the next one is opened.
final class EngineCores: Sendable {
    private let current: Locked<EngineCore>
    private let beganWithout: Bool
    private let renewing = Lock()
    /// Further describers that the store may get.
    private let coming = Locked<[any Describer]>([])
    private let open: @Sendable ([any Describer]) throws(SearchError) -> EngineCore

    /// - Parameter open: Opens the store again; one of the describers may be the new one.
    init(_ first: EngineCore, _ open: @escaping @Sendable ([any Describer]) throws(SearchError) -> EngineCore) {
        self.open = open
        current = Locked(first)
        beganWithout = first.describer is AbsentDescriber
    }

    var present: EngineCore { current.withLock { $0 } }

    /// True where the describer of the store was at hand at first, and that of today is not.
    var hasLostDescriber: Bool { !beganWithout && present.describer is AbsentDescriber }

    /// Tells of a describer that the store may get.
    func expect(_ describer: any Describer) { coming.withLock { $0.append(describer) } }

    /// Closes the store. Nothing is opened again.
    func close() { renewing.withLock { present.store.close() } }

    /// Opens the store again, unless another thread has done so since `former` was taken.
    func renew(after former: EngineCore) throws(SearchError) {
        try renewing.withLock { () throws(SearchError) in
            guard present === former else { return }
            let next = try open(coming.withLock { $0 })
            current.withLock { $0 = next }
        }
    }
}

extension SearchEngine {
    /// Calls `body`, which sees one describer and the vectors of it throughout. Where the pictures of the store are described
    /// anew meanwhile, the store is opened again, and `body` is called once more.
    package func steadily<Value>(_ body: () throws(SearchError) -> Value) throws(SearchError) -> Value {
        let key = ObjectIdentifier(self)
        if EngineCore.pinned[key] != nil { return try body() }
        var isLast = false
        while true {
            let core = cores.present
            var pins = EngineCore.pinned
            pins[key] = core
            let result = EngineCore.$pinned.withValue(pins) { Result { () throws(SearchError) in try body() } }
            do throws(SearchError) { return try result.get() } catch {
                guard !isLast, error == .describedAnew(core.store.path) else { throw error }
                isLast = true
                try cores.renew(after: core)
            }
        }
    }

    /// Calls `body` with a state of the store that matches the vectors in memory, as ``steadily(_:)`` does.
    func reading<Value>(
        withPalettes: Bool, _ body: (borrowing Snapshot) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        try steadily { () throws(SearchError) in try catalog.read(withPalettes: withPalettes, body) }
    }

    /// The core that the work of this thread began with, or else the present one.
    var core: EngineCore { EngineCore.pinned[ObjectIdentifier(self)] ?? cores.present }

    /// The file of the catalog, as it was opened last.
    public var store: CatalogStore { core.store }

    var describer: any Describer { core.describer }
    var catalog: InMemoryCatalog { core.catalog }
}
