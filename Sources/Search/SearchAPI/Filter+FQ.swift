internal import Foundation

extension Filter {
    /// Reads a filter of ViSearch's `fq` parameter: `key:value`, cut at the first colon.
    ///
    /// Numbers and dates are compared exactly or, with a comma, as a range with both ends included (`10,50`; an end may
    /// be missing); blanks around them are trimmed. A day means all of its moments. Strings are compared exactly, texts by
    /// any word, lists by any string. A field that is not known holds for no item, or for all where the caller is lenient.
    ///
    /// - Parameters:
    ///   - text: The filter, such as `price:10,50`.
    ///   - fields: The fields of the store.
    ///   - isLenient: Ignores a filter of a field that is not known, as ViSearch does. Default false.
    /// - Throws: `invalidArgument` without a colon and for a range that runs backward, `wrongType` for a value that the
    ///   field cannot have.
    package init(fq text: String, fields: [String: AttributeType], isLenient: Bool = false) throws(SearchError) {
        guard let colon = text.firstIndex(of: ":") else {
            throw .invalidArgument("a filter is written `field:value`, not `\(text)`")
        }
        let name = String(text[..<colon])
        guard let type = fields[name] else {
            self = isLenient ? .all : .or([])
            return
        }
        self = try .value(String(text[text.index(after: colon)...]), of: name, type)
    }

    /// Reads several `fq` filters, all of which have to hold. No text gives ``Filter/all``.
    package init(
        fq texts: [String], fields: [String: AttributeType], isLenient: Bool = false
    ) throws(SearchError) {
        var filters: [Filter] = []
        for text in texts { filters.append(try Filter(fq: text, fields: fields, isLenient: isLenient)) }
        self = filters.count == 1 ? filters[0] : filters.isEmpty ? .all : .and(filters)
    }

    /// The doubts about an `fq` filter that holds for nothing, or for less than was meant: a field that is not known, and a
    /// range of numbers in a field of text, where it is a string like any other. Nil for a filter without doubts.
    package static func doubt(aboutFQ text: String, fields: [String: AttributeType]) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        guard let type = fields[name] else { return SearchError.unknownField(name, known: fields.keys).description }
        guard [.string, .text, .list].contains(type), value.isNumberRange else { return nil }
        return noOrder(name, type, value).description
    }

    /// The condition of one field whose values stand alone or with `|` between, `*` for any value, and with `>=`, `<=`,
    /// `>`, `<` before one that has an order.
    ///
    /// - Throws: what `fq` throws.
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
                // The whole of a day is after its last moment, or up to it.
                if type == .date, let day = operand.day {
                    let end = [">", "<="].contains(comparison.sign)
                    return comparison.make(name, .date(end ? day.upperBound : day.lowerBound))
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

    /// An exact value, or a range where the field has an order.
    private static func value(
        _ text: String, of name: String, _ type: AttributeType
    ) throws(SearchError) -> Filter {
        guard [.int, .float, .date].contains(type), let comma = text.firstIndex(of: ",") else {
            if type == .date, let day = text.day { return .between(name, .date(day.lowerBound), .date(day.upperBound)) }
            return .equal(name, try read(text, of: name, type))
        }
        let low = text[..<comma]
        let high = text[text.index(after: comma)...]
        switch (low.allSatisfy(\.isWhitespace), high.allSatisfy(\.isWhitespace)) {
        case (true, true): throw .wrongType(field: name, expected: type, value: text)
        case (false, true): return .greaterOrEqual(name, try read(String(low), of: name, type))
        case (true, false): return .lessOrEqual(name, try read(last: high, of: name, type))
        case (false, false):
            let (least, most) = (try read(String(low), of: name, type), try read(last: high, of: name, type))
            if let first = least.number, let last = most.number, first > last {
                throw .invalidArgument("the range `\(text)` of \(name) runs backward; write `\(name):\(high),\(low)`")
            }
            return .between(name, least, most)
        }
    }

    /// The upper end of a range: of a day its last moment.
    private static func read(
        last text: Substring, of name: String, _ type: AttributeType
    ) throws(SearchError) -> AttributeValue {
        if type == .date, let day = String(text).day { return .date(day.upperBound) }
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
    /// Two numbers with a comma between, or one with a comma at an end: as a range of numbers is written.
    fileprivate var isNumberRange: Bool {
        let ends = split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return ends.count == 2 && ends.contains { !$0.isEmpty } && ends.allSatisfy { $0.isEmpty || Double($0) != nil }
    }
}
