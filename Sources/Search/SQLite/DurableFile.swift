internal import Essentials

/// Files and names that are on the disk, and not only in the memory of the system, when a call returns.
package enum DurableFile {
    /// Gives a file that is on the disk another name, in place of a file that has it.
    ///
    /// - Throws: `POSIXError` where one of the two calls of the system fails; after the second one the file has its name.
    package static func rename(_ file: String, to target: String) throws {
        // Safe: both names end with NUL.
        guard unsafe Essentials.rename(file, target) == 0 else { throw failure() }
        try synchronize(URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false))
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    package static func synchronize(_ path: String) throws {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        let descriptor = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
