internal import Dispatch

extension SearchEngine {
    /// Learns from the types and words of the items, off the threads of tasks. See ``learnBlocking(cancellation:)``.
    public func learn() async throws(SearchError) -> LearningReport {
        try await offload { cancellation throws(SearchError) in try self.learnBlocking(cancellation: cancellation) }
    }

    /// Learns from the types of the items which pictures show the same kind, and from their texts which words pictures
    /// show, and keeps that in the store.
    ///
    /// Trials on the items themselves decide what searches use: nothing, the types of similar items, or these and a map
    /// of the descriptors; and which words. Searches use the former state until the new one is complete. Takes seconds for 100,000
    /// items, and 65 MB of memory beside what searches have.
    ///
    /// - Parameter cancellation: Ends the call; the store keeps what it had learned before. Default: never.
    /// - Returns: the figures, also where nothing was adopted.
    /// - Throws: `store` where the file cannot be read or written, or `cancelled`.
    public func learnBlocking(cancellation: Cancellation = Cancellation()) throws(SearchError) -> LearningReport {
        let report = try store.learn(fromTypesIn: typeFields, cancellation: cancellation)
        try catalog.followLearning()
        return report
    }

    /// Learns in the background where it is due, after changes: at most one check a second.
    func learnFromChanges() {
        guard learnsFromChanges, let begins = learner.begins() else { return }
        learner.queue.asyncAfter(deadline: begins) { [weak self] in
            guard let self else { return }
            learner.ends()
            // A store that cannot be read or written tells those who search it or write it.
            if (try? store.isLearningDue()) == true { _ = try? learnBlocking() }
        }
    }

    /// The fields that may hold the type of an item, the likeliest first.
    var typeFields: [String] { typeField.map { [$0] } ?? CatalogStore.typeFields }

    /// The types of the items in a state of the store; read again only when that changed.
    func itemTypes(in snapshot: borrowing Snapshot) throws(SearchError) -> ItemTypes? {
        if let known = itemTypes.withLock({ $0 }), known.revision == snapshot.revision { return known }
        let types = try ItemTypes(typeFields, in: snapshot)
        if let types { itemTypes.withLock { if ($0?.revision ?? -1) < types.revision { $0 = types } } }
        return types
    }

    /// Returns the kind of a picture; nil where nothing was learned, or nothing similar has a type. Only in a read of
    /// the catalog.
    ///
    /// - Parameter weight: The share of the kind in a score; nil for the usual one.
    func kinship(
        of similarity: SimilarityScale, own: Int?, neighbors: [VectorIndex.Row], weight: Double?,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Kinship? {
        guard let rows = catalog.learned, rows.space.report.adoption != .nothing,
            let types = try itemTypes(in: snapshot), types.field == rows.space.field
        else { return nil }
        return Kinship(
            similarity, own: own, neighbors: neighbors, weight: weight, types: types, rows: rows)
    }
}

/// The thread on which an engine learns from changes, and whether it will check for them.
final class Learner: Sendable {
    let queue = DispatchQueue(label: "magpie.learn", qos: .utility)
    private let isWaiting = Locked(false)

    /// The time of the next check, or nil where there will be one already.
    func begins() -> DispatchTime? {
        isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return isWaiting ? nil : .now() + 1
        }
    }

    func ends() { isWaiting.withLock { $0 = false } }
}
