public import Essentials

/// The kinds of attribute that an item may carry. A field has one kind for all items of a store.
public enum AttributeType: String, Hashable, Sendable, Codable, CaseIterable {
    /// A string that is compared as a whole, exactly.
    case string
    /// A text that is searched by its words.
    case text
    /// A whole number.
    case int
    /// A floating-point number.
    case float
    /// A flag: true or false.
    case bool
    /// Several strings; a filter holds when one of them does.
    case list
    /// A moment; written as ISO 8601.
    case date
}

/// The value of one attribute. A literal is a value of its kind: `.equal("brand", "Lumo")`, `.less("price", 50)`.
public enum AttributeValue: Hashable, Sendable {
    /// A string that is compared as a whole.
    case string(String)
    /// A text that is searched by its words.
    case text(String)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case float(Double)
    /// A flag.
    case bool(Bool)
    /// Several strings.
    case list([String])
    /// A moment.
    case date(Date)

    /// The kind of the value.
    public var type: AttributeType {
        switch self {
        case .string: .string
        case .text: .text
        case .int: .int
        case .float: .float
        case .bool: .bool
        case .list: .list
        case .date: .date
        }
    }

    /// The value as a number where it has an order on the number line: int, float, bool (0, 1), date (seconds
    /// since 1970). Nil for strings, texts and lists.
    public var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): value
        case .bool(let value): value ? 1 : 0
        case .date(let value): value.timeIntervalSince1970
        case .string, .text, .list: nil
        }
    }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a string. A text is written ``text(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .float(value) }
    /// Creates a flag.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
