internal import CSQLite
internal import Essentials
internal import ImageTypes
internal import SearchAPI
internal import Synchronization

// A connection ends with its object, or at the end of the process, so that no log stays beside a file.
extension Database {
    private struct Connection: Sendable {
        weak var database: Database?
        var path: String
        var identity: FileIdentity?
    }

    private struct Connections {
        var open: [ObjectIdentifier: Connection] = [:]
        /// Those in ``open``, those that are being opened, and those that end with their objects at this moment.
        var count = 0
        /// True once there may be no more.
        var isOver = false
    }

    private static let connections = Locked(Connections())
    /// Held by the thread that opens a connection.
    static let opening = Lock()
    /// Held by the thread that ends a connection: of two that end at one moment, each would leave the log to the other.
    private static let closing = Lock()
    /// The seconds that the end of a connection waits for those who use it.
    static let patience = 5.0
    /// The reason of `store` errors of what was closed.
    package static let closed = "it was closed; open it again"
    /// The process that opens connections. One that it forks has to leave them to it.
    private static let owner = getpid()
    /// True where a process ends its connections when it ends by `exit` or by the end of `main`, whoever forgets to.
    private static let endsAtExit = atexit { if getpid() == Database.owner { Database.closeAll() } } == 0

    /// Ends all connections of this process, so that each file is whole without a log; statements that run are stopped.
    /// To be called when the process ends: from then on every use of a connection throws `cancelled`.
    package static func closeAll() {
        let all = connections.withLock { connections in
            connections.isOver = true
            return connections.open.values.compactMap(\.database)
        }
        // Safe: the connection lives, and it is ended only after this.
        for database in all where !database.isEnding.exchange(true, ordering: .sequentiallyConsistent) {
            unsafe sqlite3_interrupt(database.handle)
        }
        let end = ContinuousClock.now + .seconds(patience)
        for database in all {
            while database.users.load(ordering: .sequentiallyConsistent) > 0, .now < end { usleep(500) }
            if database.users.load(ordering: .sequentiallyConsistent) == 0 { database.close() }
        }
        // Other threads end theirs, and the last one of a file takes its log away.
        while connections.withLock({ $0.count }) > 0, .now < end { usleep(500) }
    }

    /// True where a connection of this process has the file at `path` open. To open and close such a file by other means
    /// would end the locks of that connection.
    static func isOpen(_ path: String) -> Bool {
        let identity = FileIdentity(path)
        return connections.withLock { connections in
            connections.open.values.contains { identity != nil && $0.identity == identity }
        }
    }

    /// True where another process has the file at `path` open: SQLite holds a lock on a byte of its `-shm` for that. False
    /// where this process has it open as well, whose locks a look would end.
    package static func isOpenElsewhere(_ path: String) -> Bool {
        if isOpen(path) { return false }
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        let descriptor = unsafe open(path + "-shm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = Essentials.close(descriptor) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 128, 1)
        // Safe: the structure lives during the call.
        return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Counts a connection that is to be opened. Throws `cancelled` when the process ends.
    static func announce() throws(SearchError) {
        _ = (owner, endsAtExit)
        let isOver = connections.withLock { connections in
            if !connections.isOver { connections.count += 1 }
            return connections.isOver
        }
        if isOver { throw .cancelled }
    }

    /// To be called when a connection that was announced has ended, or was not opened.
    static func retire() { connections.withLock { $0.count -= 1 } }

    /// Returns false when the process ends.
    func register() -> Bool {
        Database.connections.withLock { connections in
            if connections.isOver { return false }
            connections.open[ObjectIdentifier(self)] = Connection(database: self, path: path, identity: identity)
            return true
        }
    }

    func unregister() { Database.connections.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(self)) } }

    /// Begins the use of the handle. Throws `cancelled` when the process ends, and `store` where the connection was ended.
    func enter() throws(SearchError) {
        users.add(1, ordering: .sequentiallyConsistent)
        guard isEnding.load(ordering: .sequentiallyConsistent) else { return }
        leave()
        throw ended
    }

    /// The error of a use after the end.
    var ended: SearchError {
        Database.connections.withLock { $0.isOver } ? .cancelled : .store(path: path, reason: Database.closed)
    }

    /// Ends the connection now, after the statements that run. Every later use of it throws `store`; to end it again does
    /// nothing. One that stays in use ends with its object.
    package func end() {
        guard !isEnding.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let end = ContinuousClock.now + .seconds(Database.patience)
        while users.load(ordering: .sequentiallyConsistent) > 0 {
            if .now > end { return }
            usleep(500)
        }
        close()
    }

    func leave() { users.subtract(1, ordering: .sequentiallyConsistent) }

    /// Takes the log into the file, unless others read what is older, and ends the connection.
    func close() { Database.closing.withLock { closeAlone() } }

    private func closeAlone() {
        if isClosed { return }
        isClosed = true
        statements = [:]
        // Safe: only reads the state of the connection, which is open. With a statement it would stay, and the log with it.
        assert(
            Database.connections.withLock { $0.isOver } || (unsafe sqlite3_next_stmt(handle, nil) == nil),
            "a statement outlives its connection to \(path)")
        // Safe: nobody else uses the handle; a statement still in use keeps it alive until it ends.
        if identity != nil, FileIdentity(path) != identity {
            // The log at this path is that of another file, or will be.
            unsafe _ = csqlite_keep_log(handle)
        } else if access == .write || access == .create || access == .read && isEnding.load(ordering: .relaxed) {
            // An interruption ends the first one, which takes it back: then the next one, or that of the close, does it.
            for _ in 0..<2
            where unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) != SQLITE_INTERRUPT
            {
                break
            }
        }
        unsafe sqlite3_close_v2(handle)
        Database.retire()
    }

    /// Throws where the file is not the one at its path any more: nobody would find again what is written to it.
    func checkPlace() throws(SearchError) {
        guard let identity, FileIdentity(path) != identity else { return }
        throw .store(
            path: path, reason: "the file was removed or replaced while it was open; nothing is written to it any more")
    }
}
