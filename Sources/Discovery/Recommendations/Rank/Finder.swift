internal import Essentials
internal import VisualSearch

/// An item to start from.
struct Seed {
    var id: String
    /// Nil for an item that is not in the store: visits may know it still.
    var slot: Int?
    /// Above 0.
    var weight: Double
}

/// Finds items by each of the kinds, among those that are allowed.
struct Finder {
    /// The strongest seeds that bring items by their look; more of them would make an answer slow.
    static let leading = 5
    /// The latest items of a customer that `personal` starts from.
    static let interests = 20

    let rows: CatalogRows
    let behavior: any Behavior
    let pairs: TypePairs
    /// Strongest first.
    let seeds: [Seed]
    /// The items that the customer dealt with, as seeds, newest first.
    let interests: [Seed]
    /// The items that may come back.
    let allowed: Bitmap
    /// The first moment that counts for `popular`.
    let since: Date?

    /// The items that a kind finds; `reach` of them at least, where there are so many.
    func find(
        by kind: Model.Kind, reach: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        switch kind {
        case .similar: try similar(to: seeds, reach: reach, in: snapshot)
        case .words: try words(of: seeds, reach: reach, in: snapshot)
        case .together: try together(with: seeds, .wanted, kind: .together, reach: reach, in: snapshot)
        case .complementary: try complementary(reach: reach, in: snapshot)
        case .popular: try popular(reach: reach, in: snapshot)
        case .personal: try personal(reach: reach, in: snapshot)
        case .recent: recent()
        case .newest: newest(reach: reach)
        }
    }

    /// The mean likeness to the leading seeds, by their weights.
    func similar(
        to seeds: [Seed], reach: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        let leading = strongest(seeds.filter { $0.slot != nil })
        var examples: [(seed: Seed, example: CatalogRows.Example)] = []
        var slots = Set<Int>()
        for seed in leading {
            guard let slot = seed.slot, let example = try rows.example(slot, in: snapshot) else { continue }
            for near in try rows.alike(to: example, count: reach, among: allowed, in: snapshot) {
                slots.insert(near.slot)
            }
            examples.append((seed, example))
        }
        let candidates = slots.sorted()
        let whole = examples.reduce(0) { $0 + $1.seed.weight }
        let scores = try examples.map { example throws(SearchError) in
            try rows.likeness(to: example.example, at: candidates, in: snapshot)
        }
        return candidates.indices.compactMap { index in
            let reasons = zip(examples, scores).compactMap { example, scores -> Found.Reason? in
                guard scores[index] > 0 else { return nil }
                return Found.Reason(
                    kind: .similar, seed: example.seed.id, amount: scores[index] * example.seed.weight / whole)
            }
            return reasons.isEmpty ? nil : Found(candidates[index], by: .similar, reasons)
        }
    }

    /// The relevance of the words of the leading seeds, by their weights.
    func words(of seeds: [Seed], reach: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Found] {
        let leading = strongest(seeds.filter { $0.slot != nil })
        let whole = leading.reduce(0) { $0 + $1.weight }
        var reasons: [Int: [Found.Reason]] = [:]
        for seed in leading {
            guard let item = try seed.slot.flatMap({ slot throws(SearchError) in try snapshot.item(at: slot) }) else {
                continue
            }
            // A blank at the end: the last word is whole.
            let matches = try snapshot.wordMatches(item.tellingWords + " ").matches.filter { allowed[$0.slot] }
            for match in matches.prefix(reach) where match.relevance > 0 {
                reasons[match.slot, default: []].append(
                    Found.Reason(kind: .words, seed: seed.id, amount: match.relevance * seed.weight / whole))
            }
        }
        return reasons.sorted { $0.key < $1.key }.map { Found($0.key, by: .words, $0.value) }
    }

    /// The companions of the seeds in visits, by their weights.
    func together(
        with seeds: [Seed], _ relation: Companionship, kind: Model.Kind, reach: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        let whole = seeds.reduce(0) { $0 + $1.weight }
        var slots: [String: Int?] = [:]
        var reasons: [Int: [Found.Reason]] = [:]
        for seed in seeds {
            for companion in try behavior.companions(of: seed.id, by: relation, limit: reach) where companion.score > 0
            {
                let slot: Int?
                if let known = slots[companion.item] {
                    slot = known
                } else {
                    slot = try snapshot.slot(of: companion.item)
                    slots[companion.item] = slot
                }
                guard let slot, allowed[slot] else { continue }
                reasons[slot, default: []].append(
                    Found.Reason(kind: .together, seed: seed.id, amount: companion.score * seed.weight / whole))
            }
        }
        return reasons.sorted { $0.key < $1.key }.map { Found($0.key, by: kind, $0.value) }
    }

    private func popular(reach: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Found] {
        var found: [Found] = []
        var start = 0
        // Each item has to be looked up; of a rare type there are few even far down the list.
        while found.count < reach / 4, start < 16 * reach {
            let page = try behavior.popular(since: since, from: start, limit: 2 * reach)
            for wanted in page where wanted.score > 0 {
                guard let slot = try snapshot.slot(of: wanted.item), allowed[slot] else { continue }
                found.append(Found(slot, by: .popular, [Found.Reason(kind: .popular, amount: wanted.score)]))
            }
            if page.count < 2 * reach { break }
            start += 2 * reach
        }
        return found
    }

    /// Items that go with the customer's, in visits and in looks, half and half. The items themselves are left out.
    private func personal(reach: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Found] {
        let known = Set(interests.compactMap(\.slot))
        let lists = [
            try together(with: interests, .wanted, kind: .personal, reach: reach, in: snapshot),
            try similar(to: interests, reach: reach, in: snapshot),
        ].map { list in (list: list.filter { !known.contains($0.slot) }, weight: 1.0) }
        return [Found].blend(lists.filter { !$0.list.isEmpty }).credited(to: .personal)
    }

    private func recent() -> [Found] {
        interests.enumerated().compactMap { place, interest in
            guard let slot = interest.slot, allowed[slot] else { return nil }
            let reason = Found.Reason(kind: .recent, seed: interest.id, amount: 1 / Double(place + 1))
            return Found(slot, by: .recent, [reason])
        }
    }

    /// The last slots: new items take them, unless one became free before.
    private func newest(reach: Int) -> [Found] {
        let latest = allowed.slots.suffix(reach).reversed()
        return latest.enumerated().map { place, slot in
            let reason = Found.Reason(kind: .newest, amount: 1 / (1 + Double(place) / Double(reach)))
            return Found(slot, by: .newest, [reason])
        }
    }

    /// The seeds that count for looks, words and types.
    func strongest(_ seeds: [Seed]) -> [Seed] {
        Array(seeds.sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }.prefix(Finder.leading))
    }
}

extension Item {
    /// The words that tell what the item is: its title and its short strings, the first 12 of them.
    fileprivate var tellingWords: String {
        let titles = [attributes.title].compactMap(\.self)
        let kinds = FieldRole.type.fields(among: attributes.keys).compactMap { attributes[$0]?.written }.prefix(1)
        let words = (titles + kinds).joined(separator: " ").split { !$0.isLetter && !$0.isNumber }
        return words.prefix(12).joined(separator: " ")
    }
}
