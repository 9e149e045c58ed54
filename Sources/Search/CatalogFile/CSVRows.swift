/// The rows of comma-separated values in memory. See ``CSVParser``.
package struct CSVRows {
    /// Cells of each row with the number of its line, counted from 1. Empty lines are left out.
    private(set) var rows: [(line: Int, cells: [String])] = []

    init(_ bytes: [UInt8], path: String) throws(SearchError) {
        try CSVRows.each(bytes, path: path) { line, cells throws(SearchError) in rows.append((line, cells)) }
    }

    /// Calls `body` for each row, one at a time.
    package static func each(
        _ bytes: [UInt8], path: String, _ body: (_ line: Int, _ cells: [String]) throws(SearchError) -> Void
    ) throws(SearchError) {
        var parser = CSVParser(path: path)
        _ = try parser.feed(bytes[...], isLast: true) { line, cells throws(SearchError) in
            try body(line, cells)
            return true
        }
    }
}
