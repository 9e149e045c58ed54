import ClientTestSupport
import Foundation
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
    private func failure(_ reply: ScriptedServer.Reply) async throws -> ClientError? {
        let server = try ScriptedServer { _, _ in reply }
        return await error { () async throws(ClientError) in try await server.client().search("x") }
    }

    @Test("each kind of failure has its own error")
    func errors() async throws {
        let refused =
            #"{"status":"fail","method":"search","error":["Image not found with im_name."],"page":1,"limit":10}"#
        #expect(
            try await failure(.json(refused))
                == .service(code: nil, texts: ["Image not found with im_name."], status: 200))
        let unauthorized = #"{"status":"fail","method":"search","error":[{"code":11,"message":"no"}]}"#
        #expect(try await failure(.status(401, unauthorized)) == .service(code: 11, texts: ["no"], status: 401))
        #expect(try await failure(.status(404, "<html>")) == .httpStatus(404, body: "<html>"))
        let broken = #"{"status":"OK","method":"search","result":[{"im_name":"a"},{"im_name":"b","score":[1]}]}"#
        #expect(
            try await failure(.json(broken))
                == .decoding(path: "result[1].score", reason: "expected a number, found an array"))
        guard case .decoding(path: "", _) = try await failure(.json("{\"status\":\"OK\"")) else {
            Issue.record("half an answer is no decoding error")
            return
        }
        guard case .decoding(path: "status", _) = try await failure(.json("{}")) else {
            Issue.record("an answer without a status is no decoding error")
            return
        }
    }

    @Test(
        "whatever stands in a body, the error is typed and says what came",
        arguments: [
            (200, "", "byte 0"), (200, "<html><body>Welcome</body></html>", "`<`"), (200, "[]", "an array"),
            (200, "null", "null"), (200, "\u{FEFF}{}", "status"), (200, "{\"status\":\"OK\"", "the end"),
            (200, #"{"status":"fail","method":"search","error":{"code":203,"message":"Please"}}"#, "Please (203)"),
            (200, #"{"status":"fail"}"#, "without a reason"), (502, "<html>Bad Gateway</html>", "502: <html>Bad"),
            (502, "", "502"), (500, "[]", "500"), (403, #"{"message":"Forbidden"}"#, "403: {\"message\""),
            (404, #"{"status":"fail","error":["gone"]}"#, "gone"), (401, #"{"status":"OK","result":[]}"#, "401"),
            (301, "", "301"), (200, #"{"status":"OK","result":[{"product_id":"p"}]}"#, "ProductSearch"),
            (200, #"{"status":"OK","result":[{"im_name":"a"},{"im_name":"b","score":{}}]}"#, "result[1].score"),
        ])
    func bodies(_ status: Int, _ body: String, _ part: String) async throws {
        let error = try #require(try await failure(.status(status, body)))
        #expect("\(error)".contains(part), "\(error)")
        let isStatus = if case .httpStatus(status, _) = error { true } else { false }
        #expect(isStatus == (status != 200 && status != 404))
    }

    @Test("a body that is nested ten thousand times is refused", arguments: ["[", #"{"a":"#])
    func nested(_ opening: String) async throws {
        let error = try #require(try await failure(.status(200, String(repeating: opening, count: 10_000))))
        #expect("\(error)".contains("nested"), "\(error)")
    }

    @Test("a warning is an answer, and what it warns of can be read")
    func warning() async throws {
        let server = try ScriptedServer { _, _ in
            .json(#"{"status":"warning","method":"search","error":["slow"],"result":[{"im_name":"a"}]}"#)
        }
        let results = try await server.client().search("x")
        #expect(results.status == .warning)
        #expect(results.errorTexts == ["slow"])
        #expect(results.hits.map(\.name) == ["a"])
    }

    @Test("the name of a request that the answer leaves out stands in its headers")
    func requestID() async throws {
        let server = try ScriptedServer { _, _ in
            .status(200, headers: ["X-Log-ID": "700"], #"{"status":"OK","method":"search","result":[]}"#)
        }
        #expect(try await server.client().search("x").requestID == "700")
    }

    @Test("the state of an insert is asked for by its transaction")
    func status() async throws {
        let server = try ScriptedServer { _, _ in
            .json(
                #"{"status":"OK","method":"insert/status","result":[{"trans_id":31,"processed_percent":50,"total":2}]}"#
            )
        }
        let progress = try await server.client().insertStatus("31", errorPage: 2, errorLimit: 5)
        #expect(progress.percent == 50)
        #expect(!progress.isDone)
        #expect(server.requests[0].path == "/insert/status/31")
        #expect(server.requests[0].query["error_page"] == "2")
    }

    @Test("an insert that refuses its images says which and why")
    func refusedImages() async throws {
        let server = try ScriptedServer { _, _ in
            .json(
                #"{"status":"fail","total":0,"method":"insert","trans_id":3,"error":[{"index":0,"im_name":"a","#
                    + #""error_code":107,"error_message":"Invalid im_name."}]}"#)
        }
        let answer = try await server.client().insert([.init("a")])
        #expect(answer.faults == [.init(.invalidName, index: 0, name: "a")])
        #expect(answer.status == .fail)
        let remover = try ScriptedServer { _, _ in
            .json(#"{"status":"fail","total":0,"method":"remove","error":[{"im_name":"a","error_code":102}]}"#)
        }
        #expect(try await remover.client().remove(["a"]).faults.map(\.name) == ["a"])
    }
}
