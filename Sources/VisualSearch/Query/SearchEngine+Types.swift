public import SearchAPI

extension SearchEngine {
    public func productTypes() async throws(SearchError) -> [ProductType] {
        try await offload { () throws(SearchError) in try self.productTypesNow() }
    }

    /// ``productTypes()``, blocking. Types are the strings of the field that the engine was opened with; `A > B` counts
    /// as the types A and B.
    public func productTypesNow() throws(SearchError) -> [ProductType] {
        try store.read { snapshot throws(SearchError) in
            guard let table = try typeTable(in: snapshot) else { return [] }
            if let known = typeLists.withLock({ $0 }), known.revision == table.revision { return known.list }
            let list = try table.productTypes(in: snapshot)
            typeLists.withLock { $0 = (table.revision, list) }
            return list
        }
    }

    /// A type as the items spell it, or nil when no item is of it. Case and plural do not matter.
    package func name(ofType type: String) throws(SearchError) -> String? {
        try store.read { snapshot throws(SearchError) in try typeTable(in: snapshot)?.name(of: type) }
    }

    /// What the items that look like an object say of it; nil where no item has a type, or none is like it.
    func kinship(of vector: [Int8]) throws(SearchError) -> Kinship? {
        try catalogue.read(withPalettes: false) { snapshot throws(SearchError) in
            guard let table = try typeTable(in: snapshot) else { return nil }
            let scale = try LookScale(vector, parts: describer.parts)
            var relatives: [Kinship.Relative] = []
            let rows = catalogue.vectors.nearest(
                scale.query, count: Kinship.size, filter: snapshot.visible(table.slots), mode: .default)
            guard let best = rows.map({ scale.key(dot: $0.dot) }).max(), best >= Kinship.leastScore else { return nil }
            for row in rows {
                let score = scale.key(dot: row.dot)
                guard score > 0, let item = try snapshot.item(at: row.slot) else { continue }
                relatives.append(
                    Kinship.Relative(
                        item: item, types: table.types(of: item), weight: Kinship.weight(ofScore: score)))
            }
            return Kinship(relatives, table: table)
        }
    }

    /// The types in a state of the store; read again only when that changed.
    private func typeTable(in snapshot: borrowing Snapshot) throws(SearchError) -> TypeTable? {
        if let known = types.withLock({ $0 }), known.revision == snapshot.revision { return known }
        let table = try TypeTable(typeField.map { [$0] } ?? TypeTable.fieldNames, in: snapshot)
        if let table { types.withLock { if ($0?.revision ?? -1) < table.revision { $0 = table } } }
        return table
    }
}
