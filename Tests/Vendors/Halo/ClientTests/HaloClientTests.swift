import ClientTestSupport
import Foundation
import SearchClientImaging
import TestSupport
import Testing

@testable import HaloClient

@Suite("The client of HALO", .timeLimit(.minutes(5)))
struct HaloClientTests {
    private struct Article: Decodable, Sendable {
        var title: String
    }

    private static let page = #"""
        {"pagination":{"page":2,"limit":1,"offset":1,"totalItems":3,"totalPages":3},
         "items":[{"id":"a","module":"m","name":"n","values":{"title":"T"},"tags":[],"createdAt":1000}]}
        """#

    private static func token(_ number: Int) -> String {
        #"{"access_token":"A\#(number)","refresh_token":"R\#(number)","token_type":"Bearer","expires_in":3600000}"#
    }

    private func client(
        _ server: ScriptedServer, _ credentials: HaloCredentials = .none, pauses: NotedPauses = NotedPauses()
    ) -> HaloClient {
        // A request that the system sends again without its body would wait for a minute.
        var client = HaloClient(at: server.url, credentials, timeout: 45, totalTimeout: 500, preparer: .imaging)
        client.client.pacing = pauses.pacing
        return client
    }

    @Test("a query has the vendor's words, and typed pages and raw bytes come back")
    func search() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.page) }
        let client = client(server, .token("SECRET"))
        let query = ContentQuery("articles").where(Field("age") >= 18 && Field.publishedAt != nil)
            .sorted(by: .createdAt, .descending).page(2, limit: 1).cached(seconds: 60)
        let found = try await client.search(query, as: Article.self)
        #expect(found.items.map(\.values.title) == ["T"] && found.total == 3 && found.offset == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.target == "/api/generalcontent/instance/search")
        #expect(request.headers["authorization"] == "Bearer SECRET" && request.headers["to-cache"] == "60")
        let body: JSONValue = [
            "moduleName": "articles", "sort": "createdAt desc",
            "pagination": ["page": 2, "limit": 1, "skip": "false"],
            "searchValues": ["operation": ">=", "property": "age", "value": 18, "type": "number"],
            "metaSearch": ["operation": "!=", "property": "publishedAt", "value": .null, "type": "null"],
        ]
        #expect(try JSONValue(parsing: request.body) == body)
        #expect(try await client.searchData(ContentQuery()) == Data(Self.page.utf8))
        #expect(server.requests[1].headers["to-cache"] == nil)
    }

    @Test("a token is fetched once for calls at the same time, and renewed when it is refused")
    func tokens() async throws {
        let tokens = Locked(0)
        let server = try ScriptedServer { request, _ in
            if request.path == "/api/oauth/token" {
                let number = tokens.withLock {
                    $0 += 1
                    return $0
                }
                return .json(Self.token(number))
            }
            let isValid = request.headers["authorization"] == "Bearer A\(tokens.withLock { $0 })"
            return isValid ? .json(Self.page) : .status(401)
        }
        let client = client(server, .client(id: "app", secret: "s&1"))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await client.search(ContentQuery()).total } }
            for try await total in group { #expect(total == 3) }
        }
        #expect(tokens.withLock { $0 } == 1)
        let first = try #require(server.requests.first)
        #expect(first.target == "/api/oauth/token?_app")
        #expect(first.form == ["grant_type": "client_credentials", "client_id": "app", "client_secret": "s&1"])
        // The service forgets all tokens.
        tokens.withLock { $0 = 10 }
        #expect(try await client.search(ContentQuery()).total == 3)
        let last = server.requests.suffix(3)
        #expect(last.map(\.path).map { $0.hasSuffix("token") } == [false, true, false])
        #expect(last.dropFirst().first?.form == ["grant_type": "refresh_token", "refresh_token": "R1"])
        #expect(last.last?.headers["authorization"] == "Bearer A11")
    }

    @Test("where renewing is refused the keys are asked again, and a second refusal ends the call")
    func refusals() async throws {
        let server = try ScriptedServer { request, _ in
            if request.path == "/api/oauth/token" {
                return request.form["grant_type"] == "refresh_token" ? .status(400) : .json(Self.token(1))
            }
            return .status(401, #"{"error":{"message":"go away"}}"#)
        }
        let client = client(server, .password(user: "u", password: "p"))
        await #expect(throws: SearchError.service("go away (401)")) { _ = try await client.search(ContentQuery()) }
        #expect(
            server.requests.map { $0.form["grant_type"] ?? "" } == ["password", "", "refresh_token", "password", ""])
        #expect(server.requests[0].target == "/api/oauth/token?_user")
        let fixed = self.client(server, .token("T"))
        await #expect(throws: SearchError.service("go away (401)")) { _ = try await fixed.search(ContentQuery()) }
        #expect(server.requests.count == 6)
    }

    @Test("failures come as what they are, and those that may pass are tried again")
    func failures() async throws {
        let answers: [ScriptedServer.Reply] = [
            .status(400, #"{"error":{"message":"no such field"}}"#), .status(404, "<html>"), .json("{}"), .json("?"),
            .status(503), .hangUp, .json(Self.page),
        ]
        let server = try ScriptedServer { _, index in answers[index] }
        let pauses = NotedPauses()
        let client = client(server, pauses: pauses)
        await #expect(throws: SearchError.invalidArgument("no such field")) {
            _ = try await client.search(ContentQuery())
        }
        await #expect(throws: SearchError.service("HTTP status 404: <html>")) {
            _ = try await client.search(ContentQuery())
        }
        for _ in 0..<2 { await #expect(throws: SearchError.self) { _ = try await client.search(ContentQuery()) } }
        #expect(try await client.search(ContentQuery()).total == 3)
        #expect(pauses.seconds.count == 2 && server.requests.count == 7)
    }

    @Test("the tags of the device are added to the audience where they are wanted")
    func device() async throws {
        let server = try ScriptedServer { _, _ in .json("[]") }
        var client = client(server)
        client.deviceTags = [ContentTag("platform", value: "linux", type: "2")]
        let query = ContentQuery().tagged(ContentTag("brand", value: "acme"), mode: .all).everything()
        _ = try await client.search(query)
        client.segmentsWithDevice = true
        _ = try await client.search(query)
        _ = try await client.search(ContentQuery().everything())
        let device: JSONValue = ["name": "platform", "value": "linux", "tagType": "2"]
        let brand: JSONValue = ["name": "brand", "value": "acme"]
        let sent = try server.requests.map { try JSONMembers(try JSONValue(parsing: $0.body)).rest }
        #expect(sent.map { $0["segmentTags"] } == [[brand], [brand, device], [device]])
        #expect(sent.map { $0["segmentMode"] } == ["total", "total", "partial"])
    }

    @Test("the vendor's service is not asked for what only we have, and nothing is asked that cannot be")
    func vendor() async throws {
        struct Refusing: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
                throw .notConnected(reason: "nobody should be asked")
            }
        }
        let vendor = HaloClient(at: URL(string: "https://halo.mobgen.com")!, transport: Refusing())
        #expect(vendor.isOfVendor)
        for query in [
            ContentQuery().saying("shoes"), ContentQuery().resembling(.bytes([1])),
            ContentQuery().where(.differs("a", 1)), ContentQuery().where(.not(.like("a", "abc%"))),
            ContentQuery().where(Field("a") == 1 || Field.contentName == "x"), ContentQuery().page(0),
            ContentQuery().cached(seconds: -1), ContentQuery().where(.equal("a", .list([]))),
        ] {
            do throws(SearchError) {
                _ = try await vendor.search(query)
                Issue.record("\(query) was sent")
            } catch {
                guard case .invalidArgument = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test("a call that is cancelled ends, while it waits for its token and while it waits for its answer")
    func cancellation() async throws {
        for credentials in [HaloCredentials.client(id: "a", secret: "b"), .none] {
            let server = try ScriptedServer { _, _ in .silence }
            let client = self.client(server, credentials)
            let task = Task { () -> SearchError? in
                do throws(SearchError) {
                    _ = try await client.search(ContentQuery())
                    return nil
                } catch {
                    return error
                }
            }
            try await waitAsync(for: "the request") { !server.requests.isEmpty }
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }
}
