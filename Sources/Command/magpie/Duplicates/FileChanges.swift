import Essentials
import Imaging

/// A name that is taken by an empty file, so that nothing can be replaced. It is given back unless a file takes it.
struct ReservedName: ~Copyable {
    private let path: Path
    private var isTaken = false

    /// Throws `EEXIST` where there is a file of this name.
    init(_ path: Path) throws(SystemError) {
        self.path = path
        _ = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL)
    }

    deinit {
        if !isTaken { try? path.remove() }
    }

    /// Moves a file to the name, also from another file system.
    consuming func take(_ file: Path, _ status: FileStatus) throws(SystemError) {
        // Safe: both names end with NUL.
        let result = file.withCString { from in path.withCString { unsafe rename(from, $0) } }
        if result == 0 {
            isTaken = true
            return
        }
        guard errno == EXDEV else { throw SystemError.last }
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(file, limit: status.size).bytes } catch {
            throw SystemError(EIO)
        }
        try fill(bytes, modified: status.modified, permissions: status.permissions)
        isTaken = true
        try file.remove()
    }

    /// Writes a file of the name.
    consuming func take(_ bytes: [UInt8], modified: Int, permissions: UInt32) throws(SystemError) {
        try fill(bytes, modified: modified, permissions: permissions)
        isTaken = true
    }

    private func fill(_ bytes: [UInt8], modified: Int, permissions: UInt32) throws(SystemError) {
        try path.replace(by: bytes, modified: modified, permissions: permissions)
    }
}

extension Path {
    func remove() throws(SystemError) {
        // Safe: the name ends with NUL.
        if withCString({ unsafe unlink($0) }) != 0 { throw SystemError.last }
    }

    /// Replaces the file in one step by a file of its own.
    func replace(by bytes: [UInt8], modified: Int, permissions: UInt32) throws(SystemError) {
        let file = try AtomicFile(replacing: self)
        try file.write(bytes)
        try file.setModified(modified)
        try file.commit(syncing: true)
        // Safe: the name ends with NUL.
        if withCString({ unsafe chmod($0, mode_t(permissions)) }) != 0 { throw SystemError.last }
    }

    /// Replaces the file in one step by another name of `kept`.
    func replace(byLinkTo kept: Path) throws(SystemError) {
        let name = parent / Path(AtomicFile.prefix + String(UInt64.random(in: .min ... .max), radix: 36))
        let source = (try? kept.resolved()) ?? kept
        // Safe: all names end with NUL.
        if source.withCString({ from in name.withCString { unsafe link(from, $0) } }) != 0 { throw SystemError.last }
        if name.withCString({ from in withCString { unsafe rename(from, $0) } }) != 0 {
            let error = SystemError.last
            try? name.remove()
            throw error
        }
    }
}
