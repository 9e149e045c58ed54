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
    /// The seconds that ``closeAll()`` waits for statements that run.
    private static let patience = 5.0

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

    /// Counts a connection that is to be opened. Throws `cancelled` when the process ends.
    static func announce() throws(SearchError) {
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

    /// Begins the use of the handle. Throws `cancelled` when the process ends.
    func enter() throws(SearchError) {
        users.add(1, ordering: .sequentiallyConsistent)
        guard isEnding.load(ordering: .sequentiallyConsistent) else { return }
        leave()
        throw .cancelled
    }

    func leave() { users.subtract(1, ordering: .sequentiallyConsistent) }

    /// Takes the log into the file, unless others read what is older, and ends the connection.
    func close() {
        if isClosed { return }
        isClosed = true
        statements = [:]
        // Safe: nobody else uses the handle; a statement still in use keeps it alive until it ends.
        if identity != nil, FileIdentity(path) != identity {
            // The log at this path is that of another file, or will be.
            unsafe _ = csqlite_keep_log(handle)
        } else if access == .write || access == .create || access == .read && isEnding.load(ordering: .relaxed) {
            // It also takes back an interruption, which would end the checkpoint of the close.
            unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
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
