internal import DynamicYieldAPI
internal import SearchServer

/// The columns that have facets, where nobody has chosen them. Found anew when the store has changed.
final class FacetColumns: Sendable {
    /// The items that are looked at: enough to tell colors from names.
    private static let sample = 2000

    private let found = RevisionValue<Set<String>>()
    /// Those that somebody has chosen.
    private let chosen: [String]?

    init(chosen: [String]?) { self.chosen = chosen }

    /// The fields to count, by column, in the order of the answer.
    func fields(of columns: CatalogColumns, in engine: SearchEngine) throws(SearchError) -> [(
        column: String, field: String
    )] {
        let limit = DynamicYield.Limits.facets
        if let chosen {
            return Array(
                chosen.lazy.compactMap { column in columns.field(column).map { (column, $0) } }.prefix(limit))
        }
        let fit = try fitting(in: engine).subtracting(columns.telling)
        return Array(
            columns.all.lazy.filter { $0 != CatalogColumns.branches }
                .compactMap { column in columns.field(column).map { (column, $0) } }
                .filter { fit.contains($0.1) }.prefix(limit))
    }

    private func fitting(in engine: SearchEngine) throws(SearchError) -> Set<String> {
        try engine.store.read { snapshot throws(SearchError) in
            try found.value(at: snapshot.revision) { () throws(SearchError) in
                let sample = Bitmap(try snapshot.live().prefix(FacetColumns.sample), size: snapshot.slots)
                let limit = DynamicYield.Limits.facetValues
                let request = SearchRequest.FacetRequest(["*"], limit: limit + 1, bins: 0)
                let types = try snapshot.fields()
                return Set(
                    try snapshot.facets(request, over: sample).filter { facet in
                        switch types[facet.field] {
                        case .int?, .float?: true
                        case .string?, .list?, .bool?:
                            (1...limit).contains(facet.values.count)
                                && !facet.values.allSatisfy {
                                    $0.value.hasPrefix("https://") || $0.value.hasPrefix("http://")
                                }
                        case .text?, .date?, nil: false
                        }
                    }.map(\.field))
            }
        }
    }
}
