import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("The engine's own routes", .timeLimit(.minutes(5)))
struct EngineRouteTests {
    private func call(
        _ shop: Shop, _ verb: String, _ body: String, headers: [String] = []
    ) throws -> (answer: Answer, json: JSONValue) {
        try shop.ask(
            "POST", "/engine/\(verb)", headers: ["Content-Type: application/json"] + headers, body: Array(body.utf8))
    }

    @Test(
        "a call that cannot be read is answered with the place in it and what would be right there",
        arguments: [
            ("search", "", "the request body is empty; it must be JSON"),
            ("search", "{", "the request body is not valid JSON"),
            ("search", "[]", "the request body must be an object"),
            ("search", #"{"limit":"ten"}"#, "limit must be an integer"),
            ("search", #"{"query":{"look":{"image":{"bytes":7}}}}"#, "query.look.image.bytes must be a string"),
            ("search", #"{"limit":1e99}"#, "a number in the request body is out of range"),
            ("search", #"{"query":{"colors":[{"weight":1}]}}"#, "query.colors[0].color is missing"),
            ("search", #"{"query":{"examples":[{"item":"a"},{"weight":1}]}}"#, "query.examples[1].image is missing"),
            (
                "search", #"{"query":{"examples":[{"item":"a","weight":"-1"}]}}"#,
                "query.examples[0].weight must be a number"
            ),
            ("search", #"{"query":{"text":["a"]}}"#, "query.text must be a string"),
            ("search", #"{"strictness":"high"}"#, "strictness must be a number"),
            ("search", #"{"explains":1}"#, "explains must be true or false"),
            ("search", #"{"filter":{}}"#, "filter: a filter is an object with one member"),
            ("search", #"{"filter":{"equal":["a",{}]}}"#, "a value is an object with one member"),
            ("discover", "{}", "image is missing"), ("remove", "{}", "the request body must be an array"),
            ("item", "7", "the request body must be a string"), ("suggest", "{}", "text is missing"),
            ("suggest", #"{"text":"a","limit":"b"}"#, "limit must be an integer"),
        ])
    func sentences(_ verb: String, _ body: String, _ text: String) throws {
        let (answer, json) = try call(Shop.shared.get(), verb, body)
        #expect(answer.status == 400 && json["error"]?["code"] == .string("invalidArgument"))
        let message = json["error"]?["message"]?.text ?? ""
        #expect(message == text || message.hasSuffix(text), "\(message)")
        #expect(!answer.body.contains("DecodingError") && !answer.body.contains("_0"))
    }

    @Test(
        "a member that a call does not have is refused with the one that was meant",
        arguments: [
            ("search", #"{"query":{"text":"x"},"fitler":{}}"#, "there is no member `fitler`; did you mean `filter`?"),
            ("search", #"{"query":{"exampel":{}}}"#, "there is no member `query.exampel`; did you mean `example`?"),
            (
                "search", #"{"query":{"examples":[{"item":"a","wieght":-1}]}}"#,
                "no member `query.examples[0].wieght`; did you mean `weight`?"
            ),
            ("search", #"{"query":{"text":"x"},"sort":{"feild":"a"}}"#, "there is no member `sort.feild`"),
            (
                "discover", #"{"image":{"bytes":"AA=="},"each":{"limt":3}}"#,
                "no member `each.limt`; did you mean `limit`?"
            ),
            ("suggest", #"{"text":"x","locate":"en"}"#, "there is no member `locate`"),
            ("search", #"{"filter":{"equel":["a","b"]}}"#, "no member `filter.equel`; did you mean `equal`?"),
        ])
    func unknownMembers(_ verb: String, _ body: String, _ text: String) throws {
        let (answer, json) = try call(Shop.shared.get(), verb, body)
        #expect(answer.status == 400)
        #expect(json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
    }

    @Test("the example of a query is read under its older name as well")
    func olderName() throws {
        let shop = try Shop.shared.get()
        let answers = try ["example", "look"].map { name in
            try call(shop, "search", #"{"query":{"\#(name)":{"item":"shoe-001"}}}"#).1["answer"]?["total"]
        }
        #expect(answers[0] == answers[1] && answers[0] != nil && answers[0] != .int(0))
    }

    @Test("a filter that cannot hold by its field is the error that the command gives")
    func filterErrors() throws {
        let shop = try Shop.shared.get()
        for (filter, text) in [
            (#"{"equal":["brend",{"string":"x"}]}"#, "did you mean `brand`?"),
            (#"{"less":["brand",{"int":20}]}"#, "no order of numbers"),
            (#"{"less":["brand",{"string":"20"}]}"#, "no order of numbers"),
            (#"{"equal":["price",{"string":"abc"}]}"#, "cannot be read as one"),
        ] {
            let (answer, json) = try call(shop, "search", #"{"query":{"text":"x"},"filter":\#(filter)}"#)
            #expect(json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
        }
    }

    @Test("suggestions complete what is typed, without the blocked words of the server and of the call")
    func suggestions() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001"]) { $0.suggestions.blockedTerms = ["MUG"] }
        func texts(_ body: String) throws -> [String?] {
            let (answer, json) = try call(shop, "suggest", body)
            #expect(answer.status == 200, "\(answer.body)")
            return (json["answer"]?.values ?? []).map { $0["text"]?.text }
        }
        #expect(try texts(#"{"text":"sh"}"#) == ["shoe"] && texts(#"{"text":"mu"}"#) == [])
        #expect(try texts(#"{"text":"sheo"}"#) == ["shoe"])
        #expect(try texts(#"{"text":"sheo","correctsSpelling":false}"#) == [])
        #expect(try texts(#"{"text":"sh","blocked":["shoe"]}"#) == [])
        let (answer, json) = try call(shop, "suggest", #"{"text":"sh","limit":0}"#)
        #expect(answer.status == 400 && json["error"]?["code"] == .string("invalidArgument"))
    }

    @Test("a discover call needs its picture alone")
    func discover() throws {
        let picture = Data(try Shop.picture("bag-001")).base64EncodedString()
        let (answer, json) = try call(Shop.shared.get(), "discover", #"{"image":{"bytes":"\#(picture)"}}"#)
        #expect(answer.status == 200 && json["answer"]?["objects"]?.values.isEmpty == false)
    }

    @Test("the describer of the store is told with the languages of its words, of which the built-in one has none")
    func describer() throws {
        let (answer, json) = try call(Shop.shared.get(), "describer", "{}")
        #expect(answer.status == 200 && json["answer"]?["name"] == .string(BuiltInDescriber.shared.identity))
        #expect(json["answer"]?["describesTexts"] == .bool(false))
        #expect(json["answer"]?["languages"]?.values.isEmpty == true)
    }

    @Test("paths of this machine are for callers on it who ask for them")
    func paths() throws {
        let shop = try Shop(names: ["shoe-001"])
        let secret = "/srv/secret/x.jpg"
        let entries = [
            Entry(
                Item(id: "local", source: secret, attributes: [Item.pictureText: .text("IBAN " + secret)]),
                image: .file(Shop.file("shoe-001"))),
            Entry(Item(id: "web", source: "https://img.example/w.jpg"), image: .file(Shop.file("shoe-002"))),
        ]
        for result in try shop.engine.insertBlocking(entries) { try result.get() }
        let picture = Data(try Shop.picture("shoe-003")).base64EncodedString()
        let calls = [
            ("item", #""local""#), ("search", #"{"query":{"look":{"item":"shoe-001"}},"scope":"all"}"#),
            ("search", #"{"query":{"look":{"item":"local"}},"scope":"all"}"#),
            (
                "search",
                #"{"query":{"text":"fine","look":{"item":"shoe-001"}},"scope":"all","#
                    + #""grouping":{"field":"brand","limit":5}}"#
            ),
            ("discover", #"{"image":{"bytes":"\#(picture)"},"each":{"query":{},"scope":"all"}}"#),
        ]
        for (verb, body) in calls {
            let silent = try call(shop, verb, body).answer
            #expect(silent.status == 200 && !silent.body.contains(secret), "\(verb) \(body)")
            let proxied = try call(
                shop, verb, body, headers: ["X-Magpie-Paths: wanted", "X-Forwarded-For: 198.51.100.7"])
            #expect(!proxied.answer.body.contains(secret))
            let asked = try call(shop, verb, body, headers: ["X-Magpie-Paths: wanted"])
            #expect(asked.answer.body.contains(secret), "\(verb) \(body)")
        }
        #expect(try call(shop, "item", #""web""#).answer.body.contains("https://img.example/w.jpg"))
        for address in ["10.0.0.7", "::ffff:10.0.0.7", "2001:db8::1", "128.0.0.1"] {
            #expect(try !#require(IPAddress(address)).isLoopback)
        }
        for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(try #require(IPAddress(address)).isLoopback)
        }
    }

    @Test("paths are for keys that may do everything: a proxy on this machine may not say that it forwards")
    func pathRights() throws {
        let shop = try Shop { $0.http.credentials = try! Credentials(lines: "DATAKEY search data\ndk:ds data\nak:sk") }
        let secret = "/srv/secret/x.jpg"
        let entry = Entry(Item(id: "local", source: secret), image: .file(Shop.file("shoe-001")))
        for result in try shop.engine.insertBlocking([entry]) { try result.get() }
        for (pair, hears) in [("dk:ds", false), ("ak:sk", true)] {
            let key = "Authorization: Basic \(Data(pair.utf8).base64EncodedString())"
            let (answer, _) = try call(shop, "item", #""local""#, headers: ["X-Magpie-Paths: wanted", key])
            #expect(answer.status == 200 && answer.body.contains(secret) == hears, "\(answer.body)")
        }
    }

    @Test("the text that was read in pictures is spelled out by no group, order or pattern, and words find it")
    func privateText() throws {
        let shop = try Shop(names: ["shoe-001"])
        let entry = Entry(
            Item(id: "letter", attributes: [Item.pictureText: .text("Dear Anna secret")]),
            image: .file(Shop.file("shoe-002")))
        for result in try shop.engine.insertBlocking([entry]) { try result.get() }
        let asked = #""query":{"look":{"item":"shoe-001"}},"scope":"all""#
        for part in [
            #""grouping":{"field":"picture_text","limit":1}"#, #""sort":{"field":"picture_text","ascending":true}"#,
            #""variants":{"field":"picture_text"}"#,
        ] {
            let refused = try call(shop, "search", "{\(asked),\(part)}").answer
            #expect(refused.status == 400 && !refused.body.contains("Anna"), "\(part): \(refused.body)")
        }
        let found = try call(shop, "search", #"{"query":{"text":"secret"}}"#).answer
        #expect(found.status == 200 && found.body.contains("letter") && !found.body.contains("Anna"))
        for filter: Filter in [.like("picture_text", "D%"), .not(.like("picture_text", "D%"))] {
            #expect(throws: SearchError.self) { try SearchRequest(.init(text: "a"), filter: filter).checkPrivateText() }
        }
        let like =
            #"{"model":"similar","seeds":{"shoe-001":1},"filter":{"like":["picture_text","D%"]}}"#
        let recommended = try call(shop, "recommend", like).answer
        #expect(recommended.status == 400 && recommended.body.contains("may be private"), "\(recommended.body)")
        try SearchRequest(.init(text: "a"), filter: .exists("picture_text")).checkPrivateText()
    }

    @Test("scores tell nobody but callers on the machine what pictures say")
    func privateLikeness() throws {
        let shop = try Shop(names: ["shoe-001", "bag-002"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\ndk:ds data\nak:sk")
        }
        func insert(_ text: String?) throws {
            let letter = Item(id: "letter", attributes: text.map { [Item.pictureText: .text($0)] } ?? [:])
            let note = Item(id: "note", attributes: [Item.pictureText: .text("Dear Anna secret")])
            let entries = [
                Entry(letter, image: .file(Shop.file("shoe-002"))), Entry(note, image: .file(Shop.file("mug-003"))),
            ]
            for result in try shop.engine.insertBlocking(entries) { try result.get() }
        }
        let owner = ["X-Magpie-Paths: wanted", "Authorization: Basic \(Data("ak:sk".utf8).base64EncodedString())"]
        let data = ["X-Magpie-Paths: wanted", "Authorization: Basic \(Data("dk:ds".utf8).base64EncodedString())"]
        let picture = Data(try Shop.picture("shoe-003")).base64EncodedString()
        let plain = [
            #"{"query":{"example":{"item":"letter"}},"scope":"all"}"#,
            #"{"query":{"example":{"image":{"bytes":"\#(picture)"}}},"scope":"all"}"#,
            #"{"query":{"example":{"item":"letter"}}}"#,
        ]
        func bodies() throws -> [JSONValue?] {
            try plain.map { try call(shop, "search", $0, headers: data).json["answer"]?["hits"] }
                + [try shop.get("/search?im_name=letter&score=true&access_key=APPKEY")["result"]]
        }
        // The answers to a key are the same whether a picture says something or not.
        try insert(nil)
        let silent = try bodies()
        try insert("Dear Anna secret")
        #expect(try bodies() == silent && silent.allSatisfy { $0?.values.isEmpty == false })
        let weighted = [
            #"{"query":{"example":{"item":"letter"},"pictureTextWeight":1},"scope":"all"}"#,
            #"{"query":{"example":{"image":{"bytes":"\#(picture)"}},"pictureTextWeight":0.001,"pictureText":"Dear Anna"}}"#,
        ]
        for body in weighted {
            for headers in [data, owner + ["X-Forwarded-For: 198.51.100.7"], Array(owner.dropFirst())] {
                let refused = try call(shop, "search", body, headers: headers).answer
                #expect(refused.status == 400 && refused.body.contains("may be private"), "\(refused.body)")
                #expect(!refused.body.contains("note"))
            }
            let each = #"{"image":{"bytes":"\#(picture)"},"each":{"query":{"pictureTextWeight":1}}}"#
            #expect(try call(shop, "discover", each, headers: owner).answer.status == 400)
        }
        let (found, json) = try call(shop, "search", weighted[0], headers: owner)
        #expect(found.status == 200 && json["answer"]?["hits"]?.values.first?["id"] == .string("note"))
    }

    @Test("errors of the store name no path of this machine")
    func errorPaths() {
        let error = SearchError.store(path: "/srv/shop.magpie", reason: "/srv/shop.magpie is damaged")
        #expect(error.withoutPath == .store(path: "shop.magpie", reason: "shop.magpie is damaged"))
        #expect(SearchError.diskFull(path: "/srv/shop.magpie").withoutPath == .diskFull(path: "shop.magpie"))
    }
}
