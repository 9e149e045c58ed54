/// The matches of a request: their number, their slots, and the best of them in order.
struct Ranking {
    struct Place: Hashable {
        var slot: Int
        /// The value that orders the places; clamped to 0…1 it is the score.
        var key: Double

        var score: Double { min(max(key, 0), 1) }
    }

    /// All slots that match; for facets.
    private(set) var slots: Bitmap
    private(set) var total: Int
    /// Best first, ties by id; at least as many as requested, if there are.
    private(set) var best: [Place]

    /// The first places that are the same for every page: the quick scan of large catalogs finds nearly all of the
    /// nearest, but not the same ones for every count.
    private static let quick = 128
    /// The number of best matches among which groups and distinct pictures are searched for.
    static let reach = 20_000

    /// - Parameter wanted: The places that the answer needs.
    init(
        _ query: PreparedQuery, _ request: SearchRequest, wanted: Int, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        slots = try Ranking.candidates(query, request, in: snapshot)
        if request.countsRelevantOnly {
            best = try Ranking.relevant(query, max(wanted, SearchRequest.window), among: slots, in: catalog, snapshot)
            total = best.count
            if request.facets != nil { keep(best) }
            return
        }
        if let look = query.look, query.isExampleOnly, request.scores == 0...1 {
            total = slots.count
            best = try Ranking.nearest(look, wanted: wanted, among: slots, in: catalog, snapshot)
            return
        }
        var places = Ranking.places(query, relevant: false, among: slots, in: catalog)
        if request.scores != 0...1 {
            places.removeAll { !request.scores.contains($0.score) }
            slots = Bitmap(size: slots.size)
            for place in places { slots[place.slot] = true }
        }
        total = places.count
        best = try Ranking.cut(places, to: wanted, snapshot)
    }

    /// The slots that may be in the answer.
    static func candidates(
        _ query: PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap {
        var slots = try snapshot.matching(request.filter)
        if let own = query.ownSlot { slots[own] = false }
        if let said = query.said, query.isTextOnly || request.countsRelevantOnly {
            var saying = Bitmap(size: slots.size)
            for slot in said.keys { saying[slot] = true }
            slots.formIntersection(saying)
        }
        return slots
    }

    /// The best of the slots, relevant or not.
    static func nearest(
        _ query: PreparedQuery, count: Int, among slots: Bitmap, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        if let look = query.look, query.isExampleOnly {
            return try nearest(look, wanted: count, among: slots, in: catalog, snapshot)
        }
        return try cut(places(query, relevant: false, among: slots, in: catalog), to: count, snapshot)
    }

    private static func places(
        _ query: PreparedQuery, relevant: Bool, among slots: Bitmap, in catalog: InMemoryCatalog
    ) -> [Place] {
        let all = slots.slots
        return zip(all, query.keys(of: all, relevant: relevant, in: catalog)).map { Place(slot: $0, key: $1) }
    }

    /// The best relevant places, `reach` at most.
    ///
    /// One cut decides which of the nearest places of a picture are relevant. Mostly the quick scan ends beyond it.
    private static func relevant(
        _ query: PreparedQuery, _ reach: Int, among slots: Bitmap, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        if let look = query.look, let scale = query.scale, query.isExampleOnly {
            var places = try nearest(look, wanted: quick, among: slots, in: catalog, snapshot)
            if let last = places.last, places.count == quick, last.key >= scale.cut {
                places = try nearest(look, wanted: reach, among: slots, in: catalog, snapshot)
            }
            return Array(places.prefix { $0.key >= scale.cut })
        }
        var places = places(query, relevant: true, among: slots, in: catalog)
        places.removeAll { $0.key == -.infinity }
        return try cut(places, to: reach, snapshot)
    }

    /// Makes these places the only matches.
    private mutating func keep(_ places: [Place]) {
        slots = Bitmap(size: slots.size)
        for place in places { slots[place.slot] = true }
        total = places.count
        best = places
    }

    /// Returns the places nearest to a picture.
    private static func nearest(
        _ look: SimilarityScale, wanted: Int, among slots: Bitmap, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        let first = try complete(look, quick, .default, among: slots, in: catalog, snapshot)
        if wanted <= first.count || first.count < quick { return Array(first.prefix(wanted)) }
        let known = Set(first.map(\.slot))
        let count = max(wanted, SearchRequest.window)
        let rest = try complete(look, count, .exact, among: slots, in: catalog, snapshot)
        return Array((first + rest.filter { !known.contains($0.slot) }).prefix(wanted))
    }

    /// Returns the best `count` places. Extends the scan where the last of them has equals, for equals are in the order
    /// of ids.
    private static func complete(
        _ look: SimilarityScale, _ count: Int, _ mode: SearchMode, among slots: Bitmap, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        var reach = count + 1
        while true {
            let rows = catalog.vectors.nearest(look.query, count: reach, filter: slots, mode: mode)
            if rows.count == reach, rows[count - 1].dot == rows[reach - 1].dot {
                reach *= 4
                continue
            }
            return try cut(rows.map { Place(slot: $0.slot, key: look.key(dot: $0.dot)) }, to: count, snapshot)
        }
    }

    /// Returns the best `count` places in order: by key, ties by id.
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

    /// Returns the key of the last of the best `count` places, so that the others need no sorting; nil when that saves
    /// little.
    private static func lastKey(of places: [Place], count: Int) -> Double? {
        guard count > 0, places.count > 4 * count else { return nil }
        if count > SearchRequest.window { return places.map(\.key).sorted(by: >)[count - 1] }
        // In ascending order; few keys find their way into it.
        var best = places[..<count].map(\.key).sorted()
        for place in places[count...] where place.key > best[0] {
            let index = best.firstIndex { $0 >= place.key } ?? best.count
            best.insert(place.key, at: index)
            best.removeFirst()
        }
        return best[0]
    }

    /// Keeps only the best of places that look nearly the same, and of those as many as pages can reach. They are the
    /// only matches then.
    mutating func removeDuplicates(
        above similarity: Double, parts: [VectorPart], in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var kept: [(vector: [Int8], scale: SimilarityScale)] = []
        var distinct: [Place] = []
        var rest = best[...]
        // Portion by portion, so that nothing is compared that no page reaches.
        while !rest.isEmpty, distinct.count < SearchRequest.window {
            var portion = Array(rest.prefix(256))
            rest = rest.dropFirst(256)
            for (vector, scale) in kept { portion.removeCopies(of: vector, scale, above: similarity, in: catalog) }
            while let place = portion.first, distinct.count < SearchRequest.window {
                distinct.append(place)
                portion.removeFirst()
                guard let vector = try snapshot.vector(at: place.slot) else { continue }
                let scale = try SimilarityScale(vector, parts: parts)
                portion.removeCopies(of: vector, scale, above: similarity, in: catalog)
                kept.append((vector, scale))
            }
        }
        keep(distinct)
    }
}

extension [Ranking.Place] {
    fileprivate mutating func removeCopies(
        of vector: [Int8], _ scale: SimilarityScale, above similarity: Double, in catalog: InMemoryCatalog
    ) {
        let dots = catalog.vectors.dots(vector, at: map(\.slot))
        self = zip(self, dots).filter { scale.key(dot: Int($1)) < similarity }.map(\.0)
    }
}

extension SearchRequest {
    /// A range of scores replaces the scope.
    var countsRelevantOnly: Bool { scope == .relevant && scores == 0...1 }
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
