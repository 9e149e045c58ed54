import CKernels

/// The memory for segmenting one picture at a time. Kept from picture to picture, so that none allocates.
@safe final class SegmentScratch {
    // Safe: allocated here, freed at the end, and handed out only while this object lives.
    nonisolated(unsafe) let base: OpaquePointer
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    private let loaded: LoadedNumbers

    private init() {
        // Safe: as many bytes as the kernels require, aligned for every type of theirs.
        unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: cks_scratch_bytes(), alignment: 64)
        unsafe base = OpaquePointer(memory)
        loaded = LoadedNumbers(values: cks_scratch_bytes() / MemoryLayout<Float>.size)
    }

    deinit {
        // Safe: nobody else has the memory any more.
        unsafe memory.deallocate()
    }

    private struct Idle: @unchecked Sendable {
        // Safe: a scratch is either here or with one picture, never both.
        var scratches: [SegmentScratch] = []
    }

    private static let idle = Locked(Idle())

    static func with<Value>(_ body: (SegmentScratch) -> Value) -> Value {
        let taken = idle.withLock { $0.scratches.isEmpty ? Idle() : Idle(scratches: [$0.scratches.removeLast()]) }
        let scratch = taken.scratches.first ?? SegmentScratch()
        let back = Idle(scratches: [scratch])
        defer { idle.withLock { $0.scratches += back.scratches } }
        return body(scratch)
    }
}
