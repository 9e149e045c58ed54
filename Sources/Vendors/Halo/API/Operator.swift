internal import Essentials

extension Halo {
    /// The operators of comparisons.
    enum Operator: String, CaseIterable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case isOne = "in"
        case isNone = "!in"
        case like
        // Ours.
        case other
        case none
        case between
        case pattern

        /// True for those that the vendor's service has.
        var isOfVendor: Bool {
            switch self {
            case .other, .none, .between, .pattern: false
            default: true
            }
        }

        /// The numbers of values that it takes; nil for one that stands alone.
        var counts: ClosedRange<Int>? {
            switch self {
            case .isOne, .isNone, .none: 0...Limits.values
            case .between: 2...2
            default: nil
            }
        }

        /// The condition on a field. `values` are as many as ``counts`` says.
        func filter(_ field: String, _ values: [AttributeValue]) -> Filter {
            switch self {
            case .equal: .equal(field, values[0])
            case .notEqual: .not(.equal(field, values[0]))
            case .less: .less(field, values[0])
            case .lessOrEqual: .lessOrEqual(field, values[0])
            case .greater: .greater(field, values[0])
            case .greaterOrEqual: .greaterOrEqual(field, values[0])
            case .isOne: .oneOf(field, values)
            case .isNone: .not(.oneOf(field, values))
            case .like: Field(field).contains(values[0].written)
            case .other: .differs(field, values[0])
            case .none: .differsFromAll(field, values)
            case .between: .between(field, values[0], values[1])
            case .pattern: .like(field, values[0].written)
            }
        }
    }

    /// The types of values.
    enum ValueType: String, CaseIterable {
        case string, number, date, null
        // Ours; the vendor's clients send flags as strings.
        case boolean

        /// The type that clients write for a value, where they name none.
        init(of json: JSONValue) {
            switch json {
            case .int, .number: self = .number
            case .null: self = .null
            case .bool: self = .boolean
            case .string, .array, .object: self = .string
            }
        }

        /// Reads a value; nil for one of another type.
        func value(_ json: JSONValue) -> AttributeValue? {
            switch (self, json) {
            case (.string, .bool(let flag)), (.boolean, .bool(let flag)): .bool(flag)
            case (.string, _): json.text.map(AttributeValue.string)
            case (.boolean, .string("true")): .bool(true)
            case (.boolean, .string("false")): .bool(false)
            case (.number, .int(let number)): .int(number)
            case (.number, .number(let number)): .float(number)
            case (.number, .string(let text)): AttributeValue(text, as: .int) ?? AttributeValue(text, as: .float)
            case (.date, _): Date(content: json).map(AttributeValue.date)
            case (.null, _), (.number, _), (.boolean, _): nil
            }
        }

        var expected: String {
            switch self {
            case .string: "a string"
            case .number: "a number"
            case .date: "milliseconds since 1970, or a date as 2026-01-31"
            case .boolean: "true or false"
            case .null: "null"
            }
        }
    }
}
