internal import Essentials

extension RequestReader {
    /// A catalog filter: conditions that all have to hold. Beside the vendor's, `{"type": "and", "filters": […]}` joins
    /// conditions, and so do `or` and `not`.
    mutating func catalogFilter(_ key: String, of parent: Members) -> Filter {
        guard let values = array(key, of: parent) else { return .all }
        var remaining = Bloomreach.Limits.conditions
        let filters = conditions(values, parent.place(key), depth: 1, &remaining)
        if remaining < 0 { note(parent.place(key), Bloomreach.Limits.tooManyConditions) }
        return filters.isEmpty ? .all : filters.count == 1 ? filters[0] : .and(filters)
    }

    private mutating func conditions(
        _ values: [JSONValue], _ path: String, depth: Int, _ remaining: inout Int
    ) -> [Filter] {
        guard depth <= Bloomreach.Limits.depth else {
            note(path, Bloomreach.Limits.tooDeep)
            return []
        }
        var filters: [Filter] = []
        for (index, value) in values.enumerated() where remaining >= 0 {
            remaining -= 1
            guard let members = members(value, at: "\(path)[\(index)]") else { continue }
            filters.append(condition(members, depth, &remaining))
        }
        return filters
    }

    private mutating func condition(_ members: Members, _ depth: Int, _ remaining: inout Int) -> Filter {
        guard let values = array("filters", of: members) else { return comparison(members) }
        expect(["type", "filters"], in: members)
        let filters = conditions(values, members.place("filters"), depth: depth + 1, &remaining)
        switch text("type", of: members, isRequired: true) {
        case "and": return filters.isEmpty ? .all : .and(filters)
        case "or": return .or(filters)
        case "not": return .not(filters.count == 1 ? filters[0] : .and(filters))
        case nil: return .all
        case let type?:
            note(members.place("type"), "must be and, or or not, not `\(type.prefix(64))`")
            return .all
        }
    }

    private mutating func comparison(_ members: Members) -> Filter {
        expect(["property", "constraint"], in: members)
        let field = text("property", of: members, isRequired: true)
        let constraint = object("constraint", of: members, isRequired: true)
        guard members.value("constraint") != nil else { return .all }
        expect(["type", "operator", "operands"], in: constraint)
        let kind = kind(constraint)
        let name = text("operator", of: constraint, isRequired: true)
        let known = name.flatMap { CatalogOperator($0) }
        if let name, known == nil {
            let words = CatalogOperator.allCases.map { $0.words[0] }.joined(separator: ", ")
            note(constraint.place("operator"), "must be one of \(words), not `\(name.prefix(64))`")
        }
        guard let field, let kind, let known else { return .all }
        let operands = array("operands", of: constraint) ?? []
        guard known.operands.contains(operands.count) else {
            let range = known.operands
            let wanted = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            note(constraint.place("operands"), "must have \(wanted) values, not \(operands.count)")
            return .all
        }
        var values: [AttributeValue] = []
        for (index, operand) in operands.enumerated() {
            let path = "\(constraint.place("operands"))[\(index)]"
            if let value = value(operand, as: kind, path) { values.append(value) }
        }
        return values.count == operands.count ? known.filter(field, values) : .all
    }

    private mutating func kind(_ constraint: Members) -> CatalogKind? {
        guard let name = text("type", of: constraint, isRequired: true) else { return nil }
        let kind = CatalogKind(rawValue: name)
        if kind == nil {
            let known = CatalogKind.allCases.map(\.rawValue).joined(separator: ", ")
            note(constraint.place("type"), "must be one of \(known), not `\(name.prefix(64))`")
        }
        return kind
    }

    private mutating func value(_ operand: JSONValue, as kind: CatalogKind, _ path: String) -> AttributeValue? {
        guard let members = members(operand, at: path) else { return nil }
        expect(["type", "value"], in: members)
        let type = text("type", of: members) ?? "constant"
        if type != "constant" {
            note(members.place("type"), "must be constant, not `\(type.prefix(64))`")
            return nil
        }
        guard let json = members.value("value") else {
            note(members.place("value"), "is missing")
            return nil
        }
        let value = kind.value(json)
        if value == nil { note(members.place("value"), "must be \(kind.expected)") }
        return value
    }
}

extension Bloomreach.Limits {
    static var tooManyConditions: String { "must have at most \(conditions) conditions" }
    static var tooDeep: String { "must have at most \(depth) levels" }
}

/// The kind of the values of a condition.
enum CatalogKind: String, CaseIterable {
    case string, number, boolean, date, list

    /// A value that was sent; nil for one of another kind.
    func value(_ json: JSONValue) -> AttributeValue? {
        switch (self, json) {
        case (.list, .array(let values)):
            let texts = values.compactMap(\.text)
            return texts.count == values.count ? .list(texts) : nil
        // An item whose list has the text.
        case (.list, _), (.string, _): return json.text.map(AttributeValue.string)
        case (.number, .int(let number)): return .int(number)
        case (.number, .number(let number)): return .float(number)
        case (.number, .string(let text)): return AttributeValue(text, as: .int) ?? AttributeValue(text, as: .float)
        case (.boolean, .bool(let flag)): return .bool(flag)
        case (.boolean, .string(let text)): return AttributeValue(text, as: .bool)
        case (.date, .string(let text)): return AttributeValue(text, as: .date)
        case (.date, _): return json.asNumber.map { .date(Date(timeIntervalSince1970: $0)) }
        case (.number, _), (.boolean, _): return nil
        }
    }

    var expected: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "seconds since 1970, or a date as 2026-01-31"
        case .list: "a string or an array of strings"
        }
    }
}
