internal import Essentials

// The vectors of a catalog, in memory or in the home that it shares.
extension InMemoryCatalog {
    /// With more rows, sorting all takes less time than keeping the best in order.
    private static let mostInserted = 4096

    /// The pictures nearest to a vector, best first, equal ones by slot: `count` of them, or all that exist. Of an item
    /// with several, each is one that may be among them.
    ///
    /// - Parameter filter: A condition that the items of all slots pass, which narrows the search of a shared home.
    func nearestPictures(
        _ query: [Int8], count: Int, among slots: Bitmap, passing filter: Filter = .all, mode: SearchMode,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [VectorIndex.Row] {
        guard let home = store.home else {
            if !readsAsNeeded { return vectors.nearest(query, count: count, filter: slots, mode: mode) }
            return try best(count, query, vectors.chosen(query, count: count, filter: slots, mode: mode), snapshot)
        }
        let passing = slots.count
        if passing <= max(home.fewRows, count) { return try best(count, query, slots.slots, snapshot) }
        var near = try candidates(query, count: count, of: .first, among: slots, passing: filter, home, snapshot)
        if pictures != nil {
            near += try candidates(query, count: count, of: .further, among: slots, passing: filter, home, snapshot)
        }
        return try best(count, query, near, snapshot)
    }

    /// Slots of pictures of one kind, the nearest ones of these among them: `count`, or all that exist.
    private func candidates(
        _ query: [Int8], count: Int, of kind: SharedPicture.Kind, among slots: Bitmap, passing filter: Filter,
        _ home: any SharedHome, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        let fields = try snapshot.fields()
        var asked = min(home.reach, count + count / 8 + 16)
        while true {
            let found = try home.nearest(to: query, count: asked, of: kind, passing: filter, fields: fields)
            var known: [Int] = []
            for picture in found.pictures {
                if let slot = try snapshot.slot(of: picture), slots[slot] { known.append(slot) }
            }
            let settled = known.count
            for id in found.changed {
                known += try snapshot.slots(of: id, kind).filter { slots[$0] }
            }
            if settled >= count || found.isAll { return known }
            if asked == home.reach { break }
            let share = Double(settled + 1) / Double(asked)
            asked = min(home.reach, max(4 * asked, Int(1.5 * Double(count) / share)))
        }
        // So few of them pass that they are not among the nearest that the home gives.
        return slots.slots.filter { (pictures?.isFurther($0) ?? false) == (kind == .further) }
    }

    /// The dot products of a vector with the pictures in these slots; 0 for an empty one.
    func dotsOfPictures(
        _ query: [Int8], at slots: [Int], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int32] {
        try described.dots(query, at: slots, in: snapshot)
    }

    /// Rows of items spread evenly over the slots.
    func sample(_ count: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> RowSample {
        // Two pictures of an item are more alike than two items.
        guard store.home != nil || readsAsNeeded || pictures != nil else { return vectors.sample(count) }
        let live = try snapshot.live().slots
        let wanted = min(count, live.count)
        let slots = (0..<wanted).map { live[$0 * live.count / wanted] }
        let rows = zip(slots, try described.rows(slots, in: snapshot)).compactMap { slot, row in row.map { (slot, $0) }
        }
        return vectors.sample(of: rows)
    }

    private func best(
        _ count: Int, _ query: [Int8], _ slots: [Int], _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [VectorIndex.Row] {
        let dots = try dotsOfPictures(query, at: slots, in: snapshot)
        let rows = zip(slots, dots).lazy.map { VectorIndex.Row(slot: $0, dot: Int($1)) }
        if count > Self.mostInserted { return Array(rows.sorted { $0.precedes($1) }.prefix(count)) }
        var best = FirstElements<VectorIndex.Row>(limit: count)
        for row in rows { best.insert(row) }
        return best.elements
    }
}

extension Snapshot {
    /// The slot of a picture; nil for one that the item does not have.
    fileprivate func slot(of picture: SharedPicture) throws(SearchError) -> Int? {
        guard let item = try slot(of: picture.id) else { return nil }
        if picture.number == 1 { return item }
        return try furtherPictures(of: item).first { $0.ordinal == picture.number }?.slot
    }

    /// The slots of the pictures of one kind that an item has.
    fileprivate func slots(of id: String, _ kind: SharedPicture.Kind) throws(SearchError) -> [Int] {
        guard let item = try slot(of: id) else { return [] }
        return kind == .first ? [item] : try furtherPictures(of: item).map(\.slot)
    }
}
