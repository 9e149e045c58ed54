extension SearchEngine {
    /// The types of product that the items have, by name, off the threads of tasks.
    public func productTypes() async throws(SearchError) -> [ProductType] {
        try await offload { _ throws(SearchError) in try self.productTypesBlocking() }
    }

    /// ``productTypes()``, blocking. Types are the strings of the field that the engine was opened with; `A > B` counts
    /// as the types A and B.
    public func productTypesBlocking() throws(SearchError) -> [ProductType] {
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

    /// Returns the vote of the items that are similar to an object; nil where no item has a type, or no item is
    /// similar.
    func neighborVote(of vector: [Int8]) throws(SearchError) -> NeighborVote? {
        try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
            guard let table = try typeTable(in: snapshot) else { return nil }
            let scale = try SimilarityScale(vector, parts: describer.parts)
            var relatives: [NeighborVote.Neighbor] = []
            let rows = catalog.vectors.nearest(
                scale.query, count: NeighborVote.size, filter: snapshot.visible(table.slots), mode: .default)
            guard let best = rows.map({ scale.key(dot: $0.dot) }).max(), best >= NeighborVote.leastScore else {
                return nil
            }
            for row in rows {
                let score = scale.key(dot: row.dot)
                guard score > 0, let item = try snapshot.item(at: row.slot) else { continue }
                relatives.append(
                    NeighborVote.Neighbor(
                        item: item, types: table.types(of: item), weight: NeighborVote.weight(ofScore: score)))
            }
            return NeighborVote(relatives, table: table)
        }
    }

    /// The types in a state of the store; read again only when that changed.
    private func typeTable(in snapshot: borrowing Snapshot) throws(SearchError) -> TypeTable? {
        if let known = types.withLock({ $0 }), known.revision == snapshot.revision { return known }
        let table = try TypeTable(typeFields, in: snapshot)
        if let table { types.withLock { if ($0?.revision ?? -1) < table.revision { $0 = table } } }
        return table
    }
}
