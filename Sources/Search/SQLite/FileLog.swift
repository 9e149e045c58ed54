internal import Essentials
internal import SearchAPI

/// The write-ahead log beside a file, read without SQLite, which would play it in.
struct FileLog {
    /// The marks of its transactions, in their order.
    private(set) var stamps: [FileStamp] = []
    /// True if it holds a whole transaction.
    private(set) var hasTransactions = false

    /// Throws where the log beside a file belongs to another one: another store, or an older or newer copy, was put in the
    /// place of the file that the log belongs to. SQLite would write the pages of one over those of the other.
    static func refuseForeign(beside path: String) throws(SearchError) {
        // A connection of this process has had a look already, and its locks end when the file is opened otherwise.
        guard path != ":memory:", (FileMark(path + "-wal")?.size ?? 0) > 0, !Database.isOpen(path) else { return }
        // Another process may begin the log anew meanwhile.
        for _ in 0..<20 {
            let before = try Header(path + "-wal")
            if try belongs(to: path) { return }
            if try before == Header(path + "-wal") { break }
        }
        throw .store(path: path, reason: reason(path))
    }

    private static func reason(_ path: String) -> String {
        let isThere = (FileMark(path)?.size ?? 0) > 0
        return "its log \(path)-wal belongs to another file, which "
            + (isThere ? "this one has replaced" : "is gone")
            + ", and holds changes that were not in that file yet; nothing was changed. Put that file back, or move "
            + "the log away: mv \(path)-wal \(path)-wal.old"
    }

    /// After a power failure the file may be between two states, and the log may have pages that SQLite does not take. Both
    /// are looked for where the first look finds a difference, for that takes as long as reading the files.
    private static func belongs(to path: String) throws(SearchError) -> Bool {
        if try belongs(to: path, isVerified: false) { return true }
        if try belongs(to: path, isVerified: true) { return true }
        return try !isWhole(path)
    }

    /// False for a file that only its log makes whole. One that was put in the place of another would be whole.
    private static func isWhole(_ path: String) throws(SearchError) -> Bool {
        guard (FileMark(path)?.size ?? 0) > 0 else { return true }
        do throws(SearchError) {
            let database = try Database(path: path, access: .immutable)
            // With the entries of indexes: pages of two states may make trees that are whole each by itself.
            return try database.first("PRAGMA integrity_check(1)") { $0.text(0) } == "ok"
        } catch {
            try demandResources(error)
            return false
        }
    }

    /// Rethrows an error that says nothing of the file: a log must not be taken for its own because no memory was left to
    /// look.
    private static func demandResources(_ error: SearchError) throws(SearchError) {
        if error.isShortage { throw error }
    }

    private static func belongs(to path: String, isVerified: Bool) throws(SearchError) -> Bool {
        let size = FileMark(path)?.size ?? 0
        // First the file, for the log only grows, and then the file follows it.
        let file: (stamp: FileStamp?, isEmpty: Bool)?
        do throws(SearchError) {
            guard size > 0 else { return try !FileLog(path + "-wal", isVerified: isVerified).hasTransactions }
            let database = try Database(path: path, access: .immutable)
            let stamp = try database.stamp()
            // The table of the mark has its row from the transaction on that makes it.
            if stamp == nil, try database.hasTable("file") { return true }
            file = (stamp, try database.integer("SELECT count(*) FROM sqlite_schema") == 0)
        } catch {
            try demandResources(error)
            // As where it is not whole.
            file = nil
        }
        guard let file else { return true }
        let log = try FileLog(path + "-wal", isVerified: isVerified)
        guard log.hasTransactions else { return true }
        guard let stamp = file.stamp else {
            // Files of an older form, and their logs, have no marks; a new one gets them with its first transactions.
            return log.stamps.first.map { $0.number <= FileStamp.first + 1 } ?? true
        }
        guard let first = log.stamps.first, let last = log.stamps.last else { return false }
        return log.stamps.allSatisfy { $0.identity == stamp.identity }
            && first.number - 1 <= stamp.number && stamp.number <= last.number
    }

    /// - Parameter isVerified: Ends before the first page that differs from its checksum, as SQLite does.
    private init(_ path: String, isVerified: Bool) throws(SearchError) {
        guard let header = try Header(path) else { return }
        var checksum = LogChecksum(header.bytes)
        let file = try RawFile(path)
        let length = 24 + header.pageSize
        var place = header.bytes.count
        var waiting: [FileStamp] = []
        while case let frame = file.read(40, at: place), frame.count == 40, frame[8..<16].elementsEqual(header.salts) {
            if isVerified {
                checksum.add(frame[..<8])
                checksum.add(file.read(header.pageSize, at: place + 24)[...])
                guard checksum.isEqual(to: frame[16..<24]) else { return }
            }
            // A leaf of a table, with one row.
            if frame[24] == 0x0D, frame[27] == 0, frame[28] == 1,
                let stamp = FileStamp(leaf: file.read(header.pageSize, at: place + 24))
            {
                waiting.append(stamp)
            }
            if frame[4..<8].contains(where: { $0 != 0 }) {
                hasTransactions = true
                stamps += waiting
                waiting = []
            }
            place += length
        }
    }

    /// The beginning of a log, other numbers of which are in every log that is begun anew.
    private struct Header: Equatable {
        private static let count = 32
        var bytes: [UInt8]
        var pageSize: Int
        var salts: [UInt8]

        /// Nil for a file that SQLite does not take for a log.
        init?(_ path: String) throws(SearchError) {
            guard FileMark(path) != nil else { return nil }
            bytes = try RawFile(path).read(Header.count, at: 0)
            guard bytes.count == Header.count, bytes[0] == 0x37, bytes[1] == 0x7F, bytes[2] == 0x06,
                bytes[3] & 0xFE == 0x82
            else { return nil }
            pageSize = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
            salts = Array(bytes[16..<24])
            guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        }
    }
}

/// A file that is read by places.
private final class RawFile {
    private let descriptor: Int32

    init(_ path: String) throws(SearchError) {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            throw .store(path: path, reason: "the log cannot be read (\(unsafe String(cString: strerror(errno))))")
        }
    }

    deinit { _ = Essentials.close(descriptor) }

    /// The bytes that are there, at most `count`.
    func read(_ count: Int, at place: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // Safe: at most as many bytes as the array has.
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(place)) }
        bytes.removeLast(count - max(read, 0))
        return bytes
    }
}

extension FileStamp {
    /// Reads the row of the table `file` from its page; nil for a page of another table.
    fileprivate init?(leaf page: [UInt8]) {
        guard page.count >= 512 else { return nil }
        let cell = Int(page[8]) << 8 | Int(page[9])
        let row = page.dropFirst(cell).prefix(96)
        guard cell >= 10, let start = row.indices.first(where: { page[$0...].starts(with: FileStamp.magic) }),
            start + FileStamp.identityBytes + 8 <= page.count
        else { return nil }
        let end = start + FileStamp.identityBytes
        identity = Array(page[start..<end])
        number = page[end..<end + 8].reduce(0) { $0 << 8 | Int($1) }
        guard number >= FileStamp.first else { return nil }
    }
}
