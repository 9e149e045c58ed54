/// The vectors of the built-in describer beside those of a store's own, in memory from their first use on: 256 bytes a
/// picture, for the questions that ask all pictures for the nearest. A store of the built-in describer has none.
final class CopyIndex: Sendable {
    fileprivate struct State {
        var index: VectorIndex
        var head: BuiltInVectors.Head
        var revision: Int
        /// The slots that have a vector.
        var described: Bitmap
    }

    /// The vectors in one state.
    struct Rows {
        let index: VectorIndex
        /// The built-in describer that made them; nil for one that this version does not know.
        let describer: BuiltInDescriber?
        /// The slots that have a vector.
        let described: Bitmap
        private let vectors: BuiltInVectors

        fileprivate init(_ state: State, _ vectors: BuiltInVectors, slots: Int) {
            (index, described, self.vectors) = (state.index, state.described.resized(to: slots), vectors)
            describer = BuiltInDescriber.named(state.head.describer)
        }

        /// The vector in a slot, as the file has it; nil without one.
        func vector(at slot: Int) throws(SearchError) -> [Int8]? { try vectors.vector(at: slot)?.values }

        /// The rows nearest to a vector, best first. Another search may have taken in later changes: what is gone in this
        /// state is left out, and what changed is compared as it is here.
        func nearest(_ query: [Int8], count: Int, among slots: Bitmap) throws(SearchError) -> [VectorIndex.Row] {
            var rows: [VectorIndex.Row] = []
            for row in index.nearest(query, count: count, filter: slots, mode: .default) {
                guard let vector = try vector(at: row.slot) else { continue }
                rows.append(VectorIndex.Row(slot: row.slot, dot: Int(StoredVectors.dot(query, vector.span))))
            }
            return rows.sorted { $0.dot != $1.dot ? $0.dot > $1.dot : $0.slot < $1.slot }
        }
    }

    private let state = Locked<State?>(nil)

    /// The bytes of the vectors in memory.
    var bytes: Int { state.withLock { $0.map { $0.index.bytes + $0.described.words.count * 8 } ?? 0 } }

    /// The vectors with all changes up to a state of the store; nil where it keeps none.
    func rows(in snapshot: borrowing Snapshot) throws(SearchError) -> Rows? {
        let vectors = try BuiltInVectors(snapshot.database)
        guard let head = vectors.head else { return nil }
        return try state.withLock { state throws(SearchError) in
            if state?.head != head { state = try Self.load(vectors, head, snapshot) }
            if var known = state, known.revision < snapshot.revision {
                // Not kept twice, so that the bits change in place.
                state = nil
                try Self.follow(&known, vectors, snapshot)
                state = known
            }
            return state.map { Rows($0, vectors, slots: snapshot.slots) }
        }
    }

    private static func load(
        _ vectors: BuiltInVectors, _ head: BuiltInVectors.Head, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> State {
        let size = snapshot.slots
        let index = VectorIndex(dimensions: head.dimensions)
        var described = Bitmap(size: size)
        // Some thousand at a time: the lock of an index is not held while a file is read.
        var portion: [(slot: Int, vector: [Int8])] = []
        func take() {
            index.update { rows in for (slot, vector) in portion { rows.set(slot, vector.span) } }
            portion = []
        }
        try vectors.each { slot, vector in
            guard slot < size else { return }
            described[slot] = true
            portion.append((slot, vector))
            if portion.count == 4096 { take() }
        }
        take()
        return State(index: index, head: head, revision: snapshot.revision, described: described)
    }

    private static func follow(
        _ state: inout State, _ vectors: BuiltInVectors, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        state.described = state.described.resized(to: snapshot.slots)
        for change in try snapshot.changes(since: state.revision) where change.kind != .attributes {
            let vector = try vectors.vector(at: change.slot)?.values
            if let vector { state.index.set(change.slot, vector) } else { state.index.remove(change.slot) }
            state.described[change.slot] = vector != nil
        }
        state.revision = snapshot.revision
    }
}
