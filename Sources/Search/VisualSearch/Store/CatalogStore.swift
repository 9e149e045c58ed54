package import SQLite

/// The items of a catalog in one SQLite file: names, sources, attributes, descriptions of the pictures.
///
/// Any number of threads may use one store, and any number of processes one file; one of them writes at a time, and
/// readers never wait for it. What a write has acknowledged is on disk. Reading happens in `read`, which shows
/// one state of the file throughout.
public final class CatalogStore: Sendable {
    /// The ways of opening a store.
    public enum Mode: Sendable {
        /// Opens the store, or makes it where there is no file or an empty one.
        case create
        /// Opens a store that is there, for reading and writing.
        case readWrite
        /// Opens a store that is there, for reading only.
        case readOnly
    }

    struct Writer {
        let database: Database
        /// The message of a disk failure: the state of earlier writes in the system's cache is then unknown.
        var failure: String?
    }

    /// The access mode of connections for readers.
    private struct Reading {
        var access: Database.Access
        /// The state of the file when they were opened, where no lock reports changes.
        var mark: FileMark?
    }

    /// The path of the file, as given.
    package let path: String
    /// The mode that the store was opened with.
    package let mode: Mode
    /// The describer that the store was made with.
    package let describer: DescriberIdentity
    /// The checksum of ``describer``. Where that of the file is another one, its pictures were described anew since.
    let describerSum: Int
    /// The table of the vectors.
    let vectors: String
    /// The contents of the file: a catalog or content.
    package let kind: FileKind
    let writer: Locked<Writer?>
    private let reading: Locked<Reading>
    private let readers: ReaderPool
    /// The engine that holds the items for good where several processes share them; nil where the file does.
    package let home: (any SharedHome)?
    let columns = ColumnCache()
    let words = WordCache()

    /// Opens the store at `path`.
    ///
    /// - Parameters:
    ///   - path: The file of the store.
    ///   - describer: what the caller describes pictures with. Nil takes the store as it is; needed to make one.
    ///   - mode: The way of opening it. Default `readWrite`.
    ///   - willIndexWords: Called with the number of items before the words of all of them are indexed anew, which
    ///     takes a while: once, when a store of an older form is opened for writing. Does nothing by default.
    /// - Throws: ``/SearchAPI/SearchError/describerMismatch(store:describer:)``, or
    ///   ``/SearchAPI/SearchError/store(path:reason:)`` for a file that is missing, damaged, newer than this version or
    ///   no store.
    public convenience init(
        path: String, describer: DescriberIdentity? = nil, mode: Mode = .readWrite,
        willIndexWords: @escaping (_ items: Int) -> Void = { _ in }
    ) throws(SearchError) {
        try self.init(
            path: path, describer: describer, mode: mode, schema: .current, willIndexWords: willIndexWords)
    }

    /// Opens a file that may hold content as well.
    ///
    /// - Parameters:
    ///   - kind: What the file has to hold, and what a new one is; nil for a catalog or content that is there.
    ///   - isBeingMade: The file is a copy that is not whole yet. Default false.
    package convenience init(
        path: String, describer: DescriberIdentity? = nil, mode: Mode = .readWrite, kind: FileKind?,
        isBeingMade: Bool = false, willIndexWords: @escaping (_ items: Int) -> Void = { _ in }
    ) throws(SearchError) {
        try self.init(
            path: path, describer: describer, mode: mode, schema: .current, kind: kind, isBeingMade: isBeingMade,
            willIndexWords: willIndexWords)
    }

    init(
        path: String, describer: DescriberIdentity?, mode: Mode, schema: Schema, home: (any SharedHome)? = nil,
        kind: FileKind? = .catalog, isBeingMade: Bool = false, takesAnyDescriber: Bool = false,
        willIndexWords: @escaping (_ items: Int) -> Void = { _ in }
    ) throws(SearchError) {
        self.home = home
        let opening = Opening(
            path: path, describer: describer, mode: mode, schema: schema, kind: kind, isBeingMade: isBeingMade,
            takesAnyDescriber: takesAnyDescriber, willIndexWords: willIndexWords)
        let (database, access) = try opening.run()
        self.path = path
        self.mode = mode
        (self.describer, vectors) = try opening.state(of: database)
        describerSum = self.describer.checksum
        self.kind = try FileKind.of(database) ?? kind ?? .catalog
        reading = Locked(Reading(access: access, mark: access == .immutable ? FileMark(path) : nil))
        readers = ReaderPool(path: path)
        writer = Locked(mode == .readOnly ? nil : Writer(database: database))
        if mode == .readOnly { readers.giveBack(database, try readers.lend().generation) }
    }

    /// Ends the use of the file, after the calls that run. It is whole by itself then, without `-wal` and `-shm` beside it,
    /// unless others have it open. Every later call throws ``/SearchAPI/SearchError/store(path:reason:)``; to close again
    /// does nothing.
    ///
    /// A store that nobody has any more closes by itself, and so do all stores at the end of the process: by `exit`, or
    /// where `main` returns.
    public func close() {
        readers.close()
        writer.withLock { $0?.database.end() }
    }

    /// True after ``close()``.
    package var isClosed: Bool { readers.isClosed }

    /// Shows one state of the store. Writes of others, meanwhile, do not disturb it; the next call sees them.
    package func read<Result>(
        _ body: (borrowing Snapshot) throws(SearchError) -> Result
    ) throws(SearchError) -> Result {
        try home?.follow(self)
        return try readCopy(body)
    }

    /// As ``read(_:)``, without a look at the changes of others in a shared home.
    package func readCopy<Result>(
        _ body: (borrowing Snapshot) throws(SearchError) -> Result
    ) throws(SearchError) -> Result {
        let (database, generation) = try reader()
        defer { readers.giveBack(database, generation) }
        try database.run("BEGIN")
        defer { try? database.run("COMMIT") }
        return try body(try Snapshot(store: self, database: database))
    }

    /// A number that grows with every write to the file, also by other processes. Quicker than reading items.
    public func revision() throws(SearchError) -> Int {
        let (database, generation) = try reader()
        defer { readers.giveBack(database, generation) }
        return try database.integer("SELECT revision FROM state")
    }

    /// Writes all or, when it throws, nothing.
    func write<Result: Sendable>(_ body: (Database) throws(SearchError) -> Result) throws(SearchError) -> Result {
        try writer.withLock { writer throws(SearchError) in
            guard let database = writer?.database else {
                throw .store(path: path, reason: "it was opened for reading only")
            }
            if let failure = writer?.failure {
                throw .store(path: path, reason: "an earlier write failed (\(failure)); open the store again")
            }
            do throws(SearchError) {
                return try database.transaction { () throws(SearchError) in try body(database) }
            } catch {
                if database.diskFailed {
                    writer?.failure = if case .store(_, let reason) = error { reason } else { "the disk is full" }
                }
                throw error
            }
        }
    }

    /// For commands that make their own transactions.
    func outsideTransaction(_ body: (Database) throws(SearchError) -> Void) throws(SearchError) {
        try writer.withLock { writer throws(SearchError) in
            guard let current = writer, current.failure == nil else {
                throw .store(
                    path: path, reason: "it is opened for reading only, or an earlier write failed; open it again")
            }
            try body(current.database)
        }
    }

    private func reader() throws(SearchError) -> (Database, generation: Int) {
        let (waiting, access, generation) = try reading.withLock { reading throws(SearchError) in
            // This user may not write here, but another one may.
            if reading.access == .immutable, case let mark = FileMark(path), mark != reading.mark {
                reading = Reading(access: Database.accessForReading(path), mark: mark)
                readers.renew()
            }
            let (waiting, generation) = try readers.lend()
            return (waiting, reading.access, generation)
        }
        if let waiting { return (waiting, generation) }
        do throws(SearchError) {
            let database = try Database(path: path, access: access)
            try Opening.prepareReader(database)
            return (database, generation)
        } catch {
            readers.giveBack(nil, generation)
            throw error
        }
    }

    /// The mode for opening a connection that only reads at this moment.
    func accessForReading() throws(SearchError) -> Database.Access {
        if isClosed { throw .store(path: path, reason: Database.closed) }
        return reading.withLock { $0.access }
    }
}
