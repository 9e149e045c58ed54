import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct SearchReportTests {
    private let place: EventFolder

    init() throws { place = try EventFolder() }

    private func report(since: Date? = nil) throws -> SearchReport {
        try #require(try EventStore(reading: place.path).searchReport(since: since))
    }

    private static func shown(_ items: String...) -> [RecordedSearch.Shown] {
        items.enumerated().map { .init($1, place: $0 + 1) }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Every figure is the one of an independent count`(_ seed: UInt64) throws {
        let log = SearchLogFixture(seed: seed, searches: 300, events: 4000)
        let sums = log.sums
        let store = try EventStore(path: place.path)
        try store.keep(log.searches)
        try store.add(log.events)
        let report = try report()
        var queries: [String: SearchLogFixture.Sums.Row] = [:]
        for query in report.queries { queries["\(query.kind)/" + (query.folded ?? "")] = .init(query.counts) }
        #expect(queries == sums.queries && report.queries.count == sums.queries.count)
        #expect(
            Dictionary(report.rules.map { ($0.name, .init($0.counts)) }) { first, _ in first } == sums.rules)
        for position in report.positions {
            let wanted = sums.places[position.place] ?? .init()
            #expect(
                .init(
                    shown: position.shown, clicks: position.clicks, carts: position.carts,
                    purchases: position.purchases) == wanted, "place \(position.place)")
        }
        #expect(report.positions.map(\.place) == Array(1...(sums.places.keys.max() ?? 0)))
        #expect(report.apart.unknownSearch == sums.unknown && report.apart.notShown == sums.notShown)
        #expect(report.apart.repeated == sums.repeated && report.apart.withoutSearch == sums.withoutSearch)
        #expect(report.total.searches == log.searches.count { $0.page == 1 })
        let order = report.queries.map(\.counts.searches)
        #expect(order == order.sorted(by: >))
    }

    @Test func `A rule is compared with the same queries without it`() throws {
        let store = try EventStore(path: place.path)
        let items = Self.shown("a", "b")
        try store.keep(
            (0..<20).map { index in
                RecordedSearch(
                    id: "s\(index)", kind: .words, words: index < 12 ? "tea" : "cup", total: 2, hasFound: true,
                    rules: index < 4 ? ["tea first"] : [], shown: items)
            })
        try store.add(
            [0, 1, 2, 5, 6, 13].map { TrackedEvent(action: "click", query: "s\($0)", item: "b") })
        let rule = try #require(try report().rules.first)
        #expect(rule.counts.answers == 4 && rule.counts.clicked == 3 && rule.rateWithout?.share == 0.25)
        #expect(rule.foundWithout == 8 && rule.counts.place == 2)
    }

    @Test func `Hostile events change no figure that they should not`() throws {
        let store = try EventStore(path: place.path)
        try store.keep([
            RecordedSearch(id: "1", kind: .words, words: "tea", total: 2, hasFound: true, shown: Self.shown("a", "b")),
            RecordedSearch(id: "2", kind: .words, words: "cup", total: 1, hasFound: true, shown: Self.shown("c")),
        ])
        var events = (0..<1000).map { _ in
            TrackedEvent(action: "product_click", query: "1", item: "b", position: 1_000_000_000)
        }
        events += [
            TrackedEvent(action: "product_click", query: "1", item: "c"),
            TrackedEvent(action: "product_click", query: "2", item: "never-shown\u{0}\u{1B}[31m"),
            TrackedEvent(action: "product_click", query: "' OR 1=1 --", item: "a"),
            TrackedEvent(action: "product_click", query: String(repeating: "9", count: 1_000_000), item: "a"),
            TrackedEvent(action: "product_click", query: "", item: "a"),
        ]
        try store.add(events)
        let report = try report()
        #expect(report.total.clicks == 1 && report.total.clicked == 1)
        #expect(report.apart.repeated == 999 && report.apart.notShown == 2 && report.apart.unknownSearch == 3)
        #expect(report.positions.map(\.clicks) == [0, 1])
        #expect(report.queries.map(\.counts.clicks) == [0, 1])
    }

    @Test func `Words are cut, and what is damaged is passed over`() throws {
        let megabyte = RecordedSearch(id: "1", kind: .words, words: String(repeating: "a\u{301}", count: 500_000))
        #expect(megabyte.words?.unicodeScalars.count == RecordedSearch.wordLimit)
        #expect(RecordedSearch(id: "1", kind: .words, words: " \n").words == nil)
        let many = (1...5000).map { RecordedSearch.Shown("i\($0)", place: $0) }
        #expect(RecordedSearch(id: "1", kind: .words, shown: many).shown.count == RecordedSearch.shownLimit)
        let items = [RecordedSearch.Shown("é\u{0}", place: 300, isSecondary: true), .init("", place: 1)]
        let bytes = ShownItems.bytes(of: items)
        for count in 0...bytes.count {
            var read: [RecordedSearch.Shown] = []
            // Safe: the bytes live during the call.
            unsafe bytes.prefix(count).withUnsafeBytes { bytes in
                unsafe ShownItems.each(in: bytes) { item, place, isSecondary in
                    read.append(
                        .init(unsafe String(decoding: item, as: UTF8.self), place: place, isSecondary: isSecondary))
                }
            }
            #expect(read == Array(items.prefix(count == bytes.count ? 2 : count >= 6 ? 1 : 0)), "\(count) bytes")
        }
    }

    @Test func `Queries that are passed over have an upper end below the average`() throws {
        let store = try EventStore(path: place.path)
        var (searches, events): ([RecordedSearch], [TrackedEvent]) = ([], [])
        for index in 0..<200 {
            let words = index < 60 ? "unloved" : index < 63 ? "rare" : index < 70 ? "lost" : "loved"
            searches.append(
                RecordedSearch(
                    id: "s\(index)", kind: .words, words: words, total: 2, hasFound: words != "lost",
                    shown: words == "lost" ? [] : Self.shown("a")))
            if index >= 100 { events.append(TrackedEvent(action: "click", query: "s\(index)", item: "a")) }
        }
        try store.keep(searches)
        try store.add(events)
        let report = try report()
        #expect(report.passedOver.map(\.words) == ["unloved"])
        #expect(report.unanswered.map(\.words) == ["lost"] && report.unanswered[0].counts.empty == 7)
    }

    @Test func `An earlier search counts before the first day only, with all that followed it`() throws {
        let store = try EventStore(path: place.path)
        let old = RecordedSearch(
            id: "old", time: .now - 3 * 86_400, kind: .words, words: "tea", total: 1, hasFound: true,
            shown: Self.shown("a"))
        var new = old
        (new.id, new.time) = ("new", .now)
        try store.keep([old, new])
        try store.add(["old", "new"].map { TrackedEvent(action: "click", query: $0, item: "a") })
        #expect(try report().total.clicks == 2)
        let since = try report(since: .now - 86_400)
        #expect(since.total.searches == 1 && since.total.clicks == 1 && since.apart.earlier == 1)
        #expect(since.apart.unknownSearch == 0)
    }
}
