internal import Essentials
internal import SQLite

/// Counts the next events into visits, inside a transaction of its user. The number of the last counted event is
/// written with the counts, so that an event counts once whenever the process ends.
struct VisitCounter {
    private struct Event {
        var moment: Int
        var person: UInt32
        var item: UInt32?
        var wishes: Wishes
    }

    private let database: Database
    private var writer: VisitWriter
    private var visits: [(visit: Visit, former: [Touch])] = []
    /// The places of visits in `visits` by their keys.
    private var open: [String: [Int]] = [:]
    private var numbers: (items: [String: UInt32], people: [String: UInt32]) = ([:], [:])
    /// The numbers that were given to new names.
    private var fresh: (items: [Int], people: [Int]) = ([], [])
    /// Touches that a full visit could not take.
    private var cut = 0

    /// Counts at most so many events.
    ///
    /// - Returns: The number of events that were counted, of any action.
    static func count(_ limit: Int, in database: Database) throws(SearchError) -> Int {
        var counter = VisitCounter(database)
        return try counter.count(limit)
    }

    private init(_ database: Database) {
        self.database = database
        writer = VisitWriter(database)
    }

    private mutating func count(_ limit: Int) throws(SearchError) -> Int {
        try VisitCounter.mendClock(now: Date.now.inMilliseconds, in: database)
        let start = try database.integer("SELECT event FROM counting")
        var last = start
        var events = 0
        try database.each(
            "SELECT id, received, time, action, user, session, query, item FROM events WHERE id > ? ORDER BY id LIMIT ?",
            .integer(start), .integer(limit)
        ) { row throws(SearchError) in
            last = row.integer(0)
            events += 1
            guard let action = TrackedAction(row.text(3)), let wishes = Wishes(action) else { return }
            let item = row.optionalText(7)
            guard item != nil || wishes == .purchase else { return }
            let user = row.optionalText(4)
            let event = Event(
                moment: VisitCounter.moment(received: row.integer(1), sent: row.optionalInteger(2)),
                person: try number(ofPerson: user), item: try number(ofItem: item), wishes: wishes)
            try add(event, user: user, session: row.optionalText(5), query: row.optionalText(6))
        }
        if last == start { return 0 }
        for (visit, former) in visits { try writer.write(visit, instead: former) }
        let count = try database.integer("SELECT coalesce(max(id) - min(id) + 1, 0) FROM visits")
        try writer.removeOldest(count - CountRules.visitLimit)
        try writer.writeSums()
        try removeUnused()
        try database.run(
            "UPDATE counting SET event = ?, revision = revision + 1, cut = cut + ?", .integer(last), .integer(cut))
        return events
    }

    /// The sender's time, where it is believable: trackers send late, and clocks are wrong.
    private static func moment(received: Int, sent: Int?) -> Int {
        guard let sent, sent <= received, sent > received - CountRules.latestArrival else { return received }
        return sent
    }

    private mutating func add(
        _ event: Event, user: String?, session: String?, query: String?
    ) throws(SearchError) {
        // Without a name the events after one search are of one person.
        let key = session.map { "s" + $0 } ?? user.map { "u" + $0 } ?? query.map { "q" + $0 }
        let gap = session == nil ? CountRules.personGap : CountRules.sessionGap
        let place = try place(of: key, at: event.moment, gap: gap)
        guard let item = event.item else { return buyCart(of: event.person, in: place) }
        let touch = Touch(
            item: item, person: event.person, time: UInt32(clamping: event.moment / 1000), wishes: event.wishes)
        if !visits[place].visit.touches.add(touch) { cut += 1 }
        visits[place].visit.latest = max(visits[place].visit.latest, event.moment)
    }

    /// A transaction that names no item is of what the person has put in the cart.
    private mutating func buyCart(of person: UInt32, in place: Int) {
        for index in visits[place].visit.touches.indices {
            let touch = visits[place].visit.touches[index]
            if touch.person == person, touch.wishes.contains(.cart) {
                visits[place].visit.touches[index].wishes.formUnion(.purchase)
            }
        }
    }

    /// The visit that goes on at that moment, or a new one.
    private mutating func place(of key: String?, at moment: Int, gap: Int) throws(SearchError) -> Int {
        if let key {
            let known = open[key] ?? []
            if let place = known.last(where: { visits[$0].visit.includes(moment, gap: gap) }) { return place }
            let stored = try database.first(
                """
                SELECT id, began, latest, touches FROM visits WHERE key = ?1 AND latest >= ?2 AND began <= ?3
                ORDER BY latest DESC LIMIT 1
                """, .text(key), .integer(moment - gap), .integer(moment + gap)
            ) { row in
                Visit(
                    id: row.integer(0), key: key, began: row.integer(1), latest: row.integer(2),
                    touches: [Touch](bytes: row.bytes(3)))
            }
            if let stored { return hold(stored) }
        }
        return hold(Visit(key: key, began: moment, latest: moment, touches: []))
    }

    private mutating func hold(_ visit: Visit) -> Int {
        visits.append((visit, visit.touches))
        if let key = visit.key { open[key, default: []].append(visits.count - 1) }
        return visits.count - 1
    }

    private mutating func number(ofItem name: String?) throws(SearchError) -> UInt32? {
        guard let name else { return nil }
        if let known = numbers.items[name] { return known }
        var number = try database.first("SELECT id FROM items WHERE name = ?", .text(name)) { row in row.integer(0) }
        if number == nil {
            number = try database.first(
                """
                INSERT INTO items(name, visits, strength, squares, buyers, bought) VALUES (?, 0, 0, 0, 0, 0)
                RETURNING id
                """, .text(name)
            ) { row in row.integer(0) }
            fresh.items.append(number ?? 0)
        }
        numbers.items[name] = UInt32(truncatingIfNeeded: number ?? 0)
        return numbers.items[name]
    }

    /// 0 for nobody.
    private mutating func number(ofPerson name: String?) throws(SearchError) -> UInt32 {
        guard let name else { return 0 }
        if let known = numbers.people[name] { return known }
        var number = try database.first("SELECT id FROM people WHERE name = ?", .text(name)) { row in row.integer(0) }
        if number == nil {
            number = try database.first("INSERT INTO people(name) VALUES (?) RETURNING id", .text(name)) { row in
                row.integer(0)
            }
            fresh.people.append(number ?? 0)
        }
        numbers.people[name] = UInt32(truncatingIfNeeded: number ?? 0)
        return numbers.people[name] ?? 0
    }

    /// Removes the names that came with this batch and are in no visit, because it was full.
    private func removeUnused() throws(SearchError) {
        for item in fresh.items {
            try database.run("DELETE FROM items WHERE id = ? AND visits <= 0", .integer(item))
        }
        for person in fresh.people {
            try database.run(
                "DELETE FROM people WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM visitors WHERE person = ?1)",
                .integer(person))
        }
    }
}
