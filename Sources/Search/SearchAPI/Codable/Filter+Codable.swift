/// As an object with one member, the name of the case: `{"equal":["brand",{"string":"acme"}]}`,
/// `{"oneOf":["size",[{"int":38},{"int":39}]]}`, `{"exists":"color"}`, `{"and":[…]}`, `{"not":{…}}`, `{"all":true}`.
/// `differs` and `differsFromAll` are `notEqual` and `noneOf` there.
extension Filter: Codable {
    private enum Name: String, CodingKey, CaseIterable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, between, oneOf, noneOf, like, exists
        case and, or, not, all
    }

    /// Decodes an object with one member, named by the case. Throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        guard let name = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.unfitting("a filter is an object with one member", at: decoder.codingPath)
        }
        func comparison(_ make: (String, AttributeValue) -> Filter) throws -> Filter {
            var values = try container.nestedUnkeyedContainer(forKey: name)
            return make(try values.decode(String.self), try values.decode(AttributeValue.self))
        }
        func choice(_ make: (String, [AttributeValue]) -> Filter) throws -> Filter {
            var values = try container.nestedUnkeyedContainer(forKey: name)
            return make(try values.decode(String.self), try values.decode([AttributeValue].self))
        }
        switch name {
        case .equal: self = try comparison(Filter.equal)
        case .notEqual: self = try comparison(Filter.differs)
        case .less: self = try comparison(Filter.less)
        case .lessOrEqual: self = try comparison(Filter.lessOrEqual)
        case .greater: self = try comparison(Filter.greater)
        case .greaterOrEqual: self = try comparison(Filter.greaterOrEqual)
        case .between:
            var values = try container.nestedUnkeyedContainer(forKey: name)
            self = .between(
                try values.decode(String.self), try values.decode(AttributeValue.self),
                try values.decode(AttributeValue.self))
        case .oneOf: self = try choice(Filter.oneOf)
        case .noneOf: self = try choice(Filter.differsFromAll)
        case .like:
            var values = try container.nestedUnkeyedContainer(forKey: name)
            self = .like(try values.decode(String.self), try values.decode(String.self))
        case .exists: self = .exists(try container.decode(String.self, forKey: name))
        case .and: self = .and(try container.decode([Filter].self, forKey: name))
        case .or: self = .or(try container.decode([Filter].self, forKey: name))
        case .not: self = .not(try container.decode(Filter.self, forKey: name))
        case .all: self = .all
        }
    }

    /// Encodes the filter as an object with one member, named by the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        func write(_ name: Name, _ field: String, _ values: any Encodable...) throws {
            var list = container.nestedUnkeyedContainer(forKey: name)
            try list.encode(field)
            for value in values { try list.encode(value) }
        }
        switch self {
        case .equal(let field, let value): try write(.equal, field, value)
        case .differs(let field, let value): try write(.notEqual, field, value)
        case .less(let field, let value): try write(.less, field, value)
        case .lessOrEqual(let field, let value): try write(.lessOrEqual, field, value)
        case .greater(let field, let value): try write(.greater, field, value)
        case .greaterOrEqual(let field, let value): try write(.greaterOrEqual, field, value)
        case .between(let field, let low, let high): try write(.between, field, low, high)
        case .oneOf(let field, let values): try write(.oneOf, field, values)
        case .differsFromAll(let field, let values): try write(.noneOf, field, values)
        case .like(let field, let pattern): try write(.like, field, pattern)
        case .exists(let field): try container.encode(field, forKey: .exists)
        case .and(let filters): try container.encode(filters, forKey: .and)
        case .or(let filters): try container.encode(filters, forKey: .or)
        case .not(let filter): try container.encode(filter, forKey: .not)
        case .all: try container.encode(true, forKey: .all)
        }
    }
}
