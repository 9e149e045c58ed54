internal import CSQLite
internal import Essentials
package import SearchAPI
internal import Synchronization

/// One connection to an SQLite file, with the statements it has prepared.
///
/// Every failure is thrown as `SearchError.store` (`damaged`, `diskFull`) with SQLite's own words, and its code stays
/// in ``failure``.
@safe
package final class Database: @unchecked Sendable {
    // Safe: a connection from the store's pool, or behind the writer's lock, has only one user until it is returned.
    // One for writing has SQLite's own mutexes as well; for reading they would take a sixth of the time of a long scan.
    package enum Access {
        case create, write
        /// Changes no row. The last one to close the file takes its log into it, as one that writes does.
        case read
        /// Changes nothing of the file, nor of its log.
        case unchanged
        /// For media that cannot be written: no other process may change the file.
        case immutable
    }

    /// The version of SQLite, such as 3.40.1.
    package static var libraryVersion: String {
        // Safe: SQLite gives a constant that ends with NUL.
        unsafe String(cString: sqlite3_libversion())
    }

    /// The bytes that SQLite has allocated for all connections of this process: pages, statements and words of texts.
    package static var allocatedBytes: Int { Int(sqlite3_memory_used()) }

    package let path: String
    let access: Access
    /// The file that was opened; nil for one in memory.
    let identity: FileIdentity?
    let handle: OpaquePointer
    /// Statements that run now, and whether the connection takes no more.
    let users = Atomic<Int>(0)
    let isEnding = Atomic<Bool>(false)
    // Safe: only the one who ends the connection changes it, when it has no other user.
    var isClosed = false
    /// True where each transaction counts itself in the file, see ``mark(_:)``.
    var isMarked = false
    var statements: [String: Statement] = [:]
    /// SQLite's extended code of the last error since a transaction began; 0 without an error.
    private(set) var failure: Int32 = 0
    /// The first error since ``forgetShortage()`` for which the process or the machine had too little of something. Whoever
    /// takes errors for findings about the file looks here before telling them.
    package private(set) var shortage: SearchError?

    /// Opens the file at `path`.
    ///
    /// - Throws: `store` where it cannot be opened, or where the log beside it belongs to another file.
    package convenience init(path: String, access: Access) throws(SearchError) {
        try self.init(path, access, checkingLog: access != .immutable)
    }

    // The look at the log and the opening are one step: a file is not opened otherwise once a connection has it.
    private init(_ path: String, _ access: Access, checkingLog: Bool) throws(SearchError) {
        if checkingLog { Database.opening.lock() }
        defer { if checkingLog { Database.opening.unlock() } }
        if checkingLog { try FileLog.refuseForeign(beside: path) }
        if access == .create, path != ":memory:" { FileOwner.prepare(path) }
        self.path = path
        self.access = access
        var name = path
        var flags: Int32
        switch access {
        case .create: flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .write: flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_READWRITE
        case .read: flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE
        case .unchanged: flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY
        case .immutable:
            flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:" + Database.percentEncoded(path) + "?immutable=1"
        }
        guard !path.utf8.contains(0) else {
            throw .store(path: path, reason: "a path cannot hold the character NUL")
        }
        try Database.announce()
        // Safe: SQLite returns a handle even when it fails; it is closed in `deinit` or right here.
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let text = unsafe String(cString: sqlite3_errstr(code))
            let isFull = unsafe Database.isFull(code, opened)
            let shortage = unsafe Database.shortage(code, opened)
            unsafe sqlite3_close_v2(opened)
            Database.retire()
            if isFull { throw .diskFull(path: path) }
            throw .store(path: path, reason: shortage ?? Database.reason(code: code, text: text))
        }
        unsafe handle = opened
        identity = path == ":memory:" ? nil : FileIdentity(path)
        guard register() else { throw .cancelled }
        // Another thread may end all connections from here on.
        try enter()
        defer { leave() }
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, 10_000)
        if access == .read { try script("PRAGMA query_only = ON") }
        let added = unsafe Database.addTokenizer(to: handle)
        // Any other failure shows when a table needs the tokenizer.
        if added & 0xff == SQLITE_NOMEM { throw error(added) }
    }

    deinit {
        close()
        unregister()
    }

    /// Runs a statement to its end.
    package func run(_ sql: String, _ values: Value...) throws(SearchError) { try run(sql, values) }

    package func run(_ sql: String, _ values: [Value]) throws(SearchError) {
        try query(sql, values) { _ throws(SearchError) in false }
    }

    /// Runs several statements without values.
    package func script(_ sql: String) throws(SearchError) {
        try enter()
        defer { leave() }
        // Safe: the text ends with NUL and SQLite only reads it.
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// Calls `body` for each row.
    package func each(
        _ sql: String, _ values: Value..., body: (Statement) throws(SearchError) -> Void
    ) throws(SearchError) {
        try each(sql, values, body: body)
    }

    package func each(
        _ sql: String, _ values: [Value], body: (Statement) throws(SearchError) -> Void
    ) throws(SearchError) {
        try query(sql, values) { row throws(SearchError) in
            try body(row)
            return true
        }
    }

    /// The values that a body makes of the rows; a row of which it makes nil is left out.
    @inlinable
    package func all<Element>(
        _ sql: String, _ values: Value..., body: (Statement) throws(SearchError) -> Element?
    ) throws(SearchError) -> [Element] {
        try all(sql, values, body: body)
    }

    @inlinable
    package func all<Element>(
        _ sql: String, _ values: [Value], body: (Statement) throws(SearchError) -> Element?
    ) throws(SearchError) -> [Element] {
        var all: [Element] = []
        try each(sql, values) { row throws(SearchError) in
            if let element = try body(row) { all.append(element) }
        }
        return all
    }

    /// The first row, or nil.
    package func first<Result>(
        _ sql: String, _ values: Value..., body: (Statement) throws(SearchError) -> Result
    ) throws(SearchError) -> Result? {
        try first(sql, values, body: body)
    }

    package func first<Result>(
        _ sql: String, _ values: [Value], body: (Statement) throws(SearchError) -> Result
    ) throws(SearchError) -> Result? {
        var result: Result?
        try query(sql, values) { row throws(SearchError) in
            result = try body(row)
            return false
        }
        return result
    }

    /// The first column of the first row as a number, 0 without a row.
    package func integer(_ sql: String, _ values: Value...) throws(SearchError) -> Int {
        var result = 0
        try query(sql, values) { row throws(SearchError) in
            result = row.integer(0)
            return false
        }
        return result
    }

    /// All or nothing, on disk when it returns.
    package func transaction<Result>(_ body: () throws(SearchError) -> Result) throws(SearchError) -> Result {
        // An error of earlier commands does not belong to this transaction.
        failure = 0
        try run("BEGIN IMMEDIATE")
        do {
            try checkPlace()
            if isMarked { try run("UPDATE file SET stamp = stamp + 1") }
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A failed commit may have rolled back by itself.
            let code = failure
            if !isOutsideTransaction { try? run("ROLLBACK") }
            failure = code
            throw error
        }
    }

    /// True also when the process ends: then there is nothing more to be done in a transaction.
    // Safe: only reads the state of the connection, which is not ended meanwhile.
    package var isOutsideTransaction: Bool { asked(true) { unsafe sqlite3_get_autocommit(handle) != 0 } }

    /// The number of rows that the last statement changed; 0 when the process ends.
    // Safe: only reads the state of the connection, which is not ended meanwhile.
    package var changes: Int { asked(0) { Int(unsafe sqlite3_changes64(handle)) } }

    private func asked<Value>(_ ending: Value, _ state: () -> Value) -> Value {
        guard (try? enter()) != nil else { return ending }
        defer { leave() }
        return state()
    }

    /// Calls `body` for each row until it returns false.
    private func query(
        _ sql: String, _ values: [Value], body: (Statement) throws(SearchError) -> Bool
    ) throws(SearchError) {
        try enter()
        defer { leave() }
        let statement = try prepared(sql)
        statement.isRunning = true
        defer {
            statement.reset()
            statement.isRunning = false
        }
        for (index, value) in values.enumerated() {
            let code = statement.bind(value, at: Int32(index + 1))
            if code != SQLITE_OK { throw error(code) }
        }
        while true {
            let code = statement.step()
            if code == SQLITE_DONE { return }
            if code != SQLITE_ROW { throw error(code) }
            let goesOn = try body(statement)
            if statement.lacksValue { throw error(SQLITE_NOMEM) }
            if !goesOn { return }
        }
    }

    private func prepared(_ sql: String) throws(SearchError) -> Statement {
        // The same text may be run inside the `body` of a query.
        if let known = statements[sql], !known.isRunning { return known }
        let statement = try compiled(sql)
        statements[sql] = statement
        return statement
    }

    /// A statement that only the caller uses.
    func compiled(_ sql: String) throws(SearchError) -> Statement {
        try enter()
        defer { leave() }
        // Safe: the text ends with NUL, and the statement is finalized by its owner.
        var compiled: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard code == SQLITE_OK, let compiled = unsafe compiled else { throw error(code) }
        return unsafe Statement(compiled)
    }

    func error(_ code: Int32) -> SearchError {
        failure = code
        // The process ends, and with it what it was at.
        if isEnding.load(ordering: .relaxed) { return ended }
        // Safe: the connection is open. The text is copied at once.
        if unsafe Database.isFull(code, handle) { return .diskFull(path: path) }
        let text = unsafe String(cString: sqlite3_errmsg(handle))
        if code & 0xff == SQLITE_CORRUPT {
            // SQLite gives this code as well where the system cannot read what is there.
            let isUnreadable = unsafe csqlite_file_failed(handle, EIO, EIO) != 0
            return .damaged(path: path, detail: isUnreadable ? "the disk could not read a part of it" : text)
        }
        if let reason = unsafe Database.shortage(code, handle) {
            let error = SearchError.store(path: path, reason: reason)
            shortage = shortage ?? error
            return error
        }
        return .store(path: path, reason: Database.reason(code: code, text: text))
    }

    /// To be called where errors begin to be taken for findings.
    package func forgetShortage() { shortage = nil }

    private static func reason(code: Int32, text: String) -> String {
        switch code & 0xff {
        case SQLITE_NOTADB: "it is not a Magpie store (\(text))"
        case SQLITE_READONLY: "it cannot be written (\(text))"
        case SQLITE_BUSY, SQLITE_LOCKED:
            "another process has it (\(text)); stop that one if it is a server, or try again"
        case SQLITE_CANTOPEN: "it cannot be opened (\(text)); check that the folder exists and may be read and written"
        case SQLITE_IOERR: "reading or writing failed (\(text))"
        default: text
        }
    }

    private static func percentEncoded(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + byte.hexadecimal
            }
        }.joined()
    }
}

extension Database {
    /// True if the last error was an I/O error.
    package var diskFailed: Bool { failure & 0xff == SQLITE_IOERR }
    /// True if another connection had the file.
    package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(failure & 0xff) }
    /// True if a file that the last call needed could not be opened.
    package var cannotOpen: Bool { failure & 0xff == SQLITE_CANTOPEN }

    /// Returns true if a call failed because the disk is full. SQLite reports that as SQLITE_FULL only for writes of
    /// the files that hold items. For a sync, the error that SQLite noted with the file shows it; for the file that
    /// readers share and for files that could not be made, the system's own code does.
    private static func isFull(_ code: Int32, _ handle: OpaquePointer?) -> Bool {
        switch code & 0xff {
        case SQLITE_FULL: true
        // Safe: only reads the state of the connection, and takes none.
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            unsafe [ENOSPC, EDQUOT, EFBIG].contains(sqlite3_system_errno(handle))
                || csqlite_file_failed(handle, ENOSPC, EDQUOT) != 0 || csqlite_file_failed(handle, EFBIG, EFBIG) != 0
        default: false
        }
    }

    private static func shortage(_ code: Int32, _ handle: OpaquePointer?) -> String? {
        // The second one is SQLite's `SQLITE_IOERR_NOMEM`: a file could not be read for lack of memory.
        if code & 0xff == SQLITE_NOMEM || code == SQLITE_IOERR | 12 << 8 { return Shortage.noMemory }
        guard [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff) else { return nil }
        // Safe: only reads the state of the connection, and takes none.
        let system = unsafe sqlite3_system_errno(handle)
        return [EMFILE, ENFILE].contains(system) ? Shortage.noFiles : system == ENOMEM ? Shortage.noMemory : nil
    }
}

extension SearchError {
    /// True where the process or the machine has no descriptor or no memory left, which says nothing of the file: the same
    /// call may succeed later.
    package var isShortage: Bool {
        switch self {
        case .store(_, let reason), .service(let reason): Shortage.isReason(reason)
        default: false
        }
    }
}
