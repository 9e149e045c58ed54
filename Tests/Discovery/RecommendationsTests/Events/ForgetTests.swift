import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct ForgetTests {
    private let place: EventFolder
    private let store: EventStore

    init() throws {
        place = try EventFolder()
        store = try EventStore(path: place.path)
    }

    /// Several people in sessions, one of them with a text that is nowhere else.
    private func fill() throws {
        for round in 0..<40 {
            try store.add([
                .ago(50, "product_view", "a", user: "u\(round)", session: "s\(round)"),
                .ago(49, "product_view", "b", user: "u\(round)", session: "s\(round)"),
                .ago(48, "add_to_cart", "a", user: "Zaphod-81", session: "heart-of-gold-\(round / 10)"),
                .ago(
                    47, "transaction", "only-beeblebrox", user: "Zaphod-81", session: "heart-of-gold-\(round / 10)",
                    members: ["note": "trillian-7"]),
                .ago(46, "product_view", "c", session: "heart-of-gold-\(round / 10)"),
            ])
        }
        let consents = ConsentStore(path: place.path)
        try consents.define([ConsentCategory(id: "newsletter")])
        for given in [true, false] {
            try consents.record(
                Consent(category: "newsletter", isGiven: given, message: "marvin-42", timestamp: 100), of: "Zaphod-81")
        }
    }

    @Test func `A forgotten customer leaves no byte in any file while another connection has the file open`() throws {
        try fill()
        let server = try EventStore(path: place.path)
        let popularity = Popularity(server)
        let counts = place.counts
        #expect(try counts.together("a").contains("only-beeblebrox"))
        #expect(try popularity.counts()["only-beeblebrox"] == 1)
        _ = try counts.popular(since: .now - 86_400, limit: 9)
        let needles = ["Zaphod-81", "only-beeblebrox", "heart-of-gold", "trillian-7", "marvin-42"]
        for needle in needles { #expect(try place.holds(needle), "\(needle)") }

        let gone = try store.forget(["Zaphod-81"])
        #expect(gone == EventStore.Forgotten(events: 120, visits: 4, consents: 2, others: []))
        for needle in needles { #expect(try !place.holds(needle), "\(needle)") }
        #expect(try place.holds("s39"))

        // Those that were open before see it as well.
        #expect(try counts.together("a") == ["b"])
        #expect(try counts.popular(since: .now - 86_400, limit: 9).map(\.item) == ["a", "b"])
        #expect(try counts.popular(since: nil, limit: 9).map(\.count) == [40, 40])
        #expect(try counts.purchases(of: ["Zaphod-81"]).isEmpty)
        #expect(try popularity.counts()["only-beeblebrox"] == nil && popularity.counts()["a"] == nil)
        #expect(try ConsentStore(path: place.path).history(of: ["Zaphod-81"]).isEmpty)

        // The counts are those of the events that are left.
        let left = try RecountTests.state(place.path)
        try server.add([.ago(1, "product_view", "new", user: "u1")])
        _ = try store.forget(["u1"])
        try store.recount()
        #expect(try RecountTests.state(place.path).count == left.count - 1)
    }

    @Test func `A session of two names keeps the part of the other, and the other name is told`() throws {
        try store.add([
            .ago(9, "product_view", "a", user: "cookie", session: "s"),
            .ago(8, "product_view", "b", user: "login", session: "s"),
            .ago(8, "product_view", "c", user: "login", session: "s"),
            .ago(7, "product_view", "d", session: "s"),
        ])
        let gone = try store.forget(["cookie", "nobody"])
        #expect(gone == EventStore.Forgotten(events: 2, visits: 1, consents: 0, others: ["login"]))
        #expect(try place.counts.together("b") == ["c"])
        #expect(try place.counts.popular(since: nil, limit: 9).map(\.item).sorted() == ["b", "c"])
        #expect(try !place.holds("cookie"))
    }

    @Test func `Forgetting someone unknown changes nothing`() throws {
        try fill()
        let before = try RecountTests.state(place.path)
        #expect(try store.forget(["nobody"]) == EventStore.Forgotten())
        #expect(try RecountTests.state(place.path) == before)
    }
}
