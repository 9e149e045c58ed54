/// Reads a JSON text (RFC 8259) in one pass over its bytes, and reports the position of an error.
///
/// Choices that the standard leaves open: a byte order mark is skipped; of members with the same name the last one
/// counts; half a surrogate pair, as in texts that were cut to a length, reads as U+FFFD; a number that neither 64 bits
/// nor a `Double` can hold becomes the string of its digits; nesting ends at ``depth`` levels.
///
/// The reasons against Foundation's parsers: of random doubles `JSONSerialization` changes the last digit of a third
/// (on Linux, in Swift 6.3), and answers through a server must equal those of an engine in process; `JSONDecoder` has
/// to try one type after the other for each value, which takes a hundred times as long.
package struct JSONParser {
    /// Answers have fewer than ten levels. More would only exhaust the stack.
    package static let depth = 128

    private let bytes: [UInt8]
    private var place: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    package mutating func parse() throws(MalformedJSON) -> JSONValue {
        let value = try value(level: 0)
        if next() != nil { throw fault("the end") }
        return value
    }

    private mutating func value(level: Int) throws(MalformedJSON) -> JSONValue {
        if level > Self.depth { throw MalformedJSON(path: "", reason: "nested more than \(Self.depth) levels deep") }
        guard let first = next() else { throw fault("a value") }
        switch first {
        case UInt8(ascii: "{"): return .object(try object(level: level + 1))
        case UInt8(ascii: "["): return .array(try array(level: level + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("a value")
        }
    }

    private mutating func object(level: Int) throws(MalformedJSON) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        place += 1
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw fault("a name in quotes") }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw fault("`:`") }
            do throws(MalformedJSON) { members[name] = try value(level: level) } catch { throw error.inside(name) }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("`,` or `}`") }
        return members
    }

    private mutating func array(level: Int) throws(MalformedJSON) -> [JSONValue] {
        var values: [JSONValue] = []
        place += 1
        if take(UInt8(ascii: "]")) { return values }
        repeat {
            do throws(MalformedJSON) {
                values.append(try value(level: level))
            } catch {
                throw error.inside("[\(values.count)]")
            }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("`,` or `]`") }
        return values
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(MalformedJSON) -> JSONValue {
        let isThere = word.withUTF8Buffer { word in unsafe bytes[place...].starts(with: word) }
        guard isThere else { throw fault("a value") }
        place += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(MalformedJSON) -> JSONValue {
        let start = place
        if current == UInt8(ascii: "-") { place += 1 }
        if current == UInt8(ascii: "0") { place += 1 } else { try digits() }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            isWhole = false
            place += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            place += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole { return Int(text).map(JSONValue.int) ?? .string(text) }
        guard let value = Double(text), value.isFinite else { return .string(text) }
        return .number(value)
    }

    private mutating func digits() throws(MalformedJSON) {
        let start = place
        while let byte = current, byte &- UInt8(ascii: "0") < 10 { place += 1 }
        if place == start { throw fault("a digit") }
    }

    private mutating func string() throws(MalformedJSON) -> String {
        place += 1
        let start = place
        while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { place += 1 }
        // Most strings have no escapes and are copied as they are.
        var unescaped: [UInt8]?
        while let byte = current, byte >= 0x20 {
            if byte == UInt8(ascii: "\"") {
                let text = unescaped.map { String(validating: $0, as: UTF8.self) }
                guard let text = text ?? String(validating: bytes[start..<place], as: UTF8.self) else {
                    throw MalformedJSON(path: "", reason: "the string at byte \(start) is not UTF-8")
                }
                place += 1
                return text
            }
            if unescaped == nil { unescaped = Array(bytes[start..<place]) }
            place += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &unescaped!) } else { unescaped!.append(byte) }
        }
        throw fault("`\"`")
    }

    /// Reads the escape behind a backslash.
    private mutating func escape(into text: inout [UInt8]) throws(MalformedJSON) {
        let byte = current
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte!)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "u"):
            place += 1
            text += String(try scalar()).utf8
            return
        default: throw fault("an escape")
        }
        place += 1
    }

    /// The scalar of `\uXXXX`, or of two of them that are a pair.
    private mutating func scalar() throws(MalformedJSON) -> Character {
        let first = try unit()
        let isHigh = 0xD800..<0xDC00 ~= first
        if isHigh, bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            let between = place
            place += 2
            let second = try unit()
            if 0xDC00..<0xE000 ~= second {
                return Character(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))!)
            }
            place = between
        }
        return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
    }

    private mutating func unit() throws(MalformedJSON) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("a hex digit")
            }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// The next byte that is no blank.
    private mutating func next() -> UInt8? {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
        return current
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        place += 1
        return true
    }

    private func fault(_ expected: String) -> MalformedJSON {
        let found =
            current.map { 0x21..<0x7F ~= $0 ? "`\(Character(Unicode.Scalar($0)))`" : "the byte \($0)" } ?? "the end"
        return MalformedJSON(path: "", reason: "expected \(expected), found \(found) at byte \(place)")
    }
}

extension MalformedJSON {
    /// Returns the same fault, seen from one level higher. `step` is the name of a member, or an index in brackets.
    fileprivate func inside(_ step: String) -> MalformedJSON {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return MalformedJSON(path: step + separator + path, reason: reason)
    }
}
