internal import VisualSearch

extension Finder {
    /// The share of a score that agreement in color and pattern can give; what was bought with a seed comes before it.
    private static let styleShare = 0.4

    /// What was bought with the seeds and is of another type, and what agrees with them in color and pattern among the
    /// types that go with theirs.
    func complementary(reach: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Found] {
        var found: [Int: Found] = [:]
        let whole = seeds.reduce(0) { $0 + $1.weight }
        for seed in seeds {
            let types = try seed.slot.map { slot throws(SearchError) in try rows.types(at: slot, in: snapshot) } ?? []
            var others = allowed
            if let own = types.last { others.subtract(try rows.slots(ofTypes: [own], in: snapshot)) }
            let share = seed.weight / whole
            let bought = try together(with: [seed], .bought, kind: .complementary, reach: reach, in: snapshot)
            var lists = bought.filter { others[$0.slot] }
            for index in lists.indices { lists[index].scale(by: share) }
            lists += try agreeing(with: seed, types, among: others, share: share, reach: reach, in: snapshot)
            for each in lists {
                if found[each.slot] == nil { found[each.slot] = each } else { found[each.slot]?.merge(each) }
            }
        }
        return found.values.sorted { $0.slot < $1.slot }
    }

    /// What agrees with a seed in color and pattern, the types in turn: the best of each type come first.
    private func agreeing(
        with seed: Seed, _ types: [String], among others: Bitmap, share: Double, reach: Int,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        guard let slot = seed.slot else { return [] }
        let near = try rows.agreeing(
            with: slot, count: reach, among: try partners(types, among: others, in: snapshot), in: snapshot)
        var ranks: [String: Int] = [:]
        var found: [Found] = []
        for neighbor in near where neighbor.score > 0 {
            let type = try rows.types(at: neighbor.slot, in: snapshot).last ?? ""
            let rank = ranks[type, default: 0]
            ranks[type] = rank + 1
            let amount = Finder.styleShare * share * neighbor.score / (1 + Double(rank) / 4)
            found.append(
                Found(
                    neighbor.slot, by: .complementary,
                    [Found.Reason(kind: .complementary, seed: seed.id, amount: amount)]))
        }
        return found
    }

    /// The items of the types that go with these: those of the nearest common ancestor that has others, as trousers go
    /// with jackets in `Men > Clothing`. All others where there is none.
    private func partners(
        _ types: [String], among others: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap {
        for ancestor in types.dropLast() {
            let kin = try rows.slots(ofTypes: [ancestor], in: snapshot).intersection(others)
            if !kin.isEmpty { return kin }
        }
        return others
    }
}
