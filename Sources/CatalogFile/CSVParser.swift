/// A reader of comma-separated values as of RFC 4180 that is fed in portions: quotes double inside quotes, line breaks may
/// be inside them, lines end in LF, CR or both. A byte order mark is skipped. Where the first line has more semicolons or
/// tabs than commas, those separate. Empty lines are left out.
///
/// The rows do not depend on where the bytes are cut into portions. No more than one row is held.
package struct CSVParser {
    /// Gets each row with the number of the line where it begins, from 1. False ends the reading.
    package typealias Body = (_ line: Int, _ cells: [String]) throws(SearchError) -> Bool

    private enum State {
        case plain, quoted
        /// Behind a quote in a quoted cell, which ends it unless a second one follows.
        case behindQuote
    }

    /// The longest row in bytes, each cell counted with 16 bytes more, which is what it takes in memory.
    package static let longestRow = 16 << 20

    private let path: String
    private let longestRow: Int
    /// Nil until the first line is there.
    private var separator: UInt8?
    private var firstLine: [UInt8] = []
    private var state = State.plain
    private var cell: [UInt8] = []
    private var cells: [String] = []
    private var size = 0
    private var (line, start) = (1, 1)
    private var isBehindCR = false

    private static let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// - Parameters:
    ///   - path: The name of the file, for messages.
    ///   - longestRow: Default ``longestRow``.
    package init(path: String, longestRow: Int = CSVParser.longestRow) {
        self.path = path
        self.longestRow = longestRow
    }

    /// Reads a portion and calls `body` for each row that ends in it. Returns false where `body` did.
    ///
    /// - Parameter isLast: The text ends with this portion, which may be empty.
    /// - Throws: `invalidArgument` for a row that is too long, and for a quote that is still open at the end.
    package mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool, _ body: Body) throws(SearchError) -> Bool {
        if let separator { return try read(bytes, separator, isLast: isLast, body) }
        guard isLast || bytes.contains(where: { $0 == CSVParser.lf || $0 == CSVParser.cr }) else {
            firstLine += bytes
            try checkSize(firstLine.count)
            return true
        }
        var bytes = firstLine.isEmpty ? bytes : (firstLine + bytes)[...]
        firstLine = []
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let separator = CSVParser.separator(of: bytes)
        self.separator = separator
        return try read(bytes, separator, isLast: isLast, body)
    }

    private mutating func read(
        _ bytes: ArraySlice<UInt8>, _ separator: UInt8, isLast: Bool, _ body: Body
    ) throws(SearchError) -> Bool {
        let (quote, lf, cr) = (CSVParser.quote, CSVParser.lf, CSVParser.cr)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let from = index
            if state == .behindQuote {
                state = bytes[index] == quote ? .quoted : .plain
                if state == .quoted {
                    cell.append(quote)
                    index += 1
                    continue
                }
            }
            if state == .quoted {
                while index < bytes.endIndex, bytes[index] != quote {
                    count(bytes[index])
                    index += 1
                }
                try extendCell(bytes[from..<index])
                if index < bytes.endIndex {
                    state = .behindQuote
                    isBehindCR = false
                    index += 1
                }
                continue
            }
            if bytes[index] == quote, cell.isEmpty {
                state = .quoted
                isBehindCR = false
                index += 1
                continue
            }
            while index < bytes.endIndex, bytes[index] != separator, bytes[index] != lf, bytes[index] != cr {
                index += 1
            }
            if from < index { isBehindCR = false }
            guard index < bytes.endIndex else {
                try extendCell(bytes[from..<index])
                break
            }
            try endCell(with: bytes[from..<index])
            count(bytes[index])
            if bytes[index] != separator, try !endRow(body) { return false }
            index += 1
        }
        guard isLast else { return true }
        if state == .quoted {
            throw .invalidArgument("\(path): the quote opened in the row of line \(start) is not closed")
        }
        if cell.isEmpty, cells.isEmpty { return true }
        try endCell(with: [])
        return try endRow(body)
    }

    private mutating func count(_ byte: UInt8) {
        if byte == CSVParser.cr || (byte == CSVParser.lf && !isBehindCR) { line += 1 }
        isBehindCR = byte == CSVParser.cr
    }

    private mutating func extendCell(_ bytes: ArraySlice<UInt8>) throws(SearchError) {
        size += bytes.count
        try checkSize(size)
        cell += bytes
    }

    private mutating func endCell(with bytes: ArraySlice<UInt8>) throws(SearchError) {
        size += bytes.count + MemoryLayout<String>.stride
        try checkSize(size)
        if cell.isEmpty {
            cells.append(String(decoding: bytes, as: UTF8.self))
        } else {
            cell += bytes
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
        }
    }

    /// The LF of a CRLF ends a row, too, which is empty and counts as no line.
    private mutating func endRow(_ body: Body) throws(SearchError) -> Bool {
        let (row, place) = (cells, start)
        cells.removeAll(keepingCapacity: true)
        (size, start) = (0, line)
        return row.count == 1 && row[0].isEmpty ? true : try body(place, row)
    }

    private func checkSize(_ size: Int) throws(SearchError) {
        guard size > longestRow else { return }
        throw .invalidArgument(
            "\(path): line \(start): the row is longer than \(longestRow) bytes, the most that is read; a quote may be open"
        )
    }

    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        let first = bytes.prefix { $0 != lf && $0 != cr }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in first.count { $0 == candidate } }
        return counts[0] >= max(counts[1], counts[2])
            ? candidates[0] : counts[1] >= counts[2] ? candidates[1] : candidates[2]
    }
}
