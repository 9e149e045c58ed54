/// Reads the parts of an answer, and notes those that cannot be read in place of ending at the first.
struct LenientReader {
    private(set) var notices: [DynamicYield.Fault] = []

    mutating func note(_ path: String, _ text: String) { notices.append(DynamicYield.Fault(path, text)) }

    /// The value that `read` returns; nil where it throws.
    mutating func lenient<Value>(_ read: @autoclosure () throws(MalformedJSON) -> Value?) -> Value? {
        do throws(MalformedJSON) { return try read() } catch {
            note(error.path, error.reason)
            return nil
        }
    }

    /// The elements of an array that can be read.
    mutating func array<Element>(
        _ key: String, of members: inout JSONMembers,
        _ read: (inout JSONMembers, String, inout LenientReader) throws(MalformedJSON) -> Element
    ) -> [Element] {
        let values = lenient(try members.array(key) { value, path throws(MalformedJSON) in (value, path) })
        var elements: [Element] = []
        for (value, path) in values ?? [] {
            do throws(MalformedJSON) {
                var members = try JSONMembers(value, at: path)
                elements.append(try read(&members, path, &self))
            } catch {
                note(error.path, error.reason)
            }
        }
        return elements
    }
}

extension DynamicYield.Variation<JSONValue> {
    init(_ members: inout JSONMembers, _ path: String, _ reader: inout LenientReader) throws(MalformedJSON) {
        self.init(id: nil, analytics: nil, results: nil)
        id = reader.lenient(try members.integer("id"))
        if let value = members.value("analyticsMetadata") {
            analytics = reader.lenient(try DynamicYield.Analytics(value, path + ".analyticsMetadata"))
        }
        guard let payload = try members.object("payload") else { return }
        guard case .object? = payload["data"], let data = payload["data"] else {
            reader.note(path + ".payload", "has no results")
            return
        }
        var results = try JSONMembers(data, at: path + ".payload.data")
        self.results = DynamicYield.Results(&results, &reader)
    }
}

extension DynamicYield.Analytics {
    fileprivate init(_ value: JSONValue, _ path: String) throws(MalformedJSON) {
        self.init()
        var members = try JSONMembers(value, at: path)
        campaignID = try members.integer("campaignId")
        campaignName = try members.text("campaignName")
        experienceID = try members.integer("experienceId")
        experienceName = try members.text("experienceName")
        variationID = try members.integer("variationId")
        variationName = try members.text("variationName")
    }
}

extension DynamicYield.Results<JSONValue> {
    fileprivate init(_ members: inout JSONMembers, _ reader: inout LenientReader) {
        self.init()
        query = reader.lenient(try members.text("searchQuery"))
        normalizedQuery = reader.lenient(try members.text("normalizedQuery"))
        correctedQuery = reader.lenient(try members.text("spellCheckedQuery", or: "spellCheckQuery"))
        total = reader.lenient(try members.integer("totalNumResults"))
        facets = reader.array("facets", of: &members) { facet, _, _ throws(MalformedJSON) in
            try DynamicYield.Facet(&facet)
        }
        slots = reader.array("slots", of: &members) { slot, _, _ throws(MalformedJSON) in
            DynamicYield.Slot(
                id: try slot.text("slotId") ?? "", sku: try slot.needed("sku"),
                item: slot.value("productData") ?? [:])
        }
        custom = members.value("custom")
    }
}

extension DynamicYield.Facet {
    fileprivate init(_ members: inout JSONMembers) throws(MalformedJSON) {
        column = try members.needed("column")
        displayName = try members.text("displayName") ?? column
        let type = try members.needed("valuesType")
        let whole = JSONValue.object(members.rest)
        switch type {
        case "string":
            content = .values(
                try members.array("values") { value, path throws(MalformedJSON) in
                    var members = try JSONMembers(value, at: path)
                    return Value(try members.needed("name"), count: try members.integer("count") ?? 0)
                } ?? [])
        case "number":
            // Without results there are no numbers.
            guard let minimum = try members.number("min"), let maximum = try members.number("max") else { fallthrough }
            content = .range(min: minimum, max: maximum)
        default: content = .other(type: type, whole)
        }
    }
}
