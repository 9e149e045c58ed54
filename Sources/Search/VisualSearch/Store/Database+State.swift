internal import SQLite

extension Database {
    /// The number of slots. A damaged file could name one that no memory would be enough for.
    func slots() throws(SearchError) -> Int {
        let last = try integer("SELECT coalesce(max(slot), -1) FROM items")
        let pages = try integer("PRAGMA page_count")
        guard last >= -1, last < Int(UInt32.max), last / 1024 <= pages else {
            throw .damaged(path: path, detail: "it names more items than it can hold")
        }
        return last + 1
    }

    /// The slots that a query names in its first column; a damaged file may name some that do not exist.
    func slots(_ sql: String, _ values: Value..., below size: Int) throws(SearchError) -> Bitmap {
        var slots = Bitmap(size: size)
        try each(sql, values) { row in
            if (0..<size).contains(row.integer(0)) { slots[row.integer(0)] = true }
        }
        return slots
    }

    func fields() throws(SearchError) -> [Field] {
        try all("SELECT field, name, type FROM fields ORDER BY field") { row throws(SearchError) in
            guard let type = AttributeType(rawValue: row.text(2)), (0...1_000_000).contains(row.integer(0)) else {
                throw .damaged(path: path, detail: "the field `\(row.text(1))` is of no known kind")
            }
            return Field(number: row.integer(0), name: row.text(1), type: type)
        }
    }

    func guessedFields() throws(SearchError) -> Set<String> {
        Set(try all("SELECT name FROM fields WHERE guessed") { $0.text(0) })
    }
}
