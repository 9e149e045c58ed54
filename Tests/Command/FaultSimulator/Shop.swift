import SearchAPI
import VisualSearch

/// The contents that a store must have, in plain Swift.
struct Shop: Hashable {
    struct Rule: Hashable {
        var name: String
        var record: String
    }

    /// The known state of one item.
    struct Goods: Hashable {
        var source: String?
        var attributes: [String: AttributeValue]
        var fingerprint: Fingerprint?
        var picture: StoredPicture
        var further: [FurtherPicture]
    }

    var items: [String: Goods] = [:]
    var removed: [String: Goods] = [:]
    var rules: [Rule] = []
    /// The number of items with a type when it learned last; nil where it has not.
    var learned: Int?
    var describer = SimulatedDescriber.all[0].record

    static let ids = (0..<14).map { "item \($0)" }
    static let words = ["red", "leather", "bag", "shoe", "été", "🦊"]

    mutating func put(_ stored: StoredItem) {
        let id = stored.item.id
        let before = items[id]
        guard let picture = stored.picture ?? before?.picture else { return }
        let isNew = stored.picture != nil
        items[id] = Goods(
            source: stored.item.source ?? (isNew ? nil : before?.source), attributes: stored.item.attributes,
            fingerprint: stored.fingerprint ?? (isNew ? nil : before?.fingerprint), picture: picture,
            further: stored.pictures ?? before?.further ?? [])
    }

    mutating func remove(_ id: String) {
        if let item = items.removeValue(forKey: id) { removed[id] = item }
    }

    mutating func restore(_ id: String) {
        if items[id] == nil, let item = removed.removeValue(forKey: id) { items[id] = item }
    }

    mutating func keep(_ new: [Rule], replacingAll: Bool) {
        if replacingAll { rules = [] }
        for rule in new {
            if let place = rules.firstIndex(where: { $0.name == rule.name }) {
                rules[place] = rule
            } else {
                rules.append(rule)
            }
        }
    }

    /// The items, the rules and what was learned, as a copy has them: it leaves out what was removed.
    var copied: Shop { Shop(items: items, rules: rules, learned: learned, describer: describer) }

    /// The first difference from another one, in words; nil where they are equal.
    func difference(from other: Shop) -> String? {
        if self == other { return nil }
        let all = [("items", items, other.items), ("removed items", removed, other.removed)]
        for (name, own, others) in all {
            for id in Set(own.keys).union(others.keys).sorted() where own[id] != others[id] {
                guard let left = own[id] else { return "\(name): `\(id)` is missing" }
                guard let right = others[id] else { return "\(name): `\(id)` is one too many" }
                if left.attributes != right.attributes { return "\(name): the attributes of `\(id)` differ" }
                if left.further != right.further { return "\(name): the further pictures of `\(id)` differ" }
                return "\(name): `\(id)` differs"
            }
        }
        if describer != other.describer { return "the describer is \(describer.name), not \(other.describer.name)" }
        if learned != other.learned {
            let counts = [learned, other.learned].map { $0.map(String.init) ?? "no" }
            return "it has learned from \(counts[0]) items, not \(counts[1])"
        }
        return "the rules differ: \(rules.map(\.name)) and \(other.rules.map(\.name))"
    }
}

extension StoredItem {
    /// An item that the random numbers determine.
    init(_ id: String, _ random: inout SplitMix, withPicture: Bool) {
        var item = Item(id: id)
        if random.below(3) > 0 { item.source = "/photos/\(random.below(100)).jpg" }
        if random.below(4) > 0 { item.attributes["brand"] = .string(random.pick(["acme", "nord", "é"])) }
        if random.below(4) > 0 {
            item.attributes["title"] = .text(
                (0..<random.below(5)).map { _ in random.pick(Shop.words) }.joined(separator: " "))
        }
        if random.below(4) > 0 { item.attributes["stock"] = .int(random.below(9)) }
        if random.isOnce(in: 3) { item.attributes["tags"] = .list((0..<random.below(3)).map { "t\($0)" }) }
        self.init(
            item, picture: withPicture ? StoredPicture(&random) : nil,
            fingerprint: random.isOnce(in: 2) ? Fingerprint(&random) : nil)
        if random.isOnce(in: 3) {
            pictures = (0..<random.below(4)).map { _ in
                FurtherPicture(
                    StoredPicture(&random), role: random.pick([nil, .back, .detail]),
                    source: random.isOnce(in: 2) ? "/photos/\(random.below(100)).jpg" : nil,
                    fingerprint: random.isOnce(in: 2) ? Fingerprint(&random) : nil)
            }
        }
    }
}

extension Fingerprint {
    init(_ random: inout SplitMix) {
        self.init(size: random.below(1 << 20), modified: random.below(1 << 40), hash: [UInt8(random.below(256))])
    }
}

extension StoredPicture {
    init(_ random: inout SplitMix) {
        // Few vectors have more pages than one; thumbnails do, now and then.
        let bytes = random.isOnce(in: 8) ? random.below(30_000) : random.below(600)
        let fill = UInt8(random.below(256))
        self.init(
            vector: (0..<16).map { _ in Int8(truncatingIfNeeded: random.next()) / 2 },
            colors: random.isOnce(in: 4) ? [] : (0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) },
            thumbnail: random.isOnce(in: 3) ? nil : [UInt8](repeating: fill, count: bytes))
    }
}
