extension AttributeValue {
    /// The value as JSON without its kind, as vendors have it.
    package var plainJSON: JSONValue {
        switch self {
        case .string(let text), .text(let text): .string(text)
        case .int(let number): .int(number)
        case .float(let number): .number(number)
        case .bool(let flag): .bool(flag)
        case .list(let texts): .array(texts.map(JSONValue.string))
        case .date: .string(written)
        }
    }
}
