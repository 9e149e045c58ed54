internal import Dispatch
internal import ImageTypes
internal import SQLite

extension InMemoryCatalog {
    /// So many are computed while writers wait.
    private static let densityPortion = 512

    /// The densities of slots. Those that are unknown are estimated: from the similarities to the nearest items of the query
    /// that found the slots, among which mostly are their own nearest. Only in `body` of a read.
    ///
    /// - Parameter pool: The nearest items of the query.
    func densities(
        at slots: [Int], among pool: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        let known = densities[slots]
        guard known.contains(nil) else { return known.map { $0 ?? 0 } }
        // Each is read once: one by one from a file takes longer than all else.
        let rows = described.areInMemory ? nil : try PoolRows(pool, pictures, described, in: snapshot)
        var found: [Double] = []
        for (slot, known) in zip(slots, known) {
            if let known {
                found.append(known)
            } else if let row = try described.row(slot, in: snapshot) {
                let near: [Int32]
                if let rows {
                    near = rows.dots(row, except: slot)
                } else {
                    near = try dots(row, at: pool.filter { $0 != slot }, in: snapshot)
                }
                found.append(Self.density(of: row, dots: near))
            } else {
                found.append(0)
            }
        }
        return found
    }

    private static func density(of row: [Int8], dots: [Int32]) -> Double {
        let nearest = dots.sorted(by: >).prefix(ItemDensities.neighbors)
        let whole = max(row.reduce(0) { $0 + Int($1) * Int($1) }, 1)
        return Double(nearest.reduce(0) { $0 + Int($1) }) / Double(max(nearest.count, 1) * whole)
    }

    /// Computes the density of a row in memory; nil for an empty one.
    private func density(at slot: Int) -> Double? {
        guard let row = vectors.row(slot) else { return nil }
        let nearest = nearestInMemory(row, count: ItemDensities.neighbors + 1)
        return Self.density(of: row, dots: nearest.filter { $0.slot != slot }.map { Int32($0.dot) })
    }

    /// The slots whose densities a change of a row changes: its own, and those of the rows nearest to it.
    func slots(around slot: Int) -> [Int] {
        let item = pictures?.item(of: slot) ?? slot
        guard let row = vectors.row(slot) else { return [item] }
        return [item] + nearestInMemory(row, count: ItemDensities.neighbors + 1).map(\.slot)
    }

    /// Takes the densities that the store keeps, without those of items that have changed since.
    func loadDensities(_ snapshot: borrowing Snapshot) throws(SearchError) {
        guard let (bytes, revision) = try snapshot.densities() else { return }
        densities.take(bytes)
        densities.forget(try snapshot.changes(since: revision).filter { $0.kind != .attributes }.map(\.slot))
    }

    /// Computes densities that are unknown, and keeps them in the store where enough have changed. Does nothing where the
    /// vectors are not in memory, and in a store that is only read.
    ///
    /// - Parameters:
    ///   - limit: The most that are computed. Default: all.
    ///   - threads: That compute at the same time. Default 1.
    ///   - cancellation: Ends the work between two portions; what is computed by then is not kept. Default: never.
    /// - Returns: False where some are still unknown.
    func keepDensities(
        limit: Int = .max, threads: Int = 1, cancellation: Cancellation = Cancellation()
    ) throws(SearchError) -> Bool {
        guard described.areInMemory, store.mode != .readOnly, store.home == nil else { return true }
        let items = try read(withPalettes: false) { _ in
            let further = pictures
            return vectors.slots.filter { further?.isFurther($0) != true }
        }
        let left = densities.unknown(among: items, limit: limit)
        // Items that change meanwhile become unknown again.
        let revision = try store.readCopy { snapshot throws(SearchError) in snapshot.revision }
        for first in stride(from: 0, to: left.count, by: Self.densityPortion) {
            if cancellation.isCancelled { throw .cancelled }
            let portion = left[first..<min(first + Self.densityPortion, left.count)]
            try read(withPalettes: false) { _ throws(SearchError) in
                let found = Locked<[(slot: Int, density: Double)]>([])
                DispatchQueue.concurrentPerform(iterations: threads) { thread in
                    let part = stride(from: portion.startIndex + thread, to: portion.endIndex, by: threads)
                        .compactMap { place in density(at: left[place]).map { (left[place], $0) } }
                    found.withLock { $0 += part }
                }
                densities.set(found.withLock { $0 })
            }
        }
        guard left.count < limit else { return false }
        let least = items.count <= CatalogStore.fewDensities ? 0 : items.count / CatalogStore.densityShare
        if densities.changed > least { try store.keep(densities.toKeep(), of: revision) }
        return true
    }
}

/// The rows of items and of their further pictures, read from a file.
private struct PoolRows {
    private let items: [Int]
    private let pictures: PictureSlots?
    private let slots: [Int]
    /// The beginnings of the pictures of each item, and the end of the last ones.
    private let starts: [Int]
    private let rows: [[Int8]?]

    init(
        _ items: [Int], _ pictures: PictureSlots?, _ vectors: any DescribedVectors, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.items = items
        self.pictures = pictures
        (slots, starts) = pictures?.expanded(items) ?? (items, Array(0...items.count))
        rows = try vectors.rows(slots, in: snapshot)
    }

    /// The dot product of a row with each item but one, that of its nearest picture.
    func dots(_ row: [Int8], except slot: Int) -> [Int32] {
        items.indices.compactMap { index in
            if items[index] == slot { return nil }
            return (starts[index]..<starts[index + 1]).compactMap { place in
                rows[place].map { other in
                    let dot = StoredVectors.dot(row, other.span)
                    return pictures?.counted(dot, at: slots[place]) ?? dot
                }
            }.max()
        }
    }
}
