internal import Essentials
internal import SearchAPI
internal import WireFormat

extension Model {
    /// The model as a file of models defines it, so that one set of rules checks both.
    ///
    /// - Throws: `invalidArgument` for a number that JSON does not have.
    func definition() throws(SearchError) -> JSONValue {
        if !variants.isEmpty {
            var groups: [String: JSONValue] = [:]
            for variant in variants {
                groups[variant.name] = .object(["model": .string(variant.model), "share": .number(variant.share)])
            }
            return .object(["variants": .object(groups)])
        }
        var weights: [String: Double] = [:]
        for part in parts { weights[part.kind.rawValue, default: 0] += part.weight }
        var members: [String: JSONValue] = [
            "blend": .object(weights.mapValues(JSONValue.number)), "then": .array(then.map { .string($0.rawValue) }),
            "diversity": .number(diversity), "bought": .bool(allowsBought),
        ]
        if filter != .all { members["filter"] = try filter.definition() }
        var list: [JSONValue] = []
        for boost in boosts {
            list.append(.object(["filter": try boost.filter.definition(), "factor": .number(boost.factor)]))
        }
        members["boosts"] = .array(list)
        list = []
        for pin in pins { list.append(.object(["filter": try pin.filter.definition(), "most": .int(pin.most)])) }
        members["pins"] = .array(list)
        if let group { members["most"] = .object([group.field: .int(group.most)]) }
        if let days { members["days"] = .number(days) }
        return .object(members)
    }
}

extension Filter {
    fileprivate func definition() throws(SearchError) -> JSONValue {
        guard let data = try? JSONEncoder().encode(self), let json = try? JSONValue(parsing: Array(data)) else {
            throw .invalidArgument("a filter of the model has a value that cannot be kept")
        }
        return json
    }
}
