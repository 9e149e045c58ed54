package import Essentials

extension Filter {
    /// Throws for the first condition that cannot hold by its kind: a field that is not known, a value that the field
    /// cannot have, and an order or a range of numbers in a field of text.
    ///
    /// - Parameter fields: The fields of the store.
    package func check(_ fields: [String: AttributeType]) throws(SearchError) {
        switch self {
        case .all: return
        case .and(let filters), .or(let filters): for filter in filters { try filter.check(fields) }
        case .not(let filter): try filter.check(fields)
        case .exists(let name), .like(let name, _): _ = try Filter.type(of: name, fields)
        case .equal(let name, let value), .differs(let name, let value): try Filter.check([value], name, fields)
        case .oneOf(let name, let values), .differsFromAll(let name, let values): try Filter.check(values, name, fields)
        case .less(let name, let value), .lessOrEqual(let name, let value), .greater(let name, let value),
            .greaterOrEqual(let name, let value):
            try Filter.check(order: [value], name, fields)
        case .between(let name, let low, let high): try Filter.check(order: [low, high], name, fields)
        }
    }

    private static func type(
        of name: String, _ fields: [String: AttributeType]
    ) throws(SearchError) -> AttributeType {
        guard let type = fields[name] else { throw .unknownField(name, known: fields.keys) }
        return type
    }

    private static func check(
        _ values: [AttributeValue], _ name: String, _ fields: [String: AttributeType]
    ) throws(SearchError) {
        let type = try type(of: name, fields)
        guard [.int, .float, .bool, .date].contains(type) else { return }
        for value in values where !value.isComparable(with: type) {
            throw .wrongType(field: name, expected: type, value: value.written)
        }
    }

    private static func check(
        order values: [AttributeValue], _ name: String, _ fields: [String: AttributeType]
    ) throws(SearchError) {
        let type = try type(of: name, fields)
        try check(values, name, fields)
        guard [.string, .text, .list].contains(type) else { return }
        for value in values where value.number != nil || value.isNumberAsText {
            throw noOrder(name, type, value.written)
        }
    }

    /// The error for an order of numbers in a field of text.
    package static func noOrder(_ name: String, _ type: AttributeType, _ value: String) -> SearchError {
        .invalidArgument(
            "the field \(name) holds \(type.rawValue) values, which have no order of numbers: it cannot be compared with "
                + "`\(value)`; where its values are numbers, index it with --schema \(name)=float")
    }
}

extension AttributeValue {
    fileprivate func isComparable(with type: AttributeType) -> Bool {
        switch self {
        case .int, .float, .bool, .date: true
        case .string(let text), .text(let text):
            AttributeValue(text, as: type) != nil || type == .int && AttributeValue(text, as: .float) != nil
                || type == .date && text.days != nil
        case .list: false
        }
    }

    /// True for a text that is a number, with or without marks of thousands and money.
    fileprivate var isNumberAsText: Bool {
        guard case .string(let text) = self else { return false }
        return text.isNumberLike
    }
}

extension String {
    /// True for digits with signs, marks and blanks alone, and a currency perhaps.
    package var isNumberLike: Bool {
        var hasDigit = false
        for scalar in unicodeScalars {
            if 0x30...0x39 ~= scalar.value {
                hasDigit = true
            } else if !"-+.,' \u{A0}\u{202F}".unicodeScalars.contains(scalar),
                scalar.properties.generalCategory != .currencySymbol
            {
                return false
            }
        }
        return hasDigit
    }

    /// The moments of a day, a month or a year of the calendar in UTC, `2024-05-31`, `2024-05` or `2024`, both ends included,
    /// to the millisecond; nil for any other text.
    package var days: ClosedRange<Date>? {
        let text = trimmingBlanks()
        let digits = text.utf8.filter { $0 != 0x2D }
        guard [4, 7, 10].contains(text.utf8.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            case .date(let start)? = AttributeValue("\(text)\("-01-01".suffix(10 - text.utf8.count))", as: .date)
        else { return nil }
        var end = start.addingTimeInterval(86_400)
        if text.utf8.count < 10, let year = Int(text.prefix(4)) {
            let month = text.utf8.count == 7 ? Int(text.suffix(2)) ?? 12 : 12
            let next = month == 12 ? (year + 1, 1) : (year, month + 1)
            let first = "\(Self.padded(next.0, 4))-\(Self.padded(next.1, 2))-01"
            guard case .date(let date)? = AttributeValue(first, as: .date) else { return nil }
            end = date
        }
        return start...end.addingTimeInterval(-0.001)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
