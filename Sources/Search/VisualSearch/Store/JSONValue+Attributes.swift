internal import WireFormat

// Attributes as a line of a catalog has them.
extension JSONValue {
    init(_ value: AttributeValue) {
        switch value {
        case .string(let value), .text(let value): self = .string(value)
        case .int(let value): self = .int(value)
        case .float(let value): self = .number(value)
        case .bool(let value): self = .bool(value)
        case .list(let values): self = .array(values.map(JSONValue.string))
        case .date: self = .string(value.written)
        }
    }
}
