internal import Essentials

/// As an object with one member, the kind: `{"float":39.5}`, `{"list":["a","b"]}`; dates in seconds since 1970.
extension AttributeValue: Codable {
    private enum Kind: String, CodingKey {
        case string, text, int, float, bool, list, date
    }

    /// Decodes an object with one member, named by the kind. Throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.unfitting("a value is an object with one member", at: decoder.codingPath)
        }
        switch kind {
        case .string: self = .string(try container.decode(String.self, forKey: kind))
        case .text: self = .text(try container.decode(String.self, forKey: kind))
        case .int: self = .int(try container.decode(Int.self, forKey: kind))
        case .float: self = .float(try container.decode(Double.self, forKey: kind))
        case .bool: self = .bool(try container.decode(Bool.self, forKey: kind))
        case .list: self = .list(try container.decode([String].self, forKey: kind))
        case .date: self = .date(Date(timeIntervalSince1970: try container.decode(Double.self, forKey: kind)))
        }
    }

    /// Encodes the value as an object with one member, named by the kind; dates in seconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        switch self {
        case .string(let value): try container.encode(value, forKey: .string)
        case .text(let value): try container.encode(value, forKey: .text)
        case .int(let value): try container.encode(value, forKey: .int)
        case .float(let value): try container.encode(value, forKey: .float)
        case .bool(let value): try container.encode(value, forKey: .bool)
        case .list(let value): try container.encode(value, forKey: .list)
        case .date(let value): try container.encode(value.timeIntervalSince1970, forKey: .date)
        }
    }
}
