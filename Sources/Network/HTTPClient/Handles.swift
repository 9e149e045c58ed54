internal import CCurlShim
internal import Essentials
internal import ImageTypes

/// Idle handles of libcurl: each keeps its open connections, and the system's certificates, which take long to load.
@safe final class Handles: Sendable {
    /// Belongs to one request at a time.
    @safe struct Handle: @unchecked Sendable {
        // Safe: made by libcurl, which has no tie to a thread; who has the handle is alone with it.
        fileprivate(set) nonisolated(unsafe) var pointer: OpaquePointer
    }

    private let idle = Locked<[Handle]>([])
    private static let limit = 64

    /// The handle that was used last: its connections are the likeliest to be open still.
    func take() throws(HTTPClient.Failure) -> Handle {
        if let handle = idle.withLock({ $0.popLast() }) { return handle }
        var reason = [CChar](repeating: 0, count: Int(CCL_REASON_BYTES))
        // Safe: the reason has as much room as is asked for, and ends with NUL.
        if let pointer = unsafe ccl_create(&reason) { return unsafe Handle(pointer: pointer) }
        let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if !text.isEmpty { throw .missingLibrary(reason: text) }
        // Safe: the text is copied at once.
        throw .shortage(reason: unsafe String(cString: strerror(ENOMEM)))
    }

    func give(_ handle: Handle) {
        let isKept = idle.withLock { idle in
            guard idle.count < Handles.limit else { return false }
            idle.append(handle)
            return true
        }
        if !isKept { unsafe ccl_free(handle.pointer) }
    }

    deinit { for handle in idle.withLock({ $0 }) { unsafe ccl_free(handle.pointer) } }
}
