import CKernels
import Dispatch

/// One row that was found.
package struct Match: Hashable, Sendable {
    /// The slot of the row.
    package var slot: Int
    /// The cosine of query and row, for vectors of unit length; higher is nearer.
    package var score: Float

    /// Creates a match.
    package init(slot: Int, score: Float) {
        self.slot = slot
        self.score = score
    }
}

/// The share of the rows that a search may leave out.
package enum SearchMode: Hashable, Sendable {
    /// Exact: every row is scanned.
    case exact
    /// The fastest way that finds at least 98 of 100 of the nearest rows in large indexes; exact in small ones.
    case `default`
}

/// Finds the nearest of many int8 vectors by dot product, in memory.
///
/// Rows are in slots, dense numbers that the caller chooses. Changes are visible at once. One thread at a time changes
/// an index while any number searches it; a search sees all of an ``update(_:)`` or nothing of it. The same rows and
/// the same query give the same answer on every machine, in exact mode always, in default mode between builds of the
/// lists.
///
/// Up to 50,000 rows are scanned as they are. Above that they are also in k-means lists, which are built in the
/// background, as 1-bit codes after a random rotation: the codes choose some hundred rows for the int8 values to rank.
/// The number of lists that a search scans is learned from the rows. Rows that came since are scanned as they are.
package final class VectorIndex: Sendable {
    /// Number of values of a row.
    package let dimensions: Int
    /// The length of a row that is a unit vector.
    package let scale: Float
    let stride: Int
    let lock = ReadWriteLock()
    let pool: ScratchPool
    let tuning: Tuning
    /// Once their cancellation is raised, no lists are built any more, and a build that is under way ends without any.
    let workers: BuildWorkers
    // Safe: read under `lock.reading`, changed under `lock.writing`.
    nonisolated(unsafe) let rows: RowTable
    nonisolated(unsafe) let listing = Listing()
    /// The state that the rows are in, as the caller counts; -1 where it does not.
    // Safe: as above.
    fileprivate nonisolated(unsafe) var revision = -1
    private let builds = DispatchQueue(label: "VectorIndex.builds", qos: .utility)
    private let receiver = Locked<(@Sendable (Lists, _ revision: Int) -> Void)?>(nil)

    /// dimensions: 1…4096 values. scale: the factor that unit vectors were multiplied by (default 127).
    package convenience init(dimensions: Int, scale: Float = 127) {
        self.init(dimensions: dimensions, scale: scale, tuning: Tuning())
    }

    init(dimensions: Int, scale: Float, tuning: Tuning, cancellation: Cancellation = Cancellation()) {
        self.dimensions = dimensions
        self.scale = scale
        self.tuning = tuning
        workers = BuildWorkers(cancellation: cancellation)
        unsafe rows = RowTable(dimensions: dimensions)
        stride = unsafe rows.stride
        pool = ScratchPool(stride: stride)
    }

    /// Rows in the index.
    package var count: Int { lock.reading { unsafe rows.liveCount } }

    /// The rotation of the codes, the same in all indexes of this length.
    var rotation: Rotation { lock.reading { unsafe rows.rotation } }

    /// Bytes of rows, codes and lists.
    package var bytes: Int { lock.reading { unsafe rows.bytes + (listing.lists?.bytes ?? 0) } }

    /// Writes a vector into a slot, replacing the earlier one.
    package func set(_ slot: Int, _ vector: [Int8]) { update { $0.set(slot, vector.span) } }

    /// Empties a slot; an empty one stays so.
    package func remove(_ slot: Int) { update { $0.remove(slot) } }

    /// Makes several changes that searches see together. Searches wait meanwhile.
    package func update<Value, Failure>(
        _ body: (borrowing Changes) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try lock.writing { () throws(Failure) in
            defer { if needsLists { startBuild() } }
            let changes = Changes(of: self)
            return try body(changes)
        }
    }

    /// Calls `receive` with all lists that are built from now on, and the revision of rows that they hold at least. Rows
    /// that are newer may be in them with a former value.
    func whenBuilt(_ receive: @escaping @Sendable (Lists, _ revision: Int) -> Void) {
        receiver.withLock { $0 = receive }
    }

    /// Moves every row into the lists of a large index and waits until that is done; for the end of a long series of
    /// changes; every core builds meanwhile. Without it up to one row in 64 stays outside of the lists, which slows
    /// searches down a little, and lists are built on one core.
    package func finishBuilding() {
        workers.whileWaiting {
            // One that is under way may have begun before the last changes.
            builds.sync {}
            lock.writing {
                guard unsafe listing.lists != nil, unsafe !listing.isBuilding, unsafe listing.freshCount > 0 else {
                    return
                }
                startBuild()
            }
            builds.sync {}
        }
    }

    /// With the lock.
    private func startBuild() {
        unsafe listing.willBuild(rows)
        let (size, revision) = unsafe (rows.slots, self.revision)
        builds.async { [self] in
            if let lists = buildLists(size), revision >= 0 { receiver.withLock { $0 }?(lists, revision) }
        }
    }

    /// With the lock.
    private var needsLists: Bool {
        let live = unsafe rows.liveCount
        guard live > tuning.plainRows, !workers.cancellation.isCancelled, unsafe !listing.isBuilding else {
            return false
        }
        return unsafe listing.lists == nil || listing.freshCount > live / tuning.freshShare
    }
}

/// Changes of an index that become visible together.
package struct Changes: ~Copyable {
    private let index: VectorIndex

    // The optimizer of Swift 6.3.1 crashes when it inlines this.
    @inline(never)
    fileprivate init(of index: VectorIndex) { self.index = index }

    /// As ``VectorIndex/set(_:_:)``, without a copy.
    package func set(_ slot: Int, _ vector: Span<Int8>) {
        precondition(slot >= 0 && slot < Int(UInt32.max), "slots are from 0 to 2^32 - 2")
        precondition(vector.count == index.dimensions, "\(vector.count) values, not \(index.dimensions)")
        // Safe: only made while the lock is held.
        unsafe index.listing.willChange(slot, of: index.rows, toLive: true)
        unsafe index.rows.set(slot, to: vector)
    }

    /// Takes over the rows of parts, into an empty index.
    func take(_ parts: [RowPart]) {
        // Safe: as above.
        unsafe index.rows.take(parts)
    }

    /// Takes over lists that an index of the same form built of earlier rows, of which those in `stale` slots have changed
    /// since. Lists of more slots than there are, which only a damaged store has, are left alone.
    func adopt(_ lists: Lists, stale: some Sequence<Int>) {
        // Safe: as above.
        guard unsafe lists.size <= index.rows.live.count * 64 else { return }
        unsafe index.listing.adopt(lists, stale: stale, of: index.rows)
    }

    /// Notes that all changes up to a revision have been made.
    func mark(_ revision: Int) {
        // Safe: as above.
        unsafe index.revision = revision
    }

    /// Empties a slot; an empty one stays so.
    package func remove(_ slot: Int) {
        // Safe: as above.
        guard unsafe index.rows.isLive(slot) else { return }
        unsafe index.listing.willChange(slot, of: index.rows, toLive: false)
        _ = unsafe index.rows.remove(slot)
    }
}
