public import ContentAPI
internal import Foundation
internal import VisualSearch

/// Content in memory that is queried by looking at each instance's JSON: the reading of ``ContentAPI/ContentQuery``
/// that every home of content must agree with. It shares only the order of texts with them, and has neither
/// words nor pictures.
///
/// The choices that the documentation leaves open:
/// - `notEqual` and `noneOf` hold for a value that is there and equals none, also for one of another kind. `not` is
///   plain negation. A value that is a list equals nothing. Of an object, only `exists` is ever true.
/// - Flags are ordered false, true. The elements of lists are compared as text, and ordered only with strings.
/// - A pattern ignores the case of letters, as ``SearchAPI/Filter/like(_:_:)`` says; `%` and `_` behind `\` count among
///   its three characters.
/// - Without a locale, each translation is compared for itself, `notEqual` too: one that differs is enough. Locales are
///   equal in any case, and with `_` for `-`.
/// - Unknown modules, and unknown names in the order, the fields, the relations and the population are errors as well.
/// - Downward, numbers come behind strings. Lists go by the text of their first element, flags by 0 and 1, objects are
///   missing.
/// - `ids` and the ids of a relation that are empty find nothing. A dangling id is still related to.
public struct ContentReference: LocalContentService {
    struct Row {
        let id: String
        let module: ContentModule
        let instance: JSONValue
        let members: [String: JSONValue]
        let values: [String: JSONValue]
        let created: Int
    }

    let modules: [ContentModule]
    /// In the default order: by creation, then by id.
    let rows: [Row]
    let places: [String: Int]
    /// The rows whose relations lead to an id, by the id and the name of the inverse relation.
    let sources: [String: [String: [Int]]]

    /// Creates content from schemas and instances whose values fit them.
    public init(_ modules: [ContentModule], _ instances: [ContentInstance]) {
        self.modules = modules
        let byName = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
        var rows: [Row] = []
        for instance in instances {
            guard let module = byName[instance.module], case .object(let members) = instance.json,
                case .object(let values)? = members["values"], case .int(let created)? = members["createdAt"]
            else { preconditionFailure("\(instance.id) is of no module") }
            rows.append(
                Row(
                    id: instance.id, module: module, instance: instance.json, members: members, values: values,
                    created: created))
        }
        rows.sort { ($0.created, CollationKey($0.id)) < ($1.created, CollationKey($1.id)) }
        self.rows = rows
        places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var sources: [String: [String: [Int]]] = [:]
        for (place, row) in rows.enumerated() {
            for field in row.module.fields {
                guard let inverse = field.inverse, let value = row.values[field.name] else { continue }
                for id in Set(Self.ids(in: value)) { sources[id, default: [:]][inverse, default: []].append(place) }
            }
        }
        self.sources = sources.mapValues { names in names.mapValues { Array(Set($0)).sorted() } }
    }

    public func search(_ query: ContentQuery) async throws(SearchError) -> ContentPage<ContentInstance> {
        try searchBlocking(query)
    }

    public func searchBlocking(_ query: ContentQuery) throws(SearchError) -> ContentPage<ContentInstance> {
        let searched = try searched(query)
        try check(query, searched)
        let names = Set(searched.map(\.name))
        let ids = query.ids.map { Set($0) }
        var found = rows.indices.filter { place in
            let row = rows[place]
            return names.contains(row.module.name) && ids?.contains(row.id) != false
                && query.relations.allSatisfy { isRelated(row, $0) } && isFor(query.audience, row)
                && holds(query.filter, row, query.locale)
        }
        sort(&found, by: query.order, query.locale)
        var page = (number: 1, limit: found.count)
        if case .page(let number, let limit) = query.window {
            guard number >= 1 else { throw .invalidArgument("the page is \(number); it must be 1 or more") }
            guard 1...1000 ~= limit else { throw .invalidArgument("the limit is \(limit); it must be 1…1000") }
            page = (number, limit)
        }
        let (start, isBeyond) = (page.number - 1).multipliedReportingOverflow(by: page.limit)
        let shown = isBeyond ? [] : found.dropFirst(start).prefix(page.limit)
        let items = try shown.map { place throws(SearchError) in
            do { return try ContentInstance(json: answer(rows[place], query)) } catch {
                throw SearchError.service("\(error)")
            }
        }
        return ContentPage(page: page.number, limit: page.limit, total: found.count, items: items)
    }

    /// The ids in a value of a relation, translated or not.
    static func ids(in value: JSONValue) -> [String] {
        switch value {
        case .string(let id): [id]
        case .array(let values): values.flatMap { ids(in: $0) }
        case .object(let translations): translations.values.flatMap { ids(in: $0) }
        case .null, .bool, .int, .number: []
        }
    }

    private func isRelated(_ row: Row, _ relation: ContentQuery.Relation) -> Bool {
        var related: [String] = []
        if let field = row.module.field(relation.field) {
            guard [.relation, .relations].contains(field.kind) else { return false }
            related = row.values[field.name].map { Self.ids(in: $0) } ?? []
        } else {
            related = backward(row, relation.field).map { rows[$0].id }
        }
        guard let ids = relation.ids else { return !related.isEmpty }
        return ids.contains { related.contains($0) }
    }

    /// The rows whose relation with this inverse name leads to a row, in the default order.
    func backward(_ row: Row, _ inverse: String) -> [Int] {
        guard inverses(of: row.module).contains(inverse) else { return [] }
        return (sources[row.id]?[inverse] ?? []).filter { place in
            let source = rows[place]
            return source.module.fields.contains { field in
                field.inverse == inverse && [nil, row.module.name].contains(field.module)
                    && source.values[field.name].map { Self.ids(in: $0).contains(row.id) } == true
            }
        }
    }

    /// The names by which relations of any module lead back from instances of this one.
    func inverses(of module: ContentModule) -> [String] {
        modules.flatMap(\.fields).filter { [nil, module.name].contains($0.module) }.compactMap(\.inverse)
            .filter { module.field($0) == nil }
    }

    private func isFor(_ audience: ContentQuery.Audience?, _ row: Row) -> Bool {
        guard let audience, !audience.tags.isEmpty, case .array(let tags)? = row.members["tags"] else { return true }
        func isCarried(_ wanted: ContentTag) -> Bool {
            tags.contains { tag in
                guard case .object(let members) = tag else { return false }
                return members["name"] == .string(wanted.name) && members["value"] == wanted.value.map(JSONValue.string)
            }
        }
        return audience.mode == .all
            ? audience.tags.allSatisfy(isCarried) : audience.tags.contains(where: isCarried)
    }
}
