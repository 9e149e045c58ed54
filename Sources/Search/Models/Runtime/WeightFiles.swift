import Essentials

/// The files that a model wants to read its weights from.
///
/// A model names them itself. ONNX Runtime 1.20 and 1.21 open any path that it names; 1.32 refuses those outside its
/// folder. So each location is checked before the library sees the model.
enum WeightFiles {
    /// Throws unless the file is readable and all its weights are in it or in files of its folder.
    static func check(_ path: String) throws(ModelError) {
        let file = try open(path)
        defer { close(file.descriptor) }
        let locations: Set<String>
        do throws(ModelScan.Failure) {
            locations = try ModelScan.locations(in: ByteWindow(file.descriptor, count: file.size))
        } catch {
            throw .invalidModel(path: path, reason: error.reason)
        }
        for location in locations.sorted() { try check(location, of: path) }
    }

    /// Throws unless all weights are in the bytes.
    static func check(_ bytes: [UInt8]) throws(ModelError) {
        let locations: Set<String>
        do throws(ModelScan.Failure) {
            locations = try ModelScan.locations(in: ByteWindow(bytes))
        } catch {
            throw .invalidModel(path: nil, reason: error.reason)
        }
        if let location = locations.min() { throw .outsideFolder(path: nil, location: location.printable) }
    }

    private static func open(_ path: String) throws(ModelError) -> (descriptor: Int32, size: Int) {
        // Safe: the text is copied at once.
        func reason() -> String { unsafe String(cString: strerror(errno)) }
        // A pipe must not wait for a writer. Safe: the text lives through the call.
        let descriptor = unsafe Essentials.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missingFile(path: path) : .unreadable(path: path, reason: reason())
        }
        var status = stat()
        // Safe: the structure is filled during the call only.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        return (descriptor, Int(status.st_size))
    }

    private static func check(_ location: String, of path: String) throws(ModelError) {
        let outside = ModelError.outsideFolder(path: path, location: location.printable)
        let parts = location.split(separator: "/", omittingEmptySubsequences: false)
        // The library takes "*/_ORT_MEM_ADDR_/*" for an address in memory.
        guard !location.isEmpty, !location.utf8.contains(0), !parts.contains(".."), parts[0] != "", parts[0] != "*"
        else {
            throw outside
        }
        let folder = folder(of: path)
        guard let file = resolved(folder + "/" + location), isFile(file) else {
            throw .missingWeights(path: path, location: location.printable)
        }
        // Caches of downloads have links in place of both files: they may lie beside each other elsewhere.
        let folders = [resolved(folder), resolved(path).map(self.folder)].compactMap { $0 }
        guard folders.contains(where: { file.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else { throw outside }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without links; nil where there is no file.
    private static func resolved(_ path: String) -> String? {
        // Safe: the system allocates the text, which ends with NUL and is freed once.
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        // Safe: as in `open`.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
