internal import Essentials

extension DynamicYield.Search {
    /// Reads the body of a request.
    ///
    /// - Parameter body: JSON.
    /// - Throws: All faults, those of ``faults(imageBytes:)`` included.
    /// - Returns: The search, and the paths of the members that mean nothing in one.
    package static func read(
        _ body: [UInt8]
    ) throws(Faults) -> (search: DynamicYield.Search, unknown: [String]) {
        var reader = RequestReader()
        let root = try reader.object(of: body)
        reader.expect(["user", "session", "selector", "context", "query", "options"], in: root)
        let selector = reader.object("selector", of: root, isRequired: true)
        let context = reader.object("context", of: root, isRequired: true)
        let query = reader.object("query", of: root, isRequired: true)
        let isVisual = root.value("selector") != nil && reader.isVisual(selector)
        // Of an object that is not there nothing more is said.
        let wanted = root.value("query") == nil ? nil : reader.query(query, isVisual: isVisual)
        let page = root.value("context") == nil ? nil : reader.page(context)
        var search = DynamicYield.Search(wanted ?? .text(""), on: page ?? DynamicYield.Page(.home, at: ""))
        search.filters = reader.filters(query)
        search.window = reader.window(query)
        if !isVisual, query.value("pagination") == nil, root.value("query") != nil {
            reader.note(query.place("pagination"), "is missing")
        }
        search.sort = reader.sort(query)
        let branch = reader.object("branch", of: context)
        search.branch = reader.text("id", of: branch, isRequired: !branch.values.isEmpty)
        search.pageAttributes = reader.pageAttributes(context)
        search.visitor = reader.visitor(root, context)
        reader.readOptions(root, &search)
        var imageBytes: Int?
        if case .image(.bytes(let bytes))? = wanted { imageBytes = bytes.count }
        try reader.finish(search.faults(imageBytes: imageBytes))
        return (search, reader.unknown)
    }
}

extension RequestReader {
    fileprivate mutating func isVisual(_ selector: Members) -> Bool {
        let name = text("name", of: selector, isRequired: true)
        let names = [DynamicYield.Search.semantic, DynamicYield.Search.visual]
        if let name, !names.contains(name) {
            note(selector.place("name"), "must be `\(names[0])` or `\(names[1])`, not `\(name.prefix(64))`")
        }
        return name == DynamicYield.Search.visual
    }

    fileprivate mutating func query(_ query: Members, isVisual: Bool) -> DynamicYield.Search.Query? {
        expect(["text", "imageBase64", "filters", "pagination", "sortBy", "enableSpellCheck"], in: query)
        let correctsSpelling = flag("enableSpellCheck", of: query) ?? false
        if isVisual {
            if query.value("text") != nil { note(query.place("text"), "a visual search has no text") }
            if correctsSpelling { note(query.place("enableSpellCheck"), "a visual search has no spelling") }
            guard let base64 = text("imageBase64", of: query, isRequired: true) else { return nil }
            // Browsers put the kind of the picture before it.
            let data = base64.hasPrefix("data:") ? base64.drop { $0 != "," }.dropFirst() : base64[...]
            guard let bytes = Data(base64Encoded: String(data)) else {
                note(query.place("imageBase64"), "is not base64")
                return nil
            }
            return .image(.data(bytes))
        }
        if query.value("imageBase64") != nil { note(query.place("imageBase64"), "a semantic search has no picture") }
        return text("text", of: query, isRequired: true).map { .text($0, correctsSpelling: correctsSpelling) }
    }

    fileprivate mutating func filters(_ query: Members) -> [DynamicYield.Filter] {
        guard let values = array("filters", of: query) else { return [] }
        let limit = DynamicYield.Limits.filters
        if values.count > limit {
            note(query.place("filters"), "at most \(limit) filters are possible, not \(values.count)")
        }
        var filters: [DynamicYield.Filter] = []
        for (index, value) in values.prefix(limit).enumerated() {
            let path = "\(query.place("filters"))[\(index)]"
            // In the place of a filter that cannot be read, so that the others keep their places.
            var filter = DynamicYield.Filter.anyOf("?", ["?"])
            defer { filters.append(filter) }
            guard let parent = members(value, at: path) else { continue }
            expect(["field", "values", "min", "max"], in: parent)
            let field = text("field", of: parent, isRequired: true)
            let isRange = parent.value("min") != nil || parent.value("max") != nil
            if parent.value("values") != nil {
                if isRange { note(path, "has either values, or min and max") }
                let values = texts("values", of: parent, limit: DynamicYield.Limits.values)
                if let field, let values { filter = .anyOf(field, values) }
            } else {
                let (least, most) = (number("min", of: parent), number("max", of: parent))
                if !isRange { note(path, "needs values, or min, or max") }
                if let field, least != nil || most != nil { filter = .range(field, min: least, max: most) }
            }
        }
        return filters
    }

    fileprivate mutating func window(_ query: Members) -> DynamicYield.Window? {
        let members = object("pagination", of: query)
        guard query.value("pagination") != nil else { return nil }
        expect(["numItems", "offset"], in: members)
        let count = integer("numItems", of: members, isRequired: true)
        return DynamicYield.Window(numItems: count ?? 1, offset: integer("offset", of: members) ?? 0)
    }

    fileprivate mutating func sort(_ query: Members) -> DynamicYield.Sort {
        typealias Order = DynamicYield.Sort.Order
        let members = object("sortBy", of: query)
        guard query.value("sortBy") != nil else { return .relevance }
        expect(["field", "order"], in: members)
        let name = text("field", of: members, isRequired: true) ?? ""
        var order: Order?
        if let text = text("order", of: members) {
            order = Order(rawValue: text.lowercased())
            if order == nil { note(members.place("order"), "must be asc or desc, not `\(text.prefix(64))`") }
        }
        switch name {
        case "relevance": return .relevance
        case "popularity": return .popularity(order ?? .descending)
        default: break
        }
        let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "type" else { return .field(name, order ?? .ascending) }
        // A type that is not known counts as text, as the service has it.
        let type = DynamicYield.Sort.ColumnType(rawValue: parts[1].lowercased()) ?? .string
        return .field(String(parts[2]), type: type, order ?? .ascending)
    }

    fileprivate mutating func readOptions(_ root: Members, _ search: inout DynamicYield.Search) {
        let options = object("options", of: root)
        expect(
            [
                "returnAnalyticsMetadata", "productData", "isImplicitClientData", "isImplicitKeywordSearchEvent",
                "isImplicitKeywordEvent",
            ], in: options)
        search.returnsAnalytics = flag("returnAnalyticsMetadata", of: options) ?? false
        search.readsClientData = flag("isImplicitClientData", of: options)
        search.countsSearch =
            flag("isImplicitKeywordSearchEvent", of: options) ?? flag("isImplicitKeywordEvent", of: options)
        let data = object("productData", of: options)
        expect(["skusOnly", "fieldFilter"], in: data)
        let fields = texts("fieldFilter", of: data, limit: 1000)
        if flag("skusOnly", of: data) == true {
            search.productData = .skusOnly
        } else if let fields {
            search.productData = .fields(fields)
        }
    }
}
