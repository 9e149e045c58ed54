/// A reader of comma-separated values as of RFC 4180 that is fed in portions: quotes double inside quotes, line breaks may
/// be inside them, lines end in LF, CR or both. A byte order mark is skipped. The separator, unless one is given, is that
/// of a first line `sep=;`, which is no row, or else the one of comma, semicolon and tab whose rows go together. Empty
/// lines are left out. A cell with text behind its closing quote, as in `"Bio" milk`, stays as it is written.
///
/// The rows do not depend on where the bytes are cut into portions. No more than one row is held.
package struct CSVParser {
    /// Gets each row with the number of the line where it begins, from 1. False ends the reading.
    package typealias Body = (_ line: Int, _ cells: [String]) throws(SearchError) -> Bool
    /// As ``Body``, with the bytes before the row as well.
    typealias PlacedBody = (_ line: Int, _ start: Int, _ cells: [String]) throws(SearchError) -> Bool

    private enum State {
        case plain, quoted
        /// Behind a quote in a quoted cell, which ends it unless a second one follows.
        case behindQuote
    }

    /// The longest row in bytes, each cell counted with 16 bytes more, which is what it takes in memory.
    package static let longestRow = 16 << 20

    private let path: String
    private let longestRow: Int
    /// False where quotes are letters: see ``QuoteSurvey``.
    private let hasQuotes: Bool
    /// Nil until the first lines are there.
    private(set) var separator: UInt8?
    /// The first lines, as long as there is no separator.
    private var beginning: [UInt8] = []
    private var hasBegun = false
    /// The bytes before the row that comes next, and those that were read before this portion.
    private var rowStart = 0
    private var earlier = 0
    private var state = State.plain
    private var cell: [UInt8] = []
    /// The bytes of the cell inside of its quotes, once they are closed.
    private var quoted: Int?
    private var cells: [String] = []
    private var size = 0
    private var (line, start) = (1, 1)
    private var isBehindCR = false

    private static let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// - Parameters:
    ///   - path: The name of the file, for messages.
    ///   - separator: Default: the one that the text suggests.
    ///   - hasQuotes: False where quotes are letters. Default true.
    ///   - longestRow: Default ``longestRow``.
    package init(
        path: String, separator: UInt8? = nil, hasQuotes: Bool = true, longestRow: Int = CSVParser.longestRow
    ) {
        self.path = path
        self.hasQuotes = hasQuotes
        self.longestRow = longestRow
        self.separator = separator
    }

    /// A reader of the rows from a place on where one begins, `line` of the text, with the separator of another reader.
    package init(path: String, continuing separator: UInt8, hasQuotes: Bool, line: Int) {
        self.init(path: path, separator: separator, hasQuotes: hasQuotes)
        (self.line, start, hasBegun) = (line, line, true)
    }

    /// Reads a portion and calls `body` for each row that ends in it. Returns false where `body` did.
    ///
    /// - Parameter isLast: The text ends with this portion, which may be empty.
    /// - Throws: `invalidArgument` for a row that is too long, and for a quote that is still open at the end.
    package mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool, _ body: Body) throws(SearchError) -> Bool {
        try feed(bytes, isLast: isLast, placed: { line, _, cells throws(SearchError) in try body(line, cells) })
    }

    /// As ``feed(_:isLast:_:)``, for a caller that comes back to rows.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, isLast: Bool, placed body: PlacedBody
    ) throws(SearchError) -> Bool {
        if let separator, hasBegun { return try read(bytes, separator, isLast: isLast, body) }
        beginning += bytes
        guard isLast || beginning.count >= SeparatorGuess.sample else {
            try checkFirstLine()
            return true
        }
        hasBegun = true
        var bytes = beginning[...]
        beginning = []
        let separator = SeparatorGuess.begin(&bytes, separator, isLast: isLast)
        earlier = bytes.startIndex
        rowStart = earlier
        self.separator = separator
        return try read(bytes, separator, isLast: isLast, body)
    }

    private func checkFirstLine() throws(SearchError) {
        guard beginning.count > longestRow else { return }
        try checkSize(beginning.prefix { $0 != CSVParser.lf && $0 != CSVParser.cr }.count)
    }

    private mutating func read(
        _ bytes: ArraySlice<UInt8>, _ separator: UInt8, isLast: Bool, _ body: PlacedBody
    ) throws(SearchError) -> Bool {
        let (quote, lf, cr) = (CSVParser.quote, CSVParser.lf, CSVParser.cr)
        let before = earlier - bytes.startIndex
        earlier += bytes.count
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
                quoted = cell.count
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
            if hasQuotes, bytes[index] == quote, cell.isEmpty, quoted == nil {
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
            if bytes[index] != separator {
                if try !endRow(body) { return false }
                rowStart = before + index + 1
            }
            index += 1
        }
        guard isLast else { return true }
        if state == .quoted {
            throw .invalidArgument("\(path): the quote opened in the row of line \(start) is not closed")
        }
        if cell.isEmpty, quoted == nil, cells.isEmpty { return true }
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
        if cell.isEmpty, quoted == nil {
            cells.append(String(decoding: bytes, as: UTF8.self))
        } else {
            cell += bytes
            if let quoted, cell[quoted...].contains(where: { $0 != 0x20 && $0 != 0x09 }) {
                cell.insert(CSVParser.quote, at: quoted)
                cell.insert(CSVParser.quote, at: 0)
            }
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
            quoted = nil
        }
    }

    /// The LF of a CRLF ends a row, too, which is empty and counts as no line.
    private mutating func endRow(_ body: PlacedBody) throws(SearchError) -> Bool {
        let (row, place) = (cells, start)
        cells.removeAll(keepingCapacity: true)
        (size, start) = (0, line)
        return row.count == 1 && row[0].isEmpty ? true : try body(place, rowStart, row)
    }

    private func checkSize(_ size: Int) throws(SearchError) {
        guard size > longestRow else { return }
        throw .invalidArgument(
            "\(path): line \(start): the row is longer than \(longestRow) bytes, the most that is read; a quote may be open"
        )
    }
}
