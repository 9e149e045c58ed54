import Essentials

/// The names in one folder, sorted by their bytes. They share one buffer, so that a folder of a million files
/// costs little more than its names.
struct DirectoryListing {
    enum Kind: UInt8 {
        case file, folder, link, other
        /// The file system does not report the kind; read the status of the file itself.
        case unknown
    }

    private struct Entry {
        var start: Int
        var length: UInt16
        var kind: Kind

        var range: Range<Int> { start..<start + Int(length) }
    }

    private var names: [UInt8] = []
    private var entries: [Entry] = []

    var count: Int { entries.count }

    subscript(index: Int) -> (name: ArraySlice<UInt8>, kind: Kind) { (name(of: entries[index]), entries[index].kind) }

    /// Reads a folder, keeping the entries that `accepts` returns true for.
    init(of folder: Path, where accepts: (ArraySlice<UInt8>, Kind) -> Bool) throws(SystemError) {
        try Self.forEach(in: folder) { name, kind in
            guard accepts(name[...], kind) else { return }
            entries.append(Entry(start: names.count, length: UInt16(name.count), kind: kind))
            names += name
        }
        entries.sort { [names] left, right in
            names[left.range].lexicographicallyPrecedes(names[right.range])
        }
    }

    private func name(of entry: Entry) -> ArraySlice<UInt8> { names[entry.range] }

    /// Calls `body` for each entry but `.` and `..`, in the order of the file system.
    static func forEach(in folder: Path, _ body: ([UInt8], Kind) -> Void) throws(SystemError) {
        // Safe: the stream is closed on every way out; an entry is read before the next one is requested, and its name
        // ends with NUL.
        guard let stream = folder.withCString({ unsafe opendir($0) }) else { throw SystemError.last }
        defer { unsafe closedir(stream) }
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                unsafe Array(raw.prefix { $0 != 0 })
            }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) {
                body(name, unsafe Kind(type: entry.pointee.d_type))
            }
            errno = 0
        }
        if errno != 0 { throw SystemError.last }
    }
}

extension DirectoryListing.Kind {
    fileprivate init(type: UInt8) {
        self =
            switch Int(type) {
            case Int(DT_REG): .file
            case Int(DT_DIR): .folder
            case Int(DT_LNK): .link
            case Int(DT_UNKNOWN): .unknown
            default: .other
            }
    }
}
