public import SearchAPI

/// The items of a catalogue in one SQLite file: names, sources, attributes, descriptions of the pictures.
///
/// Any number of threads may use one store, and any number of processes one file; one of them writes at a time, and
/// readers never wait for it. What a write has acknowledged is on disk. Reading happens in ``read(_:)``, which shows
/// one state of the file throughout.
public final class CatalogStore: Sendable {
    public enum Mode: Sendable {
        /// Opens the store, or makes it where there is no file or an empty one.
        case create
        case readWrite
        case readOnly
    }

    struct Writer {
        let database: Database
        /// Set when the disk failed: what the system has kept of earlier writes is then unknown.
        var failure: String?
    }

    public let path: String
    public let mode: Mode
    public let describer: DescriberIdentity
    let access: Database.Access
    let writer: Locked<Writer?>
    private let readers = Locked<[Database]>([])
    let columns = ColumnCache()
    let words = WordCache()

    /// Opens the store at `path`.
    ///
    /// - Parameter describer: what the caller describes pictures with. Nil takes the store as it is; needed to make one.
    /// - Throws: ``SearchError/describerMismatch(store:describer:)``, or ``SearchError/store(path:reason:)`` for a file
    ///   that is missing, damaged, newer than this version or no store.
    public convenience init(
        path: String, describer: DescriberIdentity? = nil, mode: Mode = .readWrite
    ) throws(SearchError) {
        try self.init(path: path, describer: describer, mode: mode, schema: .current)
    }

    init(path: String, describer: DescriberIdentity?, mode: Mode, schema: Schema) throws(SearchError) {
        let opening = Opening(path: path, describer: describer, mode: mode, schema: schema)
        let (database, access) = try opening.run()
        self.path = path
        self.mode = mode
        self.access = access
        self.describer = try opening.describer(of: database)
        if mode == .readOnly {
            writer = Locked(nil)
            readers.withLock { $0.append(database) }
        } else {
            writer = Locked(Writer(database: database))
        }
    }

    /// Shows one state of the store. Writes of others, meanwhile, do not disturb it; the next call sees them.
    public func read<Result>(
        _ body: (borrowing Snapshot) throws(SearchError) -> Result
    ) throws(SearchError) -> Result {
        let database = try reader()
        defer { readers.withLock { if $0.count < 16 { $0.append(database) } } }
        try database.run("BEGIN")
        defer { try? database.run("COMMIT") }
        return try body(try Snapshot(store: self, database: database))
    }

    /// Grows with every write to the file, by whomever. Quicker than ``read(_:)``.
    public func revision() throws(SearchError) -> Int {
        let database = try reader()
        defer { readers.withLock { if $0.count < 16 { $0.append(database) } } }
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
                    writer?.failure = if case .store(_, let reason) = error { reason } else { "no room" }
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

    private func reader() throws(SearchError) -> Database {
        if let waiting = readers.withLock({ $0.popLast() }) { return waiting }
        let database = try Database(path: path, access: access)
        try Opening.prepareReader(database)
        return database
    }
}
