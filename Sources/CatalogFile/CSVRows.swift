/// The rows of comma-separated values as of RFC 4180: quotes double inside quotes, line breaks may be inside them,
/// lines end in LF, CR or both. A byte order mark is skipped. Where the first line has more semicolons or tabs than
/// commas, those separate.
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
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let separator = CSVRows.separator(of: bytes)
        let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var cell: [UInt8] = []
        var cells: [String] = []
        var (line, start) = (1, 1)
        var isQuoted = false
        var index = bytes.startIndex

        func endCell() {
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
        }
        func endRow() throws(SearchError) {
            endCell()
            if cells != [""] { try body(start, cells) }
            cells = []
        }
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == lf || (byte == cr && !(index < bytes.endIndex && bytes[index] == lf)) { line += 1 }
            if isQuoted {
                if byte != quote {
                    cell.append(byte)
                } else if index < bytes.endIndex, bytes[index] == quote {
                    cell.append(quote)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == quote, cell.isEmpty {
                isQuoted = true
            } else if byte == separator {
                endCell()
            } else if byte == lf || byte == cr {
                if byte == cr, index < bytes.endIndex, bytes[index] == lf {
                    line += 1
                    index += 1
                }
                try endRow()
                start = line
            } else {
                cell.append(byte)
            }
        }
        if isQuoted { throw .invalidArgument("\(path): the quote opened in the row of line \(start) is not closed") }
        if !cell.isEmpty || !cells.isEmpty { try endRow() }
    }

    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in first.count { $0 == candidate } }
        return counts[0] >= max(counts[1], counts[2])
            ? candidates[0] : counts[1] >= counts[2] ? candidates[1] : candidates[2]
    }
}
