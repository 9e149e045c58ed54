/// The similarity of hits to one another, 0…1, for an order in which they differ.
struct HitSimilarity {
    /// A field with few comparable values in each item.
    private enum Values {
        case strings(StringColumn)
        case flags(NumberColumn<Int>)
        case numbers(NumberColumn<Double>)

        /// The share of the values of two slots that both have; nil where neither has any.
        func overlap(_ left: Int, _ right: Int) -> Double? {
            switch self {
            case .strings(let column):
                let (first, second) = (column[left], column[right])
                guard column.present[left] || column.present[right] else { return nil }
                let common = first.count { second.contains($0) }
                let all = first.count + second.count - common
                return all == 0 ? 0 : Double(common) / Double(all)
            case .flags(let column): return Self.equality(column, left, right)
            case .numbers(let column): return Self.equality(column, left, right)
            }
        }

        private static func equality<Number>(_ column: NumberColumn<Number>, _ left: Int, _ right: Int) -> Double? {
            let (first, second) = (column.present[left], column.present[right])
            guard first || second else { return nil }
            return first && second && column.values[left] == column.values[right] ? 1 : 0
        }
    }

    /// The fields that count; nil for pictures.
    private var fields: [Values]?
    private let parts: [VectorPart]
    private let catalog: InMemoryCatalog

    init(
        _ measure: SearchRequest.Diversity.Measure, parts: [VectorPart], _ catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.parts = parts
        self.catalog = catalog
        let names: [String]
        switch measure {
        case .look: return
        case .field(let name): names = [name]
        case .allFields:
            names = try snapshot.fields().filter { [.string, .list, .bool].contains($0.value) }.keys.sorted()
        }
        var fields: [Values] = []
        for name in names {
            guard let field = try snapshot.field(name) else { continue }
            switch try snapshot.column(field, .whole) {
            case .strings(let column): fields.append(.strings(column))
            case .integers(let column): fields.append(.flags(column))
            case .floats(let column): fields.append(.numbers(column))
            }
        }
        self.fields = fields
    }

    /// Returns the similarities of one slot to others.
    func similarities(
        of slot: Int, to others: [Int], _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        if let fields {
            return others.map { other in
                let overlaps = fields.compactMap { $0.overlap(slot, other) }
                return overlaps.isEmpty ? 0 : overlaps.reduce(0, +) / Double(overlaps.count)
            }
        }
        guard let vector = try snapshot.vector(at: slot) else { return [Double](repeating: 0, count: others.count) }
        let scale = try SimilarityScale(vector, parts: parts)
        return try catalog.dots(vector, at: others, in: snapshot).map { min(max(scale.key(dot: Int($0)), 0), 1) }
    }
}
