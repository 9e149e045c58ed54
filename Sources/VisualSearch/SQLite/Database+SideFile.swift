internal import ImageTypes

extension Database {
    /// Opens a file of our own beside the store, making it if it does not exist.
    ///
    /// - Parameters:
    ///   - applicationID: tells this kind of file from others.
    ///   - steps: the commands that make the tables, one script for each version of the form. A file of an older
    ///     version gets those that it lacks, in one transaction.
    ///   - isShared: others may use it as well. If not, this throws where another process has it.
    package static func sideFile(
        _ path: String, applicationID: Int, steps: [String], isShared: Bool
    ) throws(SearchError) -> Database {
        let database = try Database(path: path, access: .create)
        if !isShared { try database.script("PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE") }
        try database.script(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON
            """)
        try database.transaction { () throws(SearchError) in
            let foreign = SearchError.store(path: path, reason: "the file has another format; move it away")
            if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
                try database.script("PRAGMA application_id = \(applicationID); PRAGMA user_version = 0")
            } else if try database.integer("PRAGMA user_version") < 1 {
                throw foreign
            }
            let version = try database.integer("PRAGMA user_version")
            guard try database.integer("PRAGMA application_id") == applicationID, version <= steps.count,
                try database.integer("SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')") == 0
            else { throw foreign }
            for step in steps.dropFirst(version) { try database.script(step) }
            if version < steps.count { try database.script("PRAGMA user_version = \(steps.count)") }
        }
        return database
    }
}
