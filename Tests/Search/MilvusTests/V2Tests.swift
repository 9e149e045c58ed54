import Foundation
import HTTPTransport
import ImageTypes
import TestSupport
import Testing
import TransportTestSupport
import WireFormat

@testable import MilvusCatalog

/// The interface of Milvus 2.4 and later, by replies in the form of its documentation: no such server runs here.
@Suite(.timeLimit(.minutes(15))) struct V2Tests {
    /// Answers each path with its reply, and remembers the requests.
    private final class Recorded: RequestHandler {
        let replies: Locked<[String: String]>
        let requests = Locked<[(path: String, body: String)]>([])

        init(_ replies: [String: String]) { self.replies = Locked(replies) }

        func route(method: String, path: String) -> HTTPRoute {
            var route = HTTPRoute("any", .heavy)
            route.needs = nil
            route.content = .json
            return route
        }

        func respond(to request: HTTPRequest) -> HTTPResponse {
            let body = String(decoding: request.body, as: UTF8.self)
            requests.withLock { $0.append((request.path, body)) }
            guard let reply = replies.withLock({ $0[request.path] }) else {
                return HTTPResponse(status: 404, body: Array("404 page not found".utf8))
            }
            return HTTPResponse(status: 200, body: Array(reply.utf8))
        }

        func last(_ path: String) -> JSONValue? {
            let body = requests.withLock { $0.last { $0.path == path }?.body } ?? ""
            return try? JSONValue(parsing: Array(body.utf8))
        }
    }

    private static let root = "/v2/vectordb/"
    private static let replies: [String: String] = [
        "collections/has": #"{"code":0,"data":{"has":true}}"#,
        "collections/describe": #"""
        {"code":0,"data":{"aliases":[],"autoId":false,"collectionName":"shop","consistencyLevel":"Strong","fields":[
        {"autoId":false,"id":100,"name":"id","params":[{"key":"max_length","value":"512"}],"primaryKey":true,"type":"VarChar"},
        {"autoId":false,"id":103,"name":"vector","params":[{"key":"dim","value":"256"}],"primaryKey":false,
        "type":"FloatVector"}],"indexes":[{"fieldName":"vector","indexName":"vector_index","metricType":"IP"}],
        "load":"LoadStateLoaded","shardsNum":1}}
        """#,
        "collections/get_load_state":
            #"{"code":0,"data":{"loadProgress":100,"loadState":"LoadStateLoaded"},"message":""}"#,
        "collections/create": #"{"code":0,"data":{}}"#,
        "collections/load": #"{"code":0,"data":{}}"#,
        "entities/upsert": #"{"code":0,"cost":0,"data":{"upsertCount":2,"upsertIds":["a","b"]}}"#,
        "entities/delete": #"{"code":0,"cost":0,"data":{}}"#,
        "entities/query": #"{"code":0,"cost":0,"data":[{"id":"a","rev":1700000000000001},{"id":"b","rev":2}]}"#,
        "entities/search":
            #"{"code":0,"cost":0,"data":[{"distance":90.5,"id":"b"},{"distance":7,"id":"a"}],"topks":[2]}"#,
    ]

    private func client(of server: borrowing TestServer) throws -> any MilvusClient {
        let address = try MilvusAddress("milvus://127.0.0.1:\(server.port)/shop?admin=\(server.port)&wait=1")
        return try MilvusCalls(address, token: "secret").client()
    }

    private func handler(_ changes: [String: String] = [:]) -> Recorded {
        var replies: [String: String] = [:]
        for (path, reply) in Self.replies.merging(changes, uniquingKeysWith: { $1 }) {
            replies[Self.root + path] = reply
        }
        return Recorded(replies)
    }

    @Test("a server with the newer interface is spoken to in it, and one without in the older")
    func chosen() throws {
        let first = try TestServer(handler: handler())
        let newer = try client(of: first)
        #expect(newer is MilvusV2Client)
        let second = try TestServer(handler: Recorded([:]))
        let older = try client(of: second)
        #expect(older is MilvusV1Client)
    }

    @Test("collections are made and described")
    func collections() throws {
        let recorded = handler()
        let server = try TestServer(handler: recorded)
        let client = try client(of: server)
        let state = try #require(try client.description(of: "shop"))
        #expect(state.dimensions == 256 && state.isLoaded && state.metric == "IP")
        try client.create("shop", dimensions: 256, index: .hnsw)
        let sent = try #require(recorded.last(Self.root + "collections/create"))
        let fields = sent["schema"]?["fields"]?.elements
        #expect(fields?.map { $0["fieldName"]?.text } == ["id", "rev", "record", "vector"])
        #expect(fields?.map { $0["isPrimary"] } == [.bool(true), .bool(false), .bool(false), .bool(false)])
        #expect(fields?.last?["elementTypeParams"]?["dim"]?.text == "256")
        #expect(sent["params"]?["consistencyLevel"]?.text == "Strong")
        #expect(sent["indexParams"]?.elements?.first?["indexType"]?.text == "HNSW")
        recorded.replies.withLock { $0[Self.root + "collections/has"] = #"{"code":0,"data":{"has":false}}"# }
        #expect(try client.description(of: "shop") == nil)
    }

    @Test("rows are written, read with and without waiting, and searched")
    func rows() throws {
        let recorded = handler()
        let server = try TestServer(handler: recorded)
        let client = try client(of: server)
        let row = Array(#"{"id":"a"}"#.utf8)
        try client.upsert([row, row], into: "shop")
        #expect(throws: SearchError.self) { try client.upsert([row], into: "shop") }
        try client.delete(["a\"", "b"], from: "shop")
        #expect(recorded.last(Self.root + "entities/delete")?["filter"]?.text == #"id in ["a\"","b"]"#)
        #expect(try client.query("shop", "rev > 1", ["id"], limit: 7).count == 2)
        #expect(recorded.last(Self.root + "entities/query")?["consistencyLevel"]?.text == "Bounded")
        #expect(try client.revisions(of: ["a", "b", "c"], in: "shop") == ["a": 1_700_000_000_000_001, "b": 2])
        #expect(recorded.last(Self.root + "entities/query")?["consistencyLevel"]?.text == "Strong")
        let vector = [Int8](repeating: -3, count: 256)
        #expect(try client.search("shop", vector, count: 2, passing: nil, .bounded) == ["b", "a"])
        let sent = try #require(recorded.last(Self.root + "entities/search"))
        #expect(sent["filter"] == nil && sent["limit"]?.whole == 2)
        #expect(sent["data"]?.elements?.first?.elements?.count == 256)
        recorded.replies.withLock { $0[Self.root + "entities/query"] = #"{"code":0,"data":[{"count(*)":12}]}"# }
        #expect(try client.count("shop") == 12)
    }

    @Test("a refusal is told in the words of the server, and an unknown form is an error")
    func refusals() throws {
        let refused = #"{"code":1100,"message":"cannot parse expression"}"#
        let server = try TestServer(
            handler: handler(["entities/query": refused, "entities/search": #"{"code":0}"#]))
        let client = try client(of: server)
        #expect {
            try client.query("shop", "x", ["id"], limit: 1)
        } throws: { error in
            if case .service(let text)? = error as? SearchError {
                text.contains("cannot parse expression")
            } else {
                false
            }
        }
        #expect(throws: SearchError.self) { try client.search("shop", [1], count: 1, passing: nil, .strong) }
    }
}
