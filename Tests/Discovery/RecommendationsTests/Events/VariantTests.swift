import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct VariantTests {
    @Test func `The events of each variant are counted by what they mean`() throws {
        let place = try EventFolder()
        let store = try EventStore(path: place.path)
        func events(_ count: Int, _ action: String, _ variant: String, _ model: String? = "home") -> [TrackedEvent] {
            var members = ["recommendation_variant_id": variant]
            members["recommendation_id"] = model
            return (0..<count).map { .ago(1, action, "p\($0)", user: "u\($0)", members: members) }
        }
        try store.add(
            events(200, "recommendation_view", "a") + events(20, "product_click", "a") + events(5, "add_to_cart", "a")
                + events(2, "transaction", "a") + events(100, "recommendation_view", "b")
                + events(3, "click", "b", nil) + [.ago(1, "product_click", "x", user: "u")])
        let variants = try store.variants()
        #expect(variants.map(\.name) == ["b", "a", "b"] && variants.map(\.model) == [nil, "home", "home"])
        #expect(variants.map(\.views) == [0, 200, 100] && variants.map(\.clicks) == [3, 20, 0])
        #expect(variants.map(\.carts) == [0, 5, 0] && variants.map(\.purchases) == [0, 2, 0])
        // More clicks than views have no rate.
        #expect(variants[0].rate == nil)
        let rate = try #require(variants[1].rate)
        #expect(rate.share == 0.1)
        #expect(abs(rate.low - 0.0657) < 0.0001 && abs(rate.high - 0.1494) < 0.0001)
    }

    @Test func `What was shown is kept with its variant, and is no wish`() throws {
        let place = try EventFolder()
        let store = try EventStore(path: place.path)
        let items = ["a", "b"].map { Recommendation(id: $0, engine: "popular", score: 1) }
        try store.keepImpressions(
            RecommendationAnswer(model: "home", variant: "b", items: items), for: ["cookie", "login"])
        try store.keepImpressions(RecommendationAnswer(model: "home", items: items), for: [])
        #expect(try store.variants() == [EventStore.Variant(model: "home", name: "b", views: 2)])
        let kept = try store.latest(9)
        #expect(kept.map(\.position) == [2, 1, 2, 1] && kept.map(\.user) == [nil, nil, "cookie", "cookie"])
        #expect(kept[3].members.contains(#""recommendation_engine":"popular""#))
        #expect(try place.counts.popular(since: nil, limit: 9).isEmpty)
    }

    @Test func `An interval has the share in it and stays within 0 and 1`() throws {
        #expect(Proportion(1, of: 0) == nil && Proportion(3, of: 2) == nil)
        for (part, whole) in [(0, 1), (1, 1), (0, 50), (50, 50), (1, 3), (500, 1000)] {
            let rate = try #require(Proportion(part, of: whole))
            #expect(0 <= rate.low && rate.low <= rate.share && rate.share <= rate.high && rate.high <= 1)
        }
    }
}
