import Foundation
import SearchAPI
import Testing

@testable import Recommendations

/// The answers of each kind of model, and their notices.
@Suite(.timeLimit(.minutes(5)))
struct RecommenderTests {
    private let shop: Shop

    init() throws { shop = try Shop(items: 80) }

    private func companions(_ scores: KeyValuePairs<String, Double>) -> [Companion] {
        scores.map { Companion(item: $0.key, score: $0.value, count: 3) }
    }

    @Test func `Similar items are of the look of the seed, best first, with their reasons`() throws {
        let answer = try shop.recommender().recommendBlocking(
            RecommendationRequest(model: "similar", limit: 12, seeds: ["i0": 1]))
        #expect(answer.items.count == 12 && answer.notices.isEmpty && answer.variant == nil)
        #expect(answer.items.map(\.score) == answer.items.map(\.score).sorted(by: >))
        for item in answer.items {
            #expect(item.engine == "similar" && item.attributes["category"] == .string(Shop.types[0]))
            #expect(item.reasons == [Recommendation.Reason(kind: "similar", seed: "i0", share: 1)])
        }
    }

    @Test func `A stronger seed has the larger share and brings more items`() throws {
        let answer = try shop.recommender().recommendBlocking(
            RecommendationRequest(model: "similar", limit: 10, seeds: ["i0": 10, "i3": 1]))
        let categories = answer.items.map { $0.attributes["category"] }
        #expect(categories.count { $0 == .string(Shop.types[0]) } > 8)
        for item in answer.items {
            #expect(item.reasons.first?.seed == "i0")
            #expect(abs(item.reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        }
    }

    @Test func `Weights of any size make shares`() throws {
        let request = RecommendationRequest(
            model: "similar",
            seeds: ["i0": .greatestFiniteMagnitude, "i4": .greatestFiniteMagnitude, "i8": .leastNonzeroMagnitude])
        let answer = try shop.recommender().recommendBlocking(request)
        #expect(answer.items.count == 10)
        for item in answer.items {
            #expect((0...1).contains(item.score) && abs(item.reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        }
    }

    @Test func `Items of one visit come in the order of their companionship`() throws {
        var behavior = SaidBehavior()
        behavior.wanted["i0"] = companions(["i7": 0.9, "gone": 0.8, "i5": 0.4])
        let answer = try shop.recommender(behavior).recommendBlocking(
            RecommendationRequest(model: "together", limit: 2, seeds: ["i0": 1]))
        #expect(answer.items.map(\.id) == ["i7", "i5"])
        #expect(answer.items[0].reasons == [Recommendation.Reason(kind: "together", seed: "i0", share: 1)])
        #expect(answer.notices.isEmpty)
    }

    @Test func `A seed that the store does not have is told, and its visits count still`() throws {
        var behavior = SaidBehavior()
        behavior.wanted["gone"] = companions(["i7": 0.9])
        let recommender = shop.recommender(behavior)
        let answer = try recommender.recommendBlocking(
            RecommendationRequest(model: "together", limit: 1, seeds: ["gone": 1]))
        #expect(answer.items.map(\.id) == ["i7"])
        #expect(answer.notices.map(\.kind) == [.unknownItem] && answer.notices[0].text.contains("`gone`"))
        let cold = try recommender.recommendBlocking(
            RecommendationRequest(model: "similar", limit: 5, seeds: ["missing": 1]))
        #expect(cold.items.count == 5 && cold.notices.contains { $0.kind == .fallback })
    }

    @Test func `What goes with an item is of another type of its branch, and what was bought with it comes first`()
        throws
    {
        var behavior = SaidBehavior()
        let recommender = shop.recommender(behavior)
        let request = RecommendationRequest(model: "complementary", limit: 10, seeds: ["i0": 1])
        let cold = try recommender.recommendBlocking(request)
        #expect(cold.items.count == 10)
        #expect(cold.items.allSatisfy { $0.attributes["category"] == .string("Fashion > Shoes") })
        behavior.bought["i0"] = companions(["i4": 0.9, "i2": 0.8])
        let warm = try shop.recommender(behavior).recommendBlocking(request)
        // i4 is of the type of the seed.
        #expect(warm.items.first?.id == "i2" && !warm.items.contains { $0.id == "i4" })
    }

    @Test func `A customer gets what goes with earlier items, without those and without what was bought`() throws {
        var behavior = SaidBehavior()
        behavior.interests["ann"] = [Interest(item: "i2", weight: 1, latest: .now)]
        behavior.wanted["i2"] = companions(["i6": 0.9, "i9": 0.5])
        behavior.purchases["ann"] = ["i6"]
        let recommender = shop.recommender(behavior)
        let answer = try recommender.recommendBlocking(
            RecommendationRequest(model: "personal", limit: 8, customer: ["cookie", "ann"]))
        #expect(answer.items.count == 8 && answer.items.allSatisfy { $0.engine == "personal" })
        #expect(!answer.items.contains { ["i2", "i6"].contains($0.id) })
        #expect(
            answer.items.first { $0.id == "i9" }?.reasons.contains { $0.kind == "together" && $0.seed == "i2" } ?? false
        )
        let recent = try recommender.recommendBlocking(
            RecommendationRequest(model: "recent", limit: 1, customer: ["ann"]))
        #expect(recent.items.map(\.id) == ["i2"])
        let nobody = try recommender.recommendBlocking(
            RecommendationRequest(model: "personal", limit: 8, customer: ["unknown"]))
        #expect(nobody.items.count == 8)
    }

    @Test func `Every kind answers without events, for an item and for nobody, and in a store of one item or none`()
        throws
    {
        let small = try Shop(items: 1)
        let empty = try Shop(items: 0)
        for kind in Model.Kind.allCases {
            let recommender = shop.recommender()
            #expect(try recommender.recommendBlocking(RecommendationRequest(model: kind.rawValue)).items.count == 10)
            let seeded = RecommendationRequest(model: kind.rawValue, seeds: ["i0": 1])
            #expect(try recommender.recommendBlocking(seeded).items.count == 10)
            #expect(try small.recommender().recommendBlocking(seeded).items.isEmpty)
            #expect(
                try small.recommender().recommendBlocking(RecommendationRequest(model: kind.rawValue)).items.map(\.id)
                    == ["i0"])
            #expect(try empty.recommender().recommendBlocking(seeded).items.isEmpty)
        }
    }

    @Test func `Random items fill what is left, are marked, and are the same for the same seed`() throws {
        var behavior = SaidBehavior()
        behavior.popular = companions(["i8": 0.9])
        let recommender = shop.recommender(behavior)
        var request = RecommendationRequest(model: "popular", limit: 20, filter: .equal("in_stock", .bool(true)))
        #expect(try recommender.recommendBlocking(request).items.map(\.id) == ["i8"])
        request.fill = .random(seed: 7)
        let first = try recommender.recommendBlocking(request)
        #expect(first.items.count == 20 && Set(first.items.map(\.id)).count == 20)
        #expect(first.items.map(\.isFilled) == [false] + Array(repeating: true, count: 19))
        #expect(first.items.allSatisfy { $0.attributes["in_stock"] == .bool(true) })
        #expect(try recommender.recommendBlocking(request) == first)
        request.fill = .random(seed: 8)
        #expect(try recommender.recommendBlocking(request) != first)
    }

    @Test func `All faults of a request are told at once`() throws {
        let request = RecommendationRequest(
            model: "similar", limit: 0, customer: [""], seeds: ["a": 0, "b": .nan, "c": -.infinity],
            categories: (0..<11).map { "\($0)" })
        let error = #expect(throws: SearchError.self) { try shop.recommender().recommendBlocking(request) }
        let text = error?.description ?? ""
        for part in ["limit must be from 1 to 100", "`a`", "`b`", "`c`", "at most 10 categories", "name of a customer"]
        {
            #expect(text.contains(part), "\(text) lacks \(part)")
        }
    }

    @Test func `Names that are not there are told with what may have been meant`() throws {
        let recommender = shop.recommender()
        let model = #expect(throws: SearchError.self) {
            try recommender.recommendBlocking(RecommendationRequest(model: "similiar"))
        }
        #expect(model?.description.contains("did you mean `similar`?") ?? false)
        let field = #expect(throws: SearchError.self) {
            try recommender.recommendBlocking(RecommendationRequest(model: "similar", filter: .exists("brnd")))
        }
        #expect(field?.description.contains("did you mean `brand`?") ?? false)
        let category = try recommender.recommendBlocking(RecommendationRequest(model: "newest", categories: ["Bag"]))
        #expect(category.items.isEmpty && category.notices.first?.suggestion == "Bags")
        let known = try recommender.recommendBlocking(RecommendationRequest(model: "newest", categories: ["Bags"]))
        #expect(known.items.count == 10)
        #expect(known.items.allSatisfy { $0.attributes["category"] == .string("Fashion > Bags") })
    }

    @Test func `Only the wanted attributes come along, and what was shown is kept unless that is not wanted`()
        async throws
    {
        let log = KeptImpressions()
        let recommender = shop.recommender(impressions: log)
        var request = RecommendationRequest(
            model: "newest", limit: 2, customer: ["ann"], attributes: ["brand", "none"])
        let answer = try await recommender.recommend(request)
        #expect(answer.items.map { Set($0.attributes.keys) } == [["brand"], ["brand"]])
        request.recordsImpressions = false
        _ = try await recommender.recommend(request)
        #expect(log.kept.withLock { $0.map(\.items) } == [answer.items.map(\.id)])
        #expect(log.kept.withLock { $0.map(\.customer) } == [["ann"]])
    }
}
