import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import ProductSearchClient

@Suite("The client of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchClientTests {
    private static let answer = #"""
        {"status":"OK","method":"product/search_by_image","page":1,"limit":10,"total":1,"im_id":"i.jpg",
         "product_types":[{"type":"bag","box":[10,10,20,20],"attributes":{}}],
         "result":[{"product_id":"p","main_image_url":"https://a/p.jpg","data":{"title":"T"}}],"reqid":"9"}
        """#

    private func client(
        _ server: ScriptedServer, paths: ProductSearch.Paths? = nil,
        analytics: ClientConfiguration.Analytics? = nil
    ) -> ProductSearchClient {
        var client = ProductSearchClient(
            key: "APP", placement: "12", at: .init(server.url, paths: paths), timeout: 300, totalTimeout: 500,
            analytics: analytics, headers: ["X-Gateway": "blue"], preparer: .imaging)
        client.client.pacing = NotedPauses().pacing
        return client
    }

    @Test(
        "a picture of this machine is prepared, its box goes to the upload, and the answer is refined without another")
    func upload() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.answer) }
        let picture = ProductSearch.Image.pixels(Pictures.scene(1024, 768))
        let found = try await client(server).searchByImage(
            .init(picture, box: Box(x1: 100, y1: 100, x2: 300, y2: 300)), options: .init(limit: 5, score: true))
        #expect(found.products.map(\.id) == ["p"] && found.products[0]["title"] == "T" && found.requestID == "9")
        #expect(found.original(Box(x1: 10, y1: 10, x2: 20, y2: 20)) == Box(x1: 20, y1: 20, x2: 40, y2: 40))
        let request = server.requests[0]
        let parts = request.parts
        func text(_ name: String) -> String? { parts[name].map { String(decoding: $0, as: UTF8.self) } }
        #expect(request.method == "POST" && request.target == "/v1/product/search_by_image")
        #expect(text("app_key") == "APP" && text("placement_id") == "12" && text("box") == "50,50,150,150")
        #expect(text("limit") == "5" && text("score") == "true" && request.headers["x-gateway"] == "blue")
        let size = try prepare(.bytes(try #require(parts["image"])), as: Recipe(.fit(4096))).uprightSize
        #expect(size == Size(width: 512, height: 384))

        let part = try await found.refine(box: Box(x1: 20, y1: 20, x2: 200, y2: 200), detection: .type("bag"))
        #expect(part.imageID == "i.jpg")
        let form = server.requests[1].form
        #expect(form["im_id"] == "i.jpg" && form["box"] == "10,10,100,100" && form["detection"] == "bag")
        #expect(form["limit"] == "5")
        await #expect(throws: ClientError.self) {
            _ = try await found.refine(box: Box(x1: 5000, y1: 0, x2: 6000, y2: 9))
        }
        #expect(server.requests.count == 2)
    }

    @Test("each call has the path, the method and the words of the service, on hosts of both generations")
    func calls() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.answer) }
        let legacy = client(server)
        let cloud = client(server, paths: .cloud)
        _ = try await legacy.multisearch(.init(.url("https://a/b.jpg"), text: "red"))
        _ = try await cloud.multisearch(.init(productID: "p", text: "red"))
        var outfit = ProductSearch.Recommendation()
        (outfit.alternativeLimit, outfit.usesSets) = (2, true)
        _ = try await legacy.complementary(.init(productID: "p"))
        _ = try await cloud.outfits(.init(productID: "p"), outfit)
        _ = try await legacy.searchByID("a/b c")
        var wanted = ProductSearch.Recommendation()
        wanted.showsPinned = true
        _ = try await cloud.recommendations("p", wanted, options: .init(filters: [.equal("brand", "acme")]))
        let sent = server.requests.map { "\($0.method) \($0.path)" }
        #expect(
            sent == [
                "POST /v1/product/multisearch", "POST /v1/search", "POST /v1/product/multisearch/complementary",
                "POST /v1/search/outfit-recommendations", "GET /v1/product/search_by_id/a%2Fb%20c",
                "GET /v1/visearch/recommendations/p",
            ])
        #expect(server.requests[0].form["im_url"] == "https://a/b.jpg" && server.requests[0].form["q"] == "red")
        #expect(server.requests[1].form["pid"] == "p" && server.requests[3].form["use_set_based_ctl"] == "true")
        #expect(server.requests[3].form["alt_limit"] == "2")
        let query = server.requests[5].query
        #expect(query["show_pinned_pids"] == "true" && query["filters"] == "brand:acme" && query["app_key"] == "APP")
        #expect(server.requests.allSatisfy { !$0.target.contains("va_") && !$0.text.contains("va_") })
    }

    @Test("completions come back, and the visitor travels where analytics are switched on")
    func completions() async throws {
        let server = try ScriptedServer { _, _ in
            .json(#"{"status":"OK","method":"a","result":[{"text":"red dress","score":3}],"reqid":"1"}"#)
        }
        let session = VisitorSession(uid: "u1", now: { Date(timeIntervalSince1970: 1_700_000_000) })
        let found = try await client(server, analytics: .init(session)).autocomplete("red d", options: .init(limit: 3))
        #expect(found.completions.map(\.text) == ["red dress"])
        #expect(server.requests[0].path == "/v1/product/multisearch/autocomplete")
        #expect(server.requests[0].form["q"] == "red d" && server.requests[0].form["va_uid"] == "u1")
    }

    @Test("each kind of failure has its own error, with the number and the text of the service")
    func failures() async throws {
        let replies: [ScriptedServer.Reply] = [
            .json(#"{"status":"fail","method":"x","error":{"code":203,"message":"Please."},"reqid":"1"}"#),
            .status(401, #"{"status":"fail","method":"x","error":{"code":11,"message":"Invalid app_key."}}"#),
            .status(404, "<html>"), .json("[]"), .json(#"{"status":"OK","result":[{"data":{}}]}"#),
        ]
        let server = try ScriptedServer { _, index in replies[index] }
        let client = client(server)
        var errors: [ClientError?] = []
        for _ in replies {
            errors.append(await error { () async throws(ClientError) in try await client.searchByID("p") })
        }
        #expect(errors[0] == .service(code: 203, texts: ["Please."], status: 200))
        #expect(errors[1] == .service(code: 11, texts: ["Invalid app_key."], status: 401))
        #expect(errors[2] == .httpStatus(404, body: "<html>"))
        #expect(errors[3] == .decoding(path: "", reason: "expected an object, found an array"))
        #expect(errors[4] == .decoding(path: "result[0].product_id", reason: "expected text, found nothing"))
    }

    @Test("what the service would refuse is refused before anything is sent")
    func refusals() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.answer) }
        let client = client(server)
        let picture = ProductSearch.Image.pixels(Pictures.scene(64, 64))
        let errors = [
            await error { () async throws(ClientError) in try await client.searchByImage(.init()) },
            await error { () async throws(ClientError) in try await client.searchByID("") },
            await error { () async throws(ClientError) in
                try await client.searchByImage(.init(picture), options: .init(limit: 101))
            },
            await error { () async throws(ClientError) in
                try await client.searchByImage(.init(picture, box: Box(x1: 70, y1: 70, x2: 90, y2: 90)))
            },
            await error { () async throws(ClientError) in try await client.autocomplete("") },
        ]
        for (index, error) in errors.enumerated() {
            guard case .invalidArgument? = error else {
                Issue.record("call \(index): \(String(describing: error))")
                continue
            }
        }
        #expect(server.requests.isEmpty)
    }

    @Test("the hosts of the vendor have the paths of their generation")
    func hosts() {
        #expect(ProductSearchService.rezolve.paths == .legacy && ProductSearchService.china.paths == .legacy)
        #expect(ProductSearchService.aws.paths == .cloud && ProductSearchService.azure.paths == .cloud)
    }
}
