/// Writes JSON straight into bytes. Several times as fast as an encoder that asks for one value after the other.
///
/// The caller writes well-formed sequences: each value of an object after its key. Commas are set here.
package struct JSONWriter: ~Copyable {
    /// The bytes that were written so far, UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let escapesDelete: Bool

    /// Creates a writer with a capacity of this many bytes.
    package init(capacity: Int = 1024) { self.init(capacity: capacity, escapesDelete: false) }

    /// - Parameter escapesDelete: Escapes DEL like the other control characters, for text that a terminal may show.
    package init(capacity: Int = 1024, escapesDelete: Bool) {
        self.escapesDelete = escapesDelete
        bytes.reserveCapacity(capacity)
    }

    /// Begins an object.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Ends the object that was begun last.
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Begins an array.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Ends the array that was begun last.
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// A key that needs no escapes.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of a member; its value comes next.
    package mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, escaped.
    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    /// Writes a whole number.
    package mutating func value(_ number: Int) {
        separate()
        append(number)
    }

    /// Writes a number as short as it can be read back, with a fraction: some clients cannot parse a score that looks
    /// like a whole number. A number that is not finite is written as null.
    package mutating func value(_ number: Double) {
        separate()
        bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    }

    /// Writes at most `places` digits after the point, without trailing zeros and without an exponent. A number that is
    /// not finite, or too large for that, is written as null.
    package mutating func decimal(_ number: Double, places: Int) {
        separate()
        bytes.append(contentsOf: (number.rounded(places: places) ?? "null").utf8)
    }

    package mutating func null() { value(JSONValue.null) }

    /// Writes a flag.
    package mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Writes a value with everything in it.
    package mutating func value(_ json: JSONValue) {
        switch json {
        case .null:
            separate()
            bytes.append(contentsOf: "null".utf8)
        case .bool(let value): self.value(value)
        case .int(let value): self.value(value)
        case .number(let value): self.value(value)
        case .string(let value): self.value(value)
        case .array(let values): array(values) { writer, value in writer.value(value) }
        case .object(let members): value(members)
        }
    }

    /// An object, its keys in order.
    package mutating func value(_ members: [String: JSONValue]) {
        beginObject()
        self.members(members)
        endObject()
    }

    /// Members of the object that is open, in the order of their keys.
    package mutating func members(_ members: [String: JSONValue]) {
        if members.count == 1, let (name, value) = members.first {
            key(name)
            self.value(value)
        } else if !members.isEmpty {
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                key(name)
                self.value(value)
            }
        }
    }

    /// Writes an array of elements, each by `body`.
    package mutating func array<Element>(
        _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func append(_ number: Int) {
        guard number.magnitude > 9 else {
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(UInt8(ascii: "0") + UInt8(number.magnitude))
            return
        }
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        // Safe: the bytes are read inside the closure only, at indexes below its count.
        text.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let byte = unsafe utf8[index]
                guard
                    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                        || byte == 0x7f && escapesDelete
                else { continue }
                unsafe bytes.append(contentsOf: utf8[start..<index])
                escape(byte)
                start = index + 1
            }
            unsafe bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension JSONValue {
    /// The value as a JSON text, compact, in one line, the keys in order.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// ``encoded`` as a string.
    package var encodedText: String { String(decoding: encoded, as: UTF8.self) }
}
