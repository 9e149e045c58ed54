internal import Foundation

/// A file with a table, CSV or JSON lines, that is read in portions: of any size in the same memory.
package enum TableFile {
    /// The two forms of a table.
    package enum Form: Sendable {
        case csv, jsonLines
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
            isAtMark = false
            form = text.first { !isBlank($0) }.map { $0 == UInt8(ascii: "{") ? .jsonLines : .csv }
            return form == nil
        }
        return form
    }

    /// Calls `body` for each row of a CSV file, the head included, until it returns false. See ``CSVParser``.
    ///
    /// - Parameter portion: The bytes that are read at a time. Default 1 MiB.
    /// - Throws: `invalidArgument` for a file that cannot be read or is no CSV, and what `body` throws.
    package static func eachRow(
        path: String, portion: Int = TableFile.portion, _ body: CSVParser.Body
    ) throws(SearchError) {
        var parser = CSVParser(path: path)
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
        var number = 1
        // The beginning of a line whose end is not read yet.
        var begun: [UInt8] = []
        func check(_ count: Int) throws(SearchError) {
            guard count > longestLine else { return }
            throw .invalidArgument(
                "\(path): line \(number): it is longer than \(longestLine) bytes, the most that is read")
        }
        func end(with bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool {
            try check(begun.count + bytes.count)
            var line = begun.isEmpty ? bytes : (begun + bytes)[...]
            begun.removeAll(keepingCapacity: true)
            if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            let goesOn = line.allSatisfy(isBlank) ? true : try body(number, line)
            number += 1
            return goesOn
        }
        try eachPortion(of: path, portion) { bytes, isLast throws(SearchError) in
            var rest = bytes
            while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
                guard try end(with: rest[..<index]) else { return false }
                rest = rest[(index + 1)...]
            }
            if isLast { return try end(with: rest) }
            try check(begun.count + rest.count)
            begun += rest
            return true
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    /// The last portion is empty.
    private static func eachPortion(
        of path: String, _ portion: Int,
        _ body: (_ bytes: ArraySlice<UInt8>, _ isLast: Bool) throws(SearchError) -> Bool
    ) throws(SearchError) {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .invalidArgument("\(path): cannot be read") }
        defer { try? file.close() }
        while true {
            let bytes: [UInt8]
            do { bytes = Array(try file.read(upToCount: portion) ?? Data()) } catch {
                throw .invalidArgument("\(path): cannot be read")
            }
            guard try body(bytes[...], bytes.isEmpty), !bytes.isEmpty else { return }
        }
    }
}
