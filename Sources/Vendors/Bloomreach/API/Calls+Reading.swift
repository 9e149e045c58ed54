extension Bloomreach.AttributesCall {
    /// Reads the body of a request.
    ///
    /// - Parameter body: JSON.
    /// - Throws: All faults, those of ``faults`` included.
    /// - Returns: The call, and the paths of the members that mean nothing in one.
    package static func read(
        _ body: [UInt8]
    ) throws(Faults) -> (call: Bloomreach.AttributesCall, unknown: [String]) {
        var reader = RequestReader()
        let root = try reader.object(of: body)
        reader.expect(["customer_ids", "attributes"], in: root)
        var call = Bloomreach.AttributesCall(customer: reader.customer(root), attributes: [])
        if root.value("attributes") == nil { reader.note("attributes", "is missing") }
        let values = reader.array("attributes", of: root) ?? []
        let limit = Bloomreach.Limits.attributes
        if values.count > limit {
            reader.note("attributes", "must have at most \(limit) attributes, not \(values.count)")
        }
        for (index, value) in values.prefix(limit).enumerated() {
            call.attributes.append(reader.attribute(value, "attributes[\(index)]", call.customer.names))
        }
        try reader.finish(call.faults)
        return (call, reader.unknown)
    }
}

extension Bloomreach.StreamCall {
    /// Reads the body of a request; throws all faults. Beside the call, the paths of the members that mean nothing.
    package static func read(
        _ body: [UInt8]
    ) throws(Faults) -> (call: Bloomreach.StreamCall, unknown: [String]) {
        var reader = RequestReader()
        let root = try reader.object(of: body)
        let customer = reader.customer(root)
        let recommendation = reader.recommendation(root, .stream, customer.names, beside: ["customer_ids"])
        let call = Bloomreach.StreamCall(customer: customer, recommendation: recommendation)
        try reader.finish(call.faults)
        return (call, reader.unknown)
    }
}

extension RequestReader {
    fileprivate mutating func customer(_ root: Members) -> [String: String] {
        let members = object("customer_ids", of: root, isRequired: true)
        var customer: [String: String] = [:]
        for (kind, value) in members.values.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .null: break
            case .string(let text): customer[kind] = text
            case .int, .number: customer[kind] = value.text
            default: note(members.place(String(kind.prefix(64))), "must be a string, not \(value.kind)")
            }
        }
        return customer
    }

    fileprivate mutating func attribute(_ value: JSONValue, _ path: String, _ customer: [String])
        -> Bloomreach.Attribute
    {
        guard let members = members(value, at: path) else { return .other(type: "?") }
        switch text("type", of: members, isRequired: true) {
        case "recommendation":
            return .recommendation(recommendation(members, .project, customer, beside: ["type"]))
        case "consent":
            expect(["type", "category", "mode"], in: members)
            // In the place of a category that cannot be read, which has its fault.
            let category = text("category", of: members, isRequired: true) ?? "?"
            let mode = text("mode", of: members) ?? Bloomreach.ConsentPart.valid.rawValue
            guard let part = Bloomreach.ConsentPart(rawValue: mode) else {
                let known = Bloomreach.ConsentPart.allCases.map(\.rawValue).joined(separator: ", ")
                note(members.place("mode"), "must be one of \(known), not `\(mode.prefix(64))`")
                return .other(type: "?")
            }
            return .consent(category: category, part)
        case let type: return .other(type: String((type ?? "?").prefix(64)))
        }
    }

    fileprivate mutating func recommendation(
        _ members: Members, _ keys: Keys, _ customer: [String], beside others: Set<String>
    ) -> RecommendationRequest {
        expect(keys.all.union(others), in: members)
        // In the place of a model that cannot be read, which has its fault.
        let model = text(keys.model, of: members, isRequired: true) ?? "?"
        var request = RecommendationRequest(model: model, customer: customer)
        request.limit = integer(keys.size, of: members) ?? request.limit
        let seed = fillSeed(keys.fillSeed, of: members)
        if flag(keys.fill, of: members) == true { request.fill = .random(seed: seed) }
        request.recordsImpressions = flag(keys.noTrack, of: members) != true
        request.seeds = weights(keys.items, of: members)
        let names = texts(keys.whitelist, of: members, limit: Bloomreach.Limits.whitelist) ?? []
        if !names.isEmpty { request.attributes = Set(names).subtracting(Bloomreach.systemKeys) }
        request.categories = texts(keys.categories, of: members, limit: Bloomreach.Limits.categories) ?? []
        request.filter = catalogFilter(keys.filter, of: members)
        return request
    }

    private mutating func fillSeed(_ key: String, of members: Members) -> UInt64? {
        guard let value = members.value(key) else { return nil }
        let seed = value.text.flatMap { UInt64($0) }
        if seed == nil { note(members.place(key), "must be a whole number from 0 to \(UInt64.max)") }
        return seed
    }

    /// Weights are decimal numbers in strings; plain numbers are as good.
    private mutating func weights(_ key: String, of parent: Members) -> [String: Double] {
        let members = object(key, of: parent)
        let limit = Bloomreach.Limits.seeds
        if members.values.count > limit {
            note(members.path, "must have at most \(limit) items, not \(members.values.count)")
            return [:]
        }
        var weights: [String: Double] = [:]
        for (id, value) in members.values.sorted(by: { $0.key < $1.key }) {
            if let weight = value.weight, weight > 0 {
                weights[id] = weight
            } else {
                let excerpt = value.text.map { "`\($0.prefix(64))`" } ?? value.kind
                note(members.place(String(id.prefix(64))), "must be a number above 0, not \(excerpt)")
            }
        }
        return weights
    }
}

extension JSONValue {
    /// A finite number, plain or as decimal digits in a string.
    fileprivate var weight: Double? {
        switch self {
        case .int, .number: asNumber
        case .string(let text):
            text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } ? asNumber : nil
        default: nil
        }
    }
}
