/// The value of a filter on the scale of a number column.
struct Operand {
    /// For comparing exactly; nil where the value is not a whole number of the column's kind.
    var whole: Int?
    var number: Double

    init?(_ value: AttributeValue, for type: AttributeType) {
        var value = value
        if case .string(let text) = value { value = AttributeValue(text, as: type) ?? value }
        if case .text(let text) = value { value = AttributeValue(text, as: type) ?? value }
        switch (value, type) {
        case (.int(let whole), .int), (.int(let whole), .bool): self.whole = whole
        case (.bool(let flag), .int), (.bool(let flag), .bool): whole = flag ? 1 : 0
        case (.date(let date), .date): whole = date.milliseconds
        default: whole = nil
        }
        guard let number = value.number, !number.isNaN else { return nil }
        self.number = type == .date ? number * 1000 : number
    }
}

extension AttributeValue {
    /// The value as strings.
    var texts: [String] {
        if case .list(let strings) = self { return strings }
        return [written]
    }
}

extension AttributeValue {
    /// The milliseconds of a day, a month or a year that is written as a text; nil for any other value.
    var days: ClosedRange<Int>? {
        guard case .string(let text) = self, let days = text.days, let first = days.lowerBound.milliseconds,
            let last = days.upperBound.milliseconds
        else { return nil }
        return first...last
    }
}
