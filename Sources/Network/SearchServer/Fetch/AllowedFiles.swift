internal import Essentials

/// The files below the folders of a ``FetchPolicy``.
struct AllowedFiles {
    let policy: FetchPolicy

    /// A file below one of the folders, links resolved on both sides.
    func read(_ path: String) throws(FetchError) -> [UInt8] { try file(path).bytes }

    /// The same, with the time of the last change of its content, in seconds since 1970.
    func file(_ path: String) throws(FetchError) -> (bytes: [UInt8], modified: Int) {
        guard !policy.folders.isEmpty, !path.utf8.contains(0), let file = realPath(path),
            policy.folders.compactMap(realPath).contains(where: { file.hasPrefix($0 == "/" ? $0 : $0 + "/") })
        else { throw .file }
        // Safe: the path ends with NUL; the system fills one structure.
        let descriptor = unsafe open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .file }
        let limit = min(max(policy.byteLimit, 0), Int.max - 1)
        guard let bytes = readAll(descriptor, limit: limit + 1) else { throw .file }
        guard bytes.count <= limit else { throw .tooLarge }
        return (bytes, Int(status.st_mtim.tv_sec))
    }

    private func realPath(_ path: String) -> String? {
        // Safe: the system allocates the path, which is copied and freed here.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }
}
