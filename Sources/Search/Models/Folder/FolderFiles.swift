import Essentials
import ImageTypes
import WireFormat

/// Reads the files of one folder, within bounds. No link is followed that leaves the folder.
package struct FolderFiles {
    /// The most bytes of a JSON file that is parsed as a whole: 4 MiB.
    static let limit = 4 << 20

    /// The folder, absolute, without links.
    package let root: String

    /// Throws where there is no folder at the path.
    package init(_ path: String) throws(ModelFolderError) {
        guard let root = Self.resolved(path), Self.kind(root) == S_IFDIR else {
            throw ModelFolderError("", found: "no folder at \(path)", expected: "the folder of a model")
        }
        self.root = root
    }

    /// The regular file of a name; nil for a missing one. Throws for a link that leads out of the folder.
    package func file(_ name: String) throws(ModelFolderError) -> ModelFile? {
        guard let path = Self.resolved(root + "/" + name) else { return nil }
        guard path.hasPrefix(root == "/" ? root : root + "/") else {
            throw ModelFolderError(
                name, found: "a link out of the folder, to \(path)",
                expected: "a file in the folder: copy the model with its links resolved (cp -rL)")
        }
        var status = stat()
        // Safe: `status` is ours.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return ModelFile(name: name, path: path, bytes: Int(status.st_size))
    }

    /// The first of several names that is there.
    func first(of names: [String]) throws(ModelFolderError) -> ModelFile? {
        for name in names { if let file = try file(name) { return file } }
        return nil
    }

    /// The names in a folder of the model, in order; empty where it is missing. At most 10,000.
    package func names(in folder: String = "") throws(ModelFolderError) -> [String] {
        guard let path = Self.resolved(root + "/" + folder) else { return [] }
        guard path == root || path.hasPrefix(root == "/" ? root : root + "/") else {
            throw ModelFolderError(folder, found: "a link out of the folder", expected: "a folder in the folder")
        }
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().prefix(10_000).map(\.self)
    }

    /// The bytes of a file from an offset on, at most `count`. Throws where the system refuses.
    package func bytes(of file: ModelFile, from offset: Int = 0, count: Int) throws(ModelFolderError) -> [UInt8] {
        // Safe: the path ends with NUL, which `open` wants.
        let descriptor = unsafe open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.refused(file.name) }
        defer { close(descriptor) }
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0, let bytes = readAll(descriptor, limit: count) else {
            throw Self.refused(file.name)
        }
        return bytes
    }

    /// The object in a JSON file; nil where there is no such file. Throws for more than 4 MiB and for other JSON.
    func object(_ name: String) throws(ModelFolderError) -> ConfigObject? {
        guard let value = try json(name) else { return nil }
        guard case .object(let members) = value else {
            throw ModelFolderError(name, found: value.kind, expected: "an object")
        }
        return ConfigObject(file: name, path: "", members: members)
    }

    /// The value in a JSON file; nil where there is no such file. Throws for more than 4 MiB and for malformed JSON.
    func json(_ name: String) throws(ModelFolderError) -> JSONValue? {
        guard let file = try file(name) else { return nil }
        guard file.bytes <= Self.limit else {
            throw ModelFolderError(name, found: "\(file.bytes) bytes", expected: "at most \(Self.limit) bytes")
        }
        let bytes = try bytes(of: file, count: Self.limit)
        do throws(MalformedJSON) { return try JSONValue(parsing: bytes) } catch {
            let member = error.path.isEmpty ? nil : error.path
            throw ModelFolderError(name, member, found: "malformed JSON, \(error.reason)", expected: "JSON")
        }
    }

    private static func refused(_ name: String) -> ModelFolderError {
        // Safe: the text is copied at once.
        let reason = unsafe String(cString: strerror(errno))
        return ModelFolderError(name, found: "an unreadable file (\(reason))", expected: "a readable file")
    }

    private static func resolved(_ path: String) -> String? {
        // Safe: realpath returns NUL-terminated memory that is ours to free, or nil.
        guard !path.utf8.contains(0), let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        // Safe: `status` is ours.
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
