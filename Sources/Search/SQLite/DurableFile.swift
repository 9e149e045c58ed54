internal import Essentials

/// Files and names that are on the disk, and not only in the memory of the system, when a call returns.
package enum DurableFile {
    /// Gives a file that is on the disk another name, in place of a file that has it.
    ///
    /// - Throws: `POSIXError` where one of the calls of the system fails; after the last one the file has its name.
    package static func rename(_ file: String, to target: String) throws {
        // Before the file has its name: without a descriptor for the folder nothing is renamed.
        let folder = try opened(URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false))
        defer { close(folder) }
        // Safe: both names end with NUL.
        guard unsafe Essentials.rename(file, target) == 0 else { throw failure() }
        guard fsync(folder) == 0 else { throw failure() }
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    package static func synchronize(_ path: String) throws {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private static func opened(_ path: String) throws -> Int32 {
        // Safe: the path ends with NUL, and the descriptor is the caller's to close.
        let descriptor = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        return descriptor
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
