/// The encodings of tables that are recognized and read.
package enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16 (little endian)"
    case utf16BigEndian = "UTF-16 (big endian)"
    case windows1252 = "Windows-1252"
}

/// Turns a text that comes in portions into UTF-8.
///
/// UTF-16 is recognized by its byte order mark, or by the zero bytes of its first letters. Everything else counts as
/// UTF-8 if its first character beyond ASCII is one, and as Windows-1252 if it is not: up to there the two are the same.
/// The byte order mark of UTF-16 is left out; that of UTF-8 stays.
struct TextDecoding {
    /// The encoding, as far as it is known: UTF-8 as long as all is ASCII.
    private(set) var encoding = TextEncoding.utf8
    private let path: String
    private var isAtStart = true
    private var isDecided = false
    private var line = 1
    private var isBehindCR = false
    /// The beginning of a character whose end is not read yet.
    private var begun: [UInt8] = []

    init(path: String) { self.path = path }

    /// Returns the next portion in UTF-8.
    ///
    /// - Throws: `invalidArgument` with the line for bytes that the encoding does not have.
    mutating func decode(_ portion: ArraySlice<UInt8>, isLast: Bool) throws(SearchError) -> ArraySlice<UInt8> {
        var bytes = begun.isEmpty ? portion : (begun + portion)[...]
        begun = []
        if isAtStart {
            guard bytes.count >= 4 || isLast else {
                begun = Array(bytes)
                return []
            }
            isAtStart = false
            if let kind = Self.packed(bytes) { throw .invalidArgument("\(path) is \(kind)") }
            recognize(&bytes)
        }
        switch encoding {
        case .utf8: return try check(bytes, isLast: isLast)
        case .windows1252: return try widen(bytes)
        case .utf16LittleEndian, .utf16BigEndian: return try join(bytes, isLast: isLast)
        }
    }

    /// The kind of a file that holds a table in another form, with the way out; nil for a text.
    private static func packed(_ bytes: ArraySlice<UInt8>) -> String? {
        switch Array(bytes.prefix(4)) {
        case let start where Unpacking.isPacked(start): "packed twice; unpack it first"
        case [0xD0, 0xCF, 0x11, 0xE0]: "a workbook of Excel (XLS); save the sheet as CSV in UTF-8"
        default: nil
        }
    }

    private mutating func recognize(_ bytes: inout ArraySlice<UInt8>) {
        let start = Array(bytes.prefix(4))
        guard start.count >= 2 else { return }
        let isMarked = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
        let zeros = start.count == 4 ? start.map { $0 == 0 } : []
        if start.starts(with: [0xFF, 0xFE]) || zeros == [false, true, false, true] {
            encoding = .utf16LittleEndian
        } else if isMarked || zeros == [true, false, true, false] {
            encoding = .utf16BigEndian
        }
        if isMarked { bytes = bytes.dropFirst(2) }
        isDecided = encoding != .utf8
    }

    private mutating func check(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(SearchError) -> ArraySlice<UInt8> {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte < 0x80 {
                count(byte)
                index += 1
                continue
            }
            isBehindCR = false
            switch Self.length(of: bytes[index...]) {
            case .some(let length):
                isDecided = true
                index += length
            case nil where !isLast && Self.mayGoOn(bytes[index...]):
                begun = Array(bytes[index...])
                return bytes[..<index]
            case nil where !isDecided:
                (encoding, isDecided) = (.windows1252, true)
                return try bytes[..<index] + widen(bytes[index...])
            case nil: throw fault("the text is UTF-8 before it, and a byte is not")
            }
        }
        return bytes
    }

    private mutating func widen(_ bytes: ArraySlice<UInt8>) throws(SearchError) -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            count(byte)
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let scalar = byte < 0xA0 ? Self.upper[Int(byte) - 0x80] : UInt16(byte)
            guard scalar != 0, let scalar = Unicode.Scalar(scalar) else {
                throw fault("the text is neither UTF-8 nor Windows-1252")
            }
            text += UTF8.encode(scalar)!
        }
        return text[...]
    }

    private mutating func join(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(SearchError) -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        func unit(_ place: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return encoding == .utf16LittleEndian ? second << 8 | first : first << 8 | second
        }
        while index + 1 < bytes.endIndex {
            let first = unit(index)
            var scalar = UInt32(first)
            var length = 2
            if UTF16.isLeadSurrogate(first) {
                guard index + 3 < bytes.endIndex else { break }
                let second = unit(index + 2)
                if UTF16.isTrailSurrogate(second) {
                    scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                    length = 4
                }
            }
            guard let scalar = Unicode.Scalar(scalar) else { throw fault("half a character of UTF-16 stands alone") }
            if scalar.isASCII { count(UInt8(scalar.value)) } else { isBehindCR = false }
            text += UTF8.encode(scalar)!
            index += length
        }
        if index < bytes.endIndex, isLast { throw fault("the last character of UTF-16 is cut off") }
        begun = Array(bytes[index...])
        return text[...]
    }

    private mutating func count(_ byte: UInt8) {
        let isCR = byte == UInt8(ascii: "\r")
        if isCR || (byte == UInt8(ascii: "\n") && !isBehindCR) { line += 1 }
        isBehindCR = isCR
    }

    private func fault(_ reason: String) -> SearchError {
        .invalidArgument("\(path): line \(line): \(reason); save the file as UTF-8")
    }

    /// The bytes of the character of UTF-8 at the beginning; nil for no such character.
    private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        let length = expected(bytes.first!)
        guard length > 1, bytes.count >= length,
            String(validating: bytes.prefix(length), as: UTF8.self) != nil
        else { return nil }
        return length
    }

    /// True if more bytes can make a character of these.
    private static func mayGoOn(_ bytes: ArraySlice<UInt8>) -> Bool {
        let length = expected(bytes.first!)
        return length > 1 && bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    }

    private static func expected(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// 0x80…0x9F of Windows-1252; 0 for those that it does not have.
    private static let upper: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
