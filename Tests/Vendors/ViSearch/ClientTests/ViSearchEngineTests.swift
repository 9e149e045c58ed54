import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct ViSearchEngineTests {
    private func error(_ body: () async throws(SearchError) -> some Any) async -> SearchError? {
        do throws(SearchError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("a search of the engine is said in the words of ViSearch, and its answer in those of the engine")
    func search() async throws {
        let text = """
            {"status":"OK","method":"search","page":2,"limit":5,"total":37,"reqid":"1",
             "qinfo":{"im_url":"http://x/q.jpg","price":"49.990002"},
             "result":[{"im_name":"a","score":0.5,"value_map":{"price":"39.500000","im_url":"http://x/a.jpg"}}],
             "facets":[{"key":"brand","items":[{"value":"acme","count":21}]},{"key":"price","range":{"min":1,"max":9}}]}
            """
        let server = try ScriptedServer { _, _ in .json(text) }
        let engine = ViSearchEngine(server.client())
        let answer = try await engine.search(
            SearchRequest(
                .init(example: .item(id: "q")),
                filter: .and([.equal("brand", .string("acme")), .between("price", .int(1), .float(9.5))]), page: 2,
                limit: 5, fields: ["*"], scores: 0.25...1, facets: .init(["brand", "price"], limit: 4),
                sort: .init("price", ascending: false), dedup: 0.9))
        #expect(
            server.requests[0].query == [
                "im_name": "q", "page": "2", "limit": "5", "score": "true", "score_min": "0.25", "get_all_fl": "true",
                "fq": "price:1,9.5", "qinfo": "true", "facets": "price", "facets_limit": "4",
                "facets_show_count": "true", "dedup": "true", "dedup_score_threshold": "0.9", "sort_by": "price:desc",
                "access_key": "APP",
            ])
        #expect(server.requests[0].target.contains("fq=brand%3Aacme&"))
        #expect(answer.total == 37)
        #expect(answer.hits.map(\.id) == ["a"])
        #expect(answer.hits[0].attributes["price"] == .string("39.500000"))
        #expect(answer.hits[0].source == "http://x/a.jpg")
        #expect(answer.queryItem?.id == "q")
        #expect(answer.facets[0].values == [.init("acme", count: 21)])
        #expect(answer.facets[1].range == 1...9)
    }

    @Test("colors, words and pictures have their own operations; objects come back in pixels of the original")
    func operations() async throws {
        let things = #","product_types":[{"type":"bag","score":0.9,"box":[0,0,512,384],"attributes":{}}]"#
        let server = try ScriptedServer { request, _ in
            request.path == "/discoversearch"
                ? .json(
                    #"{"status":"OK","method":"discoversearch","page":1,"objects":[{"type":"top","score":0.8,"#
                        + #""box":[10,20,110,120],"total":9,"attributes":{},"result":[{"im_name":"t","score":1}]}]}"#)
                : .json(found(["a"], extra: things))
        }
        let engine = ViSearchEngine(server.client(), settings: .standard)
        _ = try await engine.search(
            SearchRequest(.init(colors: [.init(.black, weight: 2), .init(.white, weight: 0.5)])))
        _ = try await engine.search(SearchRequest(.init(text: "red bag")))
        let picture = ImageInput.pixels(Pictures.scene(1024, 768))
        let answer = try await engine.search(
            SearchRequest(
                .init(example: .image(picture)),
                detection: Detection(type: "bag", limit: 7, attributes: ["color": ["red", "dark red"]])))
        #expect(server.requests.map(\.path) == ["/colorsearch", "/multisearch", "/uploadsearch"])
        #expect(server.requests[0].target.contains("color=000000%3A100&color=ffffff%3A25&"))
        #expect(server.requests[1].form["q"] == "red bag")
        let parts = server.requests[2].parts.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(parts["detection"] == "bag")
        #expect(parts["detection_limit"] == "7")
        #expect(parts["detection_attribute[color]"] == "red,dark red")
        #expect(answer.objects.map(\.box) == [Box(left: 0, top: 0, width: 1024, height: 768)])

        let discovered = try await engine.discover(
            DiscoverRequest(
                picture, detection: Detection(attributes: ["material": ["wool"]]),
                each: SearchRequest(.init(), filter: .equal("brand", "A, B"), limit: 3)))
        let asked = server.requests[3].parts.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(asked["detection_attribute[material]"] == "wool")
        #expect(asked["fq"] == "brand:A, B")
        #expect(discovered.uprightSize == Size(width: 1024, height: 768))
        #expect(discovered.objects[0].object.box == Box(left: 20, top: 40, width: 200, height: 200))
        #expect(discovered.objects[0].answer.total == 9)
        #expect(discovered.objects[0].answer.hits.map(\.id) == ["t"])
    }

    @Test("what ViSearch cannot say is refused before the network, with the reason")
    func unsayable() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let engine = ViSearchEngine(server.client())
        let item = SearchRequest.Query(example: .item(id: "a"))
        let pixels = SearchRequest.Query(example: .image(.pixels(Pictures.scene(20, 10))))
        let unsayable: [(String, SearchRequest)] = [
            ("filter", SearchRequest(item, filter: .not(.exists("a")))),
            ("filter", SearchRequest(item, filter: .and([.all, .greater("a", .int(1))]))),
            ("range of strings", SearchRequest(item, filter: .between("a", .string("x"), .string("y")))),
            ("explanations", SearchRequest(item, explains: true)),
            ("colors", SearchRequest(.init(example: .item(id: "a"), colors: [.init(.black)]))),
            ("balance", SearchRequest(.init(example: .item(id: "a"), colorWeight: 0.2))),
            ("examples", SearchRequest(.init(examples: [.item("a"), .item("b")]))),
            ("minus", SearchRequest(.init(text: "bag -red"))),
            ("unlike", SearchRequest(.init(example: .item(id: "a"), unlike: ["b"]))),
            ("words", SearchRequest(.init(example: .item(id: "a"), text: "red"))),
            ("words", SearchRequest(.init(colors: [.init(.black)], text: "red"))),
            ("detection", SearchRequest(item, detection: Detection())),
            ("detection", SearchRequest(.init(text: "red"), detection: Detection())),
            ("bins", SearchRequest(item, facets: .init(["a"], bins: 4))),
            ("own field", SearchRequest(item, facets: .init(["a"], excludesOwnFilter: true))),
            ("tree", SearchRequest(item, facets: .init(["a"], tree: true))),
            ("colors that pictures", SearchRequest(item, facets: .init([Facet.pictureColors]))),
            ("variants", SearchRequest(item, variants: .init("a"))),
            ("differ", SearchRequest(item, diversity: .init(0.5))),
            ("range of numbers", SearchRequest(item, filter: .equal("a", "10,50"))),
            ("range of numbers", SearchRequest(item, filter: .equal("a", "2024-05-31, "))),
            ("blanks", SearchRequest(item, filter: .equal("a", " x"))),
            ("several strings", SearchRequest(item, filter: .equal("a", .list(["x", "y"])))),
            ("value 'a,b'", SearchRequest(pixels, detection: Detection(attributes: ["c": ["a,b"]]))),
            ("without a value", SearchRequest(pixels, detection: Detection(attributes: ["c": []]))),
            ("attribute 'c]'", SearchRequest(pixels, detection: Detection(attributes: ["c]": ["a"]]))),
            ("limit", SearchRequest(item, limit: 101)), ("page", SearchRequest(item, page: 0)),
            ("color", SearchRequest(.init(colors: [.init(.black, weight: .infinity)]))),
            ("q is", SearchRequest(.init())),
        ]
        for (word, request) in unsayable {
            let error = await error { () async throws(SearchError) in try await engine.search(request) }
            guard case .invalidArgument(let text) = error, text.contains(word) else {
                Issue.record("\(word): \(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        #expect(server.requests.isEmpty)
        #expect(throws: ClientError.self) { try RemoteEngine(SearchClient(ClientConfiguration(.appKey("k")))) }
    }

    @Test("an unknown item and names that are not there are told as the engine tells them")
    func failures() async throws {
        let server = try ScriptedServer { request, _ in
            request.path == "/remove"
                ? .json(
                    #"{"status":"warning","total":1,"method":"remove","error":[{"im_name":"b","error_code":102,"#
                        + #""error_message":"Image not found with im_name."}]}"#)
                : .json(#"{"status":"fail","method":"search","error":["Image not found with im_name."]}"#)
        }
        let engine = ViSearchEngine(server.client())
        let missing = await error { () async throws(SearchError) in
            try await engine.search(SearchRequest(.init(example: .item(id: "x"))))
        }
        #expect(missing == .itemNotFound(id: "x"))
        #expect(try await engine.remove(["a", "b"]) == ["a"])
        let bad = await error { () async throws(SearchError) in
            try await engine.search(SearchRequest(.init(example: .image(.bytes([1])))))
        }
        guard case .image = bad else {
            Issue.record("\(bad.map { "\($0)" } ?? "no error")")
            return
        }
    }
}
