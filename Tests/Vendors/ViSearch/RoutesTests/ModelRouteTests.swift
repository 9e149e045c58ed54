import Foundation
import Recommendations
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Recommendation models in the form of ViSearch", .timeLimit(.minutes(5)))
struct ModelRouteTests {
    private static let shop = Result {
        let shop = try Shop(names: Shop.names)
        let recommender = Recommender(engine: shop.engine, behavior: EventCounts(path: shop.folder.url.path + "/none"))
        _ = try recommender.define(
            Array(
                #"""
                {"recommendations": {"kind": "similar", "filter": "category:bag"},
                 "match": {"kind": "complementary"}, "cheap": {"kind": "similar", "filter": "brand:acme"}}
                """#.utf8))
        return shop
    }

    @Test("a model that the store defines by the name of the operation answers, with filter, fields and pages")
    func defined() throws {
        let shop = try Self.shop.get()
        let answer = try shop.get("/recommendations?im_name=mug-001&limit=4&score=true&fl=category&qinfo=true")
        #expect(answer["status"] == "OK" && answer["method"] == "recommendations")
        #expect(answer["algorithm"] == "recommendations" && answer["page"] == 1 && answer["limit"] == 4)
        #expect(answer["result"]?.names.allSatisfy { $0.hasPrefix("bag") } == true)
        #expect(answer["result"]?.names.count == 4 && answer["qinfo"]?["im_name"] == "mug-001")
        #expect(answer["result"]?[0]?["value_map"]?["category"] == "bag" && answer["result"]?[0]?["score"] != nil)
        let next = try shop.get("/recommendation?im_name=mug-001&limit=4&page=2")
        let (first, second) = (answer["result"]?.names ?? [], next["result"]?.names ?? [])
        // A bag that has nothing in common with the mug is not similar.
        #expect(1...2 ~= second.count)
        #expect(!second.contains { first.contains($0) })
        // Every bag is of this brand.
        let all = try shop.get("/recommendations?im_name=mug-001&fq=brand:Nord&limit=30")["result"]?.names
        #expect(all == first + second)
        #expect(try shop.get("/recommendations?im_name=mug-001&fq=brand:acme&limit=30")["result"]?.names == [])
        let none = try shop.get("/recommendations?im_name=mug-001&category=shoe")
        #expect(none["status"] == "OK" && none["result"]?.names == [])
    }

    @Test("a model is chosen by its name, and another algorithm leaves the choice to the store")
    func algorithm() throws {
        let shop = try Self.shop.get()
        let cheap = try shop.get("/recommendations?im_name=shoe-001&algorithm=cheap&limit=30&fl=brand")
        #expect(cheap["algorithm"] == "cheap" && cheap["result"]?.values.isEmpty == false)
        #expect(cheap["result"]?.values.allSatisfy { $0["value_map"]?["brand"] == "acme" } == true)
        #expect(try shop.get("/recommendations?im_name=mug-001&algorithm=VSR")["algorithm"] == "recommendations")
        let plain = try Shop.shared.get().get("/recommendations?im_name=mug-001&limit=3")
        #expect(plain["algorithm"] == "VSR" && plain["result"]?.names.count == 3)
    }

    @Test("what goes with an item is of another kind")
    func match() throws {
        let shop = try Self.shop.get()
        let answer = try shop.get("/match?im_name=lamp-001&result_limit=4")
        #expect(answer["status"] == "OK" && answer["qinfo"]?["im_name"] == "lamp-001")
        #expect(answer["objects"]?[0]?["result"]?.names.count == 4 && answer["result_limit"] == 4)
        #expect(answer["objects"]?[0]?["attributes"] == .object([:]))
    }

    @Test("an unknown item is told in the service's words, and what a model cannot do is refused by name")
    func refusals() throws {
        let shop = try Self.shop.get()
        for path in ["/recommendations", "/match"] {
            #expect(try shop.get("\(path)?im_name=none")["error"] == ["Image not found with im_name."])
            #expect(try shop.get(path)["error"] == ["im_name is invalid."])
        }
        for (query, name) in [
            ("facets=brand", "facets"), ("sort_by=price:asc", "sort_by"), ("group_by=brand", "group_by"),
            ("dedup=true", "dedup"), ("dedup_by=brand", "dedup_by"),
        ] {
            let answer = try shop.get("/recommendations?im_name=mug-001&\(query)")
            #expect(answer["error"] == [.string("\(name) cannot be combined with a recommendation model.")])
        }
    }
}
