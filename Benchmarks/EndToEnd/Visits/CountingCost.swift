import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI

/// The cost of counting a large number of events, of answers, and of forgetting.
struct CountingCost {
    let options: VisitsOptions

    func run() throws {
        let place = try EventsOfSimulation()
        var shop = ShopSimulation(
            items: options.items, customers: max(options.items / 2, 10), pairs: 100, seed: options.seed)
        let store = try EventStore(path: place.path, limit: .max, bytes: .max)
        var (batch, made): ([TrackedEvent], Int) = ([], 0)
        let fill = try timed {
            while made < options.events {
                let visit = shop.visit(day: made * VisitsBenchmark.days / options.events)
                let events = place.events(of: visit).prefix(options.events - made)
                made += events.count
                batch += events
                if batch.count >= 500 || made == options.events {
                    try store.add(batch)
                    batch = []
                }
            }
        }
        let resident = Memory.resident()
        let count = try timed { try store.recount() }
        let peak = Double(Memory.peak() - resident) / 1e6
        let counts = EventCounts(path: place.path)
        let report = try counts.report()
        var table = Table("\(made) events, \(options.items) items, simulated", "s CPU", "s wall")
        table.rows.append(["adding, 500 at a time, counted as they come"] + fill)
        table.rows.append(["counting from nothing"] + count)
        table.rows.append(["forgetting a customer"] + (try timed { _ = try store.forget(["customer-7"]) }))
        say(
            table.formatted()
                + """


                visits \(report.visits), items seen \(report.items), people \(report.people), cut \(report.cut)
                file \((Double(report.bytes) / 1e6).formatted(digits: 0)) MB, memory while counting beyond before \
                \(peak.formatted(digits: 0)) MB

                """)
        try answers(counts, place)
    }

    private func timed(_ body: () throws -> Void) rethrows -> [String] {
        let (cpu, wall) = (Clock.process(), Clock.wall())
        try body()
        return [(Clock.process() - cpu).formatted(digits: 1), (Clock.wall() - wall).formatted(digits: 1)]
    }

    private func answers(_ counts: EventCounts, _ place: EventsOfSimulation) throws {
        var numbers = SplitMix(seed: options.seed)
        let popular = try counts.popular(since: nil, limit: 300).map(\.item)
        let items = (0..<300).map { _ in "item-\(Int.random(in: 0..<options.items, using: &numbers))" }
        let people = (0..<300).map { "customer-\($0 * $0 % max(options.items / 2, 10))" }
        let week = place.date(day: VisitsBenchmark.days - 7)
        var table = Table("ms CPU of an answer", "median", "99 of 100 within", "most")
        func measure(_ name: String, _ subjects: [String], _ body: (String) throws -> Void) throws {
            var times: [Double] = []
            for subject in subjects {
                let start = Clock.thread()
                try body(subject)
                times.append((Clock.thread() - start) * 1000)
            }
            times.sort()
            let cells = [times[times.count / 2], times[times.count * 99 / 100], times[times.count - 1]]
            table.rows.append([name] + cells.map { $0.formatted(digits: 3) })
        }
        // Opens the connection.
        sink(try counts.popular(since: nil, limit: 1))
        try measure("together, any item, 50", items) { sink(try counts.companions(of: $0, by: .wanted, limit: 50)) }
        try measure("together, popular items, 50", popular) {
            sink(try counts.companions(of: $0, by: .wanted, limit: 50))
        }
        try measure("bought together, popular items, 50", popular) {
            sink(try counts.companions(of: $0, by: .bought, limit: 50))
        }
        try measure("popular, all time, 50", items) { _ in sink(try counts.popular(since: nil, limit: 50)) }
        try measure("popular, a week, first time", ["first"]) { _ in sink(try counts.popular(since: week, limit: 50)) }
        try measure("popular, a week, again", items) { _ in sink(try counts.popular(since: week, limit: 50)) }
        try measure("interests and purchases of a customer", people) {
            sink(try counts.interests(of: [$0], limit: 20))
            sink(try counts.purchases(of: [$0]))
        }
        try measure("personal: 20 interests, 50 companions each", people) {
            for interest in try counts.interests(of: [$0], limit: 20) {
                sink(try counts.companions(of: interest.item, by: .wanted, limit: 50))
            }
        }
        say(table.formatted())
    }
}
