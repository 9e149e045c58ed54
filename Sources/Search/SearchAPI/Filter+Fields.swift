extension Filter {
    /// The filter without the parts that speak of `field` alone, of those that have to hold on their own.
    package func without(_ field: String) -> Filter {
        if case .and(let filters) = self { return .and(filters.map { $0.without(field) }) }
        return fields == [field] ? .all : self
    }

    /// The fields that it speaks of.
    package var fields: Set<String> {
        switch self {
        case .equal(let field, _), .differs(let field, _), .less(let field, _), .lessOrEqual(let field, _),
            .greater(let field, _), .greaterOrEqual(let field, _), .between(let field, _, _), .oneOf(let field, _),
            .differsFromAll(let field, _), .like(let field, _), .exists(let field):
            [field]
        case .and(let filters), .or(let filters): filters.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let filter): filter.fields
        case .all: []
        }
    }

    /// The values that a filter requires an item to have; those under a `not` are left out.
    package var wantedValues: [(field: String, value: AttributeValue)] {
        switch self {
        case .equal(let field, let value): [(field, value)]
        case .oneOf(let field, let values): values.map { (field, $0) }
        case .and(let filters), .or(let filters): filters.flatMap(\.wantedValues)
        default: []
        }
    }
}
