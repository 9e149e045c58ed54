import Essentials
import Imaging

extension Path {
    /// Gives a file this name, also from another file system, where nothing has the name; throws `EEXIST` otherwise.
    ///
    /// A process that is killed leaves the file whole under its name, under the new one or under both.
    func take(_ file: Path, _ status: FileStatus) throws(SystemError) {
        do throws(SystemError) { try addName(of: file) } catch {
            switch error.code {
            case EXDEV:
                let bytes: [UInt8]
                do throws(ImageError) { bytes = try FileContents(file, limit: status.size).bytes } catch {
                    throw SystemError(EIO)
                }
                try take(bytes, modified: status.modified, permissions: status.permissions)
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
                // A file system without links: the name is taken first, so that the renaming replaces nothing.
                return try reserveAndRename(file)
            default: throw error
            }
        }
        do throws(SystemError) { try file.remove() } catch {
            try? remove()
            throw error
        }
    }

    /// Writes a file of the name, where nothing has it.
    func take(_ bytes: [UInt8], modified: Int, permissions: UInt32) throws(SystemError) {
        let file = try AtomicFile(replacing: self)
        try file.write(bytes, modified: modified, permissions: permissions)
        try file.commit(syncing: true, replacing: false)
    }

    /// Makes this a further name of a file.
    func addName(of file: Path) throws(SystemError) {
        // Safe: both names end with NUL.
        let result = file.withCString { from in withCString { unsafe link(from, $0) } }
        if result != 0 { throw SystemError.last }
    }

    private func reserveAndRename(_ file: Path) throws(SystemError) {
        _ = try OpenFile(self, flags: O_WRONLY | O_CREAT | O_EXCL)
        do throws(SystemError) { try file.move(to: self) } catch {
            try? remove()
            throw error
        }
    }

    /// Renames the file, in place of one of the new name.
    func move(to name: Path) throws(SystemError) {
        // Safe: both names end with NUL.
        let result = withCString { from in name.withCString { unsafe rename(from, $0) } }
        if result != 0 { throw SystemError.last }
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
        try file.write(bytes, modified: modified, permissions: permissions)
        try file.commit(syncing: true)
    }

    /// Replaces the file in one step by another name of `kept`.
    func replace(byLinkTo kept: Path) throws(SystemError) {
        let name = AtomicFile.temporaryName(beside: self)
        try name.addName(of: (try? kept.resolved()) ?? kept)
        do throws(SystemError) { try name.move(to: self) } catch {
            try? name.remove()
            throw error
        }
    }
}
