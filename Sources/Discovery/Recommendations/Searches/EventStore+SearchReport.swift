package import Essentials
internal import SQLite
package import SearchAPI

extension EventStore {
    /// Counts the searches that are kept, with the clicks, carts and purchases that followed them.
    ///
    /// Reads each table once. Holds 24 bytes for each click, cart and purchase, and what ``SearchTally`` says.
    ///
    /// - Parameter since: The first moment that counts; nil, the default, counts all that is kept.
    /// - Returns: Nil for a file of an older version, which has no searches.
    package func searchReport(since: Date? = nil) throws(SearchError) -> SearchReport? {
        try database.withLock { database throws(SearchError) in
            guard try EventFile.has("searches", database) else { return nil }
            // One state of both tables.
            try database.run("BEGIN")
            defer { try? database.run("COMMIT") }
            var report = SearchReport()
            report.since = since
            report.dropped = try database.integer("SELECT dropped FROM search_log")
            var deeds = try Deeds(database, since: since, &report.apart)
            var tally = SearchTally()
            let first = since?.inMilliseconds ?? .min
            try database.each(
                "SELECT received, name, kind, words, page, found, rules, shown FROM searches ORDER BY id"
            ) { row in
                let range = unsafe row.withBytes(1) { unsafe deeds.take(of: $0) }
                if row.integer(0) < first {
                    report.apart.earlier += range.count
                    return
                }
                var counts = SearchReport.Counts()
                counts.answers = 1
                counts.searches = row.integer(4) == 1 ? 1 : 0
                let hasFound = row.integer(5) != 0
                counts.found = hasFound ? 1 : 0
                counts.empty = hasFound ? 0 : counts.searches
                unsafe row.withBytes(7) { unsafe deeds.count(range, shown: $0, &counts, &report) }
                report.total.add(counts)
                tally.add(counts, kind: row.text(2), words: row.optionalText(3), rules: row.optionalText(6))
            }
            report.apart.unknownSearch = deeds.untaken
            tally.finish(&report)
            return report
        }
    }
}

/// The clicks, carts and purchases of a file, each once for a search and an item.
///
/// Searches and items are held as hashes of 64 bits with a key of this process: two of a million are the same with a
/// probability of 3 in 100 million.
private struct Deeds {
    private enum What: UInt8 { case click, cart, purchase }

    private struct Deed: Equatable, Comparable {
        var search: Int
        /// 0 for an event that names no item.
        var item: Int
        var what: UInt8

        static func < (left: Deed, right: Deed) -> Bool {
            if left.search != right.search { return left.search < right.search }
            return left.item == right.item ? left.what < right.what : left.item < right.item
        }
    }

    private var deeds: [Deed] = []
    private var taken: [Bool] = []
    /// The deeds whose search has not come.
    private(set) var untaken = 0

    init(_ database: Database, since: Date?, _ apart: inout SearchReport.Apart) throws(SearchError) {
        var meanings: [String: UInt8?] = [:]
        var found: [Deed] = []
        var withoutSearch = 0
        try database.each(
            "SELECT action, query, item FROM events WHERE received >= ?", .integer(since?.inMilliseconds ?? .min)
        ) { row in
            let action = row.text(0)
            guard let what = meanings[action] ?? Deeds.meaning(action, &meanings) else { return }
            guard !row.isNull(1) else {
                withoutSearch += 1
                return
            }
            let item = row.isNull(2) ? 0 : unsafe row.withBytes(2) { unsafe Deeds.hash($0) }
            found.append(Deed(search: unsafe row.withBytes(1) { unsafe Deeds.hash($0) }, item: item, what: what))
        }
        apart.withoutSearch = withoutSearch
        found.sort()
        var last: Deed?
        for deed in found where deed != last {
            deeds.append(deed)
            last = deed
        }
        apart.repeated = found.count - deeds.count
        untaken = deeds.count
        taken = Array(repeating: false, count: deeds.count)
    }

    private static let actionLimit = 1000

    /// Names of actions are the sender's: only so many are remembered.
    private static func meaning(_ action: String, _ meanings: inout [String: UInt8?]) -> UInt8? {
        let what: What? =
            switch TrackedAction(action) {
            case .clicked?: .click
            case .carted?: .cart
            case .bought?: .purchase
            case .viewed?, .shown?, nil: nil
            }
        if meanings.count < actionLimit { meanings[action] = .some(what?.rawValue) }
        return what?.rawValue
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: bytes)
        let hash = hasher.finalize()
        return hash == 0 ? 1 : hash
    }

    /// The deeds that followed a search, the first time that it is asked for.
    mutating func take(of search: UnsafeRawBufferPointer) -> Range<Int> {
        let wanted = unsafe Deeds.hash(search)
        var (low, high) = (0, deeds.count)
        while low < high {
            let middle = (low + high) / 2
            if deeds[middle].search < wanted { low = middle + 1 } else { high = middle }
        }
        guard low < deeds.count, deeds[low].search == wanted, !taken[low] else { return 0..<0 }
        taken[low] = true
        var end = low
        while end < deeds.count, deeds[end].search == wanted { end += 1 }
        untaken -= end - low
        return low..<end
    }

    /// Counts the deeds of one search, and the places of its items.
    func count(
        _ range: Range<Int>, shown: UnsafeRawBufferPointer, _ counts: inout SearchReport.Counts,
        _ report: inout SearchReport
    ) {
        // The place of each item that something was done with; 0 beside the list.
        var places: [Int: Int] = [:]
        let wanted = Set(deeds[range].lazy.map(\.item))
        unsafe ShownItems.each(in: shown) { item, place, isBeside in
            if !isBeside { report.show(at: place) }
            guard !wanted.isEmpty else { return }
            let hash = unsafe Deeds.hash(item)
            // An item that is there twice counts where it stands first.
            guard wanted.contains(hash), places[hash] ?? 0 == 0 else { return }
            places[hash] = isBeside ? 0 : place
        }
        for deed in deeds[range] {
            guard deed.item == 0 || places[deed.item] != nil else {
                report.apart.notShown += 1
                continue
            }
            let place = places[deed.item] ?? 0
            switch What(rawValue: deed.what) {
            case .click?:
                counts.clicks += 1
                counts.clicked = counts.found
                if place > 0 { (counts.places, counts.placedClicks) = (counts.places + place, counts.placedClicks + 1) }
                report.add(to: \.clicks, at: place)
            case .cart?:
                counts.carts += 1
                report.add(to: \.carts, at: place)
            case .purchase?:
                counts.purchases += 1
                report.add(to: \.purchases, at: place)
            case nil: break
            }
        }
    }
}

extension SearchReport {
    /// The places that paging reaches.
    private static let lastPlace = SearchRequest.window

    fileprivate mutating func show(at place: Int) {
        guard 1...Self.lastPlace ~= place else { return }
        fill(upTo: place)
        positions[place - 1].shown += 1
    }

    fileprivate mutating func add(to count: WritableKeyPath<Position, Int>, at place: Int) {
        guard 1...Self.lastPlace ~= place else { return }
        fill(upTo: place)
        positions[place - 1][keyPath: count] += 1
    }

    private mutating func fill(upTo place: Int) {
        while positions.count < place { positions.append(Position(place: positions.count + 1)) }
    }
}
