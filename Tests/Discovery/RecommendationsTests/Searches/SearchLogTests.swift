import Foundation
import SQLite
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct SearchLogTests {
    private let place: EventFolder

    init() throws { place = try EventFolder() }

    private func report() throws -> SearchReport {
        try #require(try EventStore(reading: place.path).searchReport())
    }

    private static func searches(_ range: Range<Int>, words: String = "tea", ago: Double = 0) -> [RecordedSearch] {
        range.map {
            RecordedSearch(
                id: "s\($0)", time: .now - ago, kind: .words, words: words, total: 1, hasFound: true,
                shown: [.init("a", place: 1)])
        }
    }

    @Test func `The oldest searches go first, by number and by age`() throws {
        let store = try EventStore(path: place.path)
        try store.keep(Self.searches(0..<50), limits: SearchLogLimits(count: 20))
        #expect(try report().total.searches == 20)
        try store.add([TrackedEvent(action: "click", query: "s49", item: "a")])
        try store.add([TrackedEvent(action: "click", query: "s29", item: "a")])
        #expect(try report().total.clicks == 1 && report().apart.unknownSearch == 1)
        try store.keep(Self.searches(50..<55, ago: 10 * 86_400), limits: SearchLogLimits(count: 100, days: 9))
        #expect(try report().total.searches == 20)
        try store.keep(Self.searches(60..<61), limits: SearchLogLimits(count: 100, days: 9))
        #expect(try report().total.searches == 21)
    }

    @Test func `Searches take a quarter of the bytes at most, and events are not pushed out by them`() throws {
        let store = try EventStore(path: place.path, bytes: 2_000_000)
        try store.add((0..<100).map { TrackedEvent(action: "click", user: "u\($0)", query: "s\($0)", item: "a") })
        for round in 0..<40 { try store.keep(Self.searches(round * 500..<(round + 1) * 500)) }
        let kept = try report().total.searches
        #expect((1000..<6000).contains(kept), "\(kept)")
        #expect(try store.counts(by: .action).first?.events == 100)
    }

    @Test func `Nothing is recorded of a visitor who did not consent`() throws {
        let consents = ConsentStore(path: place.path)
        let store = try EventStore(path: place.path)
        var named = Self.searches(0..<1, words: "secret wish")
        named[0].visitor = "Zaphod"
        #expect(try store.keep(named) == 1)
        try consents.define([ConsentCategory(id: "personalization")])
        #expect(try store.keep(named) == 0)
        try consents.record(
            Consent(category: "personalization", isGiven: true, timestamp: Date.now.timeIntervalSince1970 - 9),
            of: "Zaphod")
        #expect(try store.keep(named) == 1)
        try consents.record(
            Consent(category: "personalization", isGiven: false, timestamp: Date.now.timeIntervalSince1970 - 1),
            of: "Zaphod")
        #expect(try store.keep(named) == 0)
        // Of nobody in particular, there is nobody to ask.
        #expect(try store.keep(Self.searches(1..<2)) == 1)
        #expect(try report().total.searches == 3)
        try consents.define([ConsentCategory(id: "personalization", hasLegitimateInterest: true)])
        #expect(try store.keep(named) == 1)
    }

    @Test func `No visitor is in the file, and a forgotten customer takes the searches along`() throws {
        let store = try EventStore(path: place.path)
        var searches = Self.searches(0..<4, words: "birthday present for Trillian")
        for index in searches.indices { searches[index].visitor = "Zaphod" }
        try store.keep(searches)
        try store.keep(Self.searches(4..<6))
        #expect(try !place.holds("Zaphod") && place.holds("Trillian"))
        try store.add([
            TrackedEvent(action: "click", user: "Zaphod", session: "h", query: "s0", item: "a"),
            TrackedEvent(action: "click", session: "h", query: "s1", item: "a"),
            TrackedEvent(action: "slot_impression", user: "Zaphod", query: "s2", item: "a"),
            TrackedEvent(action: "result_load", user: "Zaphod", query: "s3"),
            TrackedEvent(action: "click", user: "Marvin", session: "m", query: "s4", item: "a"),
        ])
        let gone = try store.forget(["Zaphod"])
        #expect(gone.events == 4 && gone.searches == 4)
        #expect(try !place.holds("Trillian"))
        #expect(try report().total.searches == 2 && report().total.clicks == 1)
    }

    @Test func `Two servers write one file, and the next process reads what both have kept`() throws {
        let path = place.path
        DispatchQueue.concurrentPerform(iterations: 2) { server in
            do {
                let store = try EventStore(path: path)
                for round in 0..<20 {
                    let first = server * 1000 + round * 10
                    try store.keep(Self.searches(first..<(first + 10)))
                    try store.add([TrackedEvent(action: "click", query: "s\(first)", item: "a")])
                }
            } catch {
                Issue.record(error)
            }
        }
        let report = try report()
        #expect(report.total.searches == 400 && report.total.clicks == 40 && report.apart == .init())
    }

    @Test func `A file of the version before has no searches until it is written`() throws {
        do {
            let store = try EventStore(path: place.path)
            try store.add([TrackedEvent(action: "click", query: "s0", item: "a")])
        }
        try Database(path: place.path, access: .write).script(
            "DROP TABLE searches; DROP TABLE search_log; PRAGMA user_version = 3")
        #expect(try EventStore(reading: place.path).searchReport() == nil)
        try EventStore(path: place.path).keep(Self.searches(0..<1), dropped: 7)
        #expect(try report().total.clicks == 1 && report().dropped == 7)
    }
}
