internal import VisualSearch

/// The types that go together, as people say in the catalog: items that name others as related, counted by type.
final class TypePairs: Sendable {
    /// The fields that name, by id, what goes with an item.
    static let fields = ["related", "goes_with", "cross_sell", "related_items", "related_products"]
    /// The ids that are looked up at most, so that a change of the store costs no more than some milliseconds.
    private static let limit = 4000

    private let counts = RevisionValue<[String: [String: Int]]>()

    /// The share of each type among what goes with a type, the largest 1; empty where nothing is said.
    func partners(
        of type: String, _ rows: CatalogRows, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [String: Double] {
        let pairs = try counts.value(at: snapshot.revision) { () throws(SearchError) in
            try rows.pairs(namedIn: TypePairs.fields, limit: TypePairs.limit, in: snapshot)
        }
        let others = pairs[type, default: [:]].filter { $0.key != type }
        guard let best = others.values.max() else { return [:] }
        return others.mapValues { Double($0) / Double(best) }
    }
}
