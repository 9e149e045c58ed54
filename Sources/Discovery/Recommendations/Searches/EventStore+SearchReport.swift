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
            var followUps = try FollowUps(database, since: since, &report.apart)
            var tally = SearchTally()
            let first = since?.inMilliseconds ?? .min
            try database.each(
                "SELECT received, name, kind, words, page, found, rules, shown FROM searches ORDER BY id"
            ) { row in
                let range = unsafe row.withBytes(1) { unsafe followUps.take(of: $0) }
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
                unsafe row.withBytes(7) { unsafe followUps.count(range, shown: $0, &counts, &report) }
                report.total.add(counts)
                tally.add(counts, kind: row.text(2), words: row.optionalText(3), rules: row.optionalText(6))
            }
            report.apart.unknownSearch = followUps.untaken
            tally.finish(&report)
            return report
        }
    }
}

/// The clicks, carts and purchases of a file, each once for a search and an item.
///
/// Searches and items are held as hashes of 64 bits with a key of this process: two of a million are the same with a
/// probability of 3 in 100 million.
private struct FollowUps {
    private enum What: UInt8 { case click, cart, purchase }

    private struct FollowUp: Equatable, Comparable {
        var search: Int
        /// 0 for an event that names no item.
        var item: Int
        var what: UInt8

        static func < (left: FollowUp, right: FollowUp) -> Bool {
            if left.search != right.search { return left.search < right.search }
            return left.item == right.item ? left.what < right.what : left.item < right.item
        }
    }

    private var followUps: [FollowUp] = []
    private var taken: [Bool] = []
    /// The follow-ups whose search has not come.
    private(set) var untaken = 0

    init(_ database: Database, since: Date?, _ apart: inout SearchReport.Apart) throws(SearchError) {
        var meanings: [String: UInt8?] = [:]
        var found: [FollowUp] = []
        var withoutSearch = 0
        try database.each(
            "SELECT action, query, item FROM events WHERE received >= ?", .integer(since?.inMilliseconds ?? .min)
        ) { row in
            let action = row.text(0)
            guard let what = meanings[action] ?? FollowUps.meaning(action, &meanings) else { return }
            guard !row.isNull(1) else {
                withoutSearch += 1
                return
            }
            let item = row.isNull(2) ? 0 : unsafe row.withBytes(2) { unsafe FollowUps.hash($0) }
            found.append(
                FollowUp(search: unsafe row.withBytes(1) { unsafe FollowUps.hash($0) }, item: item, what: what))
        }
        apart.withoutSearch = withoutSearch
        found.sort()
        var last: FollowUp?
        for followUp in found where followUp != last {
            followUps.append(followUp)
            last = followUp
        }
        apart.repeated = found.count - followUps.count
        untaken = followUps.count
        taken = Array(repeating: false, count: followUps.count)
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

    /// The follow-ups that followed a search, the first time that it is asked for.
    mutating func take(of search: UnsafeRawBufferPointer) -> Range<Int> {
        let wanted = unsafe FollowUps.hash(search)
        var (low, high) = (0, followUps.count)
        while low < high {
            let middle = (low + high) / 2
            if followUps[middle].search < wanted { low = middle + 1 } else { high = middle }
        }
        guard low < followUps.count, followUps[low].search == wanted, !taken[low] else { return 0..<0 }
        taken[low] = true
        var end = low
        while end < followUps.count, followUps[end].search == wanted { end += 1 }
        untaken -= end - low
        return low..<end
    }

    /// Counts the follow-ups of one search, and the places of its items.
    func count(
        _ range: Range<Int>, shown: UnsafeRawBufferPointer, _ counts: inout SearchReport.Counts,
        _ report: inout SearchReport
    ) {
        // The place of each item that something was done with; 0 beside the list.
        var places: [Int: Int] = [:]
        let wanted = Set(followUps[range].lazy.map(\.item))
        unsafe ShownItems.each(in: shown) { item, place, isSecondary in
            if !isSecondary { report.show(at: place) }
            guard !wanted.isEmpty else { return }
            let hash = unsafe FollowUps.hash(item)
            // An item that is there twice counts where it stands first.
            guard wanted.contains(hash), places[hash] ?? 0 == 0 else { return }
            places[hash] = isSecondary ? 0 : place
        }
        for followUp in followUps[range] {
            guard followUp.item == 0 || places[followUp.item] != nil else {
                report.apart.notShown += 1
                continue
            }
            let place = places[followUp.item] ?? 0
            switch What(rawValue: followUp.what) {
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
