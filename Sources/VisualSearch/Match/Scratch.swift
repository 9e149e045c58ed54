import CKernels

/// The buffers of one search. Kept from search to search, so that none allocates.
@safe final class Scratch {
    /// The query as a row.
    let query: Room<Int8>
    let code: Room<UInt64>
    let spare: Room<Int32>
    let allowed = Room<UInt64>(0, of: 0)
    let fresh = Room<UInt64>(0, of: 0)
    let lists = Room<UInt64>(0, of: 0)
    let dots = Room<Int32>(0, of: 0)
    /// Candidates of a float index, in two bytes a value.
    let upper = Room<Int8>(0, of: 0)
    let lower = Room<Int8>(0, of: 0)
    let codes: Nearest
    let rows = Nearest(costs: 0)

    init(stride: Int) {
        query = Room(stride, of: 0)
        code = Room(stride / 64, of: 0)
        spare = Room(stride, of: 0)
        codes = Nearest(costs: stride + 1)
    }
}

/// The best rows of a scan. Keys are cost << 32 | slot: ascending is best first, and slots order equal costs.
@safe final class Nearest {
    private let keys = Room<UInt64>(0, of: 0)
    private let histogram: Room<UInt32>?
    // Safe: points into `keys` and `histogram`, which live as long.
    private(set) nonisolated(unsafe) var state: ck_nearest

    /// Costs are below `costs`; 0 for dot products.
    init(costs: Int) {
        histogram = costs > 0 ? Room(costs, of: 0) : nil
        unsafe state = ck_nearest(
            keys: keys.base, count: 0, capacity: 0, wanted: 0, histogram: histogram?.base, costs: UInt32(costs),
            limit: 0,
            within: 0)
    }

    func start(_ wanted: Int) {
        keys.reserve(max(8 * wanted, 512) + 64)
        // Safe: as large as the kernels require.
        unsafe state.keys = unsafe keys.base
        unsafe state.capacity = keys.count
        unsafe ck_nearest_start(&state, wanted)
    }

    var count: Int { unsafe state.count }
    var wanted: Int { unsafe state.wanted }

    func scan(_ body: (UnsafeMutablePointer<ck_nearest>) -> Void) {
        // Safe: the state is complete since `start`.
        unsafe body(&state)
    }

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
