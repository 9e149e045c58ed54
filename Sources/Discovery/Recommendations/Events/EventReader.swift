internal import Essentials
internal import SQLite

/// Connections that read the file of events, as many as are used at once.
final class EventReader: Sendable {
    private let path: String
    private let pool: ReaderPool

    init(path: String) {
        self.path = path
        pool = ReaderPool(path: path)
    }

    /// True after ``close()``.
    var isClosed: Bool { pool.isClosed }

    /// Ends the connections, after the calls that run. Every later call throws `store`.
    func close() { pool.close() }

    /// Lends a connection that sees one state of the file.
    ///
    /// - Returns: Nil where there is no file, or where it is of the form without counts and consents.
    /// - Throws: `store` for a file of a newer version or of another kind: to take it for an empty one would be to overlook
    ///   the consents in it.
    func read<Result>(_ body: (Database) throws(SearchError) -> Result) throws(SearchError) -> Result? {
        let (idle, generation) = try pool.lend()
        var lent = idle
        // One that fails is not outside of its transaction, and is ended.
        defer { pool.giveBack(lent, generation) }
        if idle == nil { lent = try open() }
        guard let database = lent else { return nil }
        try database.run("BEGIN")
        let result = try body(database)
        try database.run("COMMIT")
        return result
    }

    private func open() throws(SearchError) -> Database? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let database = try Database(path: path, access: .read)
        // Another process is making it.
        if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { return nil }
        _ = try FileKind.demand([.events], in: database)
        return try database.form(upTo: EventFile.steps.count) < EventFile.countsVersion ? nil : database
    }
}
