/// The vote of the items nearest to an object: on its type, and on the attributes that they have in common.
struct NeighborVote: Sendable {
    /// The number of neighbors.
    static let size = 12

    /// The score that the most similar item must have for the vote to name a type at all: an object unlike all items
    /// has an unknown type, however well they agree. On the sample scenes 62 of 64 right types stay; of the types given
    /// to objects in photos of COCO, most of which are not in the sample store, 29 of 41 are dropped. Scores of outside
    /// describers are higher as a rule, and pass.
    ///
    /// The calibrated relevance is no better measure. With the threshold that keeps as many right types on the scenes,
    /// 0.38, the type of known objects in `samples/` and `retrieval` is right in 356 of 393 cases instead of 343 of
    /// 374, and 38 of 711 unknown objects get a type with either.
    static let leastScore = 0.5

    /// An item with its slot and the weight of its vote.
    typealias Neighbor = (item: Item, slot: Int, weight: Double)

    private let neighbors: [Neighbor]
    /// Of all weight, the share that speaks for each type; its probability where the store has learned.
    private let shares: [String: Double]
    private let table: TypeTable

    /// - Parameter learned: The probability of each type by what the store has learned, which replaces the shares of the
    ///   neighbors; nil where it has not learned.
    init(_ neighbors: [Neighbor], table: TypeTable, learned: [String: Double]? = nil) {
        self.neighbors = neighbors
        self.table = table
        let whole = neighbors.reduce(0) { $0 + $1.weight }
        let weights = table.weights(of: neighbors.map { ($0.slot, $0.weight / whole) })
        shares = learned ?? Dictionary(uniqueKeysWithValues: weights.map { (table.names[$0], $1) })
    }

    func share(of type: String) -> Double { min(shares[type] ?? 0, 1) }

    /// The rarest of the types that at least half of the evidence speaks for, which is the most telling one. Nil where
    /// the items do not agree on any.
    var type: String? {
        shares.keys.filter { share(of: $0) >= 0.5 }.min { left, right in
            let (first, second) = (table.counts[left] ?? 0, table.counts[right] ?? 0)
            if first != second { return first < second }
            return share(of: left) != share(of: right) ? share(of: left) > share(of: right) : left < right
        }
    }

    /// The values of string and list fields that at least half of the evidence for a type carries, and more than one
    /// item; by field, most evidence first.
    func attributes(of type: String) -> [String: [String]] {
        let voters = neighbors.filter { table.at($0.slot).contains { table.names[$0] == type } }
        let whole = voters.reduce(0) { $0 + $1.weight }
        var counts: [String: [String: (weight: Double, items: Int)]] = [:]
        for voter in voters {
            for (field, value) in voter.item.attributes where field != table.field.name {
                let values: Set<String> =
                    switch value {
                    case .string(let text): [text]
                    case .list(let texts): Set(texts)
                    default: []
                    }
                for value in values where !value.isEmpty {
                    let count = counts[field]?[value] ?? (0, 0)
                    counts[field, default: [:]][value] = (count.weight + voter.weight, count.items + 1)
                }
            }
        }
        return counts.compactMapValues { values in
            let common = values.filter { $0.value.items > 1 && $0.value.weight * 2 >= whole }
            let ordered = common.sorted { ($1.value.weight, $0.key) < ($0.value.weight, $1.key) }
            return ordered.isEmpty ? nil : ordered.map(\.key)
        }
    }
}
