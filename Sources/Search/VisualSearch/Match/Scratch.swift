import CKernels

/// The buffers of one search. Kept from search to search, so that none allocates.
@safe final class Scratch {
    /// The query as a row.
    let query: AlignedBuffer<Int8>
    /// The sums of every four values of the query, by the signs of a code.
    private let tables: AlignedBuffer<UInt8>
    // Safe: points into `tables`, which live as long.
    private(set) nonisolated(unsafe) var probe = unsafe ck_probe()
    let spare: AlignedBuffer<Int32>
    let allowed = AlignedBuffer<UInt64>(0, of: 0)
    let fresh = AlignedBuffer<UInt64>(0, of: 0)
    let ranks = AlignedBuffer<UInt64>(0, of: 0)
    let dots = AlignedBuffer<Int32>(0, of: 0)
    /// The rows of lists that codes choose.
    let listed = Nearest()
    let rows = Nearest()
    /// The centers that codes choose, and the nearest of those.
    let centers = Nearest()
    let lists = Nearest()

    init(stride: Int) {
        query = AlignedBuffer(stride, of: 0)
        tables = AlignedBuffer(stride / 4 * Int(CK_TABLE_BYTES), of: 0)
        spare = AlignedBuffer(stride, of: 0)
    }

    /// The length of the query.
    var length: Double {
        var squares: Int32 = 0
        // Safe: one row, and one result.
        unsafe ck_dots(CK_BEST)!(query.base, query.base, query.count, 1, &squares)
        return Double(squares).squareRoot()
    }

    /// Makes the query ready to be compared with codes.
    func aim(_ rotation: Rotation) {
        // Safe: all have the length of a row.
        unsafe rotation.turn(query.base, into: spare.base)
        unsafe ck_aim(CK_BEST)!(spare.base, query.count, tables.base, &probe)
    }
}

/// The best rows of a scan. Keys are cost << 32 | slot: ascending is best first, and slots order equal costs.
@safe final class Nearest {
    private let keys = AlignedBuffer<UInt64>(0, of: 0)
    // Safe: points into `keys`, which live as long.
    private(set) nonisolated(unsafe) var state: ck_nearest

    init() { unsafe state = ck_nearest(keys: keys.base, count: 0, capacity: 0, wanted: 0, limit: 0) }

    /// - Parameter capacity: The keys that are collected before the best are chosen, at least twice as many as wanted.
    func start(_ wanted: Int, capacity: Int? = nil) {
        let capacity = (capacity ?? max(8 * wanted, 512)) + 64
        keys.reserve(capacity)
        // Safe: as large as the kernels require.
        unsafe state.keys = unsafe keys.base
        unsafe state.capacity = capacity
        unsafe ck_nearest_start(&state, wanted)
    }

    var count: Int { unsafe state.count }
    var wanted: Int { unsafe state.wanted }

    func scan(_ body: (UnsafeMutablePointer<ck_nearest>) -> Void) {
        // Safe: the state is complete since `start`.
        unsafe body(&state)
    }

    /// As ``scan(_:)``, for four scans in one.
    static func scan(_ four: ArraySlice<Nearest>, _ body: (UnsafePointer<UnsafeMutablePointer<ck_nearest>?>) -> Void) {
        let first = four.startIndex
        unsafe four[first].scan { one in
            unsafe four[first + 1].scan { two in
                unsafe four[first + 2].scan { three in
                    unsafe four[first + 3].scan { other in
                        // Safe: all four are different and complete since `start`.
                        let states = unsafe [Optional(one), two, three, other]
                        unsafe states.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
                    }
                }
            }
        }
    }

    /// Leaves the first so many keys.
    func keep(_ count: Int) { unsafe state.count = min(count, unsafe state.count) }

    /// Leaves the best, unordered.
    func finish() {
        // Safe: as above.
        unsafe ck_nearest_finish(&state)
    }

    /// The keys found; `body` may reorder them.
    func withKeys<Value>(_ body: (inout UnsafeMutableBufferPointer<UInt64>) -> Value) -> Value {
        // Safe: the kernels wrote `count` keys.
        var found = unsafe UnsafeMutableBufferPointer(start: keys.base, count: state.count)
        return unsafe body(&found)
    }
}

/// Scratches that no search uses at the moment.
final class ScratchPool: Sendable {
    private struct Idle: @unchecked Sendable {
        // Safe: a scratch is in the pool or with one search, never both.
        var scratches: [Scratch] = []
    }

    private let idle = Locked(Idle())
    private let stride: Int

    init(stride: Int) { self.stride = stride }

    func with<Value>(_ body: (Scratch) -> Value) -> Value {
        let taken = idle.withLock { $0.scratches.popLast() }.map(Handover.init)
        let scratch = taken?.scratch ?? Scratch(stride: stride)
        let back = Handover(scratch: scratch)
        defer { idle.withLock { $0.scratches.append(back.scratch) } }
        return body(scratch)
    }

    private struct Handover: @unchecked Sendable {
        // Safe: as for `Idle`.
        let scratch: Scratch
    }
}
