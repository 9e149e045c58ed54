import CVipsShim

/// The memory and the codec that one image needs, kept for the next one.
///
/// Safe: a workspace leaves the pool for one job, is used by the one thread that runs it, and is returned afterwards.
final class Workspace: @unchecked Sendable {
    let input = Scratch()
    let ring = Scratch()
    let line = Scratch()
    let strip = Scratch()
    let codec: JPEGCodec
    private var tables: [LanczosTable.Key: LanczosTable] = [:]

    private init() throws(ImageError) { codec = try JPEGCodec() }

    /// The table for `key`; pictures of a batch often share their sizes.
    func table(_ key: LanczosTable.Key) -> LanczosTable {
        if let table = tables[key] { return table }
        let table = LanczosTable(key)
        // One for a picture that is a million pixels long is not kept.
        guard table.weights.count <= 1 << 18 else { return table }
        if tables.count >= 32 { tables.removeAll(keepingCapacity: true) }
        tables[key] = table
        return table
    }

    /// The workspaces that nobody uses: no more than can be used at a time, for each keeps up to 80 MB.
    private static let idle = Locked<[Workspace]>([])
    static var idleCount: Int { idle.withLock { $0.count } }

    /// Lends a workspace to `body`.
    static func with<Value>(_ body: (Workspace) throws(ImageError) -> Value) throws(ImageError) -> Value {
        let workspace: Workspace
        if let pooled = idle.withLock({ $0.popLast() }) { workspace = pooled } else { workspace = try Workspace() }
        defer {
            // A photo of 8 megapixels is a PNG of 20 MB; most inputs are used again without new pages.
            workspace.input.shrink(to: 32 << 20)
            for scratch in [workspace.ring, workspace.line, workspace.strip] { scratch.shrink(to: 16 << 20) }
            idle.withLock { if $0.count < Batch.usableCores { $0.append(workspace) } }
        }
        return try body(workspace)
    }
}

/// A block of memory that grows and is used again.
@safe final class Scratch {
    private(set) var capacity = 0
    private var memory: UnsafeMutablePointer<UInt8>?

    /// Returns at least `count` bytes; the earlier content may be lost.
    func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if let memory = unsafe memory, capacity >= count { return unsafe memory }
        unsafe memory?.deallocate()
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        unsafe memory = larger
        capacity = count
        return unsafe larger
    }

    /// Frees the memory when it is larger than `limit`, so that one giant does not stay for ever.
    func shrink(to limit: Int) {
        guard capacity > limit else { return }
        unsafe memory?.deallocate()
        unsafe memory = nil
        capacity = 0
    }

    deinit { unsafe memory?.deallocate() }
}

/// libjpeg's decoder and encoder.
@safe final class JPEGCodec {
    let handle: OpaquePointer

    init() throws(ImageError) {
        guard let handle = unsafe cvs_jpeg_create() else {
            throw .outOfMemory(.decode)
        }
        unsafe self.handle = handle
    }

    var message: String { unsafe String(cString: cvs_jpeg_message(handle)) }

    deinit { unsafe cvs_jpeg_destroy(handle) }
}
