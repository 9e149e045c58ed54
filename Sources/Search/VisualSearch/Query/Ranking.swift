internal import Essentials
internal import SQLite

/// The matches of a request: their number, their slots, and the best of them in order.
struct Ranking {
    struct Place: Hashable, Ranked {
        var slot: Int
        /// The value that orders the places; clamped to 0…1 it is the score.
        var key: Double

        func precedes(_ other: Place) -> Bool { key > other.key }

        var score: Double { min(max(key, 0), 1) }
    }

    /// The slots that may be in an answer, and a condition that each of their items passes.
    struct Candidates {
        var slots: Bitmap
        var filter = Filter.all
    }

    /// All slots that match; for facets.
    var slots: Bitmap
    var total: Int
    /// Best first, ties by id; at least as many as requested, if there are.
    var best: [Place]
    /// The tiles that the best stand for, where variants share a hit.
    var tiles: VariantTiles?
    /// The pinned items, which are among ``best``, in the order of the places where they go.
    var pins: [(place: Place, number: Int)] = []
    /// The slots whose place in the list diversity has changed.
    var spread: Set<Int> = []
    /// More items are relevant than those that are counted.
    private(set) var isPartial = false

    /// The first places that are the same for every page: the quick scan of large catalogs finds nearly all of the
    /// nearest, but not the same ones for every count.
    static let quick = 128
    /// The number of best matches among which groups and distinct pictures are searched for.
    static let reach = 20_000

    /// - Parameter wanted: The places that the answer needs.
    init(
        _ query: PreparedQuery, _ request: SearchRequest, wanted: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let candidates = try Ranking.candidates(query, request, in: snapshot)
        slots = candidates.slots
        if query.hasNoPart, request.scores.contains(1) {
            total = slots.count
            best = try Ranking.ordered(slots, by: query, request.sort, count: wanted, in: snapshot)
            return
        }
        if request.countsRelevantOnly {
            let reach = max(wanted, SearchRequest.window)
            if let scale = query.scale, query.isExampleOnly {
                (best, isPartial) = try Ranking.relevant(query, scale, reach, among: candidates, in: snapshot)
                total = best.count
                slots = Bitmap(best.lazy.map(\.slot), size: slots.size)
            } else {
                var places = try Ranking.places(query, relevant: true, among: slots, in: snapshot)
                places.removeAll { $0.key == -.infinity }
                best = try Ranking.cut(places, to: reach, snapshot)
                total = places.count
                slots = Bitmap(places.lazy.map(\.slot), size: slots.size)
            }
            return
        }
        if query.isExampleOnly, request.scores == 0...1 {
            total = slots.count
            best = try Ranking.alike(query, wanted: wanted, among: candidates, in: snapshot)
            return
        }
        var places = try Ranking.places(query, relevant: false, among: slots, in: snapshot)
        if request.scores != 0...1 {
            places.removeAll { !request.scores.contains($0.score) }
            slots = Bitmap(places.lazy.map(\.slot), size: slots.size)
        }
        total = places.count
        best = try Ranking.cut(places, to: wanted, snapshot)
    }

    /// The slots that may be in the answer.
    static func candidates(
        _ query: PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Candidates {
        var slots = try passing(query, request, in: snapshot)
        if let scores = query.textScores, query.isTextOnly || request.countsRelevantOnly {
            slots.formIntersection(Bitmap(scores.keys, size: slots.size))
        }
        return Candidates(slots: slots, filter: request.filter.ofItems)
    }

    /// The slots that the conditions of a request leave, whatever they say and show.
    static func passing(
        _ query: PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap {
        var slots = try snapshot.matching(request.filter)
        for slot in query.leftOut { slots[slot] = false }
        if let excluded = query.excluded { slots.subtract(excluded) }
        if let within = query.within { slots.formIntersection(within) }
        return slots
    }

    /// The first of items that all fit fully, in an order or by id: unlike those that match words, all of them are sorted.
    private static func ordered(
        _ slots: Bitmap, by query: PreparedQuery, _ sort: SearchRequest.Sort?, count: Int,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        guard let sort else {
            return try cut(places(query, relevant: false, among: slots, in: snapshot), to: count, snapshot)
        }
        let all = slots.slots
        let keys = Dictionary(uniqueKeysWithValues: zip(all, try query.keys(of: all, in: snapshot)))
        return try snapshot.sorted(all, by: sort).prefix(count).map { Place(slot: $0, key: keys[$0] ?? 0) }
    }

    /// The best of the slots, relevant or not.
    static func nearest(
        _ query: PreparedQuery, count: Int, among candidates: Candidates, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        if query.isExampleOnly { return try alike(query, wanted: count, among: candidates, in: snapshot) }
        return try cut(
            places(query, relevant: false, among: candidates.slots, in: snapshot), to: count, snapshot)
    }

    private static func places(
        _ query: PreparedQuery, relevant: Bool, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        let all = slots.slots
        return zip(all, try query.keys(of: all, relevant: relevant, in: snapshot))
            .map { Place(slot: $0, key: $1) }
    }

    /// The best places that are relevant for an example, `reach` at most; partial where there may be more.
    ///
    /// One cut decides which of the nearest places of a picture are relevant. Mostly the quick scan ends beyond it.
    private static func relevant(
        _ query: PreparedQuery, _ scale: Calibration.Scale, _ reach: Int, among candidates: Candidates,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (places: [Place], isPartial: Bool) {
        guard scale.isOpen else { return ([], false) }
        let quick = firstCount(query)
        var places = try alike(query, wanted: quick, among: candidates, in: snapshot)
        if places.count == quick, try reachesBeyond(query, scale, places, in: snapshot) {
            places = try alike(query, wanted: reach, among: candidates, in: snapshot)
        }
        let near = places.prefix { $0.key >= scale.cut }
        var relevant: [Place] = []
        for place in near where try query.isAlike(place, scale, in: snapshot) { relevant.append(place) }
        return (relevant, near.count == reach)
    }

    /// Replaces the matches.
    mutating func set(_ best: [Place], matches: Bitmap, total: Int) {
        self.best = best
        self.total = total
        slots = matches
    }

    /// Makes these places the only matches.
    private mutating func keep(_ places: [Place]) {
        slots = Bitmap(places.lazy.map(\.slot), size: slots.size)
        total = places.count
        best = places
    }

    /// The number of places that the quick scan finds. Where types count, more of them: they reorder them.
    private static func firstCount(_ query: PreparedQuery) -> Int { query.votes == nil ? quick : TypeVotes.pool }

    /// Returns true if there may be relevant places beyond the first: by similarity alone where the last one is, and where
    /// types count if one of the least similar is.
    private static func reachesBeyond(
        _ query: PreparedQuery, _ scale: Calibration.Scale, _ places: [Place], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bool {
        guard query.votes != nil, let similarity = query.similarity else {
            return places.last.map { $0.key >= scale.cut } ?? false
        }
        let dots = try query.catalog.dots(to: similarity, at: places.map(\.slot), in: snapshot)
        let last = zip(places, dots).sorted { $0.1 > $1.1 }.suffix(places.count / 4)
        return last.contains { $0.0.key >= scale.cut }
    }

    /// Returns the places most alike to an example.
    private static func alike(
        _ query: PreparedQuery, wanted: Int, among candidates: Candidates, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        guard let similarity = query.similarity else { return [] }
        let quick = firstCount(query)
        var first: [Place]
        let known = query.neighbors.filter { candidates.slots[$0.slot] }
        let isEnough = query.votes == nil ? known.hasEnd(at: quick) : known.count >= quick
        if isEnough || (query.neighbors.count > 0 && known.count == candidates.slots.count) {
            first = known.prefix(quick).map { Place(slot: $0.slot, key: similarity.key(dot: $0.dot)) }
            // Equals are in the order of ids.
            if query.votes == nil { first = try cut(first, to: quick, snapshot) }
        } else {
            first = try complete(query, quick, .default, among: candidates, in: snapshot)
        }
        let isAll = first.count < quick
        if let text = query.pictureText, !isAll, let last = first.last?.key {
            // No look beyond the last one is more alike than that.
            first += try saying(text, query, besides: first, among: candidates, in: snapshot)
                .filter { text.key($0.key, at: $0.slot) >= last }
        }
        try order(&first, by: query, snapshot)
        if wanted <= first.count || isAll { return Array(first.prefix(wanted)) }
        let found = Set(first.map(\.slot))
        let count = max(wanted, SearchRequest.window)
        var rest = try complete(query, count, .exact, among: candidates, in: snapshot)
        if let text = query.pictureText {
            rest += try saying(text, query, besides: rest, among: candidates, in: snapshot)
        }
        rest.removeAll { found.contains($0.slot) }
        try order(&rest, by: query, snapshot, isFirst: false)
        if let last = first.last?.key {
            for index in rest.indices { rest[index].key = min(rest[index].key, last) }
        }
        return Array((first + rest).prefix(wanted))
    }

    /// The other items whose pictures say some of the words of the example, with the similarity of their looks: the quick
    /// scan does not see words.
    private static func saying(
        _ text: PictureTextLikeness, _ query: PreparedQuery, besides places: [Place], among candidates: Candidates,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        guard let similarity = query.similarity else { return [] }
        let known = Set(places.map(\.slot))
        let slots = text.shares.keys.filter {
            $0 < candidates.slots.size && candidates.slots[$0] && !known.contains($0)
        }
        .sorted()
        let dots = try query.catalog.dots(to: similarity, at: slots, in: snapshot)
        return zip(slots, dots).map { Place(slot: $0, key: similarity.key(dot: Int($1))) }
    }

    /// Orders places by the votes for their types and by the words in their pictures, where these count.
    ///
    /// Types that follow from similar items alone put nothing before the most similar item: of the objects in the scenes
    /// of `samples`, they would put another item before the very same one.
    ///
    /// - Parameter isFirst: The most similar item is among the places.
    private static func order(
        _ places: inout [Place], by query: PreparedQuery, _ snapshot: borrowing Snapshot, isFirst: Bool = true
    ) throws(SearchError) {
        if query.votes == nil, query.pictureText == nil { return }
        let similarity = places.first?.key ?? 0
        if let votes = query.votes {
            var keys = try votes.keys(of: places.map(\.slot), visual: places.map(\.key), in: snapshot)
            if isFirst, votes.isInferred, similarity >= query.scale?.cut ?? .infinity, let best = keys.max(),
                keys[0] < best
            {
                keys[0] = best.nextUp
            }
            for (index, key) in zip(places.indices, keys) { places[index].key = key }
        }
        if let text = query.pictureText {
            for index in places.indices { places[index].key = text.key(places[index].key, at: places[index].slot) }
        }
        places = try cut(places, to: places.count, snapshot)
    }

    /// Returns the best `count` places. Extends the scan where the last of them has equals, for equals are in the order
    /// of ids.
    private static func complete(
        _ query: PreparedQuery, _ count: Int, _ mode: SearchMode, among candidates: Candidates,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Place] {
        guard let similarity = query.similarity else { return [] }
        var reach = count + 1
        while true {
            let rows = try query.catalog.nearest(
                to: similarity, count: reach, among: candidates.slots, passing: candidates.filter, mode: mode,
                in: snapshot)
            if rows.count == reach, rows[count - 1].dot == rows[reach - 1].dot {
                reach *= 4
                continue
            }
            return try cut(rows.map { Place(slot: $0.slot, key: similarity.key(dot: $0.dot)) }, to: count, snapshot)
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
        var best = FirstElements<Place>(limit: count)
        for place in places { best.insert(place) }
        return best.elements.last?.key
    }

    /// Keeps only the best of places that look nearly the same, and of those as many as pages can reach. They are the
    /// only matches then.
    mutating func removeDuplicates(
        above similarity: Double, parts: [VectorPart], in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        if let copies = try CopyComparison(in: snapshot) {
            let count = SearchRequest.window
            return keep(try copies.distinct(best, count: count, above: similarity, in: catalog, snapshot))
        }
        var kept: [(vector: [Int8], scale: SimilarityScale)] = []
        var distinct: [Place] = []
        var rest = best[...]
        // Portion by portion, so that nothing is compared that no page reaches.
        while !rest.isEmpty, distinct.count < SearchRequest.window {
            var portion = Array(rest.prefix(256))
            rest = rest.dropFirst(256)
            for (vector, scale) in kept {
                try portion.removeCopies(of: vector, scale, above: similarity, in: catalog, snapshot)
            }
            while let place = portion.first, distinct.count < SearchRequest.window {
                distinct.append(place)
                portion.removeFirst()
                guard let vector = try snapshot.vector(at: place.slot) else { continue }
                let scale = try SimilarityScale(vector, parts: parts)
                try portion.removeCopies(of: vector, scale, above: similarity, in: catalog, snapshot)
                kept.append((vector, scale))
            }
        }
        keep(distinct)
    }
}

extension [Ranking.Place] {
    fileprivate mutating func removeCopies(
        of vector: [Int8], _ scale: SimilarityScale, above similarity: Double, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let dots = try catalog.dots(vector, at: map(\.slot), in: snapshot)
        self = zip(self, dots).filter { scale.key(dot: Int($1)) < similarity }.map(\.0)
    }
}

extension [VectorIndex.Row] {
    /// True where the first `count` are the nearest for sure: the next one is less similar than the last of them.
    fileprivate func hasEnd(at count: Int) -> Bool { self.count > count && self[count - 1].dot > self[count].dot }
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
        let wanted = Bitmap(slots, size: self.slots)
        var ordered: [Int] = []
        try database.each("SELECT slot FROM items WHERE id NOT NULL ORDER BY id") { row in
            if wanted[row.integer(0)] { ordered.append(row.integer(0)) }
        }
        return ordered
    }
}
