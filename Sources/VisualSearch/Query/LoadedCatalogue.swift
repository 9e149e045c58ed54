internal import SearchAPI

/// What searches scan: the vectors and, once a color was asked for, the palettes of a store, by slot, in memory.
///
/// Before each search it follows what was written to the file, by whomever.
final class LoadedCatalogue: Sendable {
    let vectors: VectorIndex
    private let store: CatalogStore
    private let lock = ReadWriteLock()
    // Safe: both are read under `lock.reading` and changed under `lock.writing`.
    private nonisolated(unsafe) var revision = -1
    private nonisolated(unsafe) var palettes: [UInt8]?

    init(_ store: CatalogStore) {
        self.store = store
        vectors = VectorIndex(dimensions: store.describer.dimensions)
    }

    /// Shows a state of the store together with the same state in memory.
    ///
    /// Searches run beside each other. Only the one that finds something new to load runs alone.
    func read<Value>(
        withPalettes: Bool, _ body: (borrowing Snapshot) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        let beside = lock.reading {
            Result { () throws(SearchError) -> Value? in
                try store.read { snapshot throws(SearchError) in
                    guard isCurrent(snapshot, withPalettes: withPalettes) else { return nil }
                    return try body(snapshot)
                }
            }
        }
        if let value = try beside.get() { return value }
        return try lock.writing { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                try load(snapshot, withPalettes: withPalettes)
                return try body(snapshot)
            }
        }
    }

    /// How near what is in the slots comes to colors. Only in `body` of a read with palettes.
    func nearness(to colors: ColorTarget, at slots: [Int]) -> [Float] {
        // Safe: see above.
        colors.nearness(of: unsafe palettes ?? [], at: slots)
    }

    private func isCurrent(_ snapshot: borrowing Snapshot, withPalettes: Bool) -> Bool {
        // Safe: called with the lock.
        unsafe revision == snapshot.revision && (!withPalettes || palettes != nil)
    }

    private func load(_ snapshot: borrowing Snapshot, withPalettes: Bool) throws(SearchError) {
        // Safe: called with the lock for writing.
        let known = unsafe revision
        let slots = snapshot.slots
        if withPalettes, unsafe palettes == nil {
            var all = [UInt8](repeating: 0, count: slots * Palette.byteCount)
            try snapshot.eachColors { slot, bytes in
                guard slot < slots else { return }
                for index in bytes.indices { all[slot * Palette.byteCount + index] = bytes[index] }
            }
            unsafe palettes = all
        } else if known != snapshot.revision, known >= 0, unsafe palettes != nil {
            try updatePalettes(snapshot, try snapshot.changes(since: known))
        }
        guard known != snapshot.revision else { return }
        let changes = known < 0 ? nil : try snapshot.changes(since: known)
        try vectors.update { rows throws(SearchError) in
            guard let changes, changes.count < 4096 else {
                // Quicker in one pass; what is there already is written once more.
                for change in changes ?? [] where change.kind == .removed { rows.remove(change.slot) }
                return try snapshot.eachVector { slot, vector in rows.set(slot, vector) }
            }
            for change in changes where change.kind != .attributes {
                if let vector = change.kind == .removed ? nil : try snapshot.vector(at: change.slot) {
                    rows.set(change.slot, vector.span)
                } else {
                    rows.remove(change.slot)
                }
            }
        }
        unsafe revision = snapshot.revision
    }

    private func updatePalettes(
        _ snapshot: borrowing Snapshot, _ changes: [SlotChange]
    ) throws(SearchError) {
        // Safe: called with the lock for writing; taken out, so that the bytes are changed in place.
        var all = unsafe palettes ?? []
        unsafe palettes = nil
        let missing = snapshot.slots * Palette.byteCount - all.count
        if missing > 0 { all.append(contentsOf: repeatElement(0, count: missing)) }
        for change in changes where change.kind == .picture {
            guard let bytes = try snapshot.colors(at: change.slot) else { continue }
            let start = change.slot * Palette.byteCount
            all.replaceSubrange(start..<start + Palette.byteCount, with: bytes)
        }
        unsafe palettes = all
    }
}
