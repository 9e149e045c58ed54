import Foundation
import ImageTypes
import Recommendations
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

/// A shop with what one person did, agreed to, uploaded and searched for, and with private text and paths in its items.
private struct PrivateShop {
    static let person = "alice@example.org"
    static let nobody = "nobody@example.com"
    /// Texts that no answer to an app key may have.
    static let secrets = [
        person, "newsletterconsent", "messageofconsent", "Xylophora", "Quarkenzimt", "/srv/secret", "zwiebelfisch",
    ]

    let shop: Shop
    /// The name of the upload of somebody else.
    let upload: String

    init() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk")
            $0.http.limits.wrongKeys = 0
        }
        let letter = Item(
            id: "letter", source: "/srv/secret/letter.jpg",
            attributes: ["title": .text("A letter"), Item.pictureText: .text("Dear Xylophora, your Quarkenzimt")])
        for result in try shop.engine.insertBlocking([Entry(letter, image: .file(Shop.file("mug-003")))]) {
            try result.get()
        }
        let path = SearchServer.events(of: shop.engine.store.path)
        let recommender = Recommender(engine: shop.engine, behavior: EventCounts(path: path))
        _ = try recommender.define(
            Array(#"{"for-you": {"blend": {"personal": 1, "popular": 1}}, "calm": {"kind": "similar"}}"#.utf8))
        try EventStore(path: path).add(
            ["bag-001", "mug-001"].map {
                TrackedEvent(action: "product_view", user: Self.person, session: "s", item: $0)
            } + [TrackedEvent(action: "transaction", user: Self.person, session: "s", item: "shoe-002")])
        let consents = ConsentStore(path: path)
        try consents.define([ConsentCategory(id: "newsletter")])
        try consents.record(
            Consent(
                category: "newsletter", isGiven: true, message: "messageofconsent", source: "newsletterconsent",
                timestamp: 1_800_000_000), of: Self.person)
        let owner = "Authorization: Basic \(Data("ak:sk".utf8).base64EncodedString())"
        func call(_ verb: String, _ body: String) throws -> JSONValue {
            try shop.ask("POST", "/engine/\(verb)", headers: [Shop.json, owner], body: Array(body.utf8)).json
        }
        let picture = Data(try Shop.picture("shoe-003")).base64EncodedString()
        guard
            let name = try call("upload", #"{"bytes":"\#(picture)"}"#)["answer"]?["upload"]?.text
        else { throw Failed("the picture was not kept") }
        _ = try call("search", #"{"query":{"text":"zwiebelfisch shoe"}}"#)
        (self.shop, upload) = (shop, name)
    }
}

/// Draws requests of all kinds, for one person.
private struct DrawnRequests {
    var random: SplitMix
    let paths: [String]

    static let fields = ["brand", "title", "price", "stock", "tags", "category", "picture_text", "source", "id", "*"]
    static let words = [
        "shoe", "bag", "fine", "letter", "xylo", "Xylophor", "quarkenzim", "dear", "zwie", "alice", "a", "",
        "umbrella", "not red", "under 50", "blue", "D%", "%a%", "srv", "number 2",
    ]
    static let ids = ["shoe-001", "bag-002", "letter", "none", "", "newsletter"]
    static let models = [
        "similar", "popular", "recent", "personal", "for-you", "calm", "together", "complementary", "newest",
    ]

    mutating func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    mutating func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func value() -> [String: Any] {
        happens(0.5) ? ["string": one(Self.words)] : happens(0.5) ? ["int": 1] : ["text": one(Self.words)]
    }

    private mutating func filter() -> [String: Any] {
        let field = one(Self.fields)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return ["like": [field, one(Self.words)]]
        case 1: return ["exists": field]
        case 2: return ["not": ["like": [field, "D%"]]]
        case 3: return ["less": [field, value()]]
        case 4: return ["oneOf": [field, [value(), value()]]]
        default: return ["equal": [field, value()]]
        }
    }

    mutating func search() -> [String: Any] {
        var query: [String: Any] = [:]
        if happens(0.6) { query["text"] = one(Self.words) }
        if happens(0.5) { query["example"] = ["item": one(Self.ids)] }
        if happens(0.1) { query["pictureTextWeight"] = 1 }
        if happens(0.1) { query["pictureText"] = "Dear" }
        if happens(0.3) { query["readsPhrases"] = true }
        var body: [String: Any] = ["query": query, "limit": 20]
        if happens(0.5) { body["scope"] = "all" }
        if happens(0.4) { body["filter"] = filter() }
        if happens(0.5) { body["fields"] = [one(Self.fields), one(Self.fields)] }
        if happens(0.4) { body["facets"] = ["fields": [one(Self.fields), "*"], "limit": 50, "tree": true] }
        if happens(0.2) { body["sort"] = ["field": one(Self.fields), "ascending": happens(0.5)] }
        if happens(0.1) { body["grouping"] = ["field": one(Self.fields), "limit": 3] }
        if happens(0.1) { body["variants"] = ["field": one(Self.fields)] }
        if happens(0.5) { body["explains"] = true }
        return body
    }

    mutating func recommendation(for person: String) -> [String: Any] {
        var body: [String: Any] = ["model": one(Self.models), "limit": 5, "recordsImpressions": false]
        if happens(0.8) { body["customer"] = happens(0.5) ? [person] : ["registered:" + person, person] }
        if happens(0.7) { body["seeds"] = [one(Self.ids): 1] }
        if happens(0.2) { body["filter"] = filter() }
        return body
    }

    /// A body for a route of JSON; any JSON for one whose calls are not known here.
    mutating func body(_ path: String, for person: String) -> Any {
        switch path {
        case "/engine/search": search()
        case "/engine/discover": ["image": ["upload": "none"], "each": search()]
        case "/engine/recommend": recommendation(for: person)
        case "/engine/suggest": ["text": one(Self.words)]
        case "/engine/item", "/engine/remove": happens(0.5) ? one(Self.ids) as Any : [one(Self.ids)]
        case "/engine/items": ["limit": 10, "fields": [one(Self.fields)]]
        case "/engine/consents": [person]
        case "/optimization/streams/s/recommend/user":
            [
                "engine_id": one(Self.models), "size": 5, "customer_ids": ["registered": person],
                "items": happens(0.5) ? [one(Self.ids): "1"] : [:],
            ]
        case "/data/v2/projects/p/customers/attributes":
            [
                "customer_ids": ["registered": person],
                "attributes": [
                    [
                        "type": happens(0.5) ? "consent" : "recommendation", "id": one(Self.models),
                        "category": "newsletter",
                    ],
                    ["type": "consent", "category": "newsletter", "mode": "valid"],
                ],
            ]
        default: happens(0.5) ? search() : [:]
        }
    }

    /// The path of a request with its query, and its body.
    mutating func request(for person: String) -> (method: String, target: String, body: [UInt8], header: String) {
        let path =
            happens(0.5)
            ? one(paths) : one(["/engine/search", "/engine/recommend", "/engine/suggest", "/recommendations"])
        let isPost = path.hasPrefix("/engine") || path.hasPrefix("/data") || path.hasPrefix("/opt") || happens(0.2)
        var query = ["access_key=APPKEY"]
        for name in [
            "im_name", "q", "uid", "va_uid", "algorithm", "fl", "facets", "fq", "sort_by", "im_id", "id", "get_all_fl",
        ]
        where !path.hasPrefix("/engine") && happens(0.5) {
            let value =
                switch name {
                case "uid", "va_uid": person
                case "algorithm": one(Self.models)
                case "fl", "facets", "sort_by": one(Self.fields)
                case "fq": one(Self.fields) + ":" + one(Self.words)
                case "q": one(Self.words)
                case "get_all_fl": "true"
                default: one(Self.ids)
                }
            query.append(name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
        }
        let body =
            isPost
            ? (try? JSONSerialization.data(withJSONObject: body(path, for: person), options: .fragmentsAllowed))
                ?? Data() : Data()
        return (
            isPost ? "POST" : "GET", path + "?" + query.joined(separator: "&"), Array(body),
            happens(0.3) ? "X-Magpie-Paths: wanted" : "X: x"
        )
    }
}

@Suite("Requests by an app key", .timeLimit(.minutes(15)))
struct AppKeyRequestTests {
    @Test("no request by an app key shows anything of another person, and none is answered by what a person did")
    func drawn() throws {
        let made = try PrivateShop()
        let shop = made.shop
        let paths =
            shop.server.router.routes.keys.filter { $0 != "/healthz" && !$0.hasPrefix("/page") }.sorted()
            + ["/optimization/streams/s/recommend/user", "/data/v2/projects/p/customers/attributes", "/steps"]
        var drawing = DrawnRequests(random: SplitMix(seed: 59), paths: paths)
        var answered: Set<String> = []
        for number in 0..<Effort.inputs(600, of: 10_000) {
            let before = drawing.random
            func answer(_ person: String) throws -> Answer {
                drawing.random = before
                let request = drawing.request(for: person)
                let answer = try shop.ask(
                    request.method, request.target, headers: [Shop.json, request.header], body: request.body
                ).answer
                let said = answer.body.replacing(person, with: "")
                for secret in PrivateShop.secrets + [made.upload] {
                    #expect(
                        !said.lowercased().contains(secret.lowercased()),
                        "\(number): \(secret) in \(said.prefix(400)) of \(request.target) \(String(decoding: request.body, as: UTF8.self))"
                    )
                }
                if answer.status == 200 { answered.insert(String(request.target.prefix { $0 != "?" })) }
                return answer
            }
            let (known, unknown) = (try answer(PrivateShop.person), try answer(PrivateShop.nobody))
            #expect(known.status == unknown.status)
            #expect(Self.settled(known.body) == Self.settled(unknown.body), "\(number)")
        }
        #expect(
            answered.isSuperset(of: ["/engine/search", "/engine/recommend", "/engine/suggest", "/recommendations"]))
        #expect(
            answered.isDisjoint(with: ["/engine/overview", "/engine/searches", "/engine/events", "/engine/consents"]))
        #expect(try shop.engine.countBlocking() == 7)
    }

    @Test("words that were read in pictures alone are neither completed nor corrected to; those of texts are")
    func words() throws {
        let shop = try Shop(names: ["shoe-001"])
        let item = Item(
            id: "letter",
            attributes: ["title": .text("Quittenmus, Crème"), Item.pictureText: .text("Dear Quarkenzimt Quittenmus")])
        for result in try shop.engine.insertBlocking([Entry(item, image: .file(Shop.file("mug-003")))]) {
            try result.get()
        }
        func texts(_ verb: String, _ body: String) throws -> String {
            try shop.ask("POST", "/engine/\(verb)", headers: [Shop.json], body: Array(body.utf8)).answer.body
                .lowercased()
        }
        let completions = ["quit": "quittenmus", "quittenmuz": "quittenmus", "crem": "crème"]
        for (typed, text) in completions {
            #expect(try texts("suggest", #"{"text":"\#(typed)"}"#).contains(text), "\(typed)")
        }
        for typed in ["quark", "quarkenzimd", "dear quarkenz"] {
            #expect(try !texts("suggest", #"{"text":"\#(typed)"}"#).contains("quarkenzimt"), "\(typed)")
        }
        let found = try texts("search", #"{"query":{"text":"quittenmuz"}}"#)
        #expect(found.contains("`quittenmus`") && found.contains("letter"))
        let silent = try texts("search", #"{"query":{"text":"quarkenzimd"}}"#)
        #expect(!silent.contains("quarkenzimt") && silent.contains("letter"), "\(silent)")
        for path in [
            "/multisearch/autocomplete?q=quark", "/v1/product/multisearch?q=quarkenzimd", "/multisearch?q=quarkenzimd",
        ] {
            #expect(try !shop.ask("GET", path).answer.body.lowercased().contains("quarkenzimt"), "\(path)")
        }
    }

    /// An answer without the names of the two persons and what is new in each answer, whatever the order of its members.
    private static func settled(_ body: String) -> JSONValue {
        let text = body.replacing(PrivateShop.person, with: "").replacing(PrivateShop.nobody, with: "")
            .replacing(
                /"(reqid|requestId|request_id|id|value|recommendation_id|decisionId)":"?[0-9A-Fa-f-]{8,}"?/,
                with: "\"new\":0")
        return (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
    }
}
