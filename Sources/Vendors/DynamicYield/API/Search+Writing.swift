internal import Essentials

extension DynamicYield.Search {
    /// The body of the request.
    ///
    /// - Parameter image: The picture as it is sent.
    package func json(image: [UInt8]? = nil) -> JSONValue {
        var query: [String: JSONValue] = [:]
        switch self.query {
        case .text(let text, let correctsSpelling):
            query["text"] = .string(text)
            if correctsSpelling { query["enableSpellCheck"] = true }
        case .image(let input):
            var bytes = image ?? []
            if image == nil, case .bytes(let own) = input { bytes = own }
            query["imageBase64"] = .string(Data(bytes).base64EncodedString())
        }
        if !filters.isEmpty { query["filters"] = .array(filters.map(\.json)) }
        if let window = window ?? (isVisual ? nil : DynamicYield.Window()) {
            query["pagination"] = ["numItems": .int(window.numItems), "offset": .int(window.offset)]
        }
        if let sort = sort.json { query["sortBy"] = sort }
        var context = visitor.context
        context["page"] = page.json
        if let branch { context["branch"] = ["id": .string(branch)] }
        if !pageAttributes.isEmpty { context["pageAttributes"] = .object(pageAttributes.mapValues(\.json)) }
        var members = visitor.members
        members["selector"] = ["name": .string(selector)]
        members["context"] = .object(context)
        members["query"] = .object(query)
        if !options.isEmpty { members["options"] = .object(options) }
        return .object(members)
    }

    private var options: [String: JSONValue] {
        var options: [String: JSONValue] = [:]
        if returnsAnalytics { options["returnAnalyticsMetadata"] = true }
        switch productData {
        case .all: break
        case .skusOnly: options["productData"] = ["skusOnly": true]
        case .fields(let fields): options["productData"] = ["fieldFilter": .array(fields.map(JSONValue.string))]
        }
        if let readsClientData { options["isImplicitClientData"] = .bool(readsClientData) }
        if let countsSearch { options["isImplicitKeywordSearchEvent"] = .bool(countsSearch) }
        return options
    }
}

extension DynamicYield.Filter {
    fileprivate var json: JSONValue {
        switch self {
        case .anyOf(let field, let values):
            return ["field": .string(field), "values": .array(values.map(JSONValue.string))]
        case .range(let field, let minimum, let maximum):
            var members: [String: JSONValue] = ["field": .string(field)]
            if let minimum { members["min"] = .number(minimum) }
            if let maximum { members["max"] = .number(maximum) }
            return .object(members)
        }
    }
}

extension DynamicYield.Sort {
    fileprivate var json: JSONValue? {
        switch self {
        case .relevance: nil
        case .popularity(let order): ["field": "popularity", "order": .string(order.rawValue)]
        case .field(let name, let type, let order):
            [
                "field": .string(type.map { "type:\($0.rawValue):\(name)" } ?? name),
                "order": .string(order.rawValue),
            ]
        }
    }
}

extension DynamicYield.PageAttribute {
    fileprivate var json: JSONValue {
        switch self {
        case .int(let value): .int(value)
        case .string(let value): .string(value)
        }
    }
}

extension DynamicYield.Page {
    package var json: JSONValue {
        var members: [String: JSONValue] = ["type": .string(kind.name), "location": .string(location)]
        members["data"] = .array(kind.data.map(JSONValue.string))
        if let referrer { members["referrer"] = .string(referrer) }
        if let locale { members["locale"] = .string(locale) }
        return .object(members)
    }
}

extension DynamicYield.Page.Kind {
    fileprivate var name: String {
        switch self {
        case .home: "HOMEPAGE"
        case .category: "CATEGORY"
        case .product: "PRODUCT"
        case .cart: "CART"
        case .other: "OTHER"
        }
    }

    fileprivate var data: [String] {
        switch self {
        case .home: []
        case .category(let names): names
        case .product(let sku): [sku]
        case .cart(let skus): skus
        case .other(let data): data
        }
    }
}

extension DynamicYield.Visitor {
    /// The members `user` and `session` of every request.
    package var members: [String: JSONValue] {
        var user: [String: JSONValue] = ["sharedDevice": .bool(sharedUser != nil)]
        if let sharedUser {
            user["cuid"] = .string(sharedUser.id)
            user["cuidType"] = .string(sharedUser.type)
        } else {
            if let id { user["dyid"] = .string(id) }
            if let consents { user["active_consent_accepted"] = .bool(consents) }
        }
        return ["user": .object(user), "session": .object(session.map { ["dy": .string($0)] } ?? [:])]
    }

    /// The members of `context` that are about the device.
    package var context: [String: JSONValue] {
        var context: [String: JSONValue] = [:]
        if let device {
            let members = ["type": device.type, "ip": device.address, "id": device.id, "dateTime": device.time]
            context["device"] = .object(members.compactMapValues { $0.map(JSONValue.string) })
        }
        if let channel { context["channel"] = .string(channel) }
        return context
    }
}
