/// Items with their types and vectors, taken evenly from a catalog, to learn from.
struct TypeSample {
    /// An item: its slot, its vector, and its most particular type by number.
    struct Member {
        let slot: Int
        let vector: [Int8]
        let type: Int
    }

    /// The least number of items that make a type.
    static let leastItems = 5

    var members: [Member]

    /// - Parameters:
    ///   - types: The types of the items.
    ///   - limit: The most items to take, with the same limit for each type.
    init(_ types: TypeTable, limit: Int, in snapshot: borrowing Snapshot) throws(SearchError) {
        var slots: [Int: [Int]] = [:]
        for slot in snapshot.visible(types.slots) {
            if let type = types.at(slot).last { slots[type, default: []].append(slot) }
        }
        let each = max(TypeSample.leastItems, limit / max(slots.count, 1))
        var chosen: [Int: Int] = [:]
        for (type, all) in slots where all.count >= TypeSample.leastItems {
            let count = min(all.count, each)
            for index in 0..<count { chosen[all[index * all.count / count]] = type }
        }
        var members: [Member] = []
        try snapshot.eachVector { slot, vector in
            guard let type = chosen[slot] else { return }
            members.append(Member(slot: slot, vector: vector.indices.map { vector[$0] }, type: type))
        }
        self.members = members
    }

    private init(_ members: [Member]) { self.members = members }

    /// Members by their type.
    var byType: [Int: [Member]] { Dictionary(grouping: members, by: \.type) }

    /// At most `limit` members, with the same limit for each type.
    func thinned(to limit: Int) -> TypeSample {
        let types = byType
        let each = max(TypeSample.leastItems, limit / max(types.count, 1))
        let kept = types.values.flatMap { all in
            let count = min(all.count, each)
            return (0..<count).map { all[$0 * all.count / count] }
        }
        return TypeSample(kept.sorted { $0.slot < $1.slot })
    }

    /// The members outside of one of `count` parts, and those in it; each part has its share of every type.
    func fold(_ number: Int, of count: Int) -> (learning: TypeSample, trying: [Member]) {
        var (learning, trying): ([Member], [Member]) = ([], [])
        var seen: [Int: Int] = [:]
        for member in members {
            let place = seen[member.type, default: 0]
            seen[member.type] = place + 1
            if place % count == number { trying.append(member) } else { learning.append(member) }
        }
        return (TypeSample(learning), trying)
    }
}
