internal import Dispatch
internal import Essentials
internal import SQLite

/// The data that searches scan: the vectors and, from the first query with a color on, the palettes of a store, by
/// slot, in memory.
///
/// The first search loads everything. After that, a search that finds few changes by other processes applies them
/// itself; many are loaded in the background, while searches use the older vectors and leave out new items. A write
/// through the engine applies its changes before it is acknowledged.
final class InMemoryCatalog: Sendable {
    /// Empty where the store has a home that searches them.
    let vectors: VectorIndex
    /// The vectors, here or in the file.
    let described: any DescribedVectors
    /// True where vectors stay in the file, and ``vectors`` has only the lists that choose which of them to read: for one
    /// search that takes less time than reading all.
    let readsAsNeeded: Bool
    let store: CatalogStore
    /// The vectors of the built-in describer beside those of a model, read when they are first asked for.
    let copies = CopyIndex()
    /// The densities of the items; all unknown where a home searches the vectors.
    let densities = ItemDensities()
    /// Up to so many changes a search waits for; also the changes that searches are held up for at a time.
    private let fewChanges: Int
    private let lock = ReadWriteLock()
    // Safe: all are read under `lock.reading`, and changed under `lock.writing` by the one thread that holds
    // `loading`.
    private nonisolated(unsafe) var revision = -1
    private nonisolated(unsafe) var palettes: [UInt8]?
    /// Nil where every item has one picture.
    private nonisolated(unsafe) var further: PictureSlots?
    /// Nil until the store has learned.
    private nonisolated(unsafe) var rows: LearnedRows?
    /// The revision of what the store has learned, as of `revision`, and of that which is in memory.
    private nonisolated(unsafe) var learning: (wanted: Int?, taken: Int?)
    /// Held by the one thread that loads. Never taken while `lock` is held.
    let loading = Lock()
    /// The error of the last background load, with its revision, until a search has reported it.
    private let failure = Locked<(revision: Int, error: SearchError)?>(nil)
    private let isLoadingInBackground = Locked(false)
    /// A serial queue has a thread of its own, however busy searches keep those of the concurrent ones.
    private let loader = DispatchQueue(label: "magpie.load", qos: .userInitiated)
    private let wasAsked = Locked(false)
    /// The slots to leave out in a state of the store, by the revision that memory has.
    private let newcomers = RevisionCache<Int, Bitmap>(bytes: 64 << 20, largest: .max)

    /// - Parameters:
    ///   - readsOnDemand: Searches read the vectors that they need where the store keeps lists: quicker for a few of them.
    ///   - cancellation: Ends the building of lists.
    init(
        _ store: CatalogStore, fewChanges: Int = 4096, tuning: Tuning = Tuning(), readsOnDemand: Bool = false,
        cancellation: Cancellation = Cancellation()
    ) {
        self.store = store
        self.fewChanges = fewChanges
        readsAsNeeded = readsOnDemand && store.home == nil && store.keepsLists
        var tuning = tuning
        // Lists of what was not read would be wrong ones.
        if readsAsNeeded { tuning.plainRows = .max }
        vectors = VectorIndex(
            dimensions: store.describer.dimensions, scale: 127, tuning: tuning, cancellation: cancellation)
        described =
            if let home = store.home {
                StoredVectors(fewRows: home.fewRows, isShared: true)
            } else if readsAsNeeded {
                StoredVectors(fewRows: 4096, isShared: false)
            } else {
                vectors
            }
        if store.mode != .readOnly, store.home == nil, !readsAsNeeded {
            // Searches go on without: this process has them in memory, and the next one builds its own.
            vectors.whenBuilt { lists, revision in try? store.keep(lists, of: revision) }
        }
    }

    /// Calls `body` with a state of the store that matches the vectors in memory. Searches run concurrently.
    func read<Value>(
        withPalettes: Bool, _ body: (borrowing Snapshot) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        try Budget.checkClient()
        // One load brings all writes from before this search into memory.
        var hasLoaded = false
        // Not with the lock: a home far away would hold up the writer, and behind it all searches.
        try store.home?.follow(store)
        while true {
            let result = lock.reading {
                Result { () throws(SearchError) -> Value? in
                    try store.readCopy { snapshot throws(SearchError) in
                        switch try standing(snapshot, withPalettes: withPalettes) {
                        case .current where isComplete(at: snapshot.revision): return try body(snapshot)
                        case .current: return try body(Snapshot(incomplete: snapshot, hiding: nil))
                        case .unloaded: return nil
                        case .fewBehind where !hasLoaded: return nil
                        case .fewBehind: break
                        case .farBehind: try loadInBackground(for: snapshot.revision)
                        }
                        return try body(Snapshot(incomplete: snapshot, hiding: try newcomers(in: snapshot)))
                    }
                }
            }
            if let value = try result.get() { return value }
            try load(withPalettes: withPalettes)
            hasLoaded = true
        }
    }

    /// The revision of the store, where searches find all that it has and use all that it has learned; nil while memory
    /// is behind it.
    func completeRevision() throws(SearchError) -> Int? {
        let revision = try store.revision()
        return lock.reading { isComplete(at: revision) } ? revision : nil
    }

    /// Loads everything that searches need, so that the first of them does not wait.
    ///
    /// - Parameter withPalettes: Also what only searches with colors need. Default true.
    func warmUp(withPalettes: Bool = true) throws(SearchError) {
        try load(withPalettes: withPalettes)
        // Safe: with the lock.
        lock.reading { unsafe rows?.vectors?.fill() }
    }

    /// The bytes of the vectors and their lists, of the palettes and densities, and of the learned vectors.
    var bytes: Int {
        // Safe: with the lock.
        lock.reading { unsafe (palettes?.capacity ?? 0) + (rows?.bytes ?? 0) + (further?.bytes ?? 0) }
            + vectors.bytes + densities.bytes
            + newcomers.bytes + copies.bytes
    }

    /// Applies the writes of this process, so that the next search finds them. Does nothing before the first search.
    func follow() {
        guard wasAsked.withLock({ $0 }) else { return }
        // The write is on disk; a search that cannot read it reports the error.
        try? load(withPalettes: false)
    }

    /// Returns the nearness of the palettes in the slots to colors. Only in `body` of a read with palettes.
    func nearnessOfPictures(to colors: ColorTarget, at slots: [Int]) -> [Float] {
        // Safe: see above.
        colors.nearness(of: unsafe palettes ?? [], at: slots)
    }

    /// The further pictures of items; nil where every item has one picture. Only in `body` of a read, and while loading.
    var pictures: PictureSlots? {
        // Safe: see above.
        unsafe further
    }

    /// The learned state of the store, with its vectors. Only in `body` of a read.
    var learned: LearnedRows? {
        // Safe: see above.
        unsafe rows
    }

    /// Takes over what the store has learned anew.
    func followLearning() throws(SearchError) {
        guard wasAsked.withLock({ $0 }) else { return }
        try loading.withLock { () throws(SearchError) in
            // Safe: this thread alone changes it now.
            let known = unsafe learning.taken
            let (number, space) = try store.read { snapshot throws(SearchError) in
                (try snapshot.learnedRevision(), try snapshot.learned())
            }
            guard number != known else { return }
            let fresh = space.map { LearnedRows($0, of: described, in: self) }
            lock.writing {
                // Safe: with the lock for writing.
                // As a new process: also without any, where the file has none that can be read.
                unsafe rows = fresh
                unsafe learning.taken = number
            }
        }
    }

    // MARK: loading

    private enum Standing {
        case unloaded, current, fewBehind, farBehind
    }

    private func standing(_ snapshot: borrowing Snapshot, withPalettes: Bool) throws(SearchError) -> Standing {
        // Safe: called with the lock.
        guard unsafe revision >= 0, unsafe !withPalettes || palettes != nil else { return .unloaded }
        if unsafe revision == snapshot.revision { return .current }
        return try snapshot.hasChanges(moreThan: fewChanges, since: unsafe revision) ? .farBehind : .fewBehind
    }

    /// True if memory has all that the store has at a revision.
    private func isComplete(at revision: Int) -> Bool {
        // Safe: called with the lock.
        unsafe self.revision == revision && learning.wanted == learning.taken
    }

    private func newcomers(in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap {
        // Safe: called with the lock.
        let from = unsafe revision
        // Which items are new is complete, though what is found without them is not.
        return try newcomers.value(
            for: from, at: snapshot.revision, cost: { $0.size / 8 },
            make: { () throws(SearchError) in try snapshot.newcomers(since: from) })
    }

    private func loadInBackground(for wanted: Int) throws(SearchError) {
        // One search reports it; the next one tries again.
        if let failure = failure.withLock({ $0.take() }), failure.revision == wanted { throw failure.error }
        let isFirst = isLoadingInBackground.withLock { isLoading in
            defer { isLoading = true }
            return !isLoading
        }
        guard isFirst else { return }
        loader.async { [self] in
            do throws(SearchError) {
                try load(withPalettes: false)
            } catch {
                failure.withLock { $0 = (wanted, error) }
            }
            isLoadingInBackground.withLock { $0 = false }
        }
    }

    private func load(withPalettes: Bool) throws(SearchError) {
        wasAsked.withLock { $0 = true }
        try loading.withLock { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                // Safe: this thread alone changes them now.
                let known = unsafe revision
                let needsPalettes = unsafe withPalettes && palettes == nil
                let all = needsPalettes ? try palettes(in: snapshot) : nil
                let learned = try snapshot.learnedRevision()
                if known < 0 {
                    let fresh = try snapshot.learned().map { LearnedRows($0, of: described, in: self) }
                    let pictures = try allPictures(in: snapshot)
                    // Safe: with the lock for writing. Densities need them.
                    lock.writing { unsafe further = pictures }
                    // Last of what can fail: it begins with an empty index. A home searches the vectors itself.
                    if store.home == nil {
                        try loadDensities(snapshot)
                        try loadVectors(snapshot)
                    }
                    lock.writing {
                        // Safe: with the lock for writing.
                        unsafe rows = fresh
                        unsafe learning.taken = learned
                    }
                } else if known != snapshot.revision {
                    try takeIn(try snapshot.changes(since: known), snapshot)
                    // Safe: as above.
                    if unsafe learned != learning.taken { loader.async { [self] in try? followLearning() } }
                }
                let current = snapshot.revision
                lock.writing {
                    // Safe: with the lock for writing.
                    unsafe revision = current
                    unsafe learning.wanted = learned
                    if let all { unsafe palettes = all }
                }
            }
        }
    }

    private func palettes(in snapshot: borrowing Snapshot) throws(SearchError) -> [UInt8] {
        let slots = snapshot.slots
        var all = [UInt8](repeating: 0, count: slots * Palette.byteCount)
        try snapshot.eachColors { slot, bytes in
            guard slot < slots else { return }
            for index in bytes.indices { all[slot * Palette.byteCount + index] = bytes[index] }
        }
        return all
    }

    private func allPictures(in snapshot: borrowing Snapshot) throws(SearchError) -> PictureSlots? {
        guard snapshot.hasPictures else { return nil }
        var pictures = PictureSlots()
        try snapshot.eachPictureSlot { pictures.attach($0, to: $1, isDetail: $2) }
        return pictures
    }

    /// A slot as it is to be in memory; without a vector it is empty.
    private struct Row {
        var slot: Int
        /// The slot of the item, for a further picture.
        var owner: (slot: Int, isDetail: Bool)?
        var isFilled = false
        var vector: [Int8]?
        var colors: [UInt8]?
    }

    /// Loads the changed slots into memory. They are read while searches run, and applied in portions.
    private func takeIn(_ changes: [SlotChange], _ snapshot: borrowing Snapshot) throws(SearchError) {
        // Safe: this thread alone changes it now.
        let hasPalettes = unsafe palettes != nil
        var rest = changes.filter { $0.kind != .attributes }[...]
        // Safe: as above.
        let hadPictures = unsafe further != nil
        let hasPictures = snapshot.hasPictures
        if hadPictures {
            // Safe: with the lock for writing.
            lock.writing { unsafe further?.detach(rest.lazy.map(\.slot)) }
        }
        while !rest.isEmpty {
            var rows: [Row] = []
            for change in rest.prefix(fewChanges) {
                var row = Row(slot: change.slot)
                if change.kind == .picture { row.isFilled = true }
                if change.kind == .picture, store.home == nil { row.vector = try snapshot.vector(at: change.slot) }
                if hasPictures, row.isFilled { row.owner = try snapshot.owner(of: change.slot) }
                if hasPalettes, row.isFilled { row.colors = try snapshot.colors(at: change.slot) }
                rows.append(row)
            }
            rest = rest.dropFirst(fewChanges)
            let slots = snapshot.slots
            let followsDensities = described.areInMemory && !densities.isEmpty
            if followsDensities { for row in rows { densities.forget(self.slots(around: row.slot)) } }
            lock.writing { takeOver(rows, slots: slots) }
            // Unknown until they are computed anew: of what came, what went, and the neighbors of both.
            if followsDensities { for row in rows { densities.forget(self.slots(around: row.slot)) } }
        }
        vectors.update { $0.mark(snapshot.revision) }
    }

    /// With the lock for writing.
    private func takeOver(_ rows: [Row], slots: Int) {
        vectors.update { changes in
            for row in rows {
                if let vector = row.vector { changes.set(row.slot, vector.span) } else { changes.remove(row.slot) }
            }
        }
        // Safe: with the lock for writing.
        for row in rows { unsafe self.rows?.forget(row.slot) }
        for row in rows {
            guard let owner = row.owner else { continue }
            // Safe: as above.
            if unsafe further == nil { unsafe further = PictureSlots() }
            unsafe further?.attach(row.slot, to: owner.slot, isDetail: owner.isDetail)
        }
        // Safe: taken out, so that the bytes change in place.
        guard var all = unsafe palettes else { return }
        unsafe palettes = nil
        let missing = slots * Palette.byteCount - all.count
        if missing > 0 { all.append(contentsOf: repeatElement(0, count: missing)) }
        for row in rows {
            let start = row.slot * Palette.byteCount
            let colors = row.colors ?? [UInt8](repeating: 0, count: Palette.byteCount)
            all.replaceSubrange(start..<start + Palette.byteCount, with: colors)
        }
        unsafe palettes = all
    }
}
