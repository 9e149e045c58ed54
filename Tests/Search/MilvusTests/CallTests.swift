import Foundation
import HTTPTransport
import ImageTypes
import TestSupport
import Testing
import TransportTestSupport
import WireFormat

@testable import MilvusCatalog

/// A server that is no Milvus, or one that is not well.
@Suite(.timeLimit(.minutes(15))) struct CallTests {
    private final class Handler: RequestHandler {
        let replies: Locked<[HTTPResponse]>
        let count = Locked(0)
        /// Held by the test for as long as no reply is to come.
        let gate = Locked(())

        init(_ replies: [HTTPResponse]) { self.replies = Locked(replies) }

        func route(method: String, path: String) -> HTTPRoute {
            var route = HTTPRoute("any", .heavy)
            route.needs = nil
            route.content = .json
            return route
        }

        func respond(to request: HTTPRequest) -> HTTPResponse {
            count.withLock { $0 += 1 }
            gate.withLock { _ in }
            return replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private func error(_ replies: [HTTPResponse], wait: Int = 1) throws -> (text: String, requests: Int) {
        let handler = Handler(replies)
        let server = try TestServer(handler: handler)
        let address = try MilvusAddress("milvus://127.0.0.1:\(server.port)/shop?admin=\(server.port)&wait=\(wait)")
        let client = MilvusV1Client(calls: MilvusCalls(address, token: nil))
        do throws(SearchError) { _ = try client.query("shop", "id > \"\"", ["id"], limit: 1) } catch {
            guard case .service(let text) = error else { throw error }
            return (text, handler.count.withLock { $0 })
        }
        return ("", handler.count.withLock { $0 })
    }

    private func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }

    @Test("a refusal is told in the words of the server, and not repeated")
    func refusal() throws {
        let found = try error([json(#"{"code":1100,"message":"this filter is wrong"}"#)])
        #expect(found.text.contains("this filter is wrong") && found.requests == 1)
    }

    @Test("a server that is not Milvus 2.3 is named as such")
    func foreign() throws {
        let found = try error([json("404 page not found", status: 404)])
        #expect(found.text.contains("as Milvus has") && found.requests == 1)
        #expect(try error([json("<html>")]).text.contains("no JSON"))
        #expect(try error([json(#"{"code":200,"data":7}"#)]).text.contains("another form"))
    }

    @Test("a failure that may pass is repeated")
    func repeated() throws {
        let busy = json(#"{"code":65535,"message":"channel not available"}"#)
        let found = try error([busy, json("oops", status: 503), json(#"{"code":200,"data":[]}"#)], wait: 30)
        #expect(found.text == "" && found.requests == 3)
        #expect(try error([busy]).text.contains("channel not available"))
    }

    @Test("a server that is not there, or never replies, is an error after the patience")
    func silent() throws {
        let handler = Handler([json("{}")])
        let server = try TestServer(handler: handler)
        let address = try MilvusAddress("milvus://127.0.0.1:\(server.port)/shop?wait=1")
        let client = MilvusV1Client(calls: MilvusCalls(address, token: nil))
        _ = handler.gate.withLock { _ in
            #expect(throws: SearchError.self) { try client.query("shop", "", ["id"], limit: 1) }
        }
        let gone = try MilvusAddress("milvus://127.0.0.1:1/shop?wait=1")
        #expect {
            try MilvusCatalog(gone)
        } throws: { error in
            guard case .service(let text)? = error as? SearchError else { return false }
            return text.contains("milvus://127.0.0.1:1/shop") && text.contains("does not answer")
        }
    }

    @Test("a filter is text in which hostile strings stay strings")
    func hostile() {
        let fields: [String: AttributeType] = ["brand": .string, "price": .float, "tags": .list, "x\"]": .string]
        func text(_ filter: Filter) -> String? { FilterText(filter, fields).text }
        #expect(text(.equal("brand", "a\" or id != \"")) == #"(a["brand"] == "a\" or id != \"")"#)
        #expect(text(.equal("brand", "\\\n\u{0}é𝒳")) == #"(a["brand"] == "\\\u000a\u0000\u00e9\U0001d4b3")"#)
        #expect(text(.equal("brand", "e\u{301}")) == #"(a["brand"] == "\u00e9")"#)
        #expect(text(.equal("tags", "x")) == #"(json_contains(a["tags"], "x"))"#)
        #expect(text(.less("price", 5)) == #"a["price"] < 5.0"#)
        #expect(text(.not(.exists("brand"))) == #"not (exists a["brand"])"#)
        // More items pass: the engine leaves them out.
        for filter: Filter in [
            .equal("x\"]", "a"), .like("brand", "%a%"), .equal("unknown", "a"), .not(.like("brand", "a")),
            .or([.equal("brand", "a"), .like("brand", "b")]), .equal("price", .float(1e300)), .or([]),
        ] {
            #expect(FilterText(filter, fields) == FilterText(.like("brand", "%"), fields))
        }
        let both = FilterText(.and([.equal("brand", "a"), .like("brand", "b")]), fields)
        #expect(both.text == #"((a["brand"] == "a"))"# && !both.isExact)
    }
}
