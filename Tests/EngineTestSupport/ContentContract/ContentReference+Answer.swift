internal import ContentAPI
internal import VisualSearch

extension ContentReference {
    /// The modules that a query is about.
    func searched(_ query: ContentQuery) throws(SearchError) -> [ContentModule] {
        if query.modules.isEmpty { return modules }
        var searched: [ContentModule] = []
        for name in query.modules {
            let found = modules.filter { $0.name == name || $0.id == name }
            if found.isEmpty { throw unknown("module", name, modules.map(\.name)) }
            searched += found
        }
        return searched
    }

    /// Refuses names that none of the searched modules has, and patterns that are too short.
    func check(_ query: ContentQuery, _ searched: [ContentModule]) throws(SearchError) {
        guard 0...86_400 ~= query.cacheSeconds else {
            throw .invalidArgument("the seconds of the cache are \(query.cacheSeconds); they must be 0…86400")
        }
        guard query.text == nil, query.picture == nil else {
            throw .invalidArgument("the reference has neither words nor pictures")
        }
        let fields = searched.flatMap(\.fields)
        let names = fields.map(\.name)
        let relations =
            fields.filter { [.relation, .relations].contains($0.kind) }.map(\.name)
            + searched.flatMap { inverses(of: $0) }
        let all = names + Field.ofAllContent.map(\.name)
        try check(query.filter, all)
        for key in query.order where !all.contains(key.field) { throw unknown("field", key.field, all) }
        for field in query.fields ?? [] where !names.contains(field) && !relations.contains(field) {
            throw unknown("field", field, names + relations)
        }
        for relation in query.relations where !relations.contains(relation.field) {
            throw unknown("relation", relation.field, relations)
        }
        if case .fields(let populated) = query.population {
            for field in populated where !relations.contains(field) { throw unknown("relation", field, relations) }
        }
    }

    private func check(_ filter: Filter, _ known: [String]) throws(SearchError) {
        switch filter {
        case .all: break
        case .not(let filter): try check(filter, known)
        case .and(let filters), .or(let filters): for filter in filters { try check(filter, known) }
        case .equal(let name, _), .differs(let name, _), .less(let name, _), .lessOrEqual(let name, _),
            .greater(let name, _), .greaterOrEqual(let name, _), .between(let name, _, _), .oneOf(let name, _),
            .differsFromAll(let name, _), .exists(let name), .like(let name, _):
            if !known.contains(name) { throw unknown("field", name, known) }
        }
        if case .like(let name, let pattern) = filter {
            let count = Self.parts(pattern)?.count { $0.scalar != nil } ?? 0
            if count < 3 {
                throw .invalidArgument(
                    "the pattern `\(pattern)` for \(name) has \(count) characters that are no wildcards; it must have 3"
                )
            }
        }
    }

    private func unknown(_ what: String, _ name: String, _ known: [String]) -> SearchError {
        let nearest = known.min { distance($0, name) < distance($1, name) } ?? "nothing"
        return .invalidArgument("there is no \(what) `\(name)`; the nearest is `\(nearest)`")
    }

    /// Letters that have to be changed, put in or taken out (Levenshtein).
    private func distance(_ one: String, _ other: String) -> Int {
        var row = Array(0...other.count)
        for (place, letter) in one.enumerated() {
            var last = row[0]
            row[0] = place + 1
            for (column, character) in other.enumerated() {
                let kept = last + (letter == character ? 0 : 1)
                last = row[column + 1]
                row[column + 1] = min(kept, last + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }

    private enum Key {
        case number(Double)
        case text(String)
    }

    /// Sorts rows that are in the default order.
    func sort(_ found: inout [Int], by order: [SearchRequest.Sort], _ locale: String?) {
        if order.isEmpty { return }
        let keyed = found.map { place in (place: place, keys: order.map { key($0.field, rows[place], locale) }) }
        found = keyed.sorted { one, other in
            for (place, sort) in order.enumerated() {
                let isLess: Bool
                switch (one.keys[place], other.keys[place]) {
                case (nil, nil): continue
                case (nil, _): return false
                case (_, nil): return true
                case (.number(let a)?, .number(let b)?):
                    if a == b { continue }
                    isLess = a < b
                case (.text(let a)?, .text(let b)?):
                    if a == b { continue }
                    isLess = CollationKey(a) < CollationKey(b)
                case (.number?, .text?): isLess = true
                case (.text?, .number?): isLess = false
                }
                return isLess == sort.ascending
            }
            return one.place < other.place
        }.map(\.place)
    }

    private func key(_ name: String, _ row: Row, _ locale: String?) -> Key? {
        guard let kind = kind(of: name, in: row.module), kind != .object else { return nil }
        var found = values(of: name, row, locale).first
        if locale == nil, row.module.field(name)?.isTranslated == true,
            case .object(let translations)? = row.values[name]
        {
            let first = translations.filter { $0.value != .null }.min { $0.key < $1.key }
            found = translation(translations, nil, row.module) ?? first?.value
        }
        if case .array(let values)? = found { found = values.first }
        switch (kind, found) {
        case (_, nil): return nil
        case (.date, let value?): return Self.milliseconds(value).map { .number(Double($0)) }
        case (.number, .int(let number)?): return .number(Double(number))
        case (.number, .number(let number)?): return .number(number)
        case (.boolean, .bool(let flag)?): return .number(flag ? 1 : 0)
        case (.list, .int(let number)?): return .text(AttributeValue.int(number).written)
        case (.list, .number(let number)?): return .text(AttributeValue.float(number).written)
        case (.list, .bool(let flag)?): return .text(flag ? "true" : "false")
        case (_, .string(let text)?): return .text(text)
        default: return nil
        }
    }

    /// An instance as it is answered: in the language of the query, with the fields that it asks for.
    func answer(_ row: Row, _ query: ContentQuery) -> JSONValue {
        var values = localized(row, query.locale)
        func isPopulated(_ name: String) -> Bool {
            switch query.population {
            case .none: false
            case .all: true
            case .fields(let names): names.contains(name)
            }
        }
        func other(_ id: String) -> JSONValue {
            places[id].map { full(rows[$0], query.locale) } ?? .string(id)
        }
        for field in row.module.fields where [.relation, .relations].contains(field.kind) && isPopulated(field.name) {
            switch values[field.name] {
            case .string(let id)?: values[field.name] = other(id)
            case .array(let ids)?: values[field.name] = .array(ids.map { $0.text.map(other) ?? $0 })
            default: break
            }
        }
        for inverse in inverses(of: row.module) where isPopulated(inverse) {
            values[inverse] = .array(backward(row, inverse).map { full(rows[$0], query.locale) })
        }
        if let fields = query.fields { values = values.filter { fields.contains($0.key) } }
        return replacing(values, in: row)
    }

    private func full(_ row: Row, _ locale: String?) -> JSONValue { replacing(localized(row, locale), in: row) }

    private func replacing(_ values: [String: JSONValue], in row: Row) -> JSONValue {
        var members = row.members
        members["values"] = .object(values)
        return .object(members)
    }

    private func localized(_ row: Row, _ locale: String?) -> [String: JSONValue] {
        guard let locale else { return row.values }
        var values = row.values
        for field in row.module.fields where field.isTranslated {
            guard case .object(let translations)? = values[field.name] else { continue }
            values[field.name] = translation(translations, locale, row.module)
        }
        return values
    }
}
