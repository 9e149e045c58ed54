internal import SQLite

// Items of several pictures. An item is as near to a vector as its nearest picture is; where every item has one picture,
// each call is that of the pictures.
extension InMemoryCatalog {
    /// The items nearest to a vector, best first, equal ones by slot: `count` of them, or all that exist.
    ///
    /// - Parameter filter: A condition that the items of all slots pass, which narrows the search of a shared home.
    func nearest(
        _ query: [Int8], count: Int, among slots: Bitmap, passing filter: Filter = .all, mode: SearchMode,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [VectorIndex.Row] {
        guard let pictures else {
            return try nearestPictures(query, count: count, among: slots, passing: filter, mode: mode, in: snapshot)
        }
        let wide = pictures.widened(slots)
        var asked = 2 * count + 16
        while true {
            let rows = try nearestPictures(query, count: asked, among: wide, passing: filter, mode: mode, in: snapshot)
            let items = pictures.items(of: rows)
            guard items.count >= count || rows.count < asked else {
                asked *= 2
                continue
            }
            // By all pictures of each: a quick scan may have missed the nearest of them.
            let dots = try dots(query, at: items, in: snapshot)
            var found = zip(items, dots).map { VectorIndex.Row(slot: $0, dot: Int($1)) }
            found.sort { $0.dot != $1.dot ? $0.dot > $1.dot : $0.slot < $1.slot }
            // Details count less than they are near: what was not seen may come before them.
            if rows.count == asked, let last = rows.last, count > 0, found[count - 1].dot < last.dot {
                asked *= 2
                continue
            }
            return Array(found.prefix(count))
        }
    }

    /// As ``nearest(_:count:among:passing:mode:in:)``, to the nearest of the pictures of an example. The dot products are on
    /// the scale of its first one.
    func nearest(
        to example: SimilarityScale, count: Int, among slots: Bitmap, passing filter: Filter = .all, mode: SearchMode,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [VectorIndex.Row] {
        let first = try nearest(
            example.query, count: count, among: slots, passing: filter, mode: mode, in: snapshot)
        if example.others.isEmpty { return first }
        // A picture among the nearest to some picture of the example is among the nearest to that picture.
        var found = Set(first.map(\.slot))
        for other in example.others {
            found.formUnion(
                try nearest(other.query, count: count, among: slots, passing: filter, mode: mode, in: snapshot)
                    .map(\.slot))
        }
        let items = Array(found)
        let dots = try dots(to: example, at: items, in: snapshot)
        var rows = zip(items, dots).map { VectorIndex.Row(slot: $0, dot: Int($1)) }
        rows.sort { $0.dot != $1.dot ? $0.dot > $1.dot : $0.slot < $1.slot }
        return Array(rows.prefix(count))
    }

    /// As ``dots(_:at:in:)``, with the nearest of the pictures of an example, on the scale of its first one.
    func dots(
        to example: SimilarityScale, at slots: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int32] {
        guard let pictures else { return try dotsOfPictures(to: example, at: slots, in: snapshot) }
        return try pictures.greatest(at: slots) { all throws(SearchError) in
            pictures.counted(try dotsOfPictures(to: example, at: all, in: snapshot), at: all)
        }
    }

    /// As ``dots(to:at:in:)``, of each picture by itself.
    func dotsOfPictures(
        to example: SimilarityScale, at slots: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int32] {
        var dots = try dotsOfPictures(example.query, at: slots, in: snapshot)
        for other in example.others {
            for (index, dot) in try dotsOfPictures(other.query, at: slots, in: snapshot).enumerated() {
                dots[index] = max(dots[index], Int32(clamping: example.dot(Int(dot), of: other)))
            }
        }
        return dots
    }

    /// As ``nearest(_:count:among:passing:mode:in:)`` among all items in memory, without a state of the store.
    func nearestInMemory(_ query: [Int8], count: Int) -> [VectorIndex.Row] {
        guard let pictures else { return vectors.nearest(query, count: count, filter: nil, mode: .default) }
        var asked = 2 * count + 16
        while true {
            let rows = vectors.nearest(query, count: asked, filter: nil, mode: .default)
            var seen: Set<Int> = []
            let found = rows.compactMap { row -> VectorIndex.Row? in
                let item = pictures.item(of: row.slot)
                return seen.insert(item).inserted ? VectorIndex.Row(slot: item, dot: row.dot) : nil
            }
            if found.count >= count || rows.count < asked { return Array(found.prefix(count)) }
            asked *= 2
        }
    }

    /// The dot products of a vector with items, each the greatest of its pictures; 0 for an empty slot.
    func dots(_ query: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        guard let pictures else { return try dotsOfPictures(query, at: slots, in: snapshot) }
        return try pictures.greatest(at: slots) { all throws(SearchError) in
            pictures.counted(try dotsOfPictures(query, at: all, in: snapshot), at: all)
        }
    }

    /// Returns the nearness of items to colors, each that of its nearest picture. Only in `body` of a read with palettes.
    func nearness(to colors: ColorTarget, at slots: [Int]) -> [Float] {
        guard let pictures else { return nearnessOfPictures(to: colors, at: slots) }
        return pictures.greatest(at: slots) { nearnessOfPictures(to: colors, at: $0) }
    }
}

extension PictureSlots {
    /// The dot products with pictures as they count for their items.
    func counted(_ dots: [Int32], at slots: [Int]) -> [Int32] { zip(dots, slots).map { counted($0, at: $1) } }

    /// The items of pictures, in the order of the first picture of each.
    func items(of rows: [VectorIndex.Row]) -> [Int] {
        var seen: Set<Int> = []
        return rows.compactMap { row in
            let item = item(of: row.slot)
            return seen.insert(item).inserted ? item : nil
        }
    }

    /// The greatest of the numbers that the pictures of each item get.
    func greatest<Number: Comparable>(
        at items: [Int], _ numbers: ([Int]) throws(SearchError) -> [Number]
    ) throws(SearchError) -> [Number] {
        let (all, starts) = expanded(items)
        let found = try numbers(all)
        return items.indices.map { index in
            var best = found[starts[index]]
            for place in starts[index] + 1..<starts[index + 1] where found[place] > best { best = found[place] }
            return best
        }
    }

    /// As ``greatest(at:_:)``, of numbers that cannot fail.
    func greatest<Number: Comparable>(at items: [Int], _ numbers: ([Int]) -> [Number]) -> [Number] {
        let (all, starts) = expanded(items)
        let found = numbers(all)
        return items.indices.map { index in
            var best = found[starts[index]]
            for place in starts[index] + 1..<starts[index + 1] where found[place] > best { best = found[place] }
            return best
        }
    }
}

/// The learned vectors of a catalog, of which an item has the greatest product among those of its pictures.
struct ItemLearnedVectors: LearnedVectors {
    let vectors: any LearnedVectors
    // Unowned: the catalog owns what it has learned.
    unowned let catalog: InMemoryCatalog

    var areInMemory: Bool { vectors.areInMemory }
    var bytes: Int { vectors.bytes }

    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        guard let pictures = catalog.pictures else { return try vectors.dots(vector, at: slots, in: snapshot) }
        return try pictures.greatest(at: slots) { all throws(SearchError) in
            pictures.counted(try vectors.dots(vector, at: all, in: snapshot), at: all)
        }
    }

    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]? {
        try vectors.row(slot, in: snapshot)
    }

    func rows(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [[Int8]?] {
        try vectors.rows(slots, in: snapshot)
    }

    func forget(_ slot: Int) { vectors.forget(slot) }

    func fill() { vectors.fill() }
}
