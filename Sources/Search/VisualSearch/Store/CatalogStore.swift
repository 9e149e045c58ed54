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

    /// The idle connections for readers, and the access mode of further ones.
    private struct Readers {
        var idle: [Database] = []
        var access: Database.Access
        /// The state of the file when they were opened, where no lock reports changes.
        var mark: FileMark?
        /// The number of times that the file was found changed.
        var generation = 0
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
    private let readers: Locked<Readers>
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
        self.describer = try opening.describer(of: database)
        describerSum = self.describer.checksum
        vectors = try database.vectorTable()
        self.kind = try FileKind.of(database) ?? kind ?? .catalog
        var readers = Readers(access: access)
        if mode == .readOnly {
            writer = Locked(nil)
            readers.idle = [database]
            if access == .immutable { readers.mark = FileMark(path) }
        } else {
            writer = Locked(Writer(database: database))
        }
        self.readers = Locked(readers)
    }

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
        defer { giveBack(database, generation) }
        try database.run("BEGIN")
        defer { try? database.run("COMMIT") }
        return try body(try Snapshot(store: self, database: database))
    }

    /// A number that grows with every write to the file, also by other processes. Quicker than reading items.
    public func revision() throws(SearchError) -> Int {
        let (database, generation) = try reader()
        defer { giveBack(database, generation) }
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

    /// Keeps a connection for the next reader, unless its transaction could not be ended: nobody could begin another.
    private func giveBack(_ database: Database, _ generation: Int) {
        guard database.isOutsideTransaction else { return }
        readers.withLock { readers in
            if readers.idle.count < 16, readers.generation == generation { readers.idle.append(database) }
        }
    }

    private func reader() throws(SearchError) -> (Database, generation: Int) {
        let (waiting, access, generation) = readers.withLock { readers in
            // This user may not write here, but another one may.
            if readers.access == .immutable, case let mark = FileMark(path), mark != readers.mark {
                readers = Readers(
                    access: Opening.accessForReading(path), mark: mark, generation: readers.generation + 1)
            }
            return (readers.idle.popLast(), readers.access, readers.generation)
        }
        if let waiting { return (waiting, generation) }
        let database = try Database(path: path, access: access)
        try Opening.prepareReader(database)
        return (database, generation)
    }

    /// The mode for opening a connection that only reads at this moment.
    var accessForReading: Database.Access { readers.withLock { $0.access } }
}
