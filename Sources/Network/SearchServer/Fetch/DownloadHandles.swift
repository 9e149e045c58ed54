internal import CCurlShim

/// Idle handles of libcurl: each keeps the system's certificates, which take long to load.
@safe final class DownloadHandles: Sendable {
    /// Belongs to one request at a time.
    @safe struct Handle: @unchecked Sendable {
        // Safe: made by libcurl, which has no tie to a thread; who has the handle is alone with it.
        fileprivate(set) nonisolated(unsafe) var pointer: OpaquePointer
    }

    private let idle = Locked<[Handle]>([])
    private static let limit = 64

    func take() throws(FetchError) -> Handle {
        if let handle = idle.withLock({ $0.popLast() }) { return handle }
        guard let pointer = unsafe ccl_create() else { throw .fault }
        return unsafe Handle(pointer: pointer)
    }

    func give(_ handle: Handle) {
        let isKept = idle.withLock { idle in
            guard idle.count < DownloadHandles.limit else { return false }
            idle.append(handle)
            return true
        }
        if !isKept { unsafe ccl_free(handle.pointer) }
    }

    deinit { for handle in idle.withLock({ $0 }) { unsafe ccl_free(handle.pointer) } }
}
