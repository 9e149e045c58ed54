import Essentials

extension AtomicFile {
    /// Removes the unfinished files of killed runs in a folder and the folders below it. Files that another process is
    /// writing are locked and stay.
    static func removeLeftovers(below folder: Path) {
        var folders = [folder]
        while let next = folders.popLast() {
            try? DirectoryListing.forEach(in: next) { name, kind in
                if name.starts(with: prefix.utf8) {
                    removeUnlessLocked(next.appending(name))
                } else if kind == .folder {
                    folders.append(next.appending(name))
                }
            }
        }
    }

    private static func removeUnlessLocked(_ file: Path) {
        // Safe: the name ends with NUL, here and below.
        let descriptor = file.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = file.withCString { unsafe unlink($0) } }
    }
}
