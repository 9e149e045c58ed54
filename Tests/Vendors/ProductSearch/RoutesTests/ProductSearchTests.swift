import Foundation
import ServedShop
import TestSupport
import Testing

@testable import ProductSearchRoutes
@testable import SearchServer

@Suite("Searches in the form of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchTests {
    private let shop: Shop

    init() throws { shop = try Shop.shared.get() }

    @Test("a picture finds itself under the paths of both generations, and is kept under a name for the next box")
    func picture() throws {
        let answer = try shop.productSearch(image: "bag-003", "limit=3&score=true")
        #expect(answer["status"] == "OK" && answer["method"] == "product/search_by_image")
        #expect(answer.products.first == "bag-003" && answer.products.count == 3 && answer["total"] == 24)
        #expect(answer["page"] == 1 && answer["limit"] == 3 && answer["product_types"] == [])
        #expect(answer["reqid"]?.text?.isEmpty == false && answer["error"] == nil && answer["warnings"] == nil)
        let first = try #require(answer["result"]?[0])
        #expect(first["main_image_url"] == "https://img.example/bag-003.jpg" && first["score"] != nil)
        #expect(first["data"]?["category"] == "bag" && first["data"]?["tags"]?[1] == "bag")
        let name = try #require(answer["im_id"]?.text)
        #expect(name.wholeMatch(of: /[0-9]{8}[0-9a-f]{40}\.jpg/) != nil)
        for path in ["product/search_by_image", "visearch/search_by_image", "product/multisearch", "search"] {
            let again = try shop.productSearch(path, "im_id=\(name)&limit=3&score=true")
            #expect(again["result"] == answer["result"] && again["im_id"] == answer["im_id"], "\(path)")
        }
        let part = try shop.productSearch("search", "im_id=\(name)&limit=3&score=true&box=0,0,60,60")
        #expect(part["result"] != answer["result"] && part["product_types"]?.values.count == 1)
        let url = try shop.productSearch(
            "product/search_by_image", "im_url=file://\(Shop.file("lamp-002").path)&limit=1")
        #expect(url.products == ["lamp-002"])
    }

    @Test("parameters count in the query, in a form and as parts, and the key beside them")
    func places() throws {
        let query = try shop.productSearch(image: "mug-004", "limit=2&filters=category:mug")
        let parts = try shop.post(
            "/v1/search",
            parts: [
                ("app_key", Array("k".utf8), false), ("limit", Array("2".utf8), false),
                ("filters", Array("category:mug".utf8), false), ("image", try Shop.picture("mug-004"), true),
            ])
        let form = try shop.post(
            "/v1/visearch/search_by_image", form: "im_id=\(query["im_id"]?.text ?? "")&limit=2&filters=category%3Amug")
        #expect(query.products.count == 2 && parts["result"] == query["result"] && form["result"] == query["result"])
    }

    @Test("of several sources the earlier upload counts, and the answer names the others")
    func sources() throws {
        let name = try #require(try shop.productSearch(image: "shoe-002")["im_id"]?.text)
        let both = try shop.productSearch(image: "bag-002", "im_id=\(name)&pid=mug-001&limit=1", path: "search")
        #expect(both.products == ["shoe-002"])
        #expect(both.warnings.filter { $0.contains("another source of the picture came first") }.count == 2)
        #expect(both.warnings.contains { $0.hasPrefix("image has no effect") })
        let file = try shop.productSearch(image: "bag-002", "im_url=file://\(Shop.file("mug-001").path)&limit=1")
        #expect(file.products == ["bag-002"] && file.warnings.first?.hasPrefix("im_url has no effect") == true)
    }

    @Test("the text that was read in pictures finds a product, is in no answer, and orders and groups none")
    func pictureText() throws {
        let shop = try Shop(names: Shop.names)
        let letter = Entry(
            Item(id: "letter", attributes: [Item.pictureText: .text("Dear Anna secret"), "title": .text("A letter")]),
            image: .file(Shop.file("shoe-002")))
        for result in try shop.engine.insertBlocking([letter]) { try result.get() }
        for more in ["", "&attrs_to_get=picture_text", "&score=true&facets=*"] {
            let found = try shop.productSearch("search", "q=secret\(more)")
            #expect(found.products == ["letter"] && !found.written.contains("Anna"), "\(found.written)")
        }
        let alike = try shop.productSearch("product/recommendations/shoe-002", "limit=30")
        #expect(alike.products.contains("letter") && !alike.written.contains("Anna"), "\(alike.written)")
        for parameter in ["sort_by=picture_text:asc", "group_by=picture_text"] {
            let refused = try shop.productSearch("search", "pid=shoe-001&\(parameter)")
            #expect(!refused.failure.isEmpty && !refused.written.contains("Anna"), "\(refused.written)")
        }
    }

    @Test("all objects of a picture are found, each with its products")
    func objects() throws {
        let answer = try shop.upload(
            "/v1/product/search_by_image", Shop.scene, "search_all_objects=true&limit=2&score=true&facets=brand")
        let objects = answer["objects"]?.values ?? []
        #expect(objects.count >= 2 && answer["result"] == [] && answer["total"] == nil && answer["im_id"] != nil)
        for object in objects {
            #expect(object["box"]?.values.count == 4 && object.products.count == 2 && object["type"]?.text != nil)
            #expect(object["total"] == 24 && object["result"]?[0]?["score"] != nil)
            #expect(object["facets"]?[0]?["key"] == "brand")
            guard case .object(let attributes)? = object["attributes"] else { throw Failed("no attributes") }
            // One client reads texts alone.
            #expect(attributes.values.allSatisfy { $0.text != nil })
        }
        let limited = try shop.upload(
            "/v1/search", Shop.scene, "search_all_objects=true&detection_limit=1&page=2&limit=5")
        #expect(limited["objects"]?.values.count == 1 && limited["page"] == 2)
        let beyond = try shop.upload("/v1/search", Shop.scene, "search_all_objects=true&page=9000000000000&limit=5")
        #expect(beyond["objects"]?.values.isEmpty == false && beyond["objects"]?[0]?["result"] == [])
        let point = try shop.upload("/v1/search", Shop.scene, "search_all_objects=true&point=550,300")
        #expect(point["objects"]?.values.count == 1)
        let whole = try shop.upload("/v1/search", Shop.scene, "search_all_objects=true&detection=")
        #expect(whole["objects"]?.values.count == 1 && whole["objects"]?[0]?["box"]?[0] == 0)
        let grouped = try shop.upload(
            "/v1/search", Shop.scene, "search_all_objects=true&group_by=category&detection_limit=1")
        #expect(grouped["objects"]?[0]?["group_results"]?.values.count == 4 && grouped["objects"]?[0]?["result"] == nil)
    }

    @Test("detection names the object that was searched with, and a type is that of the products")
    func detection() throws {
        let all = try shop.upload("/v1/search", Shop.scene, "detection=all&return_query_sys_meta=true&limit=1")
        let best = try #require(all["product_types"]?[0])
        #expect(best["box"]?.values.count == 4 && best["score"] != nil)
        #expect(all["query_sys_meta"]?["detect"] == best["type"] && all["query_sys_meta"]?["im_id"] == all["im_id"])
        #expect(all["query_sys_meta"]?["box"]?.text?.split(separator: ",").count == 4)
        let mugs = try shop.upload("/v1/search", Shop.scene, "detection=mug&limit=100")
        #expect(!mugs.products.isEmpty && mugs.products.allSatisfy { $0.hasPrefix("mug") })
    }

    @Test("a product finds what looks like it, and a picture, a product and words go together")
    func products() throws {
        for path in ["product/search_by_id/shoe-001", "visearch/search_by_id/shoe-001"] {
            let answer = try shop.productSearch(path, "limit=4&return_product_info=true&qinfo=true&attrs_to_get=brand")
            #expect(answer.products.count == 4 && !answer.products.contains("shoe-001"))
            #expect(answer["method"] == "product/search_by_id" && answer["product_info"]?["product_id"] == "shoe-001")
            #expect(answer["qinfo"] == answer["product_info"] && answer["qinfo"]?["data"] == ["brand": "acme"])
        }
        let likeShoe = try shop.productSearch("search", "pid=shoe-001&limit=4")
        #expect(try likeShoe["result"] == shop.productSearch("product/search_by_id/shoe-001", "limit=4")["result"])
        let words = try shop.post("/v1/product/multisearch", form: "q=fine+lamp&limit=30")
        #expect(words.products.count == 6 && words.products.allSatisfy { $0.hasPrefix("lamp") })
        #expect(try shop.productSearch("search", "q=fine%20lamp&limit=30")["result"] == words["result"])
        #expect(try shop.productSearch("search", "q=lamp%20-fine&limit=30").products.count == 6, "a minus is a blank")
        let both = try shop.productSearch(image: "shoe-001", "q=mug&limit=6", path: "search")
        #expect(both.products.filter { $0.hasPrefix("mug") }.count >= 3)
        let slip = try shop.productSearch("search", "q=lapm&limit=1")
        #expect(slip["corrected_q"] == "lamp" && slip.products[0].hasPrefix("lamp"))
    }

    @Test("filters, words in fields, types, facets, order, groups, scores, duplicates and pages count")
    func options() throws {
        let path = "product/search_by_id/shoe-001"
        let cheap = try shop.productSearch(path, "filters=category:bag&filters=price:0,%20100&limit=50")
        #expect(!cheap.products.isEmpty && cheap.products.allSatisfy { $0.hasPrefix("bag") })
        #expect(cheap["result"]?.values.allSatisfy { ($0["data"]?["price"]?.asNumber ?? 999) <= 100 } == true)
        let text = try shop.productSearch(path, "text_filters=title:lamp&limit=50")
        #expect(text.products.count == 6 && text.products.allSatisfy { $0.hasPrefix("lamp") })
        let part = try shop.productSearch(
            path, "text_filters=brand:cm&limit=50&facets=brand,price,stock&facets_show_count=true")
        #expect(part["facets"]?[0] == ["key": "brand", "items": [["value": "acme", "count": 11]]])
        #expect(part["facets"]?[1]?["range"]?["min"] == "20" && part["facets"]?.values.count == 3)
        #expect(try shop.productSearch(path, "facets=brand")["facets"]?[0]?["items"]?[0]?["count"] == nil)
        #expect(try shop.productSearch(path, "facets=*&facets_limit=1&limit=1")["facets"]?.values.count ?? 0 >= 6)
        let types = try shop.productSearch(path, "category=mug,lamp&limit=50")
        #expect(types.products.count == 12)
        let sorted = try shop.productSearch(path, "sort_by=price:desc&limit=3")
        #expect(sorted.products.first == "lamp-006")
        let groups = try shop.productSearch(path, "group_by=category&group_limit=2")
        #expect(groups["group_by_key"] == "category" && groups["group_limit"] == 2 && groups["result"] == nil)
        #expect(groups["group_results"]?.values.count == 4 && groups["limit"] == nil && groups["total"] == 4)
        #expect(groups["group_results"]?.values.allSatisfy { $0.products.count == 2 } == true)
        let near = try shop.productSearch(path, "score_min=0.5&score=true&limit=50")
        #expect(near["result"]?.values.allSatisfy { ($0["score"]?.asNumber ?? 0) >= 0.5 } == true)
        #expect(near.products.count < 23)
        #expect(try shop.productSearch(path, "similar_score_min=0.5&score=true&limit=50")["result"] == near["result"])
        let second = try shop.productSearch(path, "page=2&limit=5")
        #expect(try second.products == Array(shop.productSearch(path, "limit=10").products.suffix(5)))
        #expect(try shop.productSearch(path, "page=9223372036854775807&limit=100")["result"] == [])
        let ids = try shop.productSearch(path, "dedup=true&dedup_score_threshold=0.01&limit=50").products
        #expect(ids.count < 5)
        let shape = try shop.productSearch(path, "color_rel_weight=0&score=true&limit=50")
        let color = try shop.productSearch(path, "color_rel_weight=1&score=true&limit=50")
        #expect(shape["result"] != color["result"])
        let hundred = try shop.productSearch(path, "limit=5000")
        #expect(hundred["limit"] == 100 && hundred.products.count == 23)
    }

    @Test("fields come as they are wanted, and the service's names for them are those of the store")
    func fields() throws {
        let path = "product/search_by_id/shoe-001"
        let few = try shop.productSearch(path, "attrs_to_get=price&attrs_to_get=title,product_id&limit=1")
        let data = try #require(few["result"]?[0]?["data"])
        guard case .object(let members) = data else { throw Failed("no data") }
        #expect(Set(members.keys) == ["price", "title"] && members["price"]?.asNumber != nil && few["warnings"] == nil)
        #expect(few["result"]?[0]?["main_image_url"]?.text?.hasPrefix("https://img.example/") == true)
        let names = try shop.productSearch(path, "return_fields_mapping=true&limit=1")["catalog_fields_mapping"]
        #expect(names?["price"] == "price" && names?["product_id"] == "product_id" && names?["main_image_url"] != nil)
        let unknown = try shop.productSearch(
            path, "attrs_to_get=prise&facets=brnd&filters=pricee:1&text_filters=titel:x&limit=1")
        #expect(unknown["result"] == [])
        for name in ["price", "brand", "title"] {
            #expect(unknown.warnings.contains { $0.contains("did you mean `\(name)`") }, "\(name): \(unknown.warnings)")
        }
        #expect(unknown.warnings.count >= 4)
    }

    @Test("what has no effect here is named, each parameter with its reason")
    func withoutEffect() throws {
        for (name, reason) in SearchPlan.unread {
            let value = name == "vs_config" ? "a:b" : name == "return_image_s3_url" || name == "debug" ? "true" : "x"
            let answer = try shop.productSearch("search", "q=lamp&limit=1&\(name)=\(value)")
            #expect(answer.warnings == ["\(name) has no effect: \(reason)"])
            #expect(answer.products.count == 1)
        }
        for (query, name) in [
            ("q=lamp&locale=en", "locale"), ("q=lamp&spell_correction=false", "spell_correction=false"),
            ("q=lamp&similar_score_min=0.5", "similar_score_min"), ("q=lamp&color_rel_weight=0.3", "color_rel_weight"),
            ("q=lamp&return_query_sys_meta=true", "return_query_sys_meta"), ("q=lamp&strategy_id=3", "strategy_id"),
            ("q=lamp&show_pinned_pids=true", "show_pinned_pids"), ("q=lamp&alt_limit=2", "alt_limit"),
        ] {
            let answer = try shop.productSearch("search", query)
            #expect(
                answer.warnings.count == 1 && answer.warnings[0].hasPrefix("\(name) has no effect: "),
                "\(answer.warnings)")
        }
        let quiet = try shop.productSearch(
            "search",
            "q=lamp&debug=false&return_image_s3_url=false&boosts=&va_uid=u&va_n1=3&sayt=true&spell_correction=true")
        #expect(quiet["warnings"] == nil && quiet["status"] == "OK")
        let byID = try shop.productSearch("product/search_by_id/shoe-001", "box=1,2,3,4&q=red")
        #expect(byID.warnings.count == 2)
    }

    @Test("texts to search for are completed, and say what they do not look at")
    func completions() throws {
        for path in ["product/multisearch/autocomplete", "autocomplete"] {
            let answer = try shop.productSearch(path, "q=fine%20la&limit=3")
            #expect(answer["method"] == "product/multisearch/autocomplete" && answer["status"] == "OK")
            #expect(answer["result"]?[0]?["text"]?.text?.contains("lamp") == true)
            #expect(answer["result"]?[0]?["score"]?.asNumber ?? 0 >= 1)
        }
        let picture = try shop.productSearch(image: "mug-001", "q=mu&filters=brand:acme", path: "autocomplete")
        #expect(picture.warnings.count == 2)
        #expect(try shop.productSearch("autocomplete").code == 104)
        #expect(try shop.productSearch("autocomplete", "q=\(String(repeating: "a", count: 300))").code == 104)
    }
}
