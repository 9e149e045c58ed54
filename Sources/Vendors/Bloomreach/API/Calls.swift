extension Bloomreach {
    /// A call for attributes of a customer: recommendations and consents, in the form of projects.
    package struct AttributesCall: Hashable, Sendable {
        /// The names of the customer by their kinds, such as `cookie` and `registered`.
        package var customer: [String: String]
        package var attributes: [Attribute]

        package init(customer: [String: String], attributes: [Attribute]) {
            self.customer = customer
            self.attributes = attributes
        }
    }

    /// Something that is asked of a customer.
    package enum Attribute: Hashable, Sendable {
        case recommendation(RecommendationRequest)
        case consent(category: String, ConsentPart)
        /// A property, a segmentation and so on: nothing that is kept here.
        case other(type: String)
    }

    /// A part of the latest answer of a customer to a category.
    package enum ConsentPart: String, Hashable, Sendable, CaseIterable {
        case valid, message, source, timestamp, until
    }

    /// A call for recommendations in the form of streams.
    package struct StreamCall: Hashable, Sendable {
        /// The names of the customer by their kinds.
        package var customer: [String: String]
        package var recommendation: RecommendationRequest

        package init(customer: [String: String], recommendation: RecommendationRequest) {
            self.customer = customer
            self.recommendation = recommendation
        }
    }
}

extension [String: String] {
    /// The names of a customer in the order of their kinds, so that equal calls give equal requests.
    package var names: [String] { sorted { $0.key < $1.key }.map(\.value) }
}

extension Bloomreach.AttributesCall {
    /// Everything in the call that the service would refuse; empty for a proper one.
    package var faults: [Bloomreach.Fault] {
        var faults = Bloomreach.faults(ofCustomer: customer)
        let limit = Bloomreach.Limits.attributes
        if attributes.isEmpty { faults.append(.init("attributes", "must have at least one attribute")) }
        if attributes.count > limit {
            faults.append(.init("attributes", "must have at most \(limit) attributes, not \(attributes.count)"))
        }
        for (index, attribute) in attributes.enumerated() {
            let path = "attributes[\(index)]"
            switch attribute {
            case .recommendation(let request): faults += request.faults(.project, at: path + ".")
            case .consent(let category, _):
                if category.isEmpty { faults.append(.init(path + ".category", "must not be empty")) }
            case .other: break
            }
        }
        return faults
    }
}

extension Bloomreach.StreamCall {
    /// Everything in the call that the service would refuse; empty for a proper one.
    package var faults: [Bloomreach.Fault] {
        Bloomreach.faults(ofCustomer: customer) + recommendation.faults(.stream, at: "")
    }
}

extension Bloomreach {
    fileprivate static func faults(ofCustomer customer: [String: String]) -> [Fault] {
        var faults: [Fault] = []
        if customer.count > Limits.names {
            faults.append(Fault("customer_ids", "must have at most \(Limits.names) names, not \(customer.count)"))
        }
        for (kind, name) in customer.sorted(by: { $0.key < $1.key }).prefix(Limits.names) {
            if let text = fault(ofName: name) { faults.append(Fault("customer_ids.\(kind.prefix(64))", text)) }
        }
        return faults
    }

    /// The fault in the name of a customer or an item; nil for a proper one.
    fileprivate static func fault(ofName name: String) -> String? {
        if name.isEmpty { return "must not be empty" }
        let count = name.utf8.count
        return count > Limits.nameBytes ? "must have at most \(Limits.nameBytes) bytes, not \(count)" : nil
    }
}

extension RecommendationRequest {
    fileprivate func faults(_ keys: Keys, at parent: String) -> [Bloomreach.Fault] {
        typealias Limits = Bloomreach.Limits
        var faults: [Bloomreach.Fault] = []
        func ensure(_ holds: Bool, _ key: String, _ text: @autoclosure () -> String) {
            if !holds { faults.append(Bloomreach.Fault(parent + key, text())) }
        }
        ensure(!model.isEmpty, keys.model, "must not be empty")
        ensure(
            Limits.items.contains(limit), keys.size,
            "must be from \(Limits.items.lowerBound) to \(Limits.items.upperBound), not \(limit)")
        ensure(
            categories.count <= Limits.categories, keys.categories,
            "must have at most \(Limits.categories) values, not \(categories.count)")
        ensure(
            seeds.count <= Limits.seeds, keys.items, "must have at most \(Limits.seeds) items, not \(seeds.count)")
        ensure(
            attributes?.count ?? 0 <= Limits.whitelist, keys.whitelist,
            "must have at most \(Limits.whitelist) values, not \(attributes?.count ?? 0)")
        for (id, weight) in seeds.sorted(by: { $0.key < $1.key }).prefix(Limits.seeds) {
            let key = "\(keys.items).\(id.prefix(64))"
            ensure(weight.isFinite && weight > 0, key, "must be a number above 0, not \(weight)")
            if let text = Bloomreach.fault(ofName: id) {
                faults.append(Bloomreach.Fault(parent + key, "its name \(text)"))
            }
        }
        return faults
    }
}
