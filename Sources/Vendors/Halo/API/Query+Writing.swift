internal import Essentials

extension ContentQuery {
    /// Writes the query.
    ///
    /// - Parameter picture: The bytes of its picture.
    /// - Returns: The body, and what in it the vendor's service does not have.
    /// - Throws: `invalidArgument` for what has no form on the wire.
    package func halo(picture: [UInt8]? = nil) throws(SearchError) -> (body: JSONValue, additions: [String]) {
        var body: [String: JSONValue] = [:]
        var additions: Set<String> = []
        var faults: [String] = []
        write(modules: &body)
        body["instanceIds"] = ids.map(Self.texts)
        write(relations: &body, &faults)
        write(filter: &body, &additions, &faults)
        if let text {
            body["searchText"] = .string(text)
            additions.insert("words")
        }
        if let picture {
            body["searchPicture"] = .string(Data(picture).base64EncodedString())
            additions.insert("a picture")
        }
        if let audience, !audience.tags.isEmpty {
            body["segmentTags"] = .array(audience.tags.map(\.json))
            body["segmentMode"] = audience.mode == .all ? "total" : "partial"
        }
        body["fields"] = fields.map { .array($0.map { .string("values." + $0) }) }
        switch population {
        case .none: break
        case .all: body["include"] = ["all"]
        case .fields(let names):
            if names.contains("all") { faults.append("a relation `all` cannot be populated by its name") }
            if !names.isEmpty { body["include"] = Self.texts(names) }
        }
        if let locale {
            if !Halo.isLocale(locale) { faults.append("the locale must be a language tag such as en or en-GB") }
            body["locale"] = .string(locale)
        }
        write(order: &body, &additions, &faults)
        try write(window: &body)
        if !faults.isEmpty { throw .invalidArgument(faults.joined(separator: "; ")) }
        return (.object(body), additions.sorted())
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// Ids of the vendor's database have 24 hexadecimal digits; all else is a name.
    private func write(modules body: inout [String: JSONValue]) {
        func isID(_ name: String) -> Bool { name.utf8.count == 24 && name.allSatisfy(\.isHexDigit) }
        let (ids, names) = (modules.filter(isID), modules.filter { !isID($0) })
        if !ids.isEmpty { body["moduleIds"] = Self.texts(ids) }
        if names.count == 1 { body["moduleName"] = .string(names[0]) }
        if names.count > 1 { body["moduleNames"] = Self.texts(names) }
    }

    private func write(relations body: inout [String: JSONValue], _ faults: inout [String]) {
        if relations.isEmpty { return }
        body["relatedTo"] = .array(
            relations.map { relation in
                if relation.ids?.contains("*") == true {
                    faults.append("an id `*` of the relation `\(relation.field)` would mean any instance")
                }
                return ["fieldName": .string(relation.field), "instanceIds": Self.texts(relation.ids ?? ["*"])]
            })
    }

    /// Conditions on values and on the members of all content apart, as far as they are joined by `and`.
    private func write(
        filter body: inout [String: JSONValue], _ additions: inout Set<String>, _ faults: inout [String]
    ) {
        var parts: [(key: String, isMeta: Bool, filters: [Filter])] = [
            ("searchValues", false, []), ("metaSearch", true, []),
        ]
        let all: [Filter] = if case .and(let filters) = filter { filters } else { [filter] }
        for each in all where each != .all {
            parts[each.isMeta == true ? 1 : 0].filters.append(each)
        }
        for part in parts where !part.filters.isEmpty {
            var writer = Halo.FilterWriter(isMeta: part.isMeta)
            body[part.key] = writer.json(part.filters.count == 1 ? part.filters[0] : .and(part.filters))
            additions.formUnion(writer.additions)
            faults += writer.faults
        }
    }

    private func write(
        order body: inout [String: JSONValue], _ additions: inout Set<String>, _ faults: inout [String]
    ) {
        if order.isEmpty { return }
        let keys = order.map { key in
            let isMeta = key.field.hasPrefix("@")
            if key.field.contains(",") {
                faults.append("the field `\(key.field)` has a comma, and cannot be sorted by")
            }
            let name = isMeta ? String(key.field.dropFirst()) : "values." + key.field
            return name + (key.ascending ? " asc" : " desc")
        }
        body["sort"] = .string(keys.joined(separator: ","))
    }

    private func write(window body: inout [String: JSONValue]) throws(SearchError) {
        guard case .page(let number, let limit) = window else {
            body["pagination"] = ["skip": "true"]
            return
        }
        let range = Halo.Limits.page
        guard number >= 1 else { throw .invalidArgument("the page is \(number); it must be 1 or more") }
        guard range.contains(limit) else {
            throw .invalidArgument("the limit is \(limit); it must be \(range.lowerBound)…\(range.upperBound)")
        }
        body["pagination"] = ["page": .int(number), "limit": .int(limit), "skip": "false"]
    }
}
