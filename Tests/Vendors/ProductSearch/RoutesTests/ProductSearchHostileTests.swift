import Foundation
import ServedShop
import TestSupport
import Testing

@testable import ProductSearchRoutes
@testable import SearchServer

@Suite("Hostile and foreign requests in the form of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchHostileTests {
    private static let paths = [
        "product/search_by_image", "visearch/search_by_image", "product/multisearch", "search", "autocomplete",
        "search/complementary", "search/outfit-recommendations", "product/search_by_id/bag-001",
        "visearch/recommendations/bag-001",
    ]

    @Test("a search without a picture is refused in the words and with the number of the service, as an object")
    func missing() throws {
        let shop = try Shop.shared.get()
        for method in ["GET", "POST"] {
            let (answer, json) = try shop.ask(method, "/v1/product/search_by_image")
            #expect(answer.status == 200 && json["status"] == "fail")
            #expect(
                json["error"] == ["code": 203, "message": "Please provide 'image', 'im_url' or 'im_id' parameter."])
            #expect(json["reqid"]?.text == answer.headers["X-Log-ID"] && json["result"] == nil)
        }
        #expect(try shop.productSearch("search").code == 203)
        // A body without parts, as two clients send it.
        let boundary = ["Content-Type: multipart/form-data; boundary=B"]
        for body in ["--B--\r\n", "\r\n--B--\r\n"] {
            let url = "/v1/search?q=lamp&limit=1"
            #expect(try shop.ask("POST", url, headers: boundary, body: Array(body.utf8)).json.products.count == 1)
        }
    }

    @Test("pictures that cannot be used are told without a word about the network")
    func pictures() throws {
        let shop = try Shop.shared.get()
        let path = "/v1/product/search_by_image"
        #expect(try shop.upload(path, Array("no picture".utf8)).code == 1102)
        #expect(try shop.upload(path, Array(Shop.picture("mug-001").prefix(3000))).code == 1104)
        #expect(try shop.get("\(path)?im_url=nonsense").code == 1104)
        #expect(try shop.get("\(path)?im_id=20171012b9.jpg").failure.contains("expired"))
        for url in ["http://127.0.0.1:1/", "http://10.255.255.1/", "file:///etc/passwd", "http://169.254.169.254/"] {
            let answer = try shop.get("\(path)?im_url=\(url)")
            #expect(answer["error"] == ["code": 1105, "message": "Could not download the image from im_url."])
        }
        let marked = try shop.ask("GET", "\(path)?im_url=http://a/", headers: ["X-Magpie-Fetch: 1"])
        #expect(marked.json.code == 1104)
    }

    @Test("a box that is none, is too small or lies outside of the picture is refused with its reason")
    func boxes() throws {
        let shop = try Shop.shared.get()
        for (box, text) in [
            ("1,2,3", "`1,2,3`"), ("9,9,1,1", "from left and top"), ("-5,0,60,60", "`-5,0,60,60`"),
            ("a,b,c,d", "x1,y1,x2,y2"), ("10,10,11,40", "at least 6 x 6"),
            ("100000,100000,100010,100010", "box is invalid"), ("99999999999999999999,0,5,5", "box must be"),
        ] {
            for more in ["", "&search_all_objects=true"] {
                let answer = try shop.productSearch(image: "bag-001", "box=\(box)\(more)")
                #expect(answer.code == 104 && answer.failure.contains(text), "\(box): \(answer.failure)")
            }
        }
    }

    @Test("values of the wrong kind, long lists, long texts and unknown fields are refused, each by its name")
    func values() throws {
        let shop = try Shop.shared.get()
        for (query, text) in [
            ("limit=ten", "limit must be an integer"), ("page=-1", "page must be no less than 1"),
            ("score=2", "score must be false or true"), ("filters=price:a", "price"), ("filters=price:9,1", "9"),
            ("sort_by=pricee:asc", "did you mean `price`"), ("group_by=brandd", "did you mean `brand`"),
            ("filters=price", "field:value"), ("text_filters=price:3", "use filters"),
            ("color_rel_weight=9", "from 0 to 1"),
            ("pid=\(String(repeating: "x", count: 600))", "512 bytes"),
        ] {
            let answer = try shop.productSearch("search", "q=lamp&\(query)")
            #expect(answer.code == 104 && answer.failure.contains(text), "\(query): \(answer.failure)")
        }
        let many = (0..<400).map { "filters=brand:a\($0)" }.joined(separator: "&")
        #expect(
            try shop.post("/v1/search", form: "q=lamp&\(many)").failure == "filters must have no more than 300 values.")
        let long = try shop.ask(
            "POST", "/v1/search", headers: ["Content-Type: application/x-www-form-urlencoded"],
            body: Array("q=\(String(repeating: "a", count: 70_000))".utf8))
        #expect(long.answer.status == 413 && long.json.code == 104 && long.json.failure.contains("65536"))
        let typed = try shop.ask("POST", "/v1/search", headers: [Shop.json], body: Array("{}".utf8))
        #expect(typed.answer.status == 415 && typed.json.code == 104)
        #expect(try shop.ask("PUT", "/v1/search").answer.status == 405)
        for path in ["product/search_by_id", "visearch/recommendations"] {
            #expect(try shop.productSearch(path).failure.contains("product_id"))
        }
        #expect(try shop.ask("GET", "/v1/product/none").answer.status == 404)
    }

    @Test("hundreds of random requests are answered or refused in the form of the service")
    func random() throws {
        let shop = try Shop.shared.get()
        var random = SplitMix(seed: 23)
        let names = [
            "q", "pid", "im_id", "box", "point", "detection", "detection_limit", "search_all_objects", "page", "limit",
            "filters", "text_filters", "attrs_to_get", "facets", "facets_limit", "sort_by", "group_by", "group_limit",
            "score_min", "score_max", "similar_score_min", "color_rel_weight", "dedup_score_threshold", "strategy_id",
            "alt_limit", "set_limit", "use_set_based_ctl", "category", "va_uid", "qinfo", "spell_correction", "boosts",
        ]
        let values = [
            "", "0", "1", "-1", "true", "false", "lamp", "bag-001", "price:1,5", "brand:acme", "title:fine", "1,2,3,4",
            "10,10,60,60", "*", "all", "price:asc", "category", "0.5", "1e308", "9223372036854775808", "%00", "%ff%fe",
            "a%22b", ":", ",", "complementary", "popular", "personal",
        ]
        var outcomes: [String: Int] = [:]
        for round in 0..<Effort.inputs(130, of: 400) {
            let query = (0...Int.random(in: 0...5, using: &random)).map { _ in
                "\(names.randomElement(using: &random)!)=\(values.randomElement(using: &random)!)"
            }
            let target = "/v1/\(Self.paths[round % Self.paths.count])?" + query.joined(separator: "&")
            let (answer, json) = try shop.ask(round.isMultiple(of: 2) ? "GET" : "POST", target)
            #expect(answer.status == 200, "\(target): \(answer.status) \(answer.body.prefix(300))")
            let outcome = json["status"]?.text ?? ""
            outcomes[outcome, default: 0] += 1
            #expect(
                outcome == "OK" || outcome == "fail" && json.code != nil && json.failure.hasSuffix("."),
                "\(target): \(answer.body)")
        }
        #expect(outcomes["OK", default: 0] > 6 && outcomes["fail", default: 0] > 6)
    }

    @Test("an app key counts in the query, in a form and as a part, beside its placement, and a wrong one is told")
    func keys() throws {
        let shop = try Shop(names: ["bag-001", "mug-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nmeter:m metrics")
        }
        for path in Self.paths {
            let refused = try shop.productSearch(path, "q=bag&pid=bag-001&app_key=WRONG&placement_id=1")
            #expect(refused["error"] == ["code": 11, "message": "Invalid app_key."], "\(path)")
            #expect(try shop.productSearch(path, "q=bag").code == 11)
        }
        let query = "app_key=APPKEY&placement_id=1000"
        #expect(try shop.productSearch("search", "q=bag&\(query)").products == ["bag-001"])
        #expect(try shop.post("/v1/search", form: "q=bag&\(query)").products == ["bag-001"])
        #expect(try shop.productSearch("product/search_by_id/bag-001", query).products == ["mug-001"])
        // The key is a part before a large picture.
        let large = try Shop.picture("bag-001") + [UInt8](repeating: 0, count: 3 << 20)
        let part = try shop.post(
            "/v1/product/search_by_image", parts: [("app_key", Array("APPKEY".utf8), false), ("image", large, true)])
        #expect(part.products.first == "bag-001", "\(part)")
        let meter = try shop.ask("GET", "/v1/search?q=bag", headers: ["Authorization: Basic bWV0ZXI6bQ=="])
        #expect(meter.json.code == 12)
    }

    @Test("pages of other sites may ask, and read the name of the request")
    func otherSites() throws {
        let shop = try Shop(names: ["bag-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY")
            $0.http.allowedOrigins = ["https://shop.example"]
        }
        let headers = ["Origin: https://shop.example", "Access-Control-Request-Method: POST"]
        let asked = try shop.ask("OPTIONS", "/v1/product/multisearch", headers: headers).answer
        #expect([200, 204].contains(asked.status) && asked.headers["Access-Control-Allow-Origin"] != nil)
        let answer = try shop.ask("GET", "/v1/search?q=bag&app_key=APPKEY", headers: [headers[0]]).answer
        #expect(answer.headers["Access-Control-Allow-Origin"] != nil && answer.status == 200)
        #expect(answer.headers["Access-Control-Expose-Headers"]?.contains("X-Log-ID") == true)
    }
}
