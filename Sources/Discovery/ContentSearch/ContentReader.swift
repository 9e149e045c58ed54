internal import VisualSearch

/// Reads instances for one answer: their values in the language of the query, with relations where they are wanted.
struct ContentReader {
    private let plan: ContentPlan
    private var related: [String: ContentInstance?] = [:]
    /// The bytes of stored content that were read.
    private(set) var bytes = 0

    /// The most bytes of stored content that one answer may read; less where it goes to a client of a server.
    private let limit = (Budget.current == nil ? 256 : 16) << 20

    init(_ plan: ContentPlan) { self.plan = plan }

    /// The instances in slots, in that order.
    mutating func instances(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [ContentInstance] {
        var instances: [ContentInstance] = []
        instances.reserveCapacity(slots.count)
        let isBare = plan.query.fields == []
        for slot in slots {
            if let instance = try instance(at: slot, bare: isBare, in: snapshot) { instances.append(instance) }
        }
        guard !isBare else { return instances }
        if plan.query.population != .none { try populate(&instances, in: snapshot) }
        if let fields = plan.query.fields.map(Set.init) {
            for place in instances.indices {
                instances[place].values = instances[place].values.filter { fields.contains($0.key) }
            }
        }
        return instances
    }

    private mutating func instance(
        at slot: Int, bare: Bool = false, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> ContentInstance? {
        guard let content = try snapshot.content(at: slot) else { return nil }
        bytes += content.head.utf8.count + (bare ? 0 : content.values.utf8.count)
        try Budget.checkCurrent()
        guard bytes <= limit else {
            throw .invalidArgument(
                "the answer needs more than \(limit >> 20) MB of content; ask for pages, fewer fields or fewer "
                    + "relations")
        }
        do throws(MalformedJSON) {
            var instance = try ContentInstance(json: JSONValue(parsing: content.head.utf8))
            if !bare, case .object(let values) = try JSONValue(parsing: content.values.utf8) {
                instance.values = values
            }
            localize(&instance)
            return instance
        } catch {
            throw .service("the content in row \(slot) cannot be read: \(error)")
        }
    }

    /// Puts translations in place of the objects that hold all of them.
    private func localize(_ instance: inout ContentInstance) {
        guard let locale = plan.query.locale, let module = plan.schema.module(instance.module) else { return }
        for field in module.fields where field.isTranslated {
            guard case .object(let translations)? = instance.values[field.name] else { continue }
            if field.kind == .object, !translations.values.allSatisfy(\.isObject) { continue }
            let byLocale = Dictionary(translations.map { (ContentLocale.normalized($0.key), $0.value) }) { first, _ in
                first
            }
            let chain = ContentLocale.chain(locale, default: module.defaultLocale)
            instance.values[field.name] = chain.lazy.compactMap { byLocale[$0] == .null ? nil : byLocale[$0] }.first
        }
    }

    // MARK: relations

    private func isPopulated(_ name: String) -> Bool {
        if let fields = plan.query.fields, !fields.contains(name) { return false }
        switch plan.query.population {
        case .none: return false
        case .all: return true
        case .fields(let names): return names.contains(name)
        }
    }

    /// One level deep: the relations of what comes in stay ids, so that circles end.
    private mutating func populate(
        _ instances: inout [ContentInstance], in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        for place in instances.indices {
            guard let module = plan.schema.module(instances[place].module) else { continue }
            for field in module.fields where field.kind.isRelation && isPopulated(field.name) {
                guard let value = instances[place].values[field.name] else { continue }
                instances[place].values[field.name] = try populated(value, in: snapshot)
            }
        }
        for module in plan.modules {
            let places = instances.indices.filter { instances[$0].module == module.name }
            guard !places.isEmpty else { continue }
            for inverse in plan.schema.inverses(of: module) where isPopulated(inverse.name) {
                let ids = Set(places.map { instances[$0].id })
                let column = ContentColumn.name(of: inverse.field, in: inverse.source)
                let slots = try snapshot.slots(having: ids, in: column)
                for place in places {
                    let ordered = try snapshot.sorted(slots[instances[place].id] ?? [], by: plan.order.suffix(2))
                    var values: [JSONValue] = []
                    for slot in ordered {
                        if let found = try instance(at: slot, in: snapshot) { values.append(found.json) }
                    }
                    instances[place].values[inverse.name] = .array(values)
                }
            }
        }
    }

    private mutating func populated(
        _ value: JSONValue, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> JSONValue {
        switch value {
        case .array(let values):
            return .array(try values.map { value throws(SearchError) in try populated(value, in: snapshot) })
        case .object(let translations):
            var all: [String: JSONValue] = [:]
            for (locale, value) in translations { all[locale] = try populated(value, in: snapshot) }
            return .object(all)
        default:
            guard let id = value.text else { return value }
            if let known = related[id] { return known?.json ?? value }
            let found = try snapshot.slot(of: id).flatMap { slot throws(SearchError) in
                try instance(at: slot, in: snapshot)
            }
            related[id] = .some(found)
            return found?.json ?? value
        }
    }
}

extension JSONValue {
    var isObject: Bool { if case .object = self { true } else { false } }
}
