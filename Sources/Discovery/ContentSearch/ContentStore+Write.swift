internal import ImageTypes
internal import VisualSearch

extension ContentStore {
    /// Adds modules, or replaces those with the same names; the instances that are there are checked against the new
    /// fields.
    ///
    /// - Throws: `invalidArgument` for a schema that contradicts itself, and for instances that do not fit it, with the
    ///   first of them. Then nothing has changed.
    public func define(_ modules: [ContentModule]) throws(SearchError) {
        let earlier = try self.modules()
        let names = Set(modules.map(\.name))
        let schema = ContentSchema(earlier.filter { !names.contains($0.name) } + modules)
        for module in modules { try module.check(in: schema) }
        var items: [StoredItem] = []
        var types: [String: AttributeType] = [:]
        for module in modules where earlier.contains(where: { $0.name == module.name && $0 != module }) {
            items += try rewritten(module, in: schema, &types)
        }
        let records = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.json.encodedText as String?) })
        try engine.store.define(modules: records, rewriting: items, types: types)
        engine.follow()
    }

    /// Adds instances or replaces those with the same ids, in one transaction. One result for each, in order; when this
    /// returns, what succeeded is on disk.
    ///
    /// - Parameters:
    ///   - instances: The instances, of modules that are defined.
    ///   - pictures: The pictures of instances by their ids. Without one, an earlier picture stays. Default none.
    /// - Returns: For each instance, nothing, or the reason why it stayed out: a value that its field cannot have, a
    ///   picture that cannot be read, an id that an instance of another module has.
    public func insertBlocking(
        _ instances: [ContentInstance], pictures: [String: ImageInput] = [:]
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let schema = try currentSchema()
        let engine = engine
        // In portions, because one instance alone takes less time than waking a thread.
        let portions = stride(from: 0, to: instances.count, by: Self.portion).map {
            Array(instances[$0..<min($0 + Self.portion, instances.count)])
        }
        let prepared = try engine.map(portions) { portion throws(SearchError) in
            portion.map { instance in
                Result { () throws(SearchError) -> StoredItem in
                    var item = try schema.stored(instance)
                    if let picture = pictures[instance.id] { item.picture = try engine.storedPicture(of: picture) }
                    return item
                }
            }
        }.flatMap { $0 }
        return try insert(instances, as: prepared, schema) { items throws(SearchError) in
            try engine.store.upsert(items)
        }
    }

    /// The instances that one thread prepares at a time.
    private static let portion = 100

    /// Adds instances, off the threads of tasks. See ``insertBlocking(_:pictures:)``.
    public func insert(
        _ instances: [ContentInstance], pictures: [String: ImageInput] = [:]
    ) async throws(SearchError) -> [Result<Void, SearchError>] {
        try await engine.threads.offload { _ throws(SearchError) in
            try self.insertBlocking(instances, pictures: pictures)
        }
    }

    /// Removes instances for good; returns the ids that existed.
    public func removeBlocking(_ ids: [String]) throws(SearchError) -> [String] { try engine.removeBlocking(ids) }

    /// Removes a module, by its name or id, with its instances; returns their number.
    ///
    /// - Throws: `invalidArgument` where there is no such module.
    public func removeModuleBlocking(_ name: String) throws(SearchError) -> Int {
        let name = try ContentSchema(try modules()).modules(named: [name])[0].name
        let ids = try ids(of: name)
        for start in stride(from: 0, to: ids.count, by: 10_000) {
            _ = try engine.removeBlocking(Array(ids[start..<min(start + 10_000, ids.count)]))
        }
        try engine.store.define(modules: [name: nil])
        return ids.count
    }

    /// Adds the instances of a portion.
    ///
    /// - Parameters:
    ///   - schema: The modules that the portion was prepared by. Where others are there now, it is prepared anew.
    ///   - write: Writes what fits; returns the reasons why items stay out.
    func insert(
        _ portion: ContentPortion, preparedBy schema: ContentSchema,
        _ write: ([StoredItem]) throws(SearchError) -> [SearchError?]
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let current = try currentSchema()
        let items = portion.instances.map { current == schema ? $0.item : current.item(of: $0.instance) }
        return try insert(portion.instances.map(\.instance), as: items, current, write)
    }

    private func insert(
        _ instances: [ContentInstance], as prepared: [Result<StoredItem, SearchError>], _ schema: ContentSchema,
        _ write: ([StoredItem]) throws(SearchError) -> [SearchError?]
    ) throws(SearchError) -> [Result<Void, SearchError>] {
        let conflicts = try conflicts(among: instances, schema)
        var results: [Result<Void, SearchError>] = []
        var places: [Int] = []
        var items: [StoredItem] = []
        for (instance, item) in zip(instances, prepared) {
            if let module = conflicts[instance.id] {
                let error = SearchError.invalidArgument("the id `\(instance.id)` belongs to an instance of \(module)")
                results.append(.failure(error))
                continue
            }
            if case .success(let item) = item {
                places.append(results.count)
                items.append(item)
            }
            results.append(item.map { _ in () })
        }
        for (place, problem) in zip(places, try write(items)) {
            if let problem { results[place] = .failure(problem) }
        }
        engine.follow()
        return results
    }

    private func currentSchema() throws(SearchError) -> ContentSchema {
        try engine.store.read { snapshot throws(SearchError) in try schema(in: snapshot) }
    }

    /// The modules of instances that have the ids of others, by id.
    private func conflicts(
        among instances: [ContentInstance], _ schema: ContentSchema
    ) throws(SearchError) -> [String: String] {
        try engine.store.read { snapshot throws(SearchError) in
            var conflicts: [String: String] = [:]
            for instance in instances {
                guard let slot = try snapshot.slot(of: instance.id),
                    let module = try snapshot.string(of: ContentColumn.module, at: slot),
                    module != schema.module(instance.module)?.name
                else { continue }
                conflicts[instance.id] = module
            }
            return conflicts
        }
    }

    private func ids(of module: String) throws(SearchError) -> [String] {
        var query = ContentQuery(module).everything()
        query.fields = []
        return try searchBlocking(query).items.map(\.id)
    }

    /// The instances of a module by its new fields, and the kinds of their attributes.
    private func rewritten(
        _ module: ContentModule, in schema: ContentSchema, _ types: inout [String: AttributeType]
    ) throws(SearchError) -> [StoredItem] {
        let items = try searchBlocking(ContentQuery(module.name).everything()).items.map(schema.stored)
        let known = try engine.store.read { snapshot throws(SearchError) in try snapshot.fields() }
        for field in module.fields {
            let name = ContentColumn.name(of: field, in: module)
            for attribute in known.keys where attribute == name || attribute.hasPrefix(name + "@") {
                types[attribute] = field.kind.attributeType
            }
        }
        return items
    }
}

extension ContentModule {
    /// Throws for the first part that contradicts another one.
    fileprivate func check(in schema: ContentSchema) throws(SearchError) {
        guard (1...128).contains(name.utf8.count), !name.contains(where: { $0 == "." || $0 == "@" }) else {
            throw .invalidArgument("the name of a module has 1 to 128 bytes without `.` and `@`, not `\(name)`")
        }
        var seen: Set<String> = []
        for field in fields {
            let place = "the field `\(field.name)` of \(name)"
            guard (1...64).contains(field.name.utf8.count), !field.name.contains(where: { $0 == "." || $0 == "@" })
            else {
                throw .invalidArgument("\(place): a name has 1 to 64 bytes without `.` and `@`")
            }
            guard seen.insert(field.name).inserted else { throw .invalidArgument("\(place) is there twice") }
            guard field.kind.isRelation == (field.module != nil) else {
                throw .invalidArgument(
                    field.kind.isRelation ? "\(place) is a relation and names no module" : "\(place) is no relation")
            }
            if let target = field.module, schema.module(target) == nil {
                throw .unknownModule(target, known: schema.modules.map(\.name))
            }
            if let value = field.defaultValue {
                let instance = ContentInstance(id: "default", module: name, values: [field.name: value])
                var single = self
                single.fields = [field]
                _ = try ContentSchema([single]).stored(instance)
            }
        }
        for inverse in schema.inverses(of: self) where field(inverse.name) != nil {
            throw .invalidArgument(
                "\(name) have a field `\(inverse.name)`, which is also the inverse of `\(inverse.field.name)` of "
                    + inverse.source.name)
        }
    }
}
