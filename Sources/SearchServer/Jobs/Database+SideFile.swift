internal import ViSearchAPI

extension Database {
    /// Opens a file of our own beside the store, making it if it does not exist.
    ///
    /// - Parameters:
    ///   - applicationID: tells this kind of file from others.
    ///   - form: the tables, for a new file.
    ///   - isShared: others may use it as well. If not, this throws where another process has it.
    static func sideFile(
        _ path: String, applicationID: Int, form: String, isShared: Bool
    ) throws(SearchError) -> Database {
        let database = try Database(path: path, access: .create)
        if !isShared { try database.script("PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE") }
        try database.script(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON
            """)
        try database.transaction { () throws(SearchError) in
            let tables = try database.integer("SELECT count(*) FROM sqlite_schema")
            if tables == 0 {
                try database.script(form + "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
            }
            guard try database.integer("PRAGMA application_id") == applicationID,
                try database.integer("PRAGMA user_version") == 1,
                try database.integer("SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')") == 0
            else { throw .store(path: path, reason: "the file has another format; move it away") }
        }
        return database
    }
}
