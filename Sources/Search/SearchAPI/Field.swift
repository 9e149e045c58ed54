/// A field of items or content in a filter that is written with operators.
///
/// ```swift
/// let filter = Field("age") >= 18 && Field("name").isOne(of: "A", "B") || Field("brand").isMissing
/// ```
///
/// The right side is a literal, a variable of `Int`, `Double`, `String`, `Bool` or `Date`, or an ``AttributeValue``.
public struct Field: Sendable, Hashable {
    /// The name of the field.
    public let name: String

    /// Creates a field by its name.
    public init(_ name: String) { self.name = name }

    /// The field has this value; with nil, the item does not have the field.
    public static func == (field: Field, value: AttributeValue?) -> Filter {
        value.map { .equal(field.name, $0) } ?? field.isMissing
    }

    /// The item does not have the field, or another value; with nil, it has the field.
    public static func != (field: Field, value: AttributeValue?) -> Filter { .not(field == value) }

    /// The field is less than the value.
    public static func < (field: Field, value: AttributeValue) -> Filter { .less(field.name, value) }

    /// The field is at most the value.
    public static func <= (field: Field, value: AttributeValue) -> Filter { .lessOrEqual(field.name, value) }

    /// The field is greater than the value.
    public static func > (field: Field, value: AttributeValue) -> Filter { .greater(field.name, value) }

    /// The field is at least the value.
    public static func >= (field: Field, value: AttributeValue) -> Filter { .greaterOrEqual(field.name, value) }

    /// The field has one of the values.
    public func isOne(of values: AttributeValue...) -> Filter { isOne(of: values) }

    /// The field has one of the values.
    public func isOne(of values: [AttributeValue]) -> Filter { .oneOf(name, values) }

    /// The item does not have the field, or another value than these.
    public func isNone(of values: AttributeValue...) -> Filter { .not(isOne(of: values)) }

    /// The item does not have the field, or another value than these.
    public func isNone(of values: [AttributeValue]) -> Filter { .not(isOne(of: values)) }

    /// The field lies between the values, both ends included.
    public func isBetween(_ low: AttributeValue, _ high: AttributeValue) -> Filter { .between(name, low, high) }

    /// The field contains the text, in upper or lower case, with its accents or without. `%` and `_` mean themselves.
    public func contains(_ text: String) -> Filter {
        .like(name, "%" + Field.escaped(text) + "%")
    }

    /// The field matches the pattern; see ``Filter/like(_:_:)``.
    public func isLike(_ pattern: String) -> Filter { .like(name, pattern) }

    /// The item has the field.
    public var isPresent: Filter { .exists(name) }

    /// The item does not have the field.
    public var isMissing: Filter { .not(.exists(name)) }
}

extension Filter {
    /// Both filters hold.
    public static func && (left: Filter, right: Filter) -> Filter {
        switch (left, right) {
        case (.all, _): right
        case (_, .all): left
        case (.and(let filters), _): .and(filters + [right])
        default: .and([left, right])
        }
    }

    /// At least one of the filters holds.
    public static func || (left: Filter, right: Filter) -> Filter {
        if case .or(let filters) = left { return .or(filters + [right]) }
        return .or([left, right])
    }

    /// The filter does not hold.
    public static prefix func ! (filter: Filter) -> Filter { .not(filter) }
}
