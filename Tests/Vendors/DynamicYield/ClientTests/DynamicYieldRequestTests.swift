import ClientTestSupport
import DynamicYieldClient
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@Suite("Requests of the client of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldRequestTests {
    private static let page = DynamicYield.Page(.home, at: "home")

    @Test("hosts of the vendor are those of their keys")
    func hosts() {
        #expect(DynamicYieldService.unitedStates.serving.absoluteString == "https://dy-api.com")
        #expect(DynamicYieldService.europe.collecting.absoluteString == "https://dy-api.eu")
        #expect(DynamicYieldService.unitedStatesDirect.serving.host() == "direct.dy-api.com")
        #expect(DynamicYieldService.europeDirect.serving.host() == "direct.dy-api.eu")
        #expect(DynamicYieldService.europeDirect.collecting.host() == "direct-collect.dy-api.eu")
        for service in [DynamicYieldService.unitedStates, .europe, .unitedStatesDirect, .europeDirect] {
            #expect(service.isDynamicYield)
        }
        for host in ["http://127.0.0.1:8080", "https://my-dy-api.com", "https://dy-api.com.example"] {
            #expect(!DynamicYieldService(server: URL(string: host)!).isDynamicYield)
        }
    }

    @Test("everything that the service would refuse is in one error, and nothing is sent")
    func faults() async {
        let client = DynamicYieldClient(key: "k", transport: Refusing(), preparer: .imaging)
        var search = DynamicYield.Search(.text(String(repeating: "x", count: 1001)), on: Self.page)
        search.filters = Array(repeating: .range("price"), count: 16)
        search.window = .init(numItems: 0, offset: -1)
        guard
            case .invalidArgument(let text)? = await error(of: { () async throws(ClientError) in
                try await client.search(search)
            })
        else {
            Issue.record("no such error")
            return
        }
        #expect(text.components(separatedBy: "; ").count == 20)
        #expect(text.contains("at most 15 filters") && text.contains("numItems: must be from 1 to 100, not 0"))
        let visual = DynamicYield.Search(.image(.pixels(Pictures.scene(40, 40))), on: Self.page, window: .init())
        let windowed = await error(of: { () async throws(ClientError) in try await client.search(visual) })
        #expect(
            windowed == .invalidArgument("query.pagination: a visual search of Dynamic Yield takes no window"))
        #expect(await error(of: { () async throws(ClientError) in try await client.report([]) }) != nil)
        #expect(await error(of: { () async throws(ClientError) in try await client.suggest(limit: 101) }) != nil)
        let broken = DynamicYield.Search(.image(.bytes([1, 2, 3])), on: Self.page)
        guard case .image? = await error(of: { () async throws(ClientError) in try await client.search(broken) }) else {
            Issue.record("a broken picture was sent")
            return
        }
    }

    /// Fails the test when anything is sent.
    private struct Refusing: Transport {
        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
            Issue.record("\(request.url) was asked")
            throw .cancelled
        }
    }

    @Test("a request has the key in its header, and a picture is a small upright JPEG")
    func request() async throws {
        let server = try ScriptedServer { _, _ in
            .json(#"{"choices": [], "cookies": [], "warnings": [{"code": "w", "message": "m"}]}"#)
        }
        let client = DynamicYieldClient(
            key: "SECRET", at: .init(server: server.url), timeout: 300, totalTimeout: 500, preparer: .imaging)
        let search = DynamicYield.Search(.image(.pixels(Pictures.scene(2000, 1000))), on: Self.page)
        let answer = try await client.search(search)
        #expect(answer.status == .warning && answer.slots.isEmpty)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/v2/serve/user/search")
        #expect(request.headers["dy-api-key"] == "SECRET" && request.headers["content-type"] == "application/json")
        guard case .object(let body) = try JSONValue(parsing: request.body), case .object(let query)? = body["query"],
            let data = query["imageBase64"]?.text.flatMap({ Data(base64Encoded: $0) })
        else {
            Issue.record("no picture was sent")
            return
        }
        let sent = try await ImageInput.data(data).prepared(as: Recipe(.pixels(fitting: 1024)))
        #expect(sent.outputs[0].size == Size(width: 512, height: 256))
    }

    @Test("an error of the service keeps its status and its text, and a report is not sent twice")
    func refusals() async throws {
        let server = try ScriptedServer { request, _ in
            request.path.hasSuffix("engagement") ? .status(500, "no") : .status(422, "odd")
        }
        let client = DynamicYieldClient(key: "k", at: .init(server: server.url), timeout: 300, totalTimeout: 500)
        let search = DynamicYield.Search(.text("x"), on: Self.page)
        #expect(
            await error(of: { () async throws(ClientError) in try await client.search(search) })
                == .httpStatus(422, body: "odd"))
        #expect(
            await error(of: { () async throws(ClientError) in try await client.report([.slotClick("s")]) })
                == .httpStatus(500, body: "no"))
        #expect(server.requests.count { $0.path.hasSuffix("engagement") } == 1)
    }
}
