import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Searches over HTTP", .timeLimit(.minutes(5)))
struct SearchRouteTests {
    private let shop: Shop

    init() throws { shop = try Shop.shared.get() }

    @Test("an item finds what looks like it, with what was asked for and no more")
    func search() throws {
        let plain = try shop.get("/search?im_name=shoe-001&limit=3")
        #expect(plain["status"] == .string("OK"))
        #expect(plain["method"] == .string("search"))
        #expect(plain["error"] == .array([]))
        #expect(plain["total"] == .int(23))
        #expect(plain["result"]?.values.count == 3)
        #expect(plain["result"]?[0]?["score"] == nil && plain["result"]?[0]?["value_map"] == nil)
        #expect(plain["qinfo"] == nil && plain["facets"] == nil)
        #expect(!(plain["result"]?.names.contains("shoe-001") ?? true))

        let full = try shop.get(
            "/search?im_name=shoe-001&limit=30&score=True&fl=price&fl=im_url,title&qinfo=true&fq=price%3A0%2C+50"
                + "&facets=brand,price&facets_show_count=true")
        #expect(full["total"] == .int(4))
        let hit = try #require(full["result"]?[0])
        #expect(hit["value_map"]?["price"]?.text?.hasSuffix("0.500000") == true)
        #expect(hit["value_map"]?["im_url"]?.text == "https://img.example/\(hit["im_name"]?.text ?? "").jpg")
        #expect(hit["value_map"]?["title"] != nil && hit["value_map"]?["brand"] == nil)
        guard case .number(let score)? = hit["score"] else { throw Failed("no score in \(hit)") }
        #expect((0...1).contains(score))
        #expect(full["qinfo"]?["im_name"] == .string("shoe-001"))
        #expect(full["qinfo"]?["stock"] == .string("0"))
        #expect(full["facets"]?[0]?["items"]?[0]?["count"] == .int(2))
        #expect(full["facets"]?[1]?["range"] == .object(["min": .string("10"), "max": .string("41")]))
        #expect(full["facets"]?[1]?["items"] == nil)
    }

    @Test("a minus in the words is a blank")
    func minus() throws {
        let plain = try shop.get("/multisearch?q=fine+lamp&limit=30")
        #expect(plain["result"]?.values.count == 6)
        for words in ["lamp+-fine", "-fine+lamp"] {
            let minus = try shop.get("/multisearch?q=\(words)&limit=30")
            #expect(minus["total"] == plain["total"], "\(words)")
            #expect(Set(minus["result"]?.names ?? []) == Set(plain["result"]?.names ?? []), "\(words)")
        }
    }

    @Test("pages follow each other, and what lies beyond is empty and no error")
    func pages() throws {
        let all = try shop.get("/search?im_name=bag-001&limit=23")["result"]?.names
        var paged: [String] = []
        for page in 1...5 {
            paged += try shop.get("/search?im_name=bag-001&limit=5&page=\(page)")["result"]?.names ?? []
        }
        #expect(paged == all)
        for page in ["6", "200", "201", "9223372036854775807"] {
            let beyond = try shop.get("/search?im_name=bag-001&limit=5&page=\(page)")
            #expect(beyond["status"] == .string("OK") && beyond["result"]?.values.isEmpty == true, "\(page)")
            #expect(beyond["total"] == .int(23))
        }
    }

    @Test("filters, order, groups and score range count")
    func options() throws {
        let shoes = try shop.get("/search?im_name=shoe-001&limit=30&fq=category:shoe&fq=brand:Nord")
        #expect(shoes["result"]?.names.allSatisfy { $0.hasPrefix("shoe") } == true && shoes["warnings"] == nil)
        // A filter that cannot hold gives nothing and says so, unless the vendor's leniency is asked for.
        let none = try shop.get("/search?im_name=shoe-001&fq=brend:Nord")
        #expect(none["status"] == .string("OK") && none["total"] == .int(0))
        #expect(none["warnings"]?.values.count == 1)
        #expect(try shop.get("/search?im_name=shoe-001&fq=brend:Nord&fq_lenient=true")["total"] != .int(0))
        let sorted = try shop.get("/search?im_name=shoe-001&limit=30&sort_by=price:desc&fl=stock")
        #expect(sorted["result"]?[0]?["im_name"] == .string("lamp-006"))
        let groups = try shop.get("/search?im_name=shoe-001&group_by=category&group_limit=2")
        #expect(groups["group_by_key"] == .string("category") && groups["group_limit"] == .int(2))
        #expect(groups["limit"] == nil && groups["result"] == nil)
        #expect(groups["group_results"]?.values.count == 4)
        #expect(groups["group_results"]?.values.allSatisfy { $0["result"]?.values.count == 2 } == true)
        let near = try shop.get("/search?im_name=shoe-001&limit=30&score=true&score_min=0.500000&score_max=1.000000")
        for hit in near["result"]?.values ?? [] {
            guard case .number(let score)? = hit["score"] else { throw Failed("no score in \(hit)") }
            #expect(score >= 0.5)
        }
    }

    @Test("colors find what has them, also several with weights")
    func colors() throws {
        let red = try shop.get("/colorsearch?color=c4302b&limit=30&score=true")
        #expect(red["method"] == .string("colorsearch") && red["result"]?.names.first != nil)
        let two = try shop.get("/colorsearch?color=000000:50&color=ffffff&limit=3")
        #expect(two["result"]?.values.count == 3)
        for bad in ["", "color=zzz", "color=%7C%7C%7C%7C%7C%7C", "color=12345", "color=ff0000:x"] {
            let answer = try shop.get("/colorsearch?\(bad)")
            #expect(answer["error"] == .array([.string("color is invalid.")]), "\(bad)")
            #expect(answer["page"] == .int(0) && answer["limit"] == .int(0))
        }
    }

    @Test("recommendations come under both names, with alternatives for the same value")
    func recommendations() throws {
        for path in ["/recommendation", "/recommendations"] {
            let answer = try shop.get("\(path)?im_name=mug-001&limit=3")
            #expect(answer["method"] == .string("recommendations"))
            #expect(answer["result"]?.values.count == 3)
        }
        let deduped = try shop.post("/recommendations", form: "im_name=mug-001&dedup_by=category&alt_limit=2")
        #expect(deduped["result"]?.values.count == 4)
        #expect(deduped["group_results"] == nil)
        let first = try #require(deduped["result"]?[0])
        let kind = first["im_name"]?.text?.prefix(3)
        #expect(first["alternatives"]?.names.count == 2)
        #expect(first["alternatives"]?.names.allSatisfy { $0.prefix(3) == kind } == true)
        let some = try shop.get("/recommendations?im_name=mug-001&category=bag&category=lamp&limit=30")
        #expect(some["total"] == .int(12))
    }

    @Test("words are completed by those of the store")
    func autocomplete() throws {
        let answer = try shop.get("/multisearch/autocomplete?q=fine+m")
        #expect(answer["method"] == .string("multisearch/autocomplete"))
        #expect(answer["result"] == .array([.object(["text": .string("fine mug"), "score": .number(6)])]))
        #expect(try shop.get("/multisearch/autocomplete?q=LAM")["result"]?[0]?["text"] == .string("lamp"))
        #expect(try shop.get("/multisearch/autocomplete?q=%22*")["result"] == .array([]))
    }

    @Test("completed words are written as most items write them")
    func spelling() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "shoe-003"])
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        }
        for (name, title) in [("shoe-001", "Ünï & Co"), ("shoe-002", "UNI co"), ("shoe-003", "the Ünï, new")] {
            let answer = try shop.post("/insert", form: "im_name[0]=\(name)&title[0]=\(encoded(title))")
            #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(1))
        }
        func completed(_ text: String) throws -> JSONValue? {
            try shop.get("/multisearch/autocomplete?q=\(encoded(text))")["result"]?[0]?["text"]
        }
        #expect(try completed("un") == .string("Ünï"))
        #expect(try completed("UNI n") == .string("Ünï new"))
        #expect(try completed("uni c") == .string("Ünï co"))
    }

    @Test("words alone, and words beside a picture")
    func multisearch() throws {
        let words = try shop.get("/multisearch?q=lamp&limit=30")
        #expect(words["total"] == .int(6))
        let both = try shop.upload("/multisearch", Shop.picture("mug-002"), "q=mug&limit=6")
        #expect(both["result"]?.names.allSatisfy { $0.hasPrefix("mug") } == true)
        #expect(try shop.get("/multisearch")["status"] == .string("fail"))
    }

    @Test("what goes with an item, what replaces it, and galleries that there are not")
    func others() throws {
        let match = try shop.get("/match?im_name=lamp-001&object_limit=-1&result_limit=4")
        #expect(match["objects"]?[0]?["result"]?.values.count == 4)
        #expect(match["objects"]?[0]?["attributes"] == .object([:]))
        #expect(match["qinfo"]?["im_name"] == .string("lamp-001"))
        #expect(try shop.get("/out_of_stock?im_name=lamp-001")["method"] == .string("out_of_stock"))
        #expect(try shop.get("/linked/gallery/browse?strategy_id=1")["status"] == .string("fail"))
    }

    @Test("an unknown or missing name, and parameters out of range, are told in the service's words")
    func errors() throws {
        let unknown = try shop.get("/search?im_name=none&page=2&limit=30")
        #expect(unknown["error"] == .array([.string("Image not found with im_name.")]))
        #expect(unknown["page"] == .int(2) && unknown["limit"] == .int(30) && unknown["total"] == .int(0))
        #expect(unknown["result"] == .array([]))
        for (query, text) in [
            ("", "im_name is invalid."), ("im_name=", "im_name is invalid."),
            ("im_name=shoe-001&score=maybe", "score must be false or true."),
            ("im_name=shoe-001&score_max=1.5", "score_max must be no more than 1"),
        ] {
            let answer = try shop.get("/search?" + query)
            #expect(answer["error"] == .array([.string(text)]), "\(query)")
            #expect(answer["page"] == .int(0) && answer["limit"] == .int(0))
        }
        let filter = try shop.get("/search?im_name=shoe-001&fq=price:cheap")
        #expect(filter["error"] == .array([.string("price should be of data type float.")]))
    }

    @Test("a slash too many makes no other path, as of a client whose base URL ends with one")
    func slashes() throws {
        for path in ["//search", "/search/", "///search//"] {
            let answer = try shop.get("\(path)?im_name=shoe-001")
            #expect(answer["status"] == .string("OK") && answer["method"] == .string("search"), "\(path)")
        }
        #expect(try shop.get("//insert//status/7/")["error"]?[0]?["error_code"] == .int(101))
        #expect(try shop.ask("GET", "/v3//__va.gif?action=x").answer.status == 200)
        #expect(try shop.ask("GET", "//").answer.status == 200)
        #expect(try shop.ask("GET", "//nowhere/").answer.status == 404)
    }

    @Test(
        "every path answers GET and POST, with all that the strictest client of ViSearch needs",
        arguments: ["/insert/status", "/openapi.json"] + EngineRoutes.Verb.allCases.filter { $0 != .rules }.map(\.path)
            + ViSearch.Operation.allCases.filter { $0 != .insertStatus }.flatMap(\.paths))
    func strict(_ path: String) throws {
        for method in ["GET", "POST"] {
            let (answer, json) = try shop.ask(method, path + "?&im_name=shoe-001&color=ff0000&q=x&")
            if path.hasPrefix("/engine"), method == "GET" {
                #expect(answer.status == 405)
                continue
            }
            // Without keys a page of another site could change the store with a mere link.
            let isLinked = method == "GET" && (path == "/insert" || path == "/remove")
            let wanted = isLinked ? 405 : path.hasPrefix("/engine") ? 415 : 200
            #expect(answer.status == wanted, "\(path) \(answer.body)")
            guard case .object(let members) = json else { throw Failed("\(path): \(answer.body)") }
            if path.hasPrefix("/engine") || path == "/openapi.json" { continue }
            #expect(["OK", "warning", "fail"].contains(members["status"]?.text ?? ""))
            #expect(members["method"]?.text?.isEmpty == false)
            #expect(members["reqid"]?.text == answer.headers["X-Log-ID"])
            let errors = members["error"]?.values ?? []
            #expect(errors.isEmpty == (members["status"] == .string("OK")))
            if members["trans_id"] == nil, !path.hasPrefix("/insert"), path != "/remove" {
                #expect(errors.allSatisfy { $0.text != nil })
            }
        }
    }
}
