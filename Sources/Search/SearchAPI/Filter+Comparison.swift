internal import Essentials

extension Filter {
    /// The condition of one field whose values stand alone or with `|` between, `*` for any value, and with `>=`, `<=`,
    /// `>`, `<` before one that has an order.
    ///
    /// - Throws: `invalidArgument` for a range that runs backward and for an order of numbers in a field of text, `wrongType`
    ///   for a value that the field cannot have.
    static func comparison(
        _ name: String, _ type: AttributeType, _ choices: [(text: String, isQuoted: Bool)]
    ) throws(SearchError) -> Filter {
        let comparisons: [(sign: String, make: (String, AttributeValue) -> Filter)] = [
            (">=", Filter.greaterOrEqual), ("<=", Filter.lessOrEqual), (">", Filter.greater), ("<", Filter.less),
        ]
        if let first = choices.first, !first.isQuoted {
            if choices.count == 1, first.text == "*" { return .exists(name) }
            if let comparison = comparisons.first(where: { first.text.hasPrefix($0.sign) }) {
                let operand = String(choices.map(\.text).joined(separator: "|").dropFirst(comparison.sign.count))
                guard ![.string, .text, .list].contains(type) else { throw noOrder(name, type, operand) }
                // The whole of a day or a month is after its last moment, or up to it.
                if type == .date, let days = operand.days {
                    let end = [">", "<="].contains(comparison.sign)
                    return comparison.make(name, .date(end ? days.upperBound : days.lowerBound))
                }
                return comparison.make(name, try read(operand, of: name, type))
            }
        }
        var filters: [Filter] = []
        for choice in choices {
            if choice.isQuoted {
                filters.append(.equal(name, try read(choice.text, of: name, type)))
            } else if [.string, .list].contains(type), !choice.text.isEmpty {
                if choice.text.isNumberRange { throw noOrder(name, type, choice.text) }
                filters.append(Field(name).isWithin(choice.text))
            } else {
                if type == .text, choice.text.isNumberRange { throw noOrder(name, type, choice.text) }
                filters.append(try .value(choice.text, of: name, type))
            }
        }
        return filters.count == 1 ? filters[0] : .or(filters)
    }

    /// An exact value, or a range with both ends included where the field has an order, `10,50` or `10..50`; one end may be
    /// missing.
    ///
    /// Blanks around numbers and dates are trimmed. A day, a month (`2024-08`) and a year mean all of their moments. Strings are compared exactly, texts by
    /// any word, lists by any string.
    package static func value(
        _ text: String, of name: String, _ type: AttributeType
    ) throws(SearchError) -> Filter {
        guard [.int, .float, .date].contains(type), let sign = text.rangeSign else {
            if type == .date, let days = text.days {
                return .between(name, .date(days.lowerBound), .date(days.upperBound))
            }
            return .equal(name, try read(text, of: name, type))
        }
        let low = text[..<sign.lowerBound]
        let high = text[sign.upperBound...]
        switch (low.allSatisfy(\.isWhitespace), high.allSatisfy(\.isWhitespace)) {
        case (true, true): throw .wrongType(field: name, expected: type, value: text)
        case (false, true): return .greaterOrEqual(name, try read(first: low, of: name, type))
        case (true, false): return .lessOrEqual(name, try read(last: high, of: name, type))
        case (false, false):
            let (least, most) = (try read(first: low, of: name, type), try read(last: high, of: name, type))
            if let first = least.number, let last = most.number, first > last {
                throw .invalidArgument(
                    "the range `\(text)` of \(name) runs backward; write `\(name):\(high)\(text[sign])\(low)`")
            }
            return .between(name, least, most)
        }
    }

    /// The lower end of a range: of a day, a month or a year its first moment.
    private static func read(
        first text: Substring, of name: String, _ type: AttributeType
    ) throws(SearchError) -> AttributeValue {
        if type == .date, let days = String(text).days { return .date(days.lowerBound) }
        return try read(String(text), of: name, type)
    }

    /// The upper end of a range: of a day, a month or a year its last moment.
    private static func read(
        last text: Substring, of name: String, _ type: AttributeType
    ) throws(SearchError) -> AttributeValue {
        if type == .date, let days = String(text).days { return .date(days.upperBound) }
        return try read(String(text), of: name, type)
    }

    private static func read(
        _ text: String, of name: String, _ type: AttributeType
    ) throws(SearchError) -> AttributeValue {
        switch type {
        case .list: return .string(text)
        // A fraction is a valid bound for a whole number: it may be between 0.5 and 9.5.
        case .int:
            if let value = AttributeValue(text, as: .int) ?? AttributeValue(text, as: .float) { return value }
        case .string, .text, .float, .bool, .date:
            if let value = AttributeValue(text, as: type) { return value }
        }
        throw .wrongType(field: name, expected: type, value: text)
    }
}

extension String {
    /// The sign between the ends of a range.
    fileprivate var rangeSign: Range<Index>? {
        firstIndex(of: ",").map { $0..<index(after: $0) }
            ?? indices.dropLast().first { self[$0...].hasPrefix("..") }.map { $0..<index($0, offsetBy: 2) }
    }

    /// Two numbers with a comma between, or one with a comma at an end: as a range of numbers is written.
    package var isNumberRange: Bool {
        let ends = split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingBlanks()
        }
        return ends.count == 2 && ends.contains { !$0.isEmpty } && ends.allSatisfy { $0.isEmpty || Double($0) != nil }
    }
}
