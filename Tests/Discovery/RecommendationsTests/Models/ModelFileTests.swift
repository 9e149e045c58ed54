import SearchAPI
import Testing
import VisualSearch

@testable import Recommendations

/// Models that a shop defines: their rules, their faults, and that the store keeps them.
@Suite(.timeLimit(.minutes(5)))
struct ModelFileTests {
    private let shop: Shop

    init() throws { shop = try Shop(items: 80) }

    private func defined(_ text: String, _ behavior: SaidBehavior = SaidBehavior()) throws -> Recommender {
        let recommender = shop.recommender(behavior)
        _ = try recommender.define(Array(text.utf8))
        return recommender
    }

    @Test func `A blend adds its parts, and each item says which part gave how much`() throws {
        var behavior = SaidBehavior()
        behavior.wanted["i0"] = [
            Companion(item: "i4", score: 0.2, count: 3), Companion(item: "i5", score: 0.1, count: 3),
        ]
        let recommender = try defined(#"{"page": {"blend": {"similar": 1, "together": 3}}}"#, behavior)
        let answer = try recommender.recommendBlocking(RecommendationRequest(model: "page", seeds: ["i0": 1]))
        #expect(answer.items.first?.id == "i4" && answer.items.first?.engine == "together")
        #expect(answer.items.first.map { Set($0.reasons.map(\.kind)) } == ["similar", "together"])
        #expect(answer.items.dropFirst(2).allSatisfy { $0.engine == "similar" })
        #expect(answer.items.allSatisfy { abs($0.reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9 })
        #expect(answer.items.allSatisfy { (0...1).contains($0.score) })
    }

    @Test func `Filters of model and request both hold, pins come first, boosts come earlier, groups are limited`()
        throws
    {
        let recommender = try defined(
            """
            {"page": {"kind": "similar", "filter": "in_stock:true", "most": {"brand": 1},
                      "pins": [{"filter": "price:77"}, {"filter": "price:76"}, {"filter": "price:75"}],
                      "boosts": [{"filter": {"equal": ["brand", {"string": "Nord"}]}, "factor": 50}]}}
            """)
        let request = RecommendationRequest(
            model: "page", limit: 10, seeds: ["i0": 1], filter: .greater("price", .int(10)), fill: .random(seed: 1))
        let answer = try recommender.recommendBlocking(request)
        // 75 is not in stock; 76 and 77 are of one brand.
        #expect(answer.items.map(\.id).first == "i77" && answer.items.first?.engine == "pinned")
        #expect(!answer.items.contains { $0.id == "i76" || $0.id == "i75" })
        #expect(answer.items.count == Shop.brands.count)
        #expect(answer.items.allSatisfy { $0.attributes["in_stock"] == .bool(true) })
        #expect(answer.items.allSatisfy { ($0.attributes["price"]?.number ?? 0) > 10 })
        #expect(answer.items.dropFirst().first?.attributes["brand"] == .string("Nord"))
    }

    @Test func `With diversity items are less alike`() throws {
        var behavior = SaidBehavior()
        let wanted = ["i0": 1, "i4": 0.99, "i8": 0.98, "i12": 0.97, "i1": 0.9, "i2": 0.85, "i3": 0.8]
        behavior.popular = wanted.sorted { $0.value > $1.value }
            .map { Companion(item: $0.key, score: $0.value, count: 3) }
        let recommender = try defined(
            #"{"near": {"kind": "popular"}, "far": {"kind": "popular", "diversity": 0.5}}"#, behavior)
        let near = try recommender.recommendBlocking(RecommendationRequest(model: "near", limit: 4))
        #expect(near.items.map(\.id) == ["i0", "i4", "i8", "i12"])
        let far = try recommender.recommendBlocking(RecommendationRequest(model: "far", limit: 4))
        #expect(far.items.first?.id == "i0" && Set(far.items.map { $0.attributes["category"] }).count == 4)
    }

    @Test func `A customer stays in one variant, and the shares hold`() throws {
        let recommender = try defined(
            #"{"start": {"variants": {"a": {"model": "newest", "share": 3}, "b": {"model": "similar"}}}}"#)
        var counts: [String: Int] = [:]
        for index in 0..<400 {
            let request = RecommendationRequest(model: "start", limit: 1, customer: ["c\(index)", "login"])
            let answer = try recommender.recommendBlocking(request)
            #expect(answer.model == "start")
            counts[answer.variant ?? "", default: 0] += 1
            if index < 5 { #expect(try recommender.recommendBlocking(request).variant == answer.variant) }
        }
        #expect(Set(counts.keys) == ["a", "b"] && (260...340).contains(counts["a"] ?? 0))
    }

    @Test func `Bought items come back only where a model allows it`() throws {
        var behavior = SaidBehavior()
        behavior.popular = [Companion(item: "i8", score: 0.9, count: 3)]
        behavior.purchases["ann"] = ["i8"]
        let recommender = try defined(
            #"{"again": {"kind": "popular", "then": [], "bought": true, "days": 7}}"#, behavior)
        let again = RecommendationRequest(model: "again", customer: ["ann"])
        #expect(try recommender.recommendBlocking(again).items.map(\.id) == ["i8"])
        let usual = RecommendationRequest(model: "popular", customer: ["ann"])
        #expect(try recommender.recommendBlocking(usual).items.allSatisfy { $0.id != "i8" })
    }

    @Test func `The store keeps models without events, a repair takes them along, and null removes one`() throws {
        let first = try defined(#"{"page": {"blend": {"similar": 2, "words": 1}}, "other": {"kind": "recent"}}"#)
        let models = try first.definitions()
        #expect(Set(models.keys) == ["page", "other"])
        let again = try SearchEngine(path: shop.path, mode: .readOnly)
        #expect(try Recommender(engine: again, behavior: SaidBehavior()).definitions() == models)
        #expect(try again.store.check().isEmpty)
        let saved = shop.path + ".saved"
        _ = try CatalogStore.repair(path: shop.path, to: saved)
        let repaired = try SearchEngine(path: saved, mode: .readOnly)
        #expect(try Recommender(engine: repaired, behavior: SaidBehavior()).definitions() == models)
        _ = try first.define(Array(#"{"other": null}"#.utf8))
        #expect(try Set(first.definitions().keys) == ["page"])
    }

    @Test(
        arguments: [
            ("[]", "a member for each model"), ("{", "cannot be read"),
            (#"{"a b": {"kind": "similar"}}"#, "1 to 64 letters"),
            (#"{"a": {}}"#, "either `kind`"),
            (#"{"a": {"kind": "similiar"}}"#, "did you mean `similar`?"),
            (#"{"a": {"blend": {"similar": 0}}}"#, "a.blend.similar: expected a number above 0"),
            (#"{"a": {"blend": {}}}"#, "empty"),
            (#"{"a": {"kind": "similar", "filtre": "x"}}"#, "did you mean `filter`?"),
            (#"{"a": {"kind": "similar", "filter": "brnd:x"}}"#, "did you mean `brand`?"),
            (#"{"a": {"kind": "similar", "filter": {"equal": ["brnd", {"string": "x"}]}}}"#, "did you mean `brand`?"),
            (#"{"a": {"kind": "similar", "filter": 7}}"#, "a.filter"),
            (#"{"a": {"kind": "similar", "diversity": 2}}"#, "from 0.0 to 1.0"),
            (#"{"a": {"kind": "similar", "most": {"brand": 0}}}"#, "from 1 to 100"),
            (#"{"a": {"kind": "similar", "boosts": [{"factor": 2}]}}"#, "a.boosts[0]"),
            (#"{"a": {"kind": "similar", "pins": [{"filter": "brand:Lumo", "most": 99}]}}"#, "from 1 to 10"),
            (#"{"a": {"variants": {"x": {"model": "similar"}}}}"#, "2 to 10 variants"),
            (#"{"a": {"variants": {"x": {"model": "b"}, "y": {"model": "popular"}}}}"#, "there is no model `b`"),
            (#"{"a": {"variants": {"x": {"model": "a"}, "y": {"model": "popular"}}}}"#, "there is no model `a`"),
        ])
    func `A file of models says where it is wrong`(text: String, part: String) throws {
        let error = #expect(throws: SearchError.self) { try shop.recommender().define(Array(text.utf8)) }
        #expect(error?.description.contains(part) ?? false, "\(error?.description ?? "")")
        #expect(try shop.recommender().definitions().isEmpty)
    }
}
