/// Any JSON value. Whole numbers keep all their digits, up to 64 bits.
public enum JSONValue: Hashable, Sendable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A number without a fraction or exponent that fits into `Int`.
    case int(Int)
    /// Any other number.
    case number(Double)
    /// A string, unescaped.
    case string(String)
    /// An array, in order.
    case array([JSONValue])
    /// An object; the order of its members is not kept.
    case object([String: JSONValue])

    /// A scalar as text: strings as they are, numbers and flags written out. Nil for null, arrays and objects.
    public var text: String? {
        switch self {
        case .string(let value): value
        case .int(let value): String(value)
        case .number(let value): "\(value)"
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The kind of the value, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a flag"
        case .int, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the value as the JSON that it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// Reads a JSON text in UTF-8.
    ///
    /// Of members with the same name the last one counts. A number that neither 64 bits nor a `Double` can hold is the
    /// string of its digits, so that a long name of something loses none. Throws with the field and the byte at which
    /// the text is wrong, and for more than 128 levels of nesting.
    package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        var parser = JSONParser(Array(bytes))
        self = try parser.parse()
    }

    /// The members of an object; none of anything else.
    package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    /// The elements of an array; nil for anything else.
    package var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    /// A member of an object; nil for one that is missing, and of anything else.
    package subscript(_ name: String) -> JSONValue? { members[name] }
}

/// Malformed JSON, or JSON of an unexpected shape.
package struct MalformedJSON: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field, as `result[3].score`; empty for the text as a whole.
    package var path: String
    /// The shape that was expected there, and the one that was found.
    package var reason: String

    /// Creates an error for a place in a document.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The place and the reason in one line.
    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
