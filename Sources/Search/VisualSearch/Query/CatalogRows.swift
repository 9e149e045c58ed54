internal import SQLite

/// The pictures and the types of a catalog by slot, in one state of it, as recommendations read them.
package struct CatalogRows {
    private let engine: SearchEngine

    init(_ engine: SearchEngine) { self.engine = engine }

    /// An item that others are compared with.
    package struct Example {
        fileprivate let query: PreparedQuery
    }

    /// An item, and its score in a comparison, 0…1.
    package struct Neighbor: Hashable {
        package let slot: Int
        package let score: Double
    }

    /// The item in a slot as an example; nil for an empty slot.
    package func example(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> Example? {
        guard let id = try snapshot.id(at: slot) else { return nil }
        return Example(query: try engine.query(SearchRequest(.item(id)), vector: nil, in: snapshot))
    }

    /// The items most alike to an example, best first: by visual similarity and, where the store has learned, by type.
    package func alike(
        to example: Example, count: Int, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Neighbor] {
        try Ranking.nearest(example.query, count: count, among: .init(slots: slots), in: snapshot)
            .map { Neighbor(slot: $0.slot, score: $0.score) }
    }

    /// The scores of slots in comparison with an example, 0…1, as ``alike(to:count:among:in:)`` gives them.
    package func likeness(
        to example: Example, at slots: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        try example.query.keys(of: slots, in: snapshot).map { min(max($0, 0), 1) }
    }

    /// The items whose colors and pattern agree most with those of an item, best first, whatever their shape.
    package func agreeing(
        with slot: Int, count: Int, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Neighbor] {
        guard let vector = try snapshot.vector(at: slot) else { return [] }
        var surface = vector
        for part in engine.describer.parts where part.aspect == .shape {
            for index in part.range { surface[index] = 0 }
        }
        let whole = Double(max(surface.reduce(0) { $0 + Int($1) * Int($1) }, 1))
        return try engine.catalog.nearest(surface, count: count, among: slots, mode: .default, in: snapshot)
            .map { Neighbor(slot: $0.slot, score: min(max(Double($0.dot) / whole, 0), 1)) }
    }

    /// The cosines of an item's vector with those of others; for telling how much alike two recommended items are.
    package func visualSimilarities(
        of slot: Int, at slots: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        guard let vector = try snapshot.vector(at: slot) else { return slots.map { _ in 0 } }
        let scale = try SimilarityScale(vector, parts: engine.describer.parts)
        return try engine.catalog.dots(vector, at: slots, in: snapshot).map { min(max(scale.key(dot: Int($0)), 0), 1) }
    }

    /// The types of an item, from the general to the particular; empty for one without a type.
    package func types(at slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [String] {
        guard let types = try engine.types(in: snapshot) else { return [] }
        return types.at(slot).map { types.names[$0] }
    }

    /// The items that are of one of the types, spelled as the items do.
    package func slots(ofTypes names: Set<String>, in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap {
        guard let types = try engine.types(in: snapshot) else { return Bitmap(size: snapshot.slots) }
        let numbers = types.names.indices.filter { names.contains(types.names[$0]) }
        return types.slots(of: Set(numbers)).resized(to: snapshot.slots)
    }

    /// The items that items name in a field as going with them, counted by the types of both: from the type of the one
    /// that names to those of the others. Each type is the most particular one.
    ///
    /// - Parameters:
    ///   - fields: The names of the fields; they hold ids.
    ///   - limit: The most different ids that are looked up, spread evenly over them.
    package func pairs(
        namedIn fields: [String], limit: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [String: [String: Int]] {
        guard let types = try engine.types(in: snapshot) else { return [:] }
        var pairs: [Int: [Int: Int]] = [:]
        for name in fields {
            guard let field = try snapshot.field(name), field.type == .list || field.type == .string,
                case .strings(let column) = try snapshot.column(field, .whole)
            else { continue }
            let step = max(1, (column.strings.count + limit - 1) / limit)
            var typeOf = [Int?](repeating: nil, count: column.strings.count)
            for code in stride(from: 0, to: column.strings.count, by: step) {
                typeOf[code] = try snapshot.slot(of: column.strings[code]).flatMap { types.particular($0) }
            }
            for slot in column.present {
                guard let type = types.particular(slot) else { continue }
                for code in column[slot] {
                    if let other = typeOf[Int(code)] { pairs[type, default: [:]][other, default: 0] += 1 }
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: pairs.map { type, others in
                let named = others.map { (types.names[$0.key], $0.value) }
                return (types.names[type], Dictionary(uniqueKeysWithValues: named))
            })
    }

    /// The names of all types.
    package func typeNames(in snapshot: borrowing Snapshot) throws(SearchError) -> [String] {
        try engine.types(in: snapshot)?.names ?? []
    }
}

extension SearchEngine {
    /// Calls `body` with a state of the store and the rows that match it.
    package func readRows<Value>(
        _ body: (borrowing Snapshot, CatalogRows) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        try reading(withPalettes: false) { snapshot throws(SearchError) in
            try body(snapshot, CatalogRows(self))
        }
    }
}
