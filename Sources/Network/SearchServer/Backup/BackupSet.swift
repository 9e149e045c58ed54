internal import Essentials
internal import HTTPTransport
internal import SQLite
package import SearchAPI

/// A whole backup in a folder of its own.
package struct BackupSet: Sendable {
    package let path: String
    package let manifest: BackupManifest
    /// By which the same backup is known again.
    let code: String

    /// Reads the list of a backup.
    ///
    /// - Throws: `store` for a folder that is not a backup, or one of a newer version; `damaged`.
    package init(_ path: String) throws(SearchError) {
        self.path = path
        let list = try BackupFile.open(
            "\(path)/\(BackupManifest.name)", missing: { .store(path: path, reason: Self.lack(path)) })
        defer { close(list.descriptor) }
        guard list.size <= BackupManifest.mostBytes else {
            throw .damaged(path: path, detail: "its \(BackupManifest.name) is too long")
        }
        guard let bytes = readAll(list.descriptor) else { throw .last(path) }
        manifest = try BackupManifest(bytes, of: path)
        code = SHA256.hash(bytes).hexadecimal
    }

    private static func lack(_ path: String) -> String {
        guard FileMark(path) != nil else { return "there is no such folder" }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let sets = names.sorted().filter { FileMark("\(path)/\($0)/\(BackupManifest.name)") != nil }
        guard let latest = sets.last else { return "it is not a backup: it has no \(BackupManifest.name)" }
        let others = sets.count > 1 ? ", the latest of \(sets.count) backups in it" : ", the backup in it"
        return "it is not a backup itself; name \(path)/\(latest)\(others)"
    }

    /// Compares the files of some parts with the list.
    ///
    /// - Throws: `damaged` for a file that is missing or differs.
    package func verify(_ roles: Set<BackupRole>) throws(SearchError) {
        for file in manifest.files where roles.contains(file.role) { _ = try copy(file, to: nil) }
    }

    /// Copies a file, or with nil only reads it, and compares it with the list.
    func copy(_ file: BackupManifest.File, to descriptor: Int32?) throws(SearchError) {
        let place = "\(path)/\(file.name)"
        let source = try BackupFile.open(
            place, missing: { .damaged(path: path, detail: "its file \(file.name) is missing") })
        defer { close(source.descriptor) }
        let hash = try BackupFile.copy(source.descriptor, of: place, to: descriptor)
        guard source.size == file.size, hash == file.sha256 else {
            throw .damaged(
                path: path, detail: "its file \(file.name) is not the one that was backed up: its bytes differ")
        }
    }

    /// True where the folder holds all files of the list in their sizes.
    var isComplete: Bool {
        manifest.files.allSatisfy { FileMark("\(path)/\($0.name)")?.size == $0.size }
    }

    /// A name in the folder that the list does not have; nil where all is the backup's own.
    var foreignName: String? {
        var known = Set(manifest.files.map(\.name))
        known.insert(BackupManifest.name)
        for (folder, prefix) in [(path, ""), ("\(path)/uploads", "uploads/")] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where !(prefix + name == "uploads") {
                if !known.contains(prefix + name) { return prefix + name }
            }
        }
        return nil
    }
}

/// Files of a backup, which may come from elsewhere: links are not followed, and only files are read.
enum BackupFile {
    static func open(
        _ path: String, missing: () -> SearchError
    ) throws(SearchError) -> (descriptor: Int32, size: Int, modified: timespec) {
        // Safe: the path ends with NUL, and the descriptor is closed here or is the caller's.
        let descriptor = unsafe Essentials.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw missing() }
            if errno == ELOOP { throw .store(path: path, reason: "it is a link, which no backup has") }
            throw .last(path)
        }
        var status = stat()
        // Safe: the structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .store(path: path, reason: "it is not a file")
        }
        return (descriptor, Int(status.st_size), status.st_mtim)
    }

    /// Reads a file to its end, and writes it where there is a target.
    ///
    /// - Returns: The hash of the bytes.
    static func copy(_ source: Int32, of path: String, to target: Int32?) throws(SearchError) -> String {
        var hash = SHA256.Stream()
        while true {
            guard let bytes = readAll(source, limit: 1 << 20) else {
                throw .last(path)
            }
            if bytes.isEmpty { return hash.end().hexadecimal }
            hash.add(bytes)
            if let target, !writeAll(bytes, to: target) {
                throw .last(path)
            }
        }
    }

    /// Makes a file of bytes, for its owner alone, that is on the disk.
    static func write(_ bytes: [UInt8], to path: String) throws(SearchError) {
        try make(path, mode: 0o600) { descriptor throws(SearchError) in
            if !writeAll(bytes, to: descriptor) { throw .last(path) }
        }
    }

    /// Makes a file that is on the disk.
    static func make(
        _ path: String, mode: UInt32, _ body: (Int32) throws(SearchError) -> Void
    ) throws(SearchError) {
        let descriptor = FileOwner.make(path, mode: mode)
        guard descriptor >= 0 else { throw .last(path) }
        defer { close(descriptor) }
        try body(descriptor)
        guard fsync(descriptor) == 0 else { throw .last(path) }
    }
}

extension SearchError {
    /// The last error of the system, about a file.
    static func last(_ path: String) -> SearchError { .file(path, POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)) }

    /// An error of the system about a file.
    static func file(_ path: String, _ error: any Error) -> SearchError {
        let code = (error as? POSIXError)?.code
        if code == .ENOSPC || code == .EDQUOT || code == .EFBIG { return .diskFull(path: path) }
        return .store(path: path, reason: error.systemReason)
    }
}
