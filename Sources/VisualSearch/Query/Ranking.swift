internal import SearchAPI

/// What matches a request: how much, which slots, and the best of them in order.
struct Ranking {
    struct Place: Hashable {
        var slot: Int
        /// Orders the places; brought into 0…1 it is the score.
        var key: Double

        var score: Double { min(max(key, 0), 1) }
    }

    /// All slots that match; for facets.
    var slots: Bitmap
    var total: Int
    /// Best first, ties by id; at least as many as asked for, if there are.
    var best: [Place]

    /// So many places are the same whatever the page: the quick scan of large catalogues finds nearly all of the
    /// nearest, and not the same ones for every count.
    private static let quick = 128

    init(
        _ query: PreparedQuery, _ request: SearchRequest, wanted: Int, in catalogue: LoadedCatalogue,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var slots = try snapshot.matching(request.filter)
        if let own = query.ownSlot { slots[own] = false }
        if query.isTextOnly, let relevance = query.relevance {
            var saying = Bitmap(size: slots.size)
            for slot in relevance.keys { saying[slot] = true }
            slots.formIntersection(saying)
        }
        self.slots = slots
        if let look = query.look, query.isLookOnly, request.scores == 0...1 {
            total = slots.count
            best = try Ranking.nearest(look, wanted: wanted, among: slots, in: catalogue, snapshot)
            return
        }
        let all = slots.slots
        var places = zip(all, query.keys(of: all, in: catalogue)).map { Place(slot: $0, key: $1) }
        if request.scores != 0...1 {
            places.removeAll { !request.scores.contains($0.score) }
            self.slots = Bitmap(size: slots.size)
            for place in places { self.slots[place.slot] = true }
        }
        total = places.count
        best = try Ranking.cut(places, to: wanted, snapshot)
    }

    /// The places nearest to a picture.
    private static func nearest(
        _ look: LookScale, wanted: Int, among slots: Bitmap, in catalogue: LoadedCatalogue,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        let first = try complete(look, quick, .default, among: slots, in: catalogue, snapshot)
        if wanted <= first.count || first.count < quick { return Array(first.prefix(wanted)) }
        let known = Set(first.map(\.slot))
        let rest = try complete(look, SearchRequest.window, .exact, among: slots, in: catalogue, snapshot)
        return Array((first + rest.filter { !known.contains($0.slot) }).prefix(wanted))
    }

    /// The best `count` places. Looks further where the last of them has equals, for these stand in the order of ids.
    private static func complete(
        _ look: LookScale, _ count: Int, _ mode: SearchMode, among slots: Bitmap, in catalogue: LoadedCatalogue,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        var reach = count + 1
        while true {
            let rows = catalogue.vectors.nearest(look.query, count: reach, filter: slots, mode: mode)
            if rows.count == reach, rows[count - 1].dot == rows[reach - 1].dot {
                reach *= 4
                continue
            }
            return try cut(rows.map { Place(slot: $0.slot, key: look.key(dot: $0.dot)) }, to: count, snapshot)
        }
    }

    /// The best `count` places in order: by key, ties by id.
    static func cut(_ places: [Place], to count: Int, _ snapshot: borrowing Snapshot) throws(SearchError) -> [Place] {
        var ordered = places
        if let last = lastKey(of: places, count: count) { ordered.removeAll { $0.key < last } }
        ordered.sort { $0.key != $1.key ? $0.key > $1.key : $0.slot < $1.slot }
        var start = 0
        while start < min(count, ordered.count) {
            let key = ordered[start].key
            let end = ordered[start...].firstIndex { $0.key != key } ?? ordered.count
            if end - start > 1 {
                let slots = try snapshot.orderedByID(ordered[start..<end].map(\.slot))
                for (offset, slot) in slots.enumerated() { ordered[start + offset].slot = slot }
            }
            start = end
        }
        return Array(ordered.prefix(count))
    }

    /// The key of the last of the best `count` places, so that the others need no sorting; nil when that saves little.
    private static func lastKey(of places: [Place], count: Int) -> Double? {
        guard count > 0, places.count > 4 * count else { return nil }
        // In ascending order; few keys find their way into it.
        var best = places[..<count].map(\.key).sorted()
        for place in places[count...] where place.key > best[0] {
            let index = best.firstIndex { $0 >= place.key } ?? best.count
            best.insert(place.key, at: index)
            best.removeFirst()
        }
        return best[0]
    }

    /// Takes out places that look nearly the same as a better one.
    mutating func removeDuplicates(
        above similarity: Double, parts: [VectorPart], in catalogue: LoadedCatalogue, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var kept: [Place] = []
        var rest = best[...]
        while let place = rest.popFirst() {
            kept.append(place)
            guard let vector = try snapshot.vector(at: place.slot) else { continue }
            let scale = try LookScale(vector, parts: parts)
            let dots = catalogue.vectors.dots(vector, at: rest.map(\.slot))
            var others: [Place] = []
            for (other, dot) in zip(rest, dots) {
                if scale.key(dot: Int(dot)) < similarity { others.append(other) } else { slots[other.slot] = false }
            }
            rest = others[...]
        }
        total -= best.count - kept.count
        best = kept
    }
}

extension Snapshot {
    /// The slots in the order of their ids, byte by byte.
    func orderedByID(_ slots: [Int]) throws(SearchError) -> [Int] {
        if slots.count <= 1000 {
            var named: [(id: [UInt8], slot: Int)] = []
            for slot in slots { named.append((Array((try id(at: slot) ?? "").utf8), slot)) }
            return named.sorted { $0.id.lexicographicallyPrecedes($1.id) }.map(\.slot)
        }
        var wanted = Bitmap(size: self.slots)
        for slot in slots { wanted[slot] = true }
        var ordered: [Int] = []
        try database.each("SELECT slot FROM items WHERE id NOT NULL ORDER BY id") { row in
            if wanted[row.integer(0)] { ordered.append(row.integer(0)) }
        }
        return ordered
    }
}
