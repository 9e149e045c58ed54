package import Essentials
internal import SQLite
package import SearchAPI

extension EventCounts {
    /// The items that were wanted since a moment, most wanted first.
    struct Ranking: Sendable {
        /// In milliseconds since 1970.
        var since: Int
        var revision: Int
        var forgotten: Int
        var items: [(item: UInt32, strength: Double, visits: Int)]
        /// Until then it serves although events came since.
        var expiry: ContinuousClock.Instant
    }

    /// Rankings that are held, each of at most as many items as there are.
    private static let rankingLimit = 4
    /// A ranking that took longer than this is kept for twenty times as long although events come in.
    private static let quickRanking = Duration.milliseconds(5)

    package func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] {
        try popular(since: since, from: 0, limit: limit)
    }

    package func popular(since: Date?, from start: Int, limit: Int) throws(SearchError) -> [Companion] {
        if limit <= 0 { return [] }
        let start = max(start, 0)
        let found = try reader.read { database throws(SearchError) in
            guard let since else { return try mostWanted(from: start, limit: limit, database) }
            let items = try ranking(since: since.inMilliseconds, database)
            let most = items.first?.strength ?? 1
            var found: [Companion] = []
            for entry in items.dropFirst(start).prefix(limit) {
                let name = try database.first("SELECT name FROM items WHERE id = ?", .integer(Int(entry.item))) { row in
                    row.text(0)
                }
                if let name { found.append(Companion(item: name, score: entry.strength / most, count: entry.visits)) }
            }
            return found
        }
        return found ?? []
    }

    /// In all visits that are kept.
    private func mostWanted(from start: Int, limit: Int, _ database: Database) throws(SearchError) -> [Companion] {
        var most = 1.0
        try database.each("SELECT strength FROM items ORDER BY strength DESC LIMIT 1") { row in most = row.real(0) }
        return try database.all(
            "SELECT name, strength, visits FROM items ORDER BY strength DESC, id DESC LIMIT ? OFFSET ?",
            .integer(limit), .integer(start)
        ) { row in Companion(item: row.text(0), score: row.real(1) / most, count: row.integer(2)) }
    }

    /// In the visits that went on after a moment.
    private func ranking(
        since: Int, _ database: Database
    ) throws(SearchError) -> [(item: UInt32, strength: Double, visits: Int)] {
        let state = try database.first("SELECT revision, forgotten FROM counting") { row in
            (revision: row.integer(0), forgotten: row.integer(1))
        }
        guard let state else { return [] }
        // A moment relative to now differs with every call.
        let since = since / 60_000 * 60_000
        let begin = ContinuousClock.now
        let known = rankings.withLock { rankings in
            rankings.first { $0.since == since && $0.forgotten == state.forgotten }
        }
        if let known, known.revision == state.revision || begin < known.expiry { return known.items }
        var sums: [UInt32: (strength: Double, visits: Int)] = [:]
        try database.each("SELECT began, touches FROM visits WHERE latest >= ?", .integer(since)) { row in
            let weight = CountRules.weight(row.integer(0))
            for item in [Touch](bytes: row.bytes(1)).wanted {
                let sum = sums[item.item] ?? (0, 0)
                sums[item.item] = (sum.strength + item.wishes.weight * weight, sum.visits + 1)
            }
        }
        var items: [(item: UInt32, strength: Double, visits: Int)] = []
        items.reserveCapacity(sums.count)
        for (item, sum) in sums { items.append((item, sum.strength, sum.visits)) }
        items.sort { ($1.strength, $0.item) < ($0.strength, $1.item) }
        let taken = begin.duration(to: .now)
        let ranking = Ranking(
            since: since, revision: state.revision, forgotten: state.forgotten, items: items,
            expiry: taken > EventCounts.quickRanking ? ContinuousClock.now + taken * 20 : begin)
        rankings.withLock { rankings in
            rankings.removeAll { $0.since == since || $0.forgotten != state.forgotten }
            if rankings.count == EventCounts.rankingLimit { rankings.removeFirst() }
            rankings.append(ranking)
        }
        return items
    }
}
