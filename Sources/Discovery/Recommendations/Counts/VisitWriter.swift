internal import SQLite

/// Writes visits together with everything that is counted from them. Works inside a transaction of its user, and ends
/// with ``writeSums()``.
struct VisitWriter {
    let database: Database
    private var changes: [UInt32: ItemSums] = [:]

    init(_ database: Database) { self.database = database }

    func visit(_ id: Int) throws(SearchError) -> Visit? {
        try database.first("SELECT key, began, latest, touches FROM visits WHERE id = ?", .integer(id)) { row in
            Visit(
                id: id, key: row.optionalText(0), began: row.integer(1), latest: row.integer(2),
                touches: [Touch](bytes: row.bytes(3)))
        }
    }

    /// Stores a visit in place of its former touches; one without touches is removed.
    mutating func write(_ visit: Visit, instead former: [Touch]) throws(SearchError) {
        let weight = CountRules.weight(visit.began)
        let before = former.wanted
        let after = visit.touches.wanted
        for item in before { changes[item.item, default: ItemSums()].add(item, weight: weight, times: -1) }
        for item in after { changes[item.item, default: ItemSums()].add(item, weight: weight, times: 1) }
        guard let id = try stored(visit) else { return }
        let known = Dictionary(before.map { ($0.item, $0.wishes.contains(.purchase)) }) { $1 }
        for item in after where known[item.item] != item.wishes.contains(.purchase) {
            try database.run(
                "INSERT OR REPLACE INTO visited(item, visit, bought) VALUES (?, ?, ?)", .integer(Int(item.item)),
                .integer(id), .integer(item.wishes.contains(.purchase) ? 1 : 0))
        }
        let kept = Set(after.map(\.item))
        for item in before where !kept.contains(item.item) {
            try database.run(
                "DELETE FROM visited WHERE item = ? AND visit = ?", .integer(Int(item.item)), .integer(id))
        }
        let earlier = Set(former.map(\.person))
        let later = Set(visit.touches.map(\.person))
        for person in later.subtracting(earlier) where person != 0 {
            try database.run("INSERT INTO visitors(person, visit) VALUES (?, ?)", .integer(Int(person)), .integer(id))
        }
        for person in earlier.subtracting(later) where person != 0 {
            try database.run(
                "DELETE FROM visitors WHERE person = ? AND visit = ?", .integer(Int(person)), .integer(id))
            try database.run(
                "DELETE FROM people WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM visitors WHERE person = ?1)",
                .integer(Int(person)))
        }
    }

    /// The number of the visit as it is written or removed; nil where there was nothing to remove.
    private func stored(_ visit: Visit) throws(SearchError) -> Int? {
        guard let id = visit.id else {
            if visit.touches.isEmpty { return nil }
            return try database.first(
                "INSERT INTO visits(key, began, latest, touches) VALUES (?, ?, ?, ?) RETURNING id",
                .optional(visit.key), .integer(visit.began), .integer(visit.latest), .blob(visit.touches.bytes)
            ) { row in row.integer(0) }
        }
        if visit.touches.isEmpty {
            try database.run("DELETE FROM visits WHERE id = ?", .integer(id))
        } else {
            try database.run(
                "UPDATE visits SET latest = ?, touches = ? WHERE id = ?", .integer(visit.latest),
                .blob(visit.touches.bytes), .integer(id))
        }
        return id
    }

    /// Removes the oldest visits.
    mutating func removeOldest(_ count: Int) throws(SearchError) {
        if count <= 0 { return }
        let ids = try database.all("SELECT id FROM visits ORDER BY id LIMIT ?", .integer(count)) { $0.integer(0) }
        for id in ids {
            guard var visit = try visit(id) else { continue }
            let former = visit.touches
            visit.touches = []
            try write(visit, instead: former)
        }
    }

    /// Brings the sums of the items up to the visits that were written. An item that nobody wanted goes.
    mutating func writeSums() throws(SearchError) {
        for (item, sums) in changes.sorted(by: { $0.key < $1.key }) {
            try database.run(
                """
                UPDATE items SET visits = visits + ?, strength = strength + ?, squares = squares + ?,
                    buyers = buyers + ?, bought = bought + ? WHERE id = ?
                """, .integer(sums.visits), .real(sums.strength), .real(sums.squares), .integer(sums.buyers),
                .real(sums.bought), .integer(Int(item)))
            if sums.visits < 0 {
                try database.run("DELETE FROM items WHERE id = ? AND visits <= 0", .integer(Int(item)))
            }
        }
        changes = [:]
    }
}
