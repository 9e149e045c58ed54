internal import Essentials
internal import SQLite
package import SearchAPI

extension EventStore {
    /// All events for a query.
    var source: String {
        "(" + tables.map { "SELECT \(EventStore.columns) FROM \($0)" }.joined(separator: " UNION ALL ") + ")"
    }

    private static let columns = "received, action, user, session, query, item, position, value, members"

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
            return try database.all(
                """
                SELECT \(key), count(*), count(DISTINCT user) FROM \(source)
                WHERE \(key) NOT NULL AND \(Choice.condition) GROUP BY 1 ORDER BY \(order) LIMIT ?5
                """, chosen[0], chosen[1], chosen[2], chosen[3], .integer(limit)
            ) { row in Count(name: row.text(0), events: row.integer(1), users: row.integer(2)) }
        }
    }

    /// The latest events, the last one first.
    package func latest(_ count: Int, of choice: Choice = Choice()) throws(SearchError) -> [Kept] {
        try database.withLock { database throws(SearchError) in
            var kept: [Kept] = []
            for table in tables { kept += try EventStore.latest(count, of: choice, in: table, database) }
            // Of one moment, each table keeps its order.
            let order = kept.enumerated().sorted { ($1.element.received, $0.offset) < ($0.element.received, $1.offset) }
            return Array(order.lazy.map(\.element).prefix(count))
        }
    }

    private static func latest(
        _ count: Int, of choice: Choice, in table: String, _ database: Database
    ) throws(SearchError) -> [Kept] {
        let chosen = choice.values
        return try database.all(
            "SELECT \(columns) FROM \(table) WHERE \(Choice.condition) ORDER BY id DESC LIMIT ?5",
            chosen[0], chosen[1], chosen[2], chosen[3], .integer(count)
        ) { row in
            Kept(
                received: Date(timeIntervalSince1970: Double(row.integer(0)) / 1000), action: row.text(1),
                user: row.optionalText(2), session: row.optionalText(3), query: row.optionalText(4),
                item: row.optionalText(5), position: row.optionalInteger(6),
                value: row.isNull(7) ? nil : row.real(7), members: row.text(8))
        }
    }

    /// The number of times that someone was forgotten. Sums that are held in memory begin anew when it changes.
    func timesForgotten() throws(SearchError) -> Int {
        try database.withLock { database throws(SearchError) in
            try database.integer("SELECT forgotten FROM counting")
        }
    }

    /// A visitor who dealt with an item on a day of UTC. The visitor is empty for nobody in particular.
    struct Engagement {
        var item: String
        var visitor: String
        var day: Int
    }

    /// The engagements with items among the next events, by day; nil where no event came since.
    ///
    /// - Parameters:
    ///   - last: The number of the last event that was counted before.
    ///   - count: The most events of one call, so that others wait shortly.
    func engagements(after last: Int, upTo count: Int = 100_000) throws(SearchError) -> (
        last: Int, engagements: [Engagement]
    )? {
        try database.withLock { database throws(SearchError) in
            let first = try database.integer("SELECT coalesce(min(id), 0) FROM events WHERE id > ?", .integer(last))
            if first == 0 { return nil }
            let end = try min(first + count, database.integer("SELECT max(id) FROM events"))
            let engagements = try database.all(
                """
                SELECT item, coalesce(user, session, query, '') AS visitor, received / 86400000 AS day FROM events
                WHERE id BETWEEN ? AND ? AND item NOT NULL
                AND action IN ('product_click', 'add_to_cart', 'add_to_wishlist', 'transaction')
                GROUP BY day, item, visitor
                """, .integer(first), .integer(end)
            ) { row in Engagement(item: row.text(0), visitor: row.text(1), day: row.integer(2)) }
            return (end, engagements)
        }
    }
}
