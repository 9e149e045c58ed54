internal import Essentials
package import SearchAPI

/// The connections that wait for the next reader of a file, and the number of those that are lent.
package final class ReaderPool: Sendable {
    private struct State {
        var idle: [Database] = []
        /// Grows where the connections are of another file than before.
        var generation = 0
        var lent = 0
        var isClosed = false
    }

    /// The most that wait.
    private static let limit = 16

    private let path: String
    private let state = Locked(State())

    /// - Parameter path: The file.
    package init(path: String) { self.path = path }

    /// True after ``close()``.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Lends a connection, or nil where the caller is to open one. Each call needs one of ``giveBack(_:_:)``.
    ///
    /// - Throws: `store` after ``close()``.
    package func lend() throws(SearchError) -> (Database?, generation: Int) {
        let lent = state.withLock { state -> (Database?, generation: Int)? in
            if state.isClosed { return nil }
            state.lent += 1
            return (state.idle.popLast(), state.generation)
        }
        guard let lent else { throw .store(path: path, reason: Database.closed) }
        return lent
    }

    /// Keeps a connection for the next reader, unless its transaction could not be ended: nobody could begin another.
    ///
    /// - Parameter database: Nil for one that was not opened, or is not to be used again.
    package func giveBack(_ database: Database?, _ generation: Int) {
        let isUsable = database?.isOutsideTransaction ?? false
        let isKept = state.withLock { state in
            guard let database, isUsable, !state.isClosed, state.generation == generation, state.idle.count < Self.limit
            else { return false }
            state.idle.append(database)
            return true
        }
        // Those who wait for the lent ones to come back find the file without them.
        if !isKept { database?.end() }
        state.withLock { $0.lent -= 1 }
    }

    /// Drops the connections that wait: there is another file at the path.
    package func renew() {
        state.withLock { state in
            state.idle = []
            state.generation += 1
        }
    }

    /// Ends the connections, those that are lent when they come back, and lends no other. Waits for these for a while.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for database in idle { database.end() }
        let end = ContinuousClock.now + .seconds(Database.patience)
        while state.withLock({ $0.lent }) > 0, .now < end { usleep(500) }
    }
}
