import ClientTestSupport
import Foundation
import TestSupport
import Testing

@testable import BloomreachClient

@Suite("The client of Bloomreach", .timeLimit(.minutes(5)))
struct BloomreachClientTests {
    private struct Lamp: Codable, Hashable, Sendable {
        var title: String
    }

    private static let row = #"{"item_id":"17","engine_name":"similar","recommendation_id":"m","title":"Lamp"}"#
    private static let project = #"{"success":true,"results":[{"success":true,"value":[\#(row),{"title":"x"}]}]}"#
    private static let stream = #"{"success":true,"errors":"[]","data":[\#(row)]}"#

    private func client(
        _ server: ScriptedServer, _ mode: Bloomreach.Mode = .project(token: "p 1"),
        _ authorization: BloomreachAuthorization = .none, kinds: [String] = ["cookie", "registered"],
        pauses: NotedPauses = NotedPauses()
    ) -> BloomreachClient {
        var client = BloomreachClient(
            .init(server.url, mode), authorization, customerKinds: kinds, timeout: 300, totalTimeout: 500)
        client.client.pacing = pauses.pacing
        return client
    }

    @Test("a request of a project has the vendor's words, the key in its header, and typed rows come back")
    func project() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.project) }
        let rows = try await client(server, .project(token: "p 1"), .token("SECRET")).recommendations(
            .init(model: "similar", limit: 5, customer: ["c-1", "a@example.org"], seeds: ["p456": 10, "p\"1": 0.5]),
            as: Lamp.self)
        #expect(rows.map(\.item) == [Lamp(title: "Lamp")] && rows[0].id == "17" && rows[0].variant == nil)
        #expect(rows.notices.map(\.path) == ["results[0].value[1].item_id"])
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/data/v2/projects/p%201/customers/attributes")
        #expect(request.headers["authorization"] == "Token SECRET")
        #expect(request.headers["content-type"] == "application/json")
        let body: JSONValue = [
            "customer_ids": ["cookie": "c-1", "registered": "a@example.org"],
            "attributes": [
                [
                    "type": "recommendation", "id": "similar", "fillWithRandom": false, "size": 5,
                    "items": ["p456": "10", "p\"1": "0.5"],
                ]
            ],
        ]
        #expect(try JSONValue(parsing: request.body) == body)
    }

    @Test("a request of a stream has the words of streams")
    func stream() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.stream) }
        let rows = try await client(server, .stream(id: "s"), .bearer("T")).recommendations(
            .init(model: "m", attributes: ["title"], fill: .random(seed: nil), recordsImpressions: false))
        #expect(rows.map(\.id) == ["17"])
        let request = try #require(server.requests.first)
        #expect(request.path == "/optimization/streams/s/recommend/user")
        #expect(request.headers["authorization"] == "Bearer T")
        let body: JSONValue = [
            "customer_ids": [:], "engine_id": "m", "size": 10, "fill_with_random": true, "no_track": true,
            "catalog_attributes_whitelist": ["title"],
        ]
        #expect(try JSONValue(parsing: request.body) == body)
    }

    /// The tokens that a provider was asked to replace.
    private final class Tokens: Sendable {
        private let noted = Locked<[String?]>([])
        var refused: [String?] { noted.withLock { $0 } }
        private let tokens: [String?]

        init(_ tokens: [String?]) { self.tokens = tokens }

        func next(_ refused: String?) -> String? {
            noted.withLock { noted in
                noted.append(refused)
                return tokens[min(noted.count, tokens.count) - 1]
            }
        }
    }

    @Test("a token that is refused is replaced, and the request sent once more after a second")
    func provider() async throws {
        let server = try ScriptedServer { request, _ in
            request.headers["authorization"] == "Bearer new" ? .json(Self.stream) : .status(401, #"{"error":"old"}"#)
        }
        let tokens = Tokens(["old", "new"])
        let pauses = NotedPauses()
        let rows = try await client(server, .stream(id: "s"), .provider { tokens.next($0) }, pauses: pauses)
            .recommendations(.init(model: "m"))
        #expect(rows.count == 1 && tokens.refused == [nil, "old"] && pauses.seconds == [1])
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test("a request is sent once more and never twice, and 403 counts only where no token was sent")
    func refused() async throws {
        let cases: [(Int, String?, Int)] = [(401, "old", 2), (403, "old", 1), (403, nil, 2), (404, nil, 1)]
        for (status, first, tries) in cases {
            let server = try ScriptedServer { _, _ in .status(status, #"{"error":"no","success":false}"#) }
            let tokens = Tokens([first, "new"])
            let client = self.client(server, .stream(id: "s"), .provider { tokens.next($0) })
            let found = await error { () async throws(ClientError) in try await client.consentCategories() }
            #expect(found == .service(code: status, texts: ["no"], status: status))
            #expect(server.requests.count == tries && tokens.refused == (tries == 2 ? [nil, first] : [nil]))
        }
        // A token that does not change is not sent again.
        let server = try ScriptedServer { _, _ in .status(401) }
        let client = self.client(server, .stream(id: "s"), .token("t"))
        let found = await error { () async throws(ClientError) in try await client.consentCategories() }
        #expect(found == .httpStatus(401, body: "") && server.requests.count == 1)
    }

    @Test(
        "errors keep their status and the words of the service",
        arguments: [
            (404, #"{"errors":[{"code":1,"description":"d","message":"m"}],"success":false}"#, ["d: m"]),
            (410, "gone", []), (500, "unknown model", []),
            (500, #"{"errors":"[\"unknown model\"]"}"#, ["unknown model"]),
            (403, #"{"error":"no right"}"#, ["no right"]), (418, "", []),
        ])
    func statuses(_ status: Int, _ body: String, _ texts: [String]) async throws {
        let server = try ScriptedServer { _, _ in .status(status, body) }
        let client = self.client(server)
        let found = await error { () async throws(ClientError) in try await client.recommendations(.init(model: "m")) }
        #expect(
            found
                == (texts.isEmpty
                    ? .httpStatus(status, body: body) : .service(code: status, texts: texts, status: status)))
    }

    @Test("a failure in an answer with the status 200 is an error, with the words of the service")
    func innerFailures() async throws {
        let cases: [(Bloomreach.Mode, String, ClientError)] = [
            (
                Bloomreach.Mode.project(token: "p"),
                #"{"success":true,"results":[{"success":false,"error":"unknown model"}]}"#,
                ClientError.service(code: nil, texts: ["unknown model"], status: 200)
            ),
            (
                .project(token: "p"), #"{"success":false,"error":"down"}"#,
                .service(code: nil, texts: ["down"], status: 200)
            ),
            (
                .stream(id: "s"), #"{"success":false,"errors":"[\"down\"]"}"#,
                .service(code: nil, texts: ["down"], status: 200)
            ),
            (
                .stream(id: "s"), #"{"success":true,"data":7}"#,
                .decoding(path: "data", reason: "expected an array, found a number")
            ),
            (
                .project(token: "p"), #"{"success":true,"results":[]}"#,
                .decoding(path: "results", reason: "expected 1 results, found 0")
            ),
        ]
        for (mode, body, wanted) in cases {
            let server = try ScriptedServer { _, _ in .json(body) }
            let client = self.client(server, mode)
            let found = await error { () async throws(ClientError) in
                try await client.recommendations(.init(model: "m"))
            }
            #expect(found == wanted)
        }
    }

    @Test("everything that the service would refuse is in one error, and nothing is sent")
    func faults() async throws {
        struct Refusing: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
                Issue.record("\(request.url) was asked")
                throw .cancelled
            }
        }
        let request = RecommendationRequest(
            model: "", limit: 101, customer: ["a", "b", "c"], seeds: ["x": .nan, "y": 0, "z": 1],
            filter: .or([.equal("a", "x")]), categories: (0...10).map(String.init), fill: .random(seed: 1))
        for (host, count) in [("https://api.exponea.com", 8), ("http://127.0.0.1:8080", 6)] {
            for mode in [Bloomreach.Mode.project(token: "p"), .stream(id: "s")] {
                let service = BloomreachService(URL(string: host)!, mode)
                #expect(service.isBloomreach == (count == 8))
                let client = BloomreachClient(service, transport: Refusing())
                guard
                    case .invalidArgument(let text)? = await error(of: { () async throws(ClientError) in
                        try await client.recommendations(request)
                    })
                else {
                    Issue.record("no such error")
                    return
                }
                #expect(text.components(separatedBy: "; ").count == count, "\(text)")
            }
        }
        let stream = BloomreachClient(.init(URL(string: "http://h")!, .stream(id: "s")), transport: Refusing())
        guard
            case .invalidArgument? = await error(of: { () async throws(ClientError) in
                try await stream.consents(of: ["a"])
            })
        else {
            Issue.record("a stream was asked for consents")
            return
        }
    }

    @Test("the consents of a customer are asked part by part, in calls of 100 attributes")
    func consents() async throws {
        let names = (0..<25).map { "c\($0)" }
        let categories = names.map { #"{"id":"\#($0)","legitimate_interest":false}"# }.joined(separator: ",")
        let server = try ScriptedServer { request, _ in
            if request.method == "GET" { return .json(#"{"success":true,"results":[\#(categories)]}"#) }
            guard case .object(let body)? = try? JSONValue(parsing: request.body),
                case .array(let attributes)? = body["attributes"]
            else { return .status(400) }
            let results: [JSONValue] = attributes.map { attribute in
                guard case .object(let members) = attribute else { return .null }
                let isAnswered = members["category"] == "c0" || members["category"] == "c24"
                let value: JSONValue =
                    switch members["mode"]?.text {
                    case "valid": .bool(isAnswered)
                    case "timestamp" where isAnswered: 1000
                    case "until" where members["category"] == "c24": 2000
                    case "source" where isAnswered: "page"
                    default: .null
                    }
                return ["success": true, "value": value]
            }
            return .json(JSONValue.object(["success": true, "results": .array(results)]).encodedText)
        }
        let client = self.client(server, .project(token: "p"), .keys(id: "ak", secret: "sk"), kinds: ["registered"])
        let consents = try await client.consents(of: ["a@example.org"])
        #expect(
            Array(consents) == [
                Consent(category: "c0", isGiven: true, source: "page", timestamp: 1000),
                Consent(category: "c24", isGiven: true, source: "page", timestamp: 1000, until: 2000),
            ])
        #expect(server.requests.map(\.method) == ["GET", "POST", "POST"])
        #expect(server.requests[1].headers["authorization"] == "Basic YWs6c2s=")
        #expect(server.requests[1].text.contains(#""customer_ids":{"registered":"a@example.org"}"#))
    }

    @Test("as a source of recommendations the client loses no row without a remark")
    func engine() async throws {
        let body = #"""
            {"success":true,"data":[{"item_id":"1","engine_name":"similar","recommendation_id":"m",
             "recommendation_variant_id":"B","title":"Lamp","price":2.5,"stock":3,"new":true,"tags":["a"],"more":{}},7]}
            """#
        let server = try ScriptedServer { _, _ in .json(body) }
        let answer = try await BloomreachEngine(client(server, .stream(id: "s"))).recommend(.init(model: "m"))
        #expect(answer.model == "m" && answer.variant == "B" && answer.items.map(\.id) == ["1"])
        #expect(
            answer.items[0].attributes == [
                "title": "Lamp", "price": 2.5, "stock": 3, "new": true, "tags": .list(["a"]),
            ])
        #expect(
            answer.notices.map(\.text) == [
                "data[1]: expected an object, found a number", "more of the item 1 is an object",
            ])
        let refusing = try ScriptedServer { _, _ in .json(#"{"success":false,"error":"down"}"#) }
        await #expect(throws: SearchError.service("down")) {
            try await BloomreachEngine(client(refusing)).recommend(.init(model: "m"))
        }
    }

    @Test("a call that is cancelled ends its request")
    func cancellation() async throws {
        let server = try ScriptedServer { _, _ in .silence }
        let client = self.client(server, .stream(id: "s"))
        let task = Task {
            await error { () async throws(ClientError) in try await client.recommendations(.init(model: "m")) }
        }
        try await waitAsync(for: "the request") { !server.requests.isEmpty }
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
