internal import Essentials

extension Filter {
    /// The conditions of a catalog filter, all of which have to hold; empty for `all`.
    var catalogConditions: [JSONValue] {
        switch self {
        case .all: []
        case .and(let filters) where catalogNegation == nil: filters.flatMap(\.catalogConditions)
        default: [catalogCondition]
        }
    }

    private var catalogCondition: JSONValue {
        if let catalogNegation { return catalogNegation }
        return switch self {
        case .all: Filter.joined("and", [])
        case .and(let filters): Filter.joined("and", filters)
        case .or(let filters): Filter.joined("or", filters)
        case .not(.exists(let field)): Filter.comparison(field, .missing, [])
        case .not(let filter): Filter.joined("not", [filter])
        case .equal(let field, let value): Filter.comparison(field, .equal, [value])
        case .differs(let field, let value): Filter.comparison(field, .notEqual, [value])
        case .less(let field, let value): Filter.comparison(field, .less, [value])
        case .lessOrEqual(let field, let value): Filter.comparison(field, .lessOrEqual, [value])
        case .greater(let field, let value): Filter.comparison(field, .greater, [value])
        case .greaterOrEqual(let field, let value): Filter.comparison(field, .greaterOrEqual, [value])
        case .between(let field, let low, let high): Filter.comparison(field, .between, [low, high])
        case .oneOf(let field, let values): Filter.comparison(field, .oneOf, values)
        case .differsFromAll(let field, let values): Filter.comparison(field, .noneOf, values)
        case .exists(let field): Filter.comparison(field, .exists, [])
        case .like(let field, let pattern): Filter.comparison(field, pattern: pattern)
        }
    }

    /// The one operator for an item that has the field and does not match; nil for another filter.
    private var catalogNegation: JSONValue? {
        guard case .and(let both) = self, both.count == 2, case .exists(let field) = both[0],
            case .not(let inner) = both[1]
        else { return nil }
        switch inner {
        case .between(field, let low, let high): return Filter.comparison(field, .notBetween, [low, high])
        case .like(field, let pattern):
            let (known, text) = CatalogOperator.reading(pattern: pattern)
            return known == .contains ? Filter.comparison(field, .lacks, [.string(text)]) : nil
        default: return nil
        }
    }

    private static func comparison(_ field: String, pattern: String) -> JSONValue {
        let (known, text) = CatalogOperator.reading(pattern: pattern)
        return comparison(field, known, [.string(text)])
    }

    private static func joined(_ type: String, _ filters: [Filter]) -> JSONValue {
        ["type": .string(type), "filters": .array(filters.map(\.catalogCondition))]
    }

    private static func comparison(
        _ field: String, _ comparison: CatalogOperator, _ values: [AttributeValue]
    ) -> JSONValue {
        let kinds = Set(values.map(\.catalogKind))
        // Of several kinds the values are texts, which the engine reads as the field's kind.
        let kind = kinds.count == 1 ? kinds.first ?? .string : .string
        let operands: [JSONValue] = values.map { value in
            ["type": "constant", "value": kind == .string ? .string(value.written) : value.catalogValue]
        }
        return [
            "property": .string(field),
            "constraint": [
                "type": .string(kind.rawValue), "operator": .string(comparison.words[0]), "operands": .array(operands),
            ],
        ]
    }

    /// True for a filter of one level, in the vendor's words.
    package var isCatalogFilterOfVendor: Bool {
        catalogConditions.allSatisfy { condition in
            guard case .object(let constraint)? = condition["constraint"] else { return false }
            return constraint["operator"] != .string(CatalogOperator.like.words[0])
        }
    }

    /// The faults of the filter as a catalog filter.
    package var catalogFaults: [String] {
        let size = Filter.size(of: catalogConditions)
        var faults: [String] = []
        if size.conditions > Bloomreach.Limits.conditions { faults.append(Bloomreach.Limits.tooManyConditions) }
        if size.depth > Bloomreach.Limits.depth { faults.append(Bloomreach.Limits.tooDeep) }
        if size.operands > Bloomreach.Limits.operands {
            faults.append("must have at most \(Bloomreach.Limits.operands) values in a condition")
        }
        return faults
    }

    /// The conditions at any depth, the levels, and the most values of a condition.
    private static func size(of list: [JSONValue]) -> (conditions: Int, depth: Int, operands: Int) {
        var size = (conditions: list.count, depth: list.isEmpty ? 0 : 1, operands: 0)
        for condition in list {
            if case .array(let inner)? = condition["filters"] {
                let below = Filter.size(of: inner)
                size.conditions += below.conditions
                size.depth = max(size.depth, below.depth + 1)
                size.operands = max(size.operands, below.operands)
            } else if case .array(let operands)? = condition["constraint"]?["operands"] {
                size.operands = max(size.operands, operands.count)
            }
        }
        return size
    }
}

extension AttributeValue {
    fileprivate var catalogKind: CatalogKind {
        switch self {
        case .string, .text: .string
        case .int, .float: .number
        case .bool: .boolean
        case .date: .date
        case .list: .list
        }
    }

    fileprivate var catalogValue: JSONValue {
        switch self {
        case .string(let text), .text(let text): .string(text)
        case .int(let number): .int(number)
        case .float(let number): .number(number)
        case .bool(let flag): .bool(flag)
        case .date(let date): .number(date.timeIntervalSince1970)
        case .list(let texts): .array(texts.map(JSONValue.string))
        }
    }
}
