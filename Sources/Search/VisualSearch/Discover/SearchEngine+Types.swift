extension SearchEngine {
    /// The types of product that the items have, by name, off the threads of tasks.
    public func productTypes() async throws(SearchError) -> [ProductType] {
        try await threads.offload { _ throws(SearchError) in try self.productTypesBlocking() }
    }

    /// ``productTypes()``, blocking. Types are the strings of the field that the engine was opened with; `A > B` counts
    /// as the types A and B.
    public func productTypesBlocking() throws(SearchError) -> [ProductType] {
        try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                guard let types = try types(in: snapshot) else { return [] }
                return try typeLists.value(at: types.revision) { () throws(SearchError) in
                    try types.productTypes(in: snapshot)
                }
            }
        }
    }

    /// A type as the items spell it, or nil when no item is of it. Case and plural do not matter.
    package func name(ofType type: String) throws(SearchError) -> String? {
        try store.read { snapshot throws(SearchError) in try types(in: snapshot)?.name(of: type) }
    }

    /// Returns the items of a product type. Nil for no type, and for one that no item has: both leave the search as it is.
    func slots(ofType type: String?, in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap? {
        guard let type, let types = try types(in: snapshot), let name = types.name(of: type),
            let number = types.numbers[name]
        else { return nil }
        return types.slots(of: [number]).resized(to: snapshot.slots)
    }

    /// Returns the notice of a type that no item has; nil for no type, for a known one, and where no item has a type.
    func notice(ofType type: String?, in snapshot: borrowing Snapshot) throws(SearchError) -> Notice? {
        guard let type, let types = try types(in: snapshot), types.name(of: type) == nil else { return nil }
        let meant = SearchError.likeliest(type, among: types.counts.keys.sorted())
        let hint = meant.map { "; did you mean `\($0)`?" } ?? ""
        return Notice(
            .unknownValue, "no item is of the type `\(type)`, so items of all types count\(hint)",
            field: types.field.name, suggestion: meant)
    }

    /// Returns the vote of the items that are similar to an object; nil where no item has a type, or no item is
    /// similar.
    ///
    /// - Parameters:
    ///   - usesLearning: False counts the neighbors by visual similarity, whatever the store has learned.
    ///   - excluded: The slot of an item that has no vote.
    func neighborVote(
        of vector: [Int8], usesLearning: Bool = true, without excluded: Int? = nil
    ) throws(SearchError) -> NeighborVote? {
        try reading(withPalettes: false) { snapshot throws(SearchError) in
            guard let table = try types(in: snapshot) else { return nil }
            let scale = try SimilarityScale(vector, parts: describer.parts)
            var neighbors: [NeighborVote.Neighbor] = []
            var voters = snapshot.visible(table.slots)
            if let excluded { voters[excluded] = false }
            let rows = try catalog.nearest(
                scale.query, count: NeighborVote.size, among: voters, mode: .default, in: snapshot)
            guard let best = rows.map({ scale.key(dot: $0.dot) }).max(), best >= NeighborVote.leastScore else {
                return nil
            }
            for row in rows {
                let score = scale.key(dot: row.dot)
                guard score > 0, let item = try snapshot.item(at: row.slot) else { continue }
                neighbors.append((item, row.slot, TypeVotes.weight(ofScore: score)))
            }
            let guesses = usesLearning ? try typeGuesses(onlyAdopted: true, in: snapshot) : nil
            let learned = try guesses?.probabilities(of: vector, without: excluded, in: snapshot)
            return NeighborVote(neighbors, table: table, learned: learned)
        }
    }

    /// The type of an object, as discover tells it; nil for an unknown one.
    ///
    /// - Parameters:
    ///   - vector: Describes the object.
    ///   - usesLearning: False leaves out what the store has learned.
    ///   - excluded: The slot of an item that has no vote.
    package func type(of vector: [Int8], usesLearning: Bool, without excluded: Int?) throws(SearchError) -> String? {
        try neighborVote(of: vector, usesLearning: usesLearning, without: excluded)?.type
    }

    /// The types of the items in a state of the store; read again only when that changed.
    func types(in snapshot: borrowing Snapshot) throws(SearchError) -> TypeTable? {
        try types.value(at: snapshot.revision) { () throws(SearchError) in try TypeTable(typeFields, in: snapshot) }
    }
}
