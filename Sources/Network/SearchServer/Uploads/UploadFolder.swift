internal import Essentials

/// A folder of uploaded pictures, which several servers share: an `im_id` that one of them has given is known to all.
///
/// A picture is a file of its name. It is written under another name first and brought to the disk, so that no server
/// reads half of one, not even after a failure of the power; a picture that came last may then be gone. The servers
/// remove files that are too old, and the oldest beyond the capacity; between two looks at the folder each may exceed it
/// by an eighth. Files of other names are left alone.
final class UploadFolder: Sendable {
    private struct State {
        var looked: ContinuousClock.Instant?
        /// The files that this server has added since.
        var added = (count: 0, bytes: 0)
    }

    private let folder: URL
    private let capacity: Uploads.Capacity
    private let state = Locked(State())

    /// - Throws: `invalidArgument` where there is no such folder, or nothing can be written to it.
    init(_ path: String, _ capacity: Uploads.Capacity) throws(SearchError) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        self.capacity = capacity
        do { try write([], as: ".\(Uploads.name()).part", renamed: nil) } catch {
            throw .invalidArgument(
                "the folder of uploaded pictures '\(path)' cannot be written to: \(error.systemReason)")
        }
    }

    /// - Throws: what the file system says.
    func add(_ bytes: [UInt8], as name: String) throws {
        guard bytes.count <= capacity.bytes, capacity.count > 0 else { return }
        if isDue(adding: bytes.count) { removeOldest() }
        try write(bytes, as: ".\(name).part", renamed: name)
    }

    /// The picture of this name; nil when it was never there, or is no longer.
    func bytes(of name: String) -> [UInt8]? {
        guard Uploads.isName(name), let file = file(folder.appending(path: name)), !isExpired(file),
            file.bytes <= capacity.bytes, let data = try? Data(contentsOf: file.url)
        else { return nil }
        return Array(data)
    }

    func remove(_ name: String) { try? FileManager.default.removeItem(at: folder.appending(path: name)) }

    private func write(_ bytes: [UInt8], as scratch: String, renamed name: String?) throws {
        let file = folder.appending(path: scratch)
        do {
            try Self.create(file, bytes)
            guard let name else { return try FileManager.default.removeItem(at: file) }
            try FileManager.default.moveItem(at: file, to: folder.appending(path: name))
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    /// For its owner alone: people send pictures of themselves.
    private static func create(_ file: URL, _ bytes: [UInt8]) throws {
        let path = file.path(percentEncoded: false)
        // Safe: the text ends with NUL.
        let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var code = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0 ? 0 : errno
        if close(descriptor) != 0, code == 0 { code = errno }
        if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    }

    private func isDue(adding bytes: Int) -> Bool {
        state.withLock { state in
            state.added.count += 1
            state.added.bytes += bytes
            if let looked = state.looked, looked.duration(to: .now) < .seconds(60),
                state.added.count <= capacity.count / 8, state.added.bytes <= capacity.bytes / 8
            {
                return false
            }
            state = State(looked: .now)
            return true
        }
    }

    /// Removes the files that are too old, and the oldest beyond the capacity.
    private func removeOldest() {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        var held: [File] = []
        for name in found {
            let isScratch = name.hasPrefix(".") && name.hasSuffix(".part")
            guard Uploads.isName(isScratch ? String(name.dropFirst().dropLast(5)) : name) else { continue }
            guard let file = file(folder.appending(path: name)) else { continue }
            if isExpired(file) { try? FileManager.default.removeItem(at: file.url) } else { held.append(file) }
        }
        held.sort { $0.changed > $1.changed }
        var bytes = 0
        for (index, file) in held.enumerated() {
            bytes += file.bytes
            if index >= capacity.count || bytes > capacity.bytes { try? FileManager.default.removeItem(at: file.url) }
        }
    }

    private struct File {
        var url: URL
        var bytes: Int
        var changed: Date
    }

    private func file(_ url: URL) -> File? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false)),
            found[.type] as? FileAttributeType == .typeRegular, let changed = found[.modificationDate] as? Date,
            let bytes = found.number(.size)
        else { return nil }
        return File(url: url, bytes: bytes, changed: changed)
    }

    private func isExpired(_ file: File) -> Bool { file.changed.addingTimeInterval(capacity.seconds) <= .now }
}
