internal import Essentials
internal import ImageTypes
internal import SearchAPI
internal import VisualSearch
internal import WireFormat

/// The rows of a catalog in Milvus, and what this process knows of them.
///
/// Every change has a revision: microseconds since 1970 at its writer, later than all that the writer has seen. A follower
/// asks for revisions from ``overlap`` before the last one that it knows, so that it finds what writers whose clocks are
/// behind, or whose rows came late, have written meanwhile. Rows whose revision it has seen are
/// skipped.
final class MilvusHome: SharedHome {
    /// The seconds by which the clocks of writers may differ, a write included.
    static let overlap = 30.0
    /// The seconds after which reads that do not wait show what was written, by the settings of the server: 5, and a
    /// reserve.
    static let delay = 10.0
    /// The seconds between two looks at the changes of others.
    static let interval = 0.5
    /// The rows of one request.
    static let portion = 500

    /// The bounds of work that is done here; smaller in tests.
    struct Limits: Sendable {
        /// The most items that are scored without Milvus.
        var fewRows = 4096
        /// The most lately changed items that are scored beside what a search finds; with more, the server waits until
        /// it finds them itself.
        var mostFresh = 4096
    }

    struct State {
        /// The last revision that was written or seen.
        var last = 0
        /// The revisions of what was taken in or written lately, by key; those of the second collection as `meta/…`.
        var seen: [String: Int] = [:]
        var followed: ContinuousClock.Instant?
        /// True while a thread holds ``following``.
        var isBusy = false
        /// The revisions of the changes whose transaction has not ended yet; see ``MilvusHome/changing(_:_:)``.
        var unsettled: [String: Int] = [:]
        /// True once the collection of further pictures can be searched.
        var hasPictures = false
        /// The last failure to follow, so that calls do not wait one after the other for a server that is gone.
        var failed: (at: ContinuousClock.Instant, error: SearchError)?
    }

    let client: any MilvusClient
    let address: MilvusAddress
    let identity: MetaRow.Identity
    let limits: Limits
    let state = Locked(State())
    /// Held by the one thread that follows or writes; taken before the lock of the store.
    let following = Lock()

    init(_ client: any MilvusClient, _ identity: MetaRow.Identity, _ limits: Limits) {
        self.client = client
        self.limits = limits
        address = client.address
        self.identity = identity
    }

    var reach: Int { MilvusCalls.most }
    var fewRows: Int { limits.fewRows }

    func refusal(of item: StoredItem) -> SearchError? {
        if item.content != nil { return .invalidArgument("content needs a store file, not \(address.name)") }
        // Attributes alone come with the picture that the store has, and the row is measured when it is written.
        let picture = item.picture ?? StoredPicture(vector: [Int8](repeating: 0, count: identity.dimensions))
        do throws(SearchError) { _ = try MilvusRow.record(of: item, picture) } catch { return error }
        return nil
    }

    func keep(_ changes: SharedChanges) throws(SearchError) {
        if changes.isEmpty { return }
        let now = Int(Date.now.timeIntervalSince1970 * 1_000_000)
        let revision = state.withLock { state in
            state.last = max(now, state.last + 1)
            return state.last
        }
        var meta = changes.fields.map { MetaRow(field: $0.key, $0.value, revision: revision) }
        meta += changes.models.map { MetaRow(model: $0.key, $0.value, revision: revision) }
        if let learned = changes.learned { meta.append(try keepParts(of: learned, revision: revision)) }
        try upsert(meta.map(\.encoded), into: address.metaCollection)
        if changes.learned != nil { try dropFormerParts(except: meta[meta.count - 1]) }
        let rows = try changes.items.map { item throws(SearchError) in try MilvusRow.encode(item, revision: revision) }
        // An item that is found by a picture is there, or comes at once; the other way round it would be missed.
        try keepPictures(of: changes, revision: revision)
        try upsert(rows, into: address.collection)
        // Write the tombstone first: a deleted row cannot announce its own deletion.
        let removals = changes.removed.map { MetaRow(removed: $0, revision: revision) }
        try upsert(removals.map(\.encoded), into: address.metaCollection)
        try delete(changes.removed, from: address.collection)
        try dropPictures(without: changes)
        meta += removals
        state.withLock { [meta] state in
            for item in changes.items { state.unsettled[item.item.id] = revision }
            for row in meta { state.unsettled["meta/" + row.id] = revision }
        }
    }

    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError) {
        for portion in rows.portions { try client.upsert(portion, into: collection) }
    }

    func delete(_ keys: [String], from collection: String) throws(SearchError) {
        for portion in keys.portions { try client.delete(portion, from: collection) }
    }

    func nearest(
        to vector: [Int8], count: Int, of kind: SharedPicture.Kind, passing filter: Filter,
        fields: [String: AttributeType]
    ) throws(SearchError) -> SharedMatches {
        let now = Int(Date.now.timeIntervalSince1970 * 1_000_000)
        let oldest = now - Int(Self.overlap * 1_000_000)
        let fresh = state.withLock { state in
            Set(state.seen.filter { $0.value >= oldest && !$0.key.hasPrefix("meta/") }.map(\.key))
        }
        let waits = fresh.count > limits.mostFresh
        let extra = waits ? 0 : fresh.count * (kind == .first ? 1 : Item.pictureLimit - 1)
        let asked = min(count + extra, reach)
        let keys = try client.search(
            try collection(of: kind), vector, count: asked, passing: FilterText(filter, fields).text,
            waits ? .strong : .bounded)
        let found = keys.compactMap { SharedPicture(key: $0, kind) }
        if waits { return SharedMatches(pictures: found, changed: [], isAll: keys.count < asked) }
        return SharedMatches(
            pictures: found.filter { !fresh.contains($0.id) }, changed: fresh, isAll: keys.count < asked)
    }
}

extension Array {
    /// The elements in parts of as many as one request has.
    var portions: [[Element]] {
        stride(from: 0, to: count, by: MilvusHome.portion).map { Array(self[$0...].prefix(MilvusHome.portion)) }
    }
}
