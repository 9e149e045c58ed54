internal import Essentials

/// The identity of a file's state, which shows if it was changed or replaced.
package struct FileMark: Hashable {
    package let size: Int
    private let node: UInt64
    private let modified: Int
    private let changed: Int

    /// Nil where there is no file.
    package init?(_ path: String) {
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        node = UInt64(status.st_ino)
        modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        changed = Int(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int(status.st_ctim.tv_nsec)
    }
}

/// Which file a path leads to, whatever is written to it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let node: UInt64

    /// Nil where there is no file.
    package init?(_ path: String) {
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
    }
}
