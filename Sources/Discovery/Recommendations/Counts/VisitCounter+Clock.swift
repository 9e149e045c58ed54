internal import SQLite

extension VisitCounter {
    /// The earliest moment at which a clock can be right: this was written later.
    private static let earliestClock = 1_767_225_600_000
    /// Events further ahead than the second, with nothing between the two, came while the clock was wrong.
    private static let (near, far) = (86_400_000, 7 * 86_400_000)

    /// Dates visits anew that were counted while the clock of this machine was far ahead: they would outweigh all that
    /// comes until then. They count from now on, and the sums of their items are made anew.
    ///
    /// - Parameter now: In milliseconds since 1970, like all times here.
    static func mendClock(now: Int, in database: Database) throws(SearchError) {
        guard now >= earliestClock else { return }
        let limit = now + near
        let first = try database.integer("SELECT min(latest) FROM visits WHERE latest > ?", .integer(limit))
        guard first > now + far else { return }
        let visits: [(id: Int, touches: [Touch])] = try database.all(
            "SELECT id, touches FROM visits WHERE latest > ?", .integer(limit)
        ) { row in (row.integer(0), [Touch](bytes: row.bytes(1))) }
        var items: Set<UInt32> = []
        let second = UInt32(clamping: now / 1000)
        for var visit in visits {
            for index in visit.touches.indices {
                visit.touches[index].time = min(visit.touches[index].time, second)
                items.insert(visit.touches[index].item)
            }
            try database.run(
                "UPDATE visits SET began = min(began, ?1), latest = ?1, touches = ?2 WHERE id = ?3", .integer(now),
                .blob(visit.touches.bytes), .integer(visit.id))
        }
        for item in items.sorted() { try sumAnew(item, in: database) }
        for table in try EventFile.tables(database) {
            try database.run("UPDATE \(table) SET received = ?1 WHERE received > ?2", .integer(now), .integer(limit))
        }
    }

    private static func sumAnew(_ item: UInt32, in database: Database) throws(SearchError) {
        var sums = ItemSums()
        try database.each(
            "SELECT began, touches FROM visited JOIN visits ON visits.id = visited.visit WHERE item = ?",
            .integer(Int(item))
        ) { row in
            let weight = CountRules.weight(row.integer(0))
            for wanted in [Touch](bytes: row.bytes(1)).wanted where wanted.item == item {
                sums.add(wanted, weight: weight, times: 1)
            }
        }
        try database.run(
            "UPDATE items SET visits = ?, strength = ?, squares = ?, buyers = ?, bought = ? WHERE id = ?",
            .integer(sums.visits), .real(sums.strength), .real(sums.squares), .integer(sums.buyers),
            .real(sums.bought), .integer(Int(item)))
    }
}
