public import Essentials

/// A Swift value that a filter compares with: `Int`, `Double`, `String`, `Bool` or `Date`.
public protocol AttributeConvertible: Sendable {
    /// The value as that of an attribute.
    var attributeValue: AttributeValue { get }
}

extension Int: AttributeConvertible {
    /// A whole number.
    public var attributeValue: AttributeValue { .int(self) }
}

extension Double: AttributeConvertible {
    /// A floating-point number.
    public var attributeValue: AttributeValue { .float(self) }
}

extension String: AttributeConvertible {
    /// A string that is compared as a whole.
    public var attributeValue: AttributeValue { .string(self) }
}

extension Bool: AttributeConvertible {
    /// A flag.
    public var attributeValue: AttributeValue { .bool(self) }
}

extension Date: AttributeConvertible {
    /// A moment.
    public var attributeValue: AttributeValue { .date(self) }
}
