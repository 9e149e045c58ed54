import Essentials
import Imaging

extension AtomicFile {
    /// Removes the unfinished files of killed runs in a folder and the folders below it. Files that another process is
    /// writing are locked and stay.
    static func removeLeftovers(below folder: Path) {
        var folders = [folder]
        while let next = folders.popLast() {
            removeLeftovers(in: next) { folders.append(next.appending($0)) }
        }
    }

    /// Removes them in a folder, the first time that this process asks for it.
    static func removeLeftoversOnce(in folder: Path) {
        if swept.withLock({ $0.insert(folder).inserted }) { removeLeftovers(in: folder) { _ in } }
    }

    private static let swept = Locked<Set<Path>>([])

    private static func removeLeftovers(in folder: Path, _ inner: ([UInt8]) -> Void) {
        try? DirectoryListing.forEach(in: folder) { name, kind in
            if isTemporary(name) {
                removeUnlessLocked(folder.appending(name))
            } else if kind == .folder {
                inner(Array(name))
            }
        }
    }

    /// The least number in the name of an unfinished file, which gives it ten digits. A file of another program or of a
    /// person has no such name.
    static let smallestNumber: UInt64 = 101_559_956_668_416

    private static func isTemporary(_ name: some Collection<UInt8>) -> Bool {
        guard name.starts(with: prefix.utf8) else { return false }
        let digits = String(decoding: name.dropFirst(prefix.utf8.count), as: UTF8.self)
        guard let number = UInt64(digits, radix: 36), number >= smallestNumber else { return false }
        return String(number, radix: 36) == digits
    }

    private static func removeUnlessLocked(_ file: Path) {
        // Safe: the name ends with NUL, here and below.
        let descriptor = file.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard (try? FileStatus.of(descriptor: descriptor))?.kind == .file else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = file.withCString { unsafe unlink($0) } }
    }
}
