import VisualSearch

/// A sequence of batches that always does the same, so that a test knows what a store must hold after each.
struct Work: Sendable {
    static let describer = DescriberIdentity(name: "work", dimensions: 16, colors: 8)
    /// The item that says how many batches were done.
    static let counter = "counter"

    /// The items that batch `number` (from 1) writes.
    func upserts(_ number: Int) -> [StoredItem] {
        var items = (0..<1 + number % 4).map { item("\((number * 7 + $0 * 31) % 90)", number + $0) }
        items.append(item(Work.counter, number))
        return items
    }

    /// The item that batch `number` removes beforehand, in a transaction of its own, if it is there.
    func removal(_ number: Int) -> String { "\(number * 13 % 90)" }

    /// The item that batch `number` restores after that, in a transaction of its own, if it was removed and is not
    /// there.
    func restoration(_ number: Int) -> String? { number.isMultiple(of: 3) ? "\((number - 1) * 13 % 90)" : nil }

    /// The transactions of batch `number` before the one that acknowledges it.
    func prepare(_ number: Int, in store: CatalogStore) throws(SearchError) {
        _ = try store.remove([removal(number)])
        if let id = restoration(number) { try store.restore([id]) }
    }

    /// Batch `number`.
    func run(_ number: Int, in store: CatalogStore) throws(SearchError) {
        try prepare(number, in: store)
        for problem in try store.upsert(upserts(number)) {
            if let problem { throw problem }
        }
    }

    private func item(_ id: String, _ seed: Int) -> StoredItem {
        StoredItem(
            Item(
                id: id, source: "/photos/\(id).jpg",
                attributes: [
                    "batch": .int(seed), "title": .text("item \(id) of batch \(seed)"),
                    "tags": .list((0..<seed % 3).map { "t\($0)" }),
                ]),
            picture: StoredPicture(
                vector: (0..<16).map { Int8(truncatingIfNeeded: seed &* 31 &+ $0 &* 7) },
                colors: (0..<8).map { UInt8(truncatingIfNeeded: seed &+ $0) },
                thumbnail: [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: seed % 3000)),
            fingerprint: Fingerprint(size: seed, modified: seed, hash: [UInt8(truncatingIfNeeded: seed)]))
    }
}
