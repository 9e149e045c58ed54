internal import CSQLite

/// The rows of one query, read one at a time, so that several queries can be read side by side.
final class Rows {
    private let database: Database
    private let statement: Statement
    private var isOver = false

    init(_ sql: String, _ values: Value..., in database: Database) throws(SearchError) {
        self.database = database
        statement = try database.compiled(sql)
        for (index, value) in values.enumerated() {
            let code = statement.bind(value, at: Int32(index + 1))
            if code != SQLITE_OK { throw database.error(code) }
        }
    }

    /// Moves to the next row and returns it; nil after the last one.
    func next() throws(SearchError) -> Statement? {
        if isOver { return nil }
        let code = statement.step()
        if code == SQLITE_ROW { return statement }
        isOver = true
        statement.reset()
        if code != SQLITE_DONE { throw database.error(code) }
        return nil
    }
}
