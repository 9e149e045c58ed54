import Essentials
import SearchServer

/// The addresses and versions of the pictures in a folder that were fetched, so that a further run fetches only what has
/// changed: a file with a line of JSON for each. Of several lines about one file the last one counts.
final class FetchRecord: Sendable {
    private struct Entry: Codable {
        var address: String
        var version: FetchedVersion
    }

    private static let name = ".fetched.jsonl"
    /// The folder of pictures that no row names any more. Hidden: they are no inputs.
    private static let aside = Path(".former")

    private let folder: Path
    private let file: OpenFile
    private let entries: Locked<[Path: Entry]>

    /// Makes the folder, and holds its record: two runs must not fetch into one folder at a time.
    init(in folder: Path) throws {
        self.folder = folder
        let path = folder / Path(Self.name)
        do throws(SystemError) {
            try OutputFolder.make(folder)
            file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_APPEND)
        } catch {
            throw SetupError("cannot write to \(path)", error)
        }
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw SetupError("another run fetches pictures into \(folder.text.quoted); wait for its end")
        }
        entries = Locked(try Self.entries(of: path))
    }

    /// The files of a folder with a record.
    static func files(in folder: Path) throws -> Set<Path> {
        let path = folder / Path(name)
        return (try? FileStatus.of(path)) == nil ? [] : Set(try entries(of: path).keys)
    }

    /// A line that a power cut has cut off is of a picture that is fetched again, as is one that tells nothing.
    private static func entries(of path: Path) throws -> [Path: Entry] {
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(path, limit: .max).bytes } catch {
            if case .empty = error { return [:] }
            throw SetupError("cannot read \(path): \(error)", because: error)
        }
        let decoder = JSONDecoder()
        var entries: [Path: Entry] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let entry = try? decoder.decode(Entry.self, from: Data(line)) else { continue }
            entries[FetchedFile.path(of: entry.address)] = entry
        }
        return entries
    }

    var files: Set<Path> { entries.withLock { Set($0.keys) } }

    /// The version of the picture of an address; nil where its file is not there. One that was set aside comes back.
    func version(of address: String) -> FetchedVersion? {
        let path = FetchedFile.path(of: address)
        guard let entry = entries.withLock({ $0[path] }) else { return nil }
        if (try? FileStatus.of(folder / path)) != nil { return entry.version }
        return (try? rename(folder / Self.aside / path, to: folder / path)) == nil ? nil : entry.version
    }

    /// Takes pictures that no row names any more out of the inputs: they would be items without a row.
    func setAside(_ paths: Set<Path>) throws(SystemError) {
        for path in paths {
            do throws(SystemError) {
                if try FileStatus.of(folder / path).kind != .file { continue }
            } catch {
                if error.code == ENOENT || error.code == ENOTDIR { continue }
                throw error
            }
            try OutputFolder.make((folder / Self.aside / path).parent)
            try rename(folder / path, to: folder / Self.aside / path)
        }
    }

    private func rename(_ from: Path, to: Path) throws(SystemError) {
        // Safe: both names end with NUL.
        let result = from.withCString { from in to.withCString { unsafe Essentials.rename(from, $0) } }
        if result != 0 { throw SystemError.last }
    }

    /// Writes a picture, and then that it is there: in this order a run that is killed fetches it again.
    func keep(_ picture: [UInt8], of address: String, _ version: FetchedVersion) throws(SystemError) {
        let path = FetchedFile.path(of: address)
        try OutputFolder.make((folder / path).parent)
        try AtomicFile.write(picture, to: folder / path)
        let entry = Entry(address: address, version: version)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(entry) else { throw SystemError(EINVAL) }
        let failure = entries.withLock { entries -> SystemError? in
            do throws(SystemError) { try writeAll(Array(line) + [UInt8(ascii: "\n")], to: file.descriptor) } catch {
                return error
            }
            entries[path] = entry
            return nil
        }
        if let failure { throw failure }
    }

    /// Removes fetched pictures, and writes the record anew.
    func remove(_ paths: Set<Path>) throws(SystemError) {
        let rest = entries.withLock { entries in
            for path in paths { entries[path] = nil }
            return entries
        }
        for path in paths.flatMap({ [folder / $0, folder / Self.aside / $0] }) {
            // Safe: the name ends with NUL.
            let result = path.withCString { unsafe unlink($0) }
            if result != 0, errno != ENOENT, errno != ENOTDIR { throw SystemError.last }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = rest.values.sorted { $0.address < $1.address }.compactMap { try? encoder.encode($0) }
        let text = lines.map { Array($0) + [UInt8(ascii: "\n")] }.joined()
        try AtomicFile.write(Array(text), to: folder / Path(Self.name))
    }
}
