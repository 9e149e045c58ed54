internal import Essentials

extension ContentQuery {
    /// Reads a query.
    ///
    /// - Parameter body: JSON.
    /// - Throws: `invalidArgument` with the first ten faults, each with its place.
    package init(halo body: [UInt8]) throws(SearchError) {
        var reader = RequestReader()
        let root = reader.body(body)
        reader.refuse(Halo.keys, "key of a query", beside: Halo.ignored, in: root)
        self.init(modules: reader.modules(root))
        ids = reader.texts("instanceIds", of: root, limit: Halo.Limits.values)
        relations = reader.relations(root)
        var remaining = RequestReader.Remaining()
        let values = reader.filter("searchValues", of: root, isMeta: false, &remaining)
        let meta = reader.filter("metaSearch", of: root, isMeta: true, &remaining)
        filter = values.joined(with: meta)
        text = reader.text("searchText", of: root)
        picture = reader.picture(root)
        audience = reader.audience(root)
        fields = reader.texts("fields", of: root, limit: Halo.Limits.names)?.map(Halo.plain)
        population = reader.population(root)
        locale = reader.locale(root)
        order = reader.order(root)
        window = reader.window(root)
        if reader.faults.isEmpty { return }
        let excerpt = reader.faults.prefix(10).map { $0.path.isEmpty ? $0.text : "\($0.path) \($0.text)" }
        let more = reader.faults.count > excerpt.count ? ["\(reader.faults.count - excerpt.count) more faults"] : []
        throw .invalidArgument((excerpt + more).joined(separator: "; "))
    }

    /// Reads the seconds of the cache from their header; nil for none.
    package mutating func read(haloCache header: String?) throws(SearchError) {
        guard let header else { return }
        guard let seconds = Int(header.trimmingBlanks()), Halo.Limits.seconds.contains(seconds)
        else {
            let range = Halo.Limits.seconds
            throw .invalidArgument(
                "the header \(Halo.cacheHeader) must be \(range.lowerBound)…\(range.upperBound) seconds, not "
                    + "`\(header.prefix(64))`")
        }
        cacheSeconds = seconds
    }
}

extension Filter {
    /// Both filters hold, as one list of conditions.
    fileprivate func joined(with other: Filter) -> Filter {
        guard case .and(let filters) = other, self != .all else { return self && other }
        if case .and(let own) = self { return .and(own + filters) }
        return .and([self] + filters)
    }
}

extension RequestReader {
    fileprivate mutating func modules(_ root: Members) -> [String] {
        var modules = texts("moduleIds", of: root, limit: Halo.Limits.names) ?? []
        if let name = text("moduleName", of: root) { modules.append(name) }
        modules += texts("moduleNames", of: root, limit: Halo.Limits.names) ?? []
        return modules
    }

    fileprivate mutating func relations(_ root: Members) -> [ContentQuery.Relation] {
        let values = array("relatedTo", of: root) ?? []
        guard values.count <= Halo.Limits.relations else {
            note("relatedTo", "must have at most \(Halo.Limits.relations) relations, not \(values.count)")
            return []
        }
        var relations: [ContentQuery.Relation] = []
        for (place, value) in values.enumerated() {
            let path = "relatedTo[\(place)]"
            guard let members = members(value, at: path) else { continue }
            refuse(["fieldName", "instanceIds"], "member of a relation", in: members)
            let field = text("fieldName", of: members, isRequired: true)
            if members.value("instanceIds") == nil { note(members.place("instanceIds"), "is missing") }
            let ids = texts("instanceIds", of: members, limit: Halo.Limits.values)
            guard let field, let ids else { continue }
            if ids.contains("*"), ids.count > 1 {
                note(members.place("instanceIds"), "must be `*` alone, or ids")
            }
            relations.append(ContentQuery.Relation(Halo.plain(field), ids: ids == ["*"] ? nil : ids))
        }
        return relations
    }

    fileprivate mutating func picture(_ root: Members) -> ImageInput? {
        guard let text = text("searchPicture", of: root) else { return nil }
        guard let data = Data(base64Encoded: text), !data.isEmpty else {
            note("searchPicture", "must be the bytes of an image file in base64")
            return nil
        }
        return .data(data)
    }

    fileprivate mutating func audience(_ root: Members) -> ContentQuery.Audience? {
        let name = text("segmentMode", of: root) ?? "partial"
        let mode = Halo.modes[name]
        if mode == nil {
            let excerpt = String(name.prefix(64))
            note("segmentMode", "`\(excerpt)` " + Halo.unknown(excerpt, is: "mode", known: Halo.modes.keys.sorted()))
        }
        let values = array("segmentTags", of: root) ?? []
        guard values.count <= Halo.Limits.names else {
            note("segmentTags", "must have at most \(Halo.Limits.names) tags, not \(values.count)")
            return nil
        }
        var tags: [ContentTag] = []
        for (place, value) in values.enumerated() {
            let path = "segmentTags[\(place)]"
            do throws(MalformedJSON) {
                tags.append(try ContentTag(json: value, at: path))
                guard let members = members(value, at: path) else { continue }
                refuse(["name", "value", "tagType", "id"], "member of a tag", in: members)
            } catch {
                note(error.path, error.reason)
            }
        }
        return tags.isEmpty ? nil : ContentQuery.Audience(tags, mode: mode ?? .any)
    }

    fileprivate mutating func population(_ root: Members) -> ContentQuery.Population {
        let names = texts("include", of: root, limit: Halo.Limits.names) ?? []
        if names.contains("all") {
            if names.count > 1 { note("include", "must be `all` alone, or names of relations") }
            return .all
        }
        return names.isEmpty ? .none : .fields(names.map(Halo.plain))
    }

    fileprivate mutating func locale(_ root: Members) -> String? {
        guard let locale = text("locale", of: root) else { return nil }
        if !Halo.isLocale(locale) {
            note("locale", "must be a language tag such as en or en-GB, of at most 64 letters")
        }
        return locale
    }

    /// `createdAt desc,values.price asc`; without a direction, the smallest comes first.
    fileprivate mutating func order(_ root: Members) -> [SearchRequest.Sort] {
        guard let text = text("sort", of: root), !text.isEmpty else { return [] }
        let keys = text.split(separator: ",", omittingEmptySubsequences: false)
        guard keys.count <= Halo.Limits.keys else {
            note("sort", "must have at most \(Halo.Limits.keys) keys, not \(keys.count)")
            return []
        }
        var order: [SearchRequest.Sort] = []
        for key in keys {
            var name = key.trimmingBlanks()
            var isAscending = true
            for (word, isWord) in [(" asc", true), (" desc", false)] where name.lowercased().hasSuffix(word) {
                name = name.dropLast(word.count).trimmingBlanks()
                isAscending = isWord
            }
            let excerpt = String(name.prefix(64))
            if Halo.plain(name) != name {
                order.append(SearchRequest.Sort(Halo.plain(name), ascending: isAscending))
            } else if Halo.metadata.contains(name) {
                order.append(SearchRequest.Sort("@" + name, ascending: isAscending))
            } else if name.isEmpty {
                note("sort", "must be names with asc or desc between commas, as `name asc,createdAt desc`")
            } else {
                let text = Halo.unknown(excerpt, is: "member of all content", known: Halo.metadata)
                note("sort", "`\(excerpt)` \(text). A field is written `values.\(excerpt)`")
            }
        }
        return order
    }

    fileprivate mutating func window(_ root: Members) -> ContentQuery.Window {
        let members = object("pagination", of: root)
        refuse(["page", "limit", "skip"], "member of a pagination", in: members)
        // Clients that skip the pages may name one all the same.
        if isSkipping(members) { return .all }
        let page = integer("page", of: members) ?? 1
        let limit = integer("limit", of: members) ?? 10
        let range = Halo.Limits.page
        if page < 1 { note("pagination.page", "must be 1 or more, not \(page)") }
        if !range.contains(limit) {
            note("pagination.limit", "must be \(range.lowerBound)…\(range.upperBound), not \(limit)")
        }
        return .page(page, limit: limit)
    }

    /// A flag, or a flag as text.
    private mutating func isSkipping(_ members: Members) -> Bool {
        switch members.value("skip") {
        case nil, .bool(false)?, .string("false")?: return false
        case .bool(true)?, .string("true")?: return true
        case let value?:
            note(members.place("skip"), "must be true or false, not \(value.shown)")
            return false
        }
    }
}

extension Halo {
    /// The modes of an audience by their names.
    static let modes: [String: ContentQuery.Audience.Mode] = ["total": .all, "partial": .any]
}
