internal import VisualSearch

/// A query in terms of the modules and attributes of a store.
struct ContentPlan {
    let query: ContentQuery
    let schema: ContentSchema
    let modules: [ContentModule]
    let filter: Filter
    let order: [Snapshot.OrderKey]

    init(_ query: ContentQuery, _ schema: ContentSchema, _ snapshot: borrowing Snapshot) throws(SearchError) {
        self.query = query
        self.schema = schema
        modules = try schema.modules(named: query.modules)
        let known = try snapshot.fields()
        var compiler = ContentFilter(schema, modules, locale: query.locale, known: known.keys)
        var filters: [Filter] = []
        if !query.modules.isEmpty {
            filters.append(.oneOf(Field.contentModule.name, modules.map { .string($0.name) }))
        }
        if let ids = query.ids { filters.append(.oneOf(Field.contentID.name, ids.map { .string($0) })) }
        filters.append(query.filter)
        var conditions = [try compiler.compiled(.and(filters))]
        for relation in query.relations {
            conditions.append(try ContentPlan.relation(relation, compiler, snapshot))
        }
        if let audience = query.audience, !audience.tags.isEmpty {
            let tags = audience.tags.map { AttributeValue.string(ContentColumn.tag($0)) }
            if known[ContentColumn.tags] == nil {
                conditions.append(.or([]))
            } else if audience.mode == .any {
                conditions.append(.oneOf(ContentColumn.tags, tags))
            } else {
                conditions += tags.map { .equal(ContentColumn.tags, $0) }
            }
        }
        filter = .and(conditions)
        let wanted = try query.order.map { key throws(SearchError) in
            Snapshot.OrderKey(try compiler.columns(of: key.field), ascending: key.ascending)
        }
        order =
            wanted + [
                Snapshot.OrderKey([ContentColumn.created], ascending: true),
                Snapshot.OrderKey([ContentColumn.id], ascending: true),
            ]
        try checkFields(compiler)
    }

    /// The instances of modules that have the relation, forward or backward.
    private static func relation(
        _ relation: ContentQuery.Relation, _ compiler: ContentFilter, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Filter {
        var choices: [Filter] = []
        var isKnown = false
        for module in compiler.modules {
            if let field = module.field(relation.field), field.kind.isRelation {
                isKnown = true
                for name in field.isTranslated
                    ? compiler.translations(of: field, in: module) : [ContentColumn.name(of: field, in: module)]
                where compiler.known.contains(name) {
                    choices.append(relation.ids.map { .oneOf(name, $0.map { .string($0) }) } ?? .exists(name))
                }
            }
            for inverse in compiler.schema.inverses(of: module) where inverse.name == relation.field {
                isKnown = true
                let name = ContentColumn.name(of: inverse.field, in: inverse.source)
                guard compiler.known.contains(name) else { continue }
                let ends: Set<String>
                if let ids = relation.ids {
                    var found: Set<String> = []
                    for id in ids {
                        // An item is read, which takes as long as many comparisons.
                        try snapshot.spend(16)
                        found.formUnion(try snapshot.relation(of: id, inverse))
                    }
                    ends = found
                } else {
                    ends = try snapshot.strings(of: name)
                    try snapshot.spend(ends.count)
                }
                choices.append(
                    .and([
                        .equal(ContentColumn.module, .string(module.name)),
                        .oneOf(ContentColumn.id, ends.map { .string($0) }),
                    ]))
            }
        }
        guard isKnown else { throw compiler.unknownRelation(relation.field) }
        return .or(choices)
    }

    /// Throws for the first field of the answer that no module has.
    private func checkFields(_ compiler: ContentFilter) throws(SearchError) {
        let inverses = Set(modules.flatMap { schema.inverses(of: $0).map(\.name) })
        for name in query.fields ?? [] {
            if !inverses.contains(name), !modules.contains(where: { $0.field(name) != nil }) {
                throw compiler.unknown(name)
            }
        }
        guard case .fields(let names) = query.population else { return }
        for name in names {
            if !inverses.contains(name), !modules.contains(where: { $0.field(name)?.kind.isRelation == true }) {
                throw compiler.unknownRelation(name)
            }
        }
    }
}

extension ContentFilter {
    func unknownRelation(_ name: String) -> SearchError {
        let relations = Set(
            modules.flatMap { module in
                module.fields.filter(\.kind.isRelation).map(\.name) + schema.inverses(of: module).map(\.name)
            }
        ).sorted()
        let hint = SearchError.likeliest(name, among: relations).map { "; did you mean `\($0)`?" } ?? ""
        let list =
            relations.isEmpty ? "the modules have no relations" : "there are: \(relations.joined(separator: ", "))"
        return .invalidArgument("there is no relation `\(name)`\(hint); \(list)")
    }
}

extension Snapshot {
    /// The ids to which an instance is related by the field of an inverse relation.
    fileprivate func relation(of id: String, _ inverse: ContentSchema.Inverse) throws(SearchError) -> Set<String> {
        guard let item = try item(id),
            let value = item.attributes[ContentColumn.name(of: inverse.field, in: inverse.source)]
        else { return [] }
        if case .list(let ids) = value { return Set(ids) }
        return [value.written]
    }
}
