internal import Essentials
package import SearchAPI

/// A lock on work that one process at a time does with a file; it ends with the process, however that ends.
///
/// The lock is on a file of its own: closing another descriptor of a database would drop the locks of SQLite.
package final class SoleWork: Sendable {
    private let path: String
    /// Nil once the work has ended.
    private let descriptor: Locked<Int32?>

    /// Returns nil where another process, or another part of this one, is at the work.
    ///
    /// - Throws: `store` where the file of the lock cannot be made.
    package init?(_ name: String, on file: String) throws(SearchError) {
        path = "\(file).\(name)"
        while true {
            // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
            var descriptor = FileOwner.make(path, mode: 0o600)
            if descriptor < 0, errno == EEXIST {
                descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
                // It was removed between the two calls.
                if descriptor < 0, errno == ENOENT { continue }
            }
            guard descriptor >= 0 else {
                let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                throw .store(path: file, reason: "the lock \(path) cannot be made: \(error.systemReason)")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // The one before may have removed the file between the two calls.
            if Self.isFile(descriptor, at: path) {
                self.descriptor = Locked(descriptor)
                return
            }
            close(descriptor)
        }
    }

    deinit { end() }

    /// Lets others begin.
    package func end() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            descriptor = nil
            // Safe: the path ends with NUL.
            unsafe unlink(path)
            close(open)
        }
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (open, there) = (stat(), stat())
        // Safe: the path ends with NUL, and the structures outlive the calls.
        guard unsafe fstat(descriptor, &open) == 0, unsafe stat(path, &there) == 0 else { return false }
        return open.st_ino == there.st_ino && open.st_dev == there.st_dev
    }
}
