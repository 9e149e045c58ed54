public import Foundation

/// The lines of a CSV file that are not empty.
public func lines(ofCSV file: URL) throws -> [Substring] {
    // By bytes: a debug build takes seconds for the letters of a large table.
    try String(contentsOf: file, encoding: .utf8).utf8
        .split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { Substring($0) }
}

/// The fields of a line of a CSV file, read apart from the code under test. Quoted fields may hold commas and doubled
/// quotes, but no line breaks.
public func fields(ofCSV line: Substring) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var last = UInt8(ascii: ",")
    for byte in Array(line.utf8) {
        if byte == UInt8(ascii: "\"") {
            isQuoted.toggle()
            if isQuoted, last == UInt8(ascii: "\"") { field.append(byte) }
        } else if byte == UInt8(ascii: ","), !isQuoted {
            fields.append(String(decoding: field, as: UTF8.self))
            field.removeAll(keepingCapacity: true)
        } else {
            field.append(byte)
        }
        last = byte
    }
    return fields + [String(decoding: field, as: UTF8.self)]
}
