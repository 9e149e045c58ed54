import Foundation
import ServedShop
import TestSupport
import Testing

@testable import ProductSearchRoutes
@testable import SearchServer

@Suite("Recommendations in the form of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchRecommendationTests {
    private let shop: Shop

    init() throws { shop = try Shop.withModels.get() }

    private func type(_ product: JSONValue) -> String? {
        product["product_id"]?.text.map { String($0.prefix { $0 != "-" }) }
    }

    @Test("without a model what looks like the product is recommended, by GET and POST, with its pictures")
    func looks() throws {
        let answer = try shop.productSearch(
            "product/recommendations/mug-001", "limit=4&show_best_product_images=true&show_excluded_pids=true")
        #expect(answer["method"] == "product/recommendations" && answer.products.count == 4)
        #expect(answer["strategy"] == ["algorithm": "VSR"] && answer["excluded_pids"] == [])
        let first = try #require(answer["result"]?[0])
        #expect(
            first["best_images"] == [["type": "product", "url": first["main_image_url"] ?? .null, "index": "0"]])
        let posted = try shop.post("/v1/visearch/recommendations/mug-001", form: "limit=4")
        #expect(posted.products == answer.products)
        let warned = try shop.productSearch(
            "visearch/recommendations/mug-001", "alt_limit=2&use_set_based_ctl=true&set_limit=2&show_pinned_pids=true")
        #expect(warned.warnings.count == 4)
    }

    @Test("all pictures of a product that have an address are named, first the one that agrees best with the query")
    func bestImages() throws {
        let shop = try Shop(names: ["mug-001", "bag-001"])
        let pictures = [("worn", "lamp-001"), ("back", "mug-002"), ("side", "bag-002")].map { role, name in
            Entry.Picture(
                .file(Shop.file(name)), role: PictureRole(rawValue: role),
                source: role == "side" ? "/private/side.jpg" : "https://img.example/\(role).jpg")
        }
        let item = Item(
            id: "several", source: "https://img.example/front.jpg", attributes: ["category": .string("mug")])
        let entry = Entry(item, image: .file(Shop.file("shoe-001")), pictures: pictures)
        for result in try shop.engine.insertBlocking([entry]) { try result.get() }
        let answer = try shop.productSearch(
            "product/recommendations/mug-001", "limit=4&show_best_product_images=true&score_min=0")
        let several = try #require(answer["result"]?.values.first { $0["product_id"] == "several" })
        let images = several["best_images"]?.values ?? []
        #expect(images.map { $0["index"] } == ["2", "0", "1"], "\(images)")
        #expect(
            images.map { $0["url"]?.text ?? "" }
                == ["back", "front", "worn"].map { "https://img.example/\($0).jpg" })
        #expect(images.map { $0["type"] } == ["product", "product", "outfit"])
    }

    @Test(
        "a strategy is a model of the store: its filter, its pins and its variants count, and an unknown one is named")
    func models() throws {
        let bags = try shop.productSearch(
            "product/recommendations/mug-001",
            "strategy_id=bags&limit=30&show_pinned_pids=true&score=true&return_product_info=true")
        #expect(
            bags["strategy"] == ["name": "bags", "algorithm": "bags"]
                && bags["product_info"]?["product_id"] == "mug-001")
        #expect(bags["result"]?.values.allSatisfy { type($0) == "bag" && $0["score"] != nil } == true)
        #expect(bags["result"]?[0]?["pinned"] == "true" && bags["result"]?[1]?["pinned"] == "false")
        #expect(bags["experiment"] == nil && bags["total"]?.asNumber.map(Int.init) == bags.products.count)
        let numbered = try shop.productSearch("product/recommendations/shoe-001", "strategy_id=7&attrs_to_get=brand")
        #expect(numbered["result"]?.values.allSatisfy { $0["data"] == ["brand": "acme"] } == true)
        let half = try shop.productSearch("product/recommendations/mug-001", "strategy_id=halves&va_uid=u1")
        let variant = half["experiment"]?["variant_name"]?.text
        #expect(variant == "a" || variant == "b")
        #expect(half["experiment"]?["experiment_no_recommendation"] == .bool(false))
        let unknown = try shop.productSearch("product/recommendations/mug-001", "strategy_id=bag")
        #expect(unknown["strategy"]?["algorithm"] == "VSR" && unknown.products.count == 10)
        #expect(
            unknown.warnings == [
                "strategy_id has no effect: the store has no recommendation model `bag`; did you mean `bags`?"
            ])
        let pages = try (1...2).flatMap { page in
            try shop.productSearch("product/recommendations/mug-001", "strategy_id=bags&limit=2&page=\(page)").products
        }
        #expect(pages == Array(bags.products.prefix(4)))
        let short = try shop.productSearch("product/recommendations/mug-001", "strategy_id=bags&limit=2")
        #expect(short["total"] == bags["total"] && short.products.count == 2)
        #expect(
            try shop.productSearch("product/recommendations/mug-001", "strategy_id=bags&page=9223372036854775807")[
                "result"] == [])
    }

    @Test("without the product what is wanted most is recommended")
    func withoutProduct() throws {
        let answer = try shop.productSearch("product/recommendations/any", "non_product_based_recs=true&limit=3")
        #expect(answer["status"] == "OK" && answer.products.count == 3 && answer["strategy"]?["name"] == "popular")
    }

    @Test(
        "what goes with a product, a picture or words is of other types, and meets the filters",
        arguments: [
            "product/multisearch/complementary", "search/complementary",
        ])
    func complementary(_ path: String) throws {
        let product = try shop.productSearch(
            path, "pid=lamp-001&limit=6&qinfo=true&filters=brand:acme&attrs_to_get=brand")
        #expect(
            product["method"] == "product/multisearch/complementary" && product["qinfo"]?["product_id"] == "lamp-001")
        #expect(!product.products.isEmpty && !product["result"]!.values.contains { type($0) == "lamp" })
        #expect(product["result"]?.values.allSatisfy { $0["data"] == ["brand": "acme"] } == true)
        let picture = try shop.productSearch(image: "lamp-001", "limit=6", path: path)
        #expect(picture["im_id"] != nil && !picture.products.isEmpty)
        #expect(picture["result"]?.values.contains { type($0) == "lamp" } == false)
        let words = try shop.productSearch(path, "q=lamp&limit=6")
        #expect(!words.products.isEmpty && words["result"]?.values.contains { type($0) == "lamp" } == false)
        #expect(try shop.productSearch(path, "q=zzzzqqqq")["result"] == [])
        let both = try shop.productSearch(path, "pid=lamp-001&q=red")
        #expect(both.warnings.contains("q has no effect: the product is searched with alone"))
    }

    @Test(
        "an outfit has a product of each other type, with alternatives",
        arguments: [
            "product/multisearch/outfit-recommendations", "search/outfit-recommendations",
        ])
    func outfits(_ path: String) throws {
        let outfit = try shop.productSearch(path, "pid=lamp-001&alt_limit=2")
        let types = outfit["result"]?.values.compactMap(type) ?? []
        #expect(types.count >= 2 && Set(types).count == types.count && !types.contains("lamp"))
        #expect(outfit["alt_limit"] == 2 && outfit["total"]?.asNumber.map(Int.init) == types.count)
        for product in outfit["result"]?.values ?? [] {
            #expect(product["tags"]?["category"]?.text == type(product))
            let others = product["alternatives"]?.values ?? []
            #expect((1...2).contains(others.count) && others.allSatisfy { type($0) == type(product) })
        }
        #expect(try shop.productSearch(path, "pid=lamp-001")["alt_limit"] == 5)
        #expect(try shop.productSearch(path, "pid=lamp-001&alt_limit=0")["result"]?[0]?["alternatives"] == nil)
        let photo = try shop.productSearch(image: "lamp-001", "", path: path)
        #expect(photo["result"]?.values.isEmpty == false && photo["im_id"] != nil)
    }

    @Test("sets have one product of each type, and their names, counts and scores")
    func sets() throws {
        let answer = try shop.productSearch(
            "search/outfit-recommendations", "pid=lamp-001&use_set_based_ctl=true&set_limit=2&limit=50")
        let sets = answer["set_info"]?.values ?? []
        #expect(sets.map { $0["set_id"] } == ["set1", "set2"])
        for set in sets {
            let members = answer["result"]?.values.filter { $0["tags"]?["set_id"] == set["set_id"] } ?? []
            #expect(.int(members.count) == set["item_count"] && members.count >= 2)
            #expect(Set(members.compactMap(type)).count == members.count)
        }
        #expect(sets[0]["set_score"]?.asNumber ?? 0 >= sets[1]["set_score"]?.asNumber ?? 1)
        #expect(Set(answer.products).count == answer.products.count)
    }

    @Test("what a model cannot do is refused by name, and an unknown product is told")
    func refusals() throws {
        for (query, name) in [
            ("facets=brand", "facets"), ("sort_by=price:asc", "sort_by"), ("group_by=brand", "group_by"),
            ("dedup=true", "dedup"), ("score_min=0.5", "score_min and score_max"),
            ("similar_score_min=0.5", "similar_score_min"),
        ] {
            for path in ["product/recommendations/mug-001?strategy_id=bags&", "search/complementary?pid=mug-001&"] {
                let answer = try shop.get("/v1/\(path)\(query)")
                #expect(
                    answer.code == 104 && answer.failure == "\(name) cannot be combined with a recommendation model.")
            }
        }
        for path in [
            "product/recommendations/none", "product/search_by_id/none",
            "product/recommendations/none?strategy_id=bags",
            "search/complementary?pid=none", "search/outfit-recommendations?pid=none", "search?pid=none",
        ] {
            let answer = try shop.get("/v1/\(path)")
            #expect(answer["status"] == "fail" && answer.code == 1101, "\(path)")
        }
    }

    @Test("a model that answers from what one person did needs the right to know that")
    func history() throws {
        let keyed = try Shop(names: ["bag-001", "mug-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk")
        }
        let query = "strategy_id=personal&va_uid=u&app_key=APPKEY"
        let refused = try keyed.get("/v1/product/recommendations/bag-001?\(query)")
        #expect(refused.code == 12 && refused.failure.contains("the right `data`"))
    }
}
