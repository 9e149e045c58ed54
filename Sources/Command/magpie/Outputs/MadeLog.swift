import Essentials
import VisualSearch

/// The records of an output folder, in files of a hidden folder inside of it.
///
/// Each run adds a file of its own, with a line for each image as soon as its outputs have their names. So any number
/// of processes on any number of machines may write at the same time without waiting for one another. A killed process
/// leaves complete lines and at most one torn line, which is ignored. A line counts only while the image and the
/// outputs still match it.
final class MadeLog: Sendable {
    static let folderName = ".magpie"
    /// Files of runs that have ended, from which on they are made into one.
    static let fileLimit = 16

    /// A line of one of the files.
    private struct LinePosition: Sendable {
        let file: Int
        let offset: Int
        let length: Int
    }

    private let folder: Path
    private let files: [OpenFile]
    /// By the hash of the name: some fifty bytes for each image.
    private let places: [UInt64: LinePosition]
    private let own = Locked<OpenFile?>(nil)

    /// The records below an output folder. Without `reading` no earlier record is loaded, and all outputs are recorded.
    /// Files of many runs are merged first, where `uniting` allows it.
    init(below output: Path, reading: Bool, uniting: Bool = true) {
        folder = output / Path(Self.folderName)
        if reading, uniting { Self.unite(folder) }
        (files, places) = reading ? Self.read(folder) : ([], [:])
    }

    /// Returns the last record for this name.
    func record(for name: Path) -> MadeRecord? {
        guard let place = places[Hash.of(name.bytes)] else { return nil }
        return Self.line(at: place, of: files[place.file]).flatMap {
            try? JSONDecoder().decode(MadeRecord.self, from: Data($0.dropFirst(Self.keyLength + 1)))
        }
    }

    func add(_ record: MadeRecord, for name: Path) throws(SystemError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(record) else { return }
        let line = Array((Self.key(of: name) + " ").utf8) + json + [UInt8(ascii: "\n")]
        let file = own.withLock { held -> Result<OpenFile, SystemError> in
            if let held { return .success(held) }
            let begun = Self.begin(in: folder)
            held = try? begun.get()
            return begun
        }
        // One write for each line, to the end of the file: lines of several workers do not mix.
        try writeAll(line, to: try file.get().descriptor)
    }

    private static let keyLength = 16

    private static func key(of name: Path) -> String { Hash.of(name.bytes).hexadecimal }

    /// Names sort by the start time of their run, so that later lines replace earlier ones.
    private static func newName() -> Path {
        let now = UInt64(max(Date().timeIntervalSince1970, 0) * 1e6)
        return Path("\(now.hexadecimal)-\(UInt32.random(in: 0 ... .max)).log")
    }

    /// A file that is locked as long as its writer lives.
    private static func begin(in folder: Path) -> Result<OpenFile, SystemError> {
        // Safe: the name ends with NUL.
        if folder.withCString({ unsafe mkdir($0, 0o777) }) != 0, errno != EEXIST { return .failure(.last) }
        return Result { () throws(SystemError) -> OpenFile in
            let file = try OpenFile(folder / newName(), flags: O_WRONLY | O_APPEND | O_CREAT | O_EXCL)
            _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
            return file
        }
    }

    private static func names(in folder: Path) -> [Path] {
        let listing = try? DirectoryListing(of: folder) { name, _ in name.suffix(4).elementsEqual(".log".utf8) }
        guard let listing else { return [] }
        return (0..<listing.count).map { folder.appending(listing[$0].name) }
    }

    private static func read(_ folder: Path) -> ([OpenFile], [UInt64: LinePosition]) {
        var files: [OpenFile] = []
        var places: [UInt64: LinePosition] = [:]
        for name in names(in: folder) {
            guard let file = try? OpenFile(name) else { continue }
            let lines = LineReader(file)
            var offset = 0
            while case .line(let line, isTerminated: true) = lines.next() {
                if let key = UInt64(String(decoding: line.prefix(keyLength), as: UTF8.self), radix: 16) {
                    places[key] = LinePosition(file: files.count, offset: offset, length: line.count)
                }
                offset += line.count + 1
            }
            files.append(file)
        }
        return (files, places)
    }

    private static func line(at place: LinePosition, of file: OpenFile) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: place.length)
        // Safe: reads at most as many bytes as the buffer has.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(file.descriptor, $0.baseAddress, $0.count, place.offset)
        }
        return count == place.length ? bytes : nil
    }

    /// Merges the last lines of runs that have ended into one file, when these are many. A process that reads meanwhile
    /// misses records at worst, and makes outputs again that it could have skipped.
    private static func unite(_ folder: Path) {
        let ended = names(in: folder).compactMap { name in (try? OpenFile(name)).map { (name: name, file: $0) } }
            .filter { flock($0.file.descriptor, LOCK_EX | LOCK_NB) == 0 }
        if ended.count <= fileLimit { return }
        let (files, places) = read(folder)
        let identities = Set(ended.compactMap { try? FileStatus.of(descriptor: $0.file.descriptor).identity })
        let isEnded = files.map { file in
            (try? FileStatus.of(descriptor: file.descriptor)).map { identities.contains($0.identity) } ?? false
        }
        let kept = places.values.filter { isEnded[$0.file] }.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) }
        do throws(SystemError) {
            let file = try AtomicFile(replacing: folder / newName())
            for place in kept {
                if let line = line(at: place, of: files[place.file]) { try file.write(line + [UInt8(ascii: "\n")]) }
            }
            try file.commit(syncing: true)
        } catch {
            return
        }
        // Safe: the names end with NUL.
        for (name, _) in ended { _ = name.withCString { unsafe unlink($0) } }
    }
}
