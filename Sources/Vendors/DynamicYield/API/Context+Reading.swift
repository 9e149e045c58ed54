// The parts of a request that are the same in all of them.
extension RequestReader {
    mutating func page(_ context: Members) -> DynamicYield.Page? {
        let page = object("page", of: context, isRequired: true)
        guard context.value("page") != nil else { return nil }
        let type = text("type", of: page, isRequired: true)
        let location = text("location", of: page, isRequired: true) ?? ""
        let data = pageData(page)
        let kind: DynamicYield.Page.Kind
        switch type {
        case "HOMEPAGE": kind = .home
        case "CATEGORY": kind = .category(data)
        case "PRODUCT":
            if data.isEmpty { note(page.place("data"), "must have the sku of the product") }
            kind = .product(sku: data.first ?? "")
        case "CART": kind = .cart(skus: data)
        case "OTHER", nil: kind = .other(data)
        case let name?:
            kind = .other(data)
            note(
                page.place("type"),
                "must be HOMEPAGE, CATEGORY, PRODUCT, CART or OTHER, not `\(name.prefix(64))`")
        }
        return DynamicYield.Page(
            kind, at: location, referrer: text("referrer", of: page), locale: text("locale", of: page))
    }

    /// An array; one text in place of it is the same.
    private mutating func pageData(_ page: Members) -> [String] {
        if case .string(let text)? = page.value("data") { return [text] }
        return texts("data", of: page, limit: 1000) ?? []
    }

    mutating func pageAttributes(_ context: Members) -> [String: DynamicYield.PageAttribute] {
        let members = object("pageAttributes", of: context)
        var attributes: [String: DynamicYield.PageAttribute] = [:]
        for (name, value) in members.values {
            switch value {
            case .string(let text): attributes[name] = .string(text)
            case .int(let number): attributes[name] = .int(number)
            default: note(members.place(name), "must be a string or a whole number, not \(value.kind)")
            }
        }
        return attributes
    }

    mutating func visitor(_ root: Members, _ context: Members) -> DynamicYield.Visitor {
        let user = object("user", of: root)
        let session = object("session", of: root)
        var visitor = DynamicYield.Visitor()
        visitor.session = text("dy", of: session).flatMap(Self.filled)
        visitor.consents = flag("active_consent_accepted", of: user)
        if flag("sharedDevice", of: user) == true {
            let id = text("cuid", of: user, isRequired: true)
            let type = text("cuidType", of: user, isRequired: true)
            if let id, let type { visitor.sharedUser = .init(id: id, type: type) }
        } else {
            let (page, server) = (text("dyid", of: user), text("dyid_server", of: user))
            visitor.id = page.flatMap(Self.filled) ?? server.flatMap(Self.filled)
        }
        let device = object("device", of: context)
        if !device.values.isEmpty {
            visitor.device = DynamicYield.Visitor.Device(
                type: text("type", of: device), address: text("ip", of: device), id: text("id", of: device),
                time: text("dateTime", of: device))
        }
        visitor.channel = text("channel", of: context)
        return visitor
    }

    /// Pages send empty names for new visitors.
    private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}
