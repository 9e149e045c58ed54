internal import CSQLite
package import SearchAPI

/// The rows of one query, read one at a time, so that several queries can be read side by side.
package final class Rows {
    private let database: Database
    private let statement: Statement
    private var isOver = false

    package init(_ sql: String, _ values: Value..., in database: Database) throws(SearchError) {
        self.database = database
        statement = try database.compiled(sql)
        for (index, value) in values.enumerated() {
            let code = statement.bind(value, at: Int32(index + 1))
            if code != SQLITE_OK { throw database.error(code) }
        }
    }

    // Before the connection, which may end with this object.
    deinit { statement.end() }

    /// Moves to the next row and returns it; nil after the last one.
    package func next() throws(SearchError) -> Statement? {
        if isOver { return nil }
        try database.enter()
        defer { database.leave() }
        let code = statement.step()
        if code == SQLITE_ROW { return statement }
        isOver = true
        statement.reset()
        if code != SQLITE_DONE { throw database.error(code) }
        return nil
    }
}

/// A statement that is run again and again with other values, prepared once.
package final class Insertion {
    private let database: Database
    private let statement: Statement

    package init(_ sql: String, in database: Database) throws(SearchError) {
        self.database = database
        statement = try database.compiled(sql)
    }

    // As above.
    deinit { statement.end() }

    package func run(_ values: [Value]) throws(SearchError) {
        for (index, value) in values.enumerated() { try check(statement.bind(value, at: Int32(index + 1))) }
        try finish()
    }

    /// Runs it with numbers, and a column of another statement's row after them.
    package func run(_ numbers: Int..., copying column: Int, of row: Statement) throws(SearchError) {
        for (index, number) in numbers.enumerated() {
            try check(statement.bind(.integer(number), at: Int32(index + 1)))
        }
        try check(statement.bind(column, of: row, at: Int32(numbers.count + 1)))
        try finish()
    }

    private func finish() throws(SearchError) {
        try database.enter()
        defer { database.leave() }
        let code = statement.step()
        statement.reset()
        if code != SQLITE_DONE { throw database.error(code) }
    }

    private func check(_ code: Int32) throws(SearchError) {
        if code != SQLITE_OK { throw database.error(code) }
    }
}
