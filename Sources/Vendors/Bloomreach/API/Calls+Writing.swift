extension Bloomreach.AttributesCall {
    /// The body of the request.
    package var json: JSONValue {
        ["customer_ids": .object(customer.mapValues(JSONValue.string)), "attributes": .array(attributes.map(\.json))]
    }
}

extension Bloomreach.StreamCall {
    /// The body of the request.
    package var json: JSONValue {
        var members = recommendation.members(.stream)
        members["customer_ids"] = .object(customer.mapValues(JSONValue.string))
        return .object(members)
    }
}

extension Bloomreach.Attribute {
    fileprivate var json: JSONValue {
        switch self {
        case .recommendation(let request):
            .object(request.members(.project).merging(["type": "recommendation"]) { $1 })
        case .consent(let category, let part):
            ["type": "consent", "category": .string(category), "mode": .string(part.rawValue)]
        case .other(let type): ["type": .string(type)]
        }
    }
}

extension RecommendationRequest {
    fileprivate func members(_ keys: Keys) -> [String: JSONValue] {
        var members: [String: JSONValue] = [keys.model: .string(model), keys.size: .int(limit), keys.fill: false]
        if case .random(let seed) = fill {
            members[keys.fill] = true
            if let seed { members[keys.fillSeed] = .string(String(seed)) }
        }
        if !recordsImpressions { members[keys.noTrack] = true }
        if !seeds.isEmpty { members[keys.items] = .object(seeds.mapValues { .string($0.weightText) }) }
        if let attributes {
            // An empty list would ask for everything.
            let names = attributes.isEmpty ? [Bloomreach.idKey] : attributes.sorted()
            members[keys.whitelist] = .array(names.map(JSONValue.string))
        }
        if !categories.isEmpty { members[keys.categories] = .array(categories.map(JSONValue.string)) }
        let conditions = filter.catalogConditions
        if !conditions.isEmpty { members[keys.filter] = .array(conditions) }
        return members
    }
}

extension Double {
    /// Whole numbers without a fraction, as the vendor's clients send them.
    fileprivate var weightText: String {
        if let whole = Int(exactly: self), magnitude < 1e15 { return String(whole) }
        return description
    }
}
