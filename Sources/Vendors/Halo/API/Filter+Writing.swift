extension Halo {
    /// Writes filters, and notes what the vendor's service does not have, and what cannot be written.
    struct FilterWriter {
        /// True while it writes conditions on the members of all content.
        var isMeta: Bool
        var additions: Set<String> = []
        var faults: [String] = []

        mutating func json(_ filter: Filter) -> JSONValue {
            switch filter {
            case .all: return group("and", [])
            case .and(let filters): return group("and", filters)
            // `or` of nothing never holds, and has no form of its own.
            case .or(let filters) where filters.isEmpty: return json(.not(.all))
            case .or(let filters): return group("or", filters)
            case .not(.equal(let name, let value)): return comparison(name, .notEqual, value)
            case .not(.oneOf(let name, let values)): return comparison(name, .isNone, values)
            case .not(.exists(let name)): return leaf(name, .equal, .null, .null)
            case .not(.not(let filter)): return json(filter)
            case .not(let filter):
                additions.insert("the condition `not`")
                return group("not", [filter])
            case .exists(let name): return leaf(name, .notEqual, .null, .null)
            case .equal(let name, let value): return comparison(name, .equal, value)
            case .differs(let name, let value): return comparison(name, .other, value)
            case .less(let name, let value): return comparison(name, .less, value)
            case .lessOrEqual(let name, let value): return comparison(name, .lessOrEqual, value)
            case .greater(let name, let value): return comparison(name, .greater, value)
            case .greaterOrEqual(let name, let value): return comparison(name, .greaterOrEqual, value)
            case .between(let name, let low, let high): return comparison(name, .between, [low, high])
            case .oneOf(let name, let values): return comparison(name, .isOne, values)
            case .differsFromAll(let name, let values): return comparison(name, .none, values)
            case .like(let name, let pattern):
                guard let part = Self.part(of: pattern, Field(name)) else {
                    return comparison(name, .pattern, .string(pattern))
                }
                return comparison(name, .like, .string(part))
            }
        }

        private mutating func group(_ condition: String, _ filters: [Filter]) -> JSONValue {
            ["condition": .string(condition), "operands": .array(filters.map { json($0) })]
        }

        private mutating func comparison(_ name: String, _ operation: Operator, _ value: AttributeValue) -> JSONValue {
            leaf(name, operation, json(of: value, in: name), type(of: value))
        }

        private mutating func comparison(
            _ name: String, _ operation: Operator, _ values: [AttributeValue]
        ) -> JSONValue {
            var type = values.first.map { self.type(of: $0) } ?? .string
            // Without a type, each value has its own.
            var isMixed = false
            for value in values where self.type(of: value) != type {
                isMixed = true
                if type == .date || self.type(of: value) == .date {
                    faults.append("the values for `\(name)` must be all dates, or none of them")
                }
                type = .string
                break
            }
            if isMixed { additions.insert("values of several kinds in one list") }
            return leaf(name, operation, .array(values.map { json(of: $0, in: name) }), isMixed ? nil : type)
        }

        private mutating func leaf(
            _ name: String, _ operation: Operator, _ value: JSONValue, _ type: ValueType?
        ) -> JSONValue {
            if !operation.isOfVendor { additions.insert("the operation `\(operation.rawValue)`") }
            if !isMeta, name.hasPrefix("@") { additions.insert("`\(name)` among the conditions on values") }
            var members: [String: JSONValue] = [
                "operation": .string(operation.rawValue), "value": value,
                "property": .string(isMeta ? String(name.dropFirst()) : name),
            ]
            members["type"] = type.map { .string($0.rawValue) }
            return .object(members)
        }

        private func type(of value: AttributeValue) -> ValueType {
            switch value {
            // As the vendor's clients do it.
            case .string, .text, .bool, .list: .string
            case .int, .float: .number
            case .date: .date
            }
        }

        private mutating func json(of value: AttributeValue, in name: String) -> JSONValue {
            switch value {
            case .string(let text), .text(let text): return .string(text)
            case .bool(let flag): return .bool(flag)
            case .int(let number): return .int(number)
            case .float(let number):
                if !number.isFinite { faults.append("the number for `\(name)` is not finite") }
                return .number(number)
            case .date(let date): return .int(date.millisecondsSince1970)
            case .list:
                faults.append("the value for `\(name)` is a list; `isOne(of:)` compares with several values")
                return .null
            }
        }

        /// The text of a pattern that means nothing but to contain it; nil for other patterns.
        private static func part(of pattern: String, _ field: Field) -> String? {
            guard pattern.utf8.count >= 2, pattern.first == "%", pattern.last == "%" else { return nil }
            var part = ""
            var isQuoted = false
            for character in pattern.dropFirst().dropLast() {
                if character == "\\", !isQuoted {
                    isQuoted = true
                } else {
                    part.append(character)
                    isQuoted = false
                }
            }
            // A wildcard inside would have been quoted.
            return field.contains(part) == .like(field.name, pattern) ? part : nil
        }
    }
}

extension Filter {
    /// All comparisons are about members of all content, or all about values; nil where they are mixed, or none.
    var isMeta: Bool? {
        switch self {
        case .all: return nil
        case .not(let filter): return filter.isMeta
        case .and(let filters), .or(let filters):
            let kinds = Set(filters.map(\.isMeta))
            return kinds.count == 1 ? kinds.first ?? nil : nil
        case .equal(let name, _), .differs(let name, _), .less(let name, _), .lessOrEqual(let name, _),
            .greater(let name, _), .greaterOrEqual(let name, _), .between(let name, _, _), .oneOf(let name, _),
            .differsFromAll(let name, _), .exists(let name), .like(let name, _):
            return name.hasPrefix("@")
        }
    }
}
