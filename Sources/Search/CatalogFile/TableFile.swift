internal import Essentials

/// A file with a table, CSV or JSON lines, that is read in portions: of any size in the same memory. Text in UTF-16 and in
/// Windows-1252 is recognized; see ``TextDecoding``.
package enum TableFile {
    /// The two forms of a table that is read in one go.
    package enum Form: Sendable {
        case csv, jsonLines
    }

    /// The forms of a catalog.
    enum CatalogForm: Sendable {
        case csv, jsonLines
        /// An array of objects.
        case jsonArray
        /// A feed with an element for each product.
        case xml
    }

    /// The longest line of JSON lines in bytes.
    package static let longestLine = CSVParser.longestRow

    private static let portion = 1 << 20

    /// Tells the form by the first byte that is not blank: JSON lines begin with `{`. Nil for an empty file.
    package static func form(path: String) throws(SearchError) -> Form? {
        var form: Form?
        var isAtMark = true
        try eachPortion(of: path, portion) { bytes, _ throws(SearchError) in
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let text = isAtMark && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
            if !bytes.isEmpty { isAtMark = false }
            form = text.first { !isBlank($0) }.map { $0 == UInt8(ascii: "{") ? .jsonLines : .csv }
            return form == nil
        }
        return form
    }

    /// As ``form(path:)``, with arrays of objects, which begin with `[`, and feeds in XML.
    ///
    /// - Throws: `invalidArgument` for a page, which a table never begins like.
    static func form(of text: TableText) throws(SearchError) -> CatalogForm {
        var start: [UInt8] = []
        try text.eachPortion { bytes, _ throws(SearchError) in
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let text = start.isEmpty && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
            start += (start.isEmpty ? text.drop(while: isBlank) : text).prefix(512)
            return start.count < 64
        }
        let words = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
        if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") {
            throw .invalidArgument("\(text.path) is a page of HTML, and no table; did its address ask for a login?")
        }
        if words.hasPrefix("<?xml") || words.prefixMatch(of: /<!--|<[a-z_:]+[ \t\r\n>]/) != nil { return .xml }
        if words.hasPrefix("{") { return .jsonLines }
        let rest = start.dropFirst().drop(while: isBlank).first
        return words.hasPrefix("[") && (rest == UInt8(ascii: "{") || rest == UInt8(ascii: "]")) ? .jsonArray : .csv
    }

    /// Calls `body` for each row of a CSV file, the head included, until it returns false. See ``CSVParser``.
    ///
    /// - Parameter portion: The bytes that are read at a time. Default 1 MiB.
    /// - Throws: `invalidArgument` for a file that cannot be read or is no CSV, and what `body` throws.
    package static func eachRow(
        path: String, portion: Int = TableFile.portion, _ body: CSVParser.Body
    ) throws(SearchError) {
        var survey = QuoteSurvey(path: path, separator: nil)
        try eachPortion(of: path, portion) { bytes, isLast throws(SearchError) in
            survey.feed(bytes, isLast: isLast)
            return true
        }
        var parser = CSVParser(path: path, hasQuotes: try survey.hasQuotes())
        try eachPortion(of: path, portion) { bytes, isLast throws(SearchError) in
            try parser.feed(bytes, isLast: isLast, body)
        }
    }

    /// Calls `body` for each line of JSON lines that is not blank, with its number from 1 and without its end, until it
    /// returns false. A byte order mark is skipped.
    ///
    /// - Parameter portion: The bytes that are read at a time. Default 1 MiB.
    /// - Throws: `invalidArgument` for a file that cannot be read and for a line of more than ``longestLine`` bytes, and
    ///   what `body` throws.
    package static func eachLine(
        path: String, portion: Int = TableFile.portion,
        _ body: (_ line: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) {
        var lines = LineParser(path: path)
        try eachPortion(of: path, portion) { bytes, isLast throws(SearchError) in
            try lines.feed(bytes, isLast: isLast) { line, _, bytes throws(SearchError) in try body(line, bytes) }
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    /// The last portion is empty.
    private static func eachPortion(
        of path: String, _ portion: Int,
        _ body: (_ bytes: ArraySlice<UInt8>, _ isLast: Bool) throws(SearchError) -> Bool
    ) throws(SearchError) {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(path) }
        defer { close(file) }
        var (unpacking, decoding) = (Unpacking(path: path), TextDecoding(path: path))
        while true {
            guard let bytes = readAll(file, limit: portion) else { throw .unreadable(path) }
            let goesOn = try unpacking.feed(bytes[...], isLast: bytes.isEmpty) { bytes throws(SearchError) in
                try body(try decoding.decode(bytes, isLast: false), false)
            }
            guard goesOn else { return }
            if !bytes.isEmpty { continue }
            // A text in UTF-16 may end only now, and what follows it is empty.
            let text = try decoding.decode([], isLast: true)
            if !text.isEmpty, try !body(text, false) { return }
            _ = try body([], true)
            return
        }
    }
}

extension SearchError {
    /// A file that the system has just refused to open or to read, with the system's words.
    static func unreadable(_ path: String) -> SearchError {
        // Safe: the text is copied at once.
        .invalidArgument("\(path): cannot be read: \(unsafe String(cString: strerror(errno)))")
    }
}
