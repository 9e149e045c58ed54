extension DynamicYield.Answer<JSONValue> {
    /// The body of the answer.
    package var encoded: [UInt8] {
        JSONValue.object([
            "choices": .array(choices.map(\.json)), "cookies": .array(cookies.map(\.json)),
            "warnings": .array(warnings.map { ["code": .string($0.code), "message": .string($0.message)] }),
        ]).encoded
    }
}

extension DynamicYield.Cookie {
    package var json: JSONValue { ["name": .string(name), "value": .string(value), "maxAge": .string(maxAge)] }
}

extension DynamicYield.Choice<JSONValue> {
    fileprivate var json: JSONValue {
        [
            "id": id.map(JSONValue.int) ?? .null, "name": .string(name), "type": .string(kind.rawValue),
            "decisionId": decisionID.map(JSONValue.string) ?? .null, "groups": .array(groups.map(JSONValue.string)),
            "variations": .array(variations.map(\.json)),
        ]
    }
}

extension DynamicYield.Variation<JSONValue> {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["id": id.map(JSONValue.int) ?? .null]
        if let results { members["payload"] = ["type": "SEARCH", "data": results.json] }
        if let analytics { members["analyticsMetadata"] = analytics.json }
        return .object(members)
    }
}

extension DynamicYield.Analytics {
    fileprivate var json: JSONValue {
        let numbers = ["campaignId": campaignID, "experienceId": experienceID, "variationId": variationID]
        let names = [
            "campaignName": campaignName, "experienceName": experienceName, "variationName": variationName,
        ]
        return .object(
            numbers.compactMapValues { $0.map(JSONValue.int) }
                .merging(names.compactMapValues { $0.map(JSONValue.string) }) { $1 })
    }
}

extension DynamicYield.Results<JSONValue> {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "facets": .array(facets.map(\.json)),
            "slots": .array(
                slots.map { ["slotId": .string($0.id), "sku": .string($0.sku), "productData": $0.item] }),
        ]
        if let query { members["searchQuery"] = .string(query) }
        if let normalizedQuery { members["normalizedQuery"] = .string(normalizedQuery) }
        if query != nil { members["spellCheckedQuery"] = correctedQuery.map(JSONValue.string) ?? .null }
        if let total { members["totalNumResults"] = .int(total) }
        if let custom { members["custom"] = custom }
        return .object(members)
    }
}

extension DynamicYield.Facet {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["column": .string(column), "displayName": .string(displayName)]
        switch content {
        case .values(let values):
            members["valuesType"] = "string"
            members["values"] = .array(values.map { ["name": .string($0.name), "count": .int($0.count)] })
        case .range(let minimum, let maximum):
            members["valuesType"] = "number"
            members["min"] = .number(minimum)
            members["max"] = .number(maximum)
        case .other(let type, let whole):
            if case .object(let all) = whole { members.merge(all) { $1 } }
            members["valuesType"] = .string(type)
        }
        return .object(members)
    }
}
