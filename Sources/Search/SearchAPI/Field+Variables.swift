// The operators of fields and the conditions of filters with variables of Swift's own types.

extension Field {
    /// The field has this value.
    public static func == (field: Field, value: some AttributeConvertible) -> Filter {
        .equal(field.name, value.attributeValue)
    }

    /// The item does not have the field, or another value.
    public static func != (field: Field, value: some AttributeConvertible) -> Filter { .not(field == value) }

    /// The field is less than the value.
    public static func < (field: Field, value: some AttributeConvertible) -> Filter {
        .less(field.name, value.attributeValue)
    }

    /// The field is at most the value.
    public static func <= (field: Field, value: some AttributeConvertible) -> Filter {
        .lessOrEqual(field.name, value.attributeValue)
    }

    /// The field is greater than the value.
    public static func > (field: Field, value: some AttributeConvertible) -> Filter {
        .greater(field.name, value.attributeValue)
    }

    /// The field is at least the value.
    public static func >= (field: Field, value: some AttributeConvertible) -> Filter {
        .greaterOrEqual(field.name, value.attributeValue)
    }

    /// The field has one of the values.
    public func isOne<Value: AttributeConvertible>(of values: Value...) -> Filter { isOne(of: values) }

    /// The field has one of the values.
    public func isOne<Value: AttributeConvertible>(of values: [Value]) -> Filter {
        .oneOf(name, values.map(\.attributeValue))
    }

    /// The item does not have the field, or another value than these.
    public func isNone<Value: AttributeConvertible>(of values: Value...) -> Filter { .not(isOne(of: values)) }

    /// The item does not have the field, or another value than these.
    public func isNone<Value: AttributeConvertible>(of values: [Value]) -> Filter { .not(isOne(of: values)) }

    /// The field lies between the values, both ends included.
    public func isBetween(_ low: some AttributeConvertible, _ high: some AttributeConvertible) -> Filter {
        .between(name, low.attributeValue, high.attributeValue)
    }

    /// The field has this value, or one that lies below it in a tree: `Bags` has `Bags > Handbags` below it.
    public func isWithin(_ branch: String) -> Filter {
        .or([.equal(name, .string(branch)), .like(name, Field.escaped(branch + Facet.branchSeparator) + "%")])
    }

    /// The text with the special characters of a pattern taken as they are.
    static func escaped(_ text: String) -> String {
        let special: Set<Character> = ["%", "_", "\\"]
        return text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

extension Filter {
    /// The field has this value.
    public static func equal(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .equal(field, value.attributeValue)
    }

    /// The item has the field, with another value.
    public static func differs(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .differs(field, value.attributeValue)
    }

    /// The field is less than the value.
    public static func less(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .less(field, value.attributeValue)
    }

    /// The field is at most the value.
    public static func lessOrEqual(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .lessOrEqual(field, value.attributeValue)
    }

    /// The field is greater than the value.
    public static func greater(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .greater(field, value.attributeValue)
    }

    /// The field is at least the value.
    public static func greaterOrEqual(_ field: String, _ value: some AttributeConvertible) -> Filter {
        .greaterOrEqual(field, value.attributeValue)
    }

    /// The field lies between the values, both ends included.
    public static func between(
        _ field: String, _ low: some AttributeConvertible, _ high: some AttributeConvertible
    ) -> Filter {
        // Two types: of one, an integer and a fraction as literals would both become fractions.
        .between(field, low.attributeValue, high.attributeValue)
    }

    /// The field has one of the values.
    public static func oneOf<Value: AttributeConvertible>(_ field: String, _ values: [Value]) -> Filter {
        .oneOf(field, values.map(\.attributeValue))
    }

    /// The item has the field, with a value that is not listed.
    public static func differsFromAll<Value: AttributeConvertible>(_ field: String, _ values: [Value]) -> Filter {
        .differsFromAll(field, values.map(\.attributeValue))
    }
}
