internal import Foundation
package import SearchAPI
internal import VisualSearch

extension EventStore {
    /// Counts by action, day, item or search, most frequent first (days: latest first).
    package func counts(
        by grouping: Grouping, of choice: Choice = Choice(), limit: Int = 10
    ) throws(SearchError) -> [Count] {
        let key =
            switch grouping {
            case .action: "action"
            case .day: "date(received / 1000, 'unixepoch')"
            case .item: "item"
            case .search: "query"
            }
        let chosen = choice.values
        let order = grouping == .day ? "1 DESC" : "2 DESC, 1"
        return try database.withLock { database throws(SearchError) in
            var counts: [Count] = []
            try database.each(
                """
                SELECT \(key), count(*), count(DISTINCT user) FROM events
                WHERE \(key) NOT NULL AND \(Choice.condition) GROUP BY 1 ORDER BY \(order) LIMIT ?5
                """, chosen[0], chosen[1], chosen[2], chosen[3], .integer(limit)
            ) { row in
                counts.append(Count(name: row.text(0), events: row.integer(1), users: row.integer(2)))
            }
            return counts
        }
    }

    /// The latest events, the last one first.
    package func latest(_ count: Int, of choice: Choice = Choice()) throws(SearchError) -> [Kept] {
        let chosen = choice.values
        return try database.withLock { database throws(SearchError) in
            var kept: [Kept] = []
            try database.each(
                """
                SELECT received, action, user, session, query, item, position, value, members FROM events
                WHERE \(Choice.condition) ORDER BY id DESC LIMIT ?5
                """, chosen[0], chosen[1], chosen[2], chosen[3], .integer(count)
            ) { row in
                kept.append(
                    Kept(
                        received: Date(timeIntervalSince1970: Double(row.integer(0)) / 1000), action: row.text(1),
                        user: row.optionalText(2), session: row.optionalText(3), query: row.optionalText(4),
                        item: row.optionalText(5), position: row.optionalInteger(6),
                        value: row.isNull(7) ? nil : row.real(7), members: row.text(8)))
            }
            return kept
        }
    }

    /// The number of times that someone was forgotten. Sums that are held in memory begin anew when it changes.
    func timesForgotten() throws(SearchError) -> Int {
        try database.withLock { database throws(SearchError) in
            try database.integer("SELECT forgotten FROM counting")
        }
    }

    /// Counts the engagements with items among the next events; nil where no event came since.
    ///
    /// - Parameters:
    ///   - last: The number of the last event that was counted before.
    ///   - count: The most events of one call, so that others wait shortly.
    func engagements(after last: Int, upTo count: Int = 100_000) throws(SearchError) -> (
        last: Int, counts: [String: Int]
    )? {
        try database.withLock { database throws(SearchError) in
            let first = try database.integer("SELECT coalesce(min(id), 0) FROM events WHERE id > ?", .integer(last))
            if first == 0 { return nil }
            let end = try min(first + count, database.integer("SELECT max(id) FROM events"))
            var counts: [String: Int] = [:]
            try database.each(
                """
                SELECT item, count(*) FROM events WHERE id BETWEEN ? AND ? AND item NOT NULL
                AND action IN ('product_click', 'add_to_cart', 'add_to_wishlist', 'transaction') GROUP BY item
                """, .integer(first), .integer(end)
            ) { row in counts[row.text(0)] = row.integer(1) }
            return (end, counts)
        }
    }
}
