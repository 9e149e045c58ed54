internal import Essentials
package import SearchAPI

extension Database {
    /// Opens a file of our own beside the store, making it if it does not exist, for its owner alone: it tells of people.
    ///
    /// - Parameters:
    ///   - kind: what it holds.
    ///   - steps: the commands that make the tables, one script for each version of the form. A file of an older
    ///     version gets those that it lacks, in one transaction.
    package static func sideFile(
        _ path: String, kind: FileKind, steps: [String]
    ) throws(SearchError) -> Database {
        Database.reserve(path)
        let database = try Database(path: path, access: .create)
        if try database.integer("SELECT count(*) FROM sqlite_schema") > 0 {
            _ = try FileKind.demand([kind], in: database)
            try database.countTransactions()
        }
        try database.script(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON
            """)
        try database.transaction { () throws(SearchError) in
            var version = 0
            if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
                try database.script("PRAGMA application_id = \(kind.applicationID); PRAGMA user_version = 0")
            } else {
                _ = try FileKind.demand([kind], in: database)
                version = try database.form(upTo: steps.count)
                try database.refuseCode()
            }
            for step in steps.dropFirst(version) { try database.script(step) }
            if version < steps.count { try database.script("PRAGMA user_version = \(steps.count)") }
        }
        try database.mark(kind)
        return database
    }

    /// Makes a missing file, empty and readable by its owner alone; SQLite gives the same rights to its log. An error
    /// comes up again when the file is opened.
    private static func reserve(_ path: String) {
        if path == ":memory:" || path.utf8.contains(0) { return }
        let descriptor = FileOwner.make(path, mode: 0o600)
        if descriptor >= 0 { Essentials.close(descriptor) }
    }
}
