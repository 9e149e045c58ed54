internal import Essentials
internal import SQLite

/// The steps from a path to a connection that is known to hold a store.
struct Opening {
    let path: String
    let describer: DescriberIdentity?
    let mode: CatalogStore.Mode
    let schema: Schema
    /// The kind that the file must have, and that a new one gets; nil for a catalog or content that is there.
    var kind: FileKind? = .catalog
    /// True for a copy that is being made, which is not whole yet.
    var isBeingMade = false
    /// The describer is that of a store that is made now; one that is there may have another.
    var takesAnyDescriber = false
    /// Called with the number of items before the words of all of them are indexed anew.
    var willIndexWords: (_ items: Int) -> Void = { _ in }

    /// Returns the connection, and the mode for opening those that only read.
    func run() throws(SearchError) -> (Database, Database.Access) {
        try checkFile()
        if mode == .readOnly { return try openForReading() }
        let database = try Database(path: path, access: mode == .create ? .create : .write)
        try database.script("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
        var found = kind
        if try isEmpty(database) {
            try create(database)
        } else {
            try database.countTransactions()
            found = try verify(database)
        }
        try database.script(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000
            """)
        // A file that could be either waits for its first use as one of them.
        if let kind = found ?? kind { try database.mark(kind) }
        return (database, .read)
    }

    static func prepareReader(_ database: Database) throws(SearchError) {
        try database.script(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON
            """)
    }

    /// The describer of the store and the table of its vectors, in one state of the file: another process may change both.
    func state(of database: Database) throws(SearchError) -> (DescriberIdentity, vectors: String) {
        try database.run("BEGIN")
        defer { try? database.run("COMMIT") }
        return (try describer(of: database), try database.vectorTable())
    }

    /// Returns the describer of the store; throws when it is not the caller's.
    func describer(of database: Database) throws(SearchError) -> DescriberIdentity {
        let found = try database.first("SELECT describer, dimensions, colors, checksum FROM state") { row in
            let found = DescriberIdentity(name: row.text(0), dimensions: row.integer(1), colors: row.integer(2))
            return found.isSound && found.checksum == row.integer(3) ? found : nil
        }
        guard let found = found ?? nil else { throw damage("what it was made with cannot be read") }
        if !takesAnyDescriber, let describer, describer != found {
            throw .describerMismatch(store: found.summary, describer: describer.summary)
        }
        return found
    }

    private func checkFile() throws(SearchError) {
        if FileMark(Replacement.note(beside: path)) != nil {
            throw refusal(Replacement.wasCutOff)
        }
        var status = stat()
        // Safe: the path ends with NUL and the structure outlives the call.
        guard unsafe stat(path, &status) == 0 else {
            if mode != .create { throw refusal(CatalogStore.missing) }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw refusal("it is a folder, not a file")
        default: throw refusal("it is not a regular file")
        }
        if !FileManager.default.isReadableFile(atPath: path) { throw refusal("it may not be read by this user") }
        if mode != .readOnly, !FileManager.default.isWritableFile(atPath: path) {
            throw refusal("it may not be written by this user")
        }
    }

    private static func hasLog(_ path: String) -> Bool { (FileMark(path + "-wal")?.size ?? 0) > 0 }

    private func openForReading() throws(SearchError) -> (Database, Database.Access) {
        let access = Database.accessForReading(path)
        let database = try Database(path: path, access: access)
        do throws(SearchError) {
            try Opening.prepareReader(database)
            if try isEmpty(database) { throw refusal(CatalogStore.empty) }
        } catch {
            guard Database.isFixed(path), Opening.hasLog(path), database.cannotOpen else { throw error }
            throw refusal(
                "it was not closed, and its log cannot be read where nothing may be written; open it once where it can "
                    + "be, or make a backup there")
        }
        _ = try verify(database)
        return (database, access)
    }

    private func isEmpty(_ database: Database) throws(SearchError) -> Bool {
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema")
        let application = try database.integer("PRAGMA application_id")
        return tables == 0 && application == 0
    }

    private func create(_ database: Database) throws(SearchError) {
        guard let describer, mode == .create else {
            throw refusal(CatalogStore.empty)
        }
        guard describer.isSound else {
            throw .invalidArgument(
                "a describer has a name, 1 to 4096 values and 0 to 4096 bytes of palette, unlike \(describer.summary)")
        }
        // Rows of 300 bytes pack and read better in larger pages; the size can only be chosen before the first write.
        try database.script("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try database.transaction { () throws(SearchError) -> Void in
            // Another process may have been quicker.
            if try !isEmpty(database) {
                _ = try verify(database, migrating: false)
                return
            }
            try schema.migrate(database, from: 0)
            try database.run(
                "INSERT INTO state VALUES (1, ?, ?, ?, ?, 0, 0)", .text(describer.name),
                .integer(describer.dimensions), .integer(describer.colors), .integer(describer.checksum))
        }
    }

    /// Returns what the file holds; nil where it could be a catalog or content.
    private func verify(_ database: Database, migrating: Bool = true) throws(SearchError) -> FileKind? {
        let found = try FileKind.demand(kind.map { [$0] } ?? [.catalog, .content], in: database)
        if !isBeingMade, let work = try database.unfinishedWork() {
            throw refusal("\(work) ended before it was whole; do it again, or remove the file")
        }
        let version = try database.form(upTo: schema.version)
        if version < (mode == .readOnly ? schema.readable : schema.version) {
            if mode == .readOnly {
                throw refusal("it is of an older form; open it once for writing to bring it up to date")
            }
            guard migrating else { throw refusal("another process is making it; try again") }
            try database.transaction { () throws(SearchError) -> Void in
                let version = try database.integer("PRAGMA user_version")
                guard version < schema.version else { return }
                let items = schema.indexesWords(from: version) ? try database.integer("SELECT items FROM state") : 0
                if items > 0 { willIndexWords(items) }
                try schema.migrate(database, from: version)
            }
        }
        try database.refuseCode()
        return found
    }

    private func refusal(_ reason: String) -> SearchError { .store(path: path, reason: reason) }
    private func damage(_ detail: String) -> SearchError { .damaged(path: path, detail: detail) }
}

extension CatalogStore {
    /// The reasons of `store` errors where a new store would help.
    package static let missing = "there is no such file"
    package static let empty = "it is empty"
}

extension DescriberIdentity {
    var isSound: Bool {
        Self.vectorLengths.contains(dimensions) && Self.paletteLengths.contains(colors) && !name.isEmpty
    }

    var checksum: Int {
        var sum = Checksum()
        sum.add(name)
        sum.add(dimensions)
        sum.add(colors)
        return sum.value
    }
}
