internal import VisualSearch

/// The items of an answer as they are chosen, one after the other, by the rules of a model.
struct Choice {
    /// A chosen item.
    struct Pick {
        var found: Found
        var mark: Mark
    }

    /// The way in which an item came into the answer.
    enum Mark {
        case found
        case pinned
        /// Drawn at random.
        case filled
    }

    private(set) var picks: [Pick] = []
    private let limit: Int
    private let group: Model.Group?
    /// 0 takes the best in order.
    var diversity: Double
    private var taken: Set<Int> = []
    /// Items by the value of the group.
    private var counts: [String: Int] = [:]

    init(limit: Int, group: Model.Group?, diversity: Double) {
        self.limit = limit
        self.group = group
        self.diversity = diversity
    }

    var isFull: Bool { picks.count >= limit }

    /// The lowest score of the items that were found; 1 before the first.
    var lowest: Double { picks.lazy.filter { $0.mark == .found }.map(\.found.score).min() ?? 1 }

    /// Takes the best of a list, in order, until `most` are taken or the answer is full.
    ///
    /// With a diversity above 0 each next item is the one with the best mean of its score, as a share of the best, and
    /// its unlikeness to the most similar item before it: maximal marginal relevance (Carbonell and Goldstein, 1998).
    mutating func take(
        _ list: [Found], as mark: Mark = .found, most: Int = .max, from rows: CatalogRows,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var rest = list.filter { !taken.contains($0.slot) }
        let values = try groupValues(rest.map(\.slot), in: snapshot)
        let best = max(rest.map(\.score).max() ?? 1, .leastNormalMagnitude)
        var likeness = [Double](repeating: 0, count: rest.count)
        if diversity > 0 {
            for pick in picks { try compare(pick.found.slot, with: rest, &likeness, rows, snapshot) }
        }
        var count = 0
        while !isFull, count < most {
            var next: (index: Int, value: Double)?
            for index in rest.indices where isFree(values[rest[index].slot]) {
                let value = (1 - diversity) * rest[index].score / best - diversity * likeness[index]
                if value > next?.value ?? -.infinity { next = (index, value) }
                // In order, without anything that changes it.
                if diversity == 0 { break }
            }
            guard let next else { return }
            let found = rest.remove(at: next.index)
            likeness.remove(at: next.index)
            add(found, mark, values[found.slot])
            count += 1
            if diversity > 0 { try compare(found.slot, with: rest, &likeness, rows, snapshot) }
        }
    }

    private mutating func add(_ found: Found, _ mark: Mark, _ value: String?) {
        picks.append(Pick(found: found, mark: mark))
        taken.insert(found.slot)
        if let value, !value.isEmpty { counts[value, default: 0] += 1 }
    }

    /// Items without a value are in no group.
    private func isFree(_ value: String?) -> Bool {
        guard let group, let value, !value.isEmpty else { return true }
        return counts[value, default: 0] < group.most
    }

    private func groupValues(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int: String] {
        guard let group, !slots.isEmpty else { return [:] }
        var values: [Int: String] = [:]
        for (value, slots) in try snapshot.groups(slots, by: SearchRequest.Grouping(group.field, limit: slots.count)) {
            for slot in slots { values[slot] = value }
        }
        return values
    }

    private func compare(
        _ slot: Int, with rest: [Found], _ likeness: inout [Double], _ rows: CatalogRows,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        for (index, similarity) in try rows.visualSimilarities(of: slot, at: rest.map(\.slot), in: snapshot)
            .enumerated()
        {
            likeness[index] = max(likeness[index], similarity)
        }
    }
}
