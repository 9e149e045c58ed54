internal import VisualSearch

extension Finder {
    /// The share of a score that agreement in color and pattern can give; what was bought with a seed comes before it.
    private static let styleShare = 0.4
    /// The likeness to the other items of a branch, above that to all outside, from which on the branch is one type of
    /// product.
    private static let typeLikeness = 0.1

    /// Items of another branch of the catalog that were bought with the seeds, and those that agree with them in color
    /// and pattern among the types that go with theirs. Types of the same branch are kinds of one product, and come only
    /// where the catalog itself names them as going together.
    func complementary(reach: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Found] {
        var found: [Int: Found] = [:]
        let whole = seeds.reduce(0) { $0 + $1.weight }
        for seed in strongest(seeds) {
            let types = try seed.slot.map { slot throws(SearchError) in try rows.types(at: slot, in: snapshot) } ?? []
            let others = try outside(of: types, seed.slot, in: snapshot)
            var lists = try together(with: [seed], .bought, kind: .complementary, reach: reach, in: snapshot)
                .filter { others[$0.slot] }
            lists += try agreeing(with: seed, types, bought: lists, among: others, reach: reach, in: snapshot)
            for index in lists.indices {
                lists[index].scale(by: seed.weight / whole)
                let slot = lists[index].slot
                if found[slot] == nil { found[slot] = lists[index] } else { found[slot]?.merge(lists[index]) }
            }
        }
        return found.values.sorted { $0.slot < $1.slot }
    }

    /// Items that agree with a seed in color and pattern, the types in turn: the best of each type come first, and more
    /// of the types that go with it more often. A type that goes with it counts a quarter without any agreement.
    private func agreeing(
        with seed: Seed, _ types: [String], bought: [Found], among others: Bitmap, reach: Int,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        guard let slot = seed.slot else { return [] }
        var partners =
            try types.last.map { type throws(SearchError) in
                try pairs.partners(of: type, rows, in: snapshot)
            } ?? [:]
        for item in bought {
            if let type = try rows.types(at: item.slot, in: snapshot).last { partners[type] = 1 }
        }
        var named = allowed
        if let type = types.last { named.subtract(try rows.slots(ofTypes: [type], in: snapshot)) }
        var among = try rows.slots(ofTypes: Set(partners.keys), in: snapshot).intersection(named)
        if among.isEmpty { among = try related(to: types, among: others, in: snapshot) }
        var ranks: [String: Int] = [:]
        var found: [Found] = []
        for neighbor in try rows.agreeing(with: slot, count: reach, among: among, in: snapshot) {
            let type = try rows.types(at: neighbor.slot, in: snapshot).last ?? ""
            let rank = ranks[type, default: 0]
            ranks[type] = rank + 1
            let affinity = partners.isEmpty ? 1 : 0.5 + 0.5 * (partners[type] ?? 0)
            let amount = Finder.styleShare * affinity * (0.25 + 0.75 * neighbor.score) / (1 + Double(rank) / 4)
            found.append(
                Found(
                    neighbor.slot, by: .complementary,
                    [Found.Reason(kind: .complementary, seed: seed.id, amount: amount)]))
        }
        return found
    }

    /// The allowed items outside of the branch that a seed is in, or, where that has none, of another type.
    ///
    /// The branch is the parent of the last type: boots and pumps are both shoes. The top of the tree may be a type of
    /// product, as in `Shoes > Boots`, or a department, as in `Fashion > Shoes`: only of a type the items look alike.
    private func outside(
        of types: [String], _ slot: Int?, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap {
        for (level, type) in types.enumerated().dropFirst(max(types.count - 2, 0)) {
            let branch = try rows.slots(ofTypes: [type], in: snapshot).intersection(allowed)
            var others = allowed
            others.subtract(branch)
            if level == types.count - 1 { return others }
            if others.isEmpty { continue }
            guard level == 0, let slot, let type = types.last else { return others }
            var siblings = branch
            siblings.subtract(try rows.slots(ofTypes: [type], in: snapshot))
            let (near, far) = (
                try likeness(of: slot, to: siblings, in: snapshot), try likeness(of: slot, to: others, in: snapshot)
            )
            if near - far >= Finder.typeLikeness { return others }
        }
        return allowed
    }

    /// The mean likeness of an item to some of others; 0 without others.
    private func likeness(
        of slot: Int, to others: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Double {
        let all = others.slots
        // Spread evenly: a few hundred tell the mean.
        let some = stride(from: 0, to: all.count, by: max(all.count / 256, 1)).map { all[$0] }
        let similarities = try rows.visualSimilarities(of: slot, at: some, in: snapshot)
        return similarities.reduce(0, +) / Double(max(similarities.count, 1))
    }

    /// The items of the most general ancestor: trousers go with jackets in `Men > Tops > Jackets`. All others without
    /// an ancestor.
    private func related(
        to types: [String], among others: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap {
        for ancestor in types.dropLast() {
            let found = try rows.slots(ofTypes: [ancestor], in: snapshot).intersection(others)
            if !found.isEmpty { return found }
        }
        return others
    }
}
