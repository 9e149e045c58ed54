internal import Essentials
internal import ImageTypes

/// The owner of new files. What root makes in the folder of another user gets the owner of that folder: the operator of a
/// service works as root on files that the service must be able to open.
package enum FileOwner {
    private struct State {
        var listener: (@Sendable (_ folder: String, _ owner: String) -> Void)?
        var told: Set<uid_t> = []
    }

    private static let state = Locked(State())

    /// Calls `listener` once for each owner for whom root makes files, with the folder of the first one.
    package static func whenGiven(_ listener: @escaping @Sendable (_ folder: String, _ owner: String) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Makes an empty file, or a folder, where nothing has its name; the owner is that of the folder around it where root
    /// makes it.
    ///
    /// - Returns: A descriptor for writing; -1 where it could not be made, and `errno` tells why.
    package static func make(_ path: String, mode: UInt32) -> Int32 {
        // Safe: the path ends with NUL, and the descriptor is the caller's.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        if descriptor >= 0 { give(descriptor, in: parent(of: path)) }
        return descriptor
    }

    /// ``make(_:mode:)`` for a folder, for its owner alone.
    ///
    /// - Throws: `POSIXError` where it could not be made.
    package static func makeFolder(_ path: String) throws {
        // Safe: the path ends with NUL.
        guard unsafe mkdir(path, 0o700) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // Safe: the path ends with NUL, and the descriptor is closed here.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        give(descriptor, in: parent(of: path))
        close(descriptor)
    }

    /// Makes a file that SQLite is going to open, where root would be the owner otherwise.
    package static func prepare(_ path: String) {
        guard foreignOwner(of: parent(of: path)) != nil else { return }
        let descriptor = make(path, mode: 0o644)
        if descriptor >= 0 { close(descriptor) }
    }

    private static func give(_ descriptor: Int32, in folder: String) {
        guard let owner = foreignOwner(of: folder), fchown(descriptor, owner.user, owner.group) == 0 else { return }
        let listener = state.withLock { state in state.told.insert(owner.user).inserted ? state.listener : nil }
        listener?(folder, name(of: owner.user))
    }

    /// Nil for the folder of root, and where another user than root makes files.
    private static func foreignOwner(of folder: String) -> (user: uid_t, group: gid_t)? {
        guard geteuid() == 0 else { return nil }
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        guard unsafe stat(folder, &status) == 0, status.st_uid != 0 else { return nil }
        return (status.st_uid, status.st_gid)
    }

    private static func parent(of path: String) -> String {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return folder.isEmpty ? "." : folder
    }

    private static func name(of user: uid_t) -> String {
        // Safe: the structures and the buffer outlive the call, and the name is copied before they end.
        var (entry, found) = unsafe (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 4096)
        let name: String? = unsafe buffer.withUnsafeMutableBufferPointer { text in
            guard unsafe getpwuid_r(user, &entry, text.baseAddress!, text.count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.pw_name
            else { return nil }
            return unsafe String(cString: name)
        }
        return name ?? "\(user)"
    }
}
