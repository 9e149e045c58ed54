import Foundation
import SearchAPI
import Testing

@testable import SearchClient

@Suite struct AnswerTests {
    private func failure(_ reply: ScriptedServer.Reply) async throws -> ClientError? {
        let server = try ScriptedServer { _, _ in reply }
        return await error { () async throws(ClientError) in try await server.client().search("x") }
    }

    @Test("each kind of failure has its own error")
    func errors() async throws {
        let refused =
            #"{"status":"fail","method":"search","error":["Image not found with im_name."],"page":1,"limit":10}"#
        #expect(try await failure(.json(refused)) == .service(code: nil, texts: ["Image not found with im_name."]))
        let unauthorized = #"{"status":"fail","method":"search","error":[{"code":11,"message":"no"}]}"#
        #expect(try await failure(.status(401, unauthorized)) == .service(code: 11, texts: ["no"]))
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

    @Test("what the service would refuse is refused before the network, with the reason")
    func refusals() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let client = server.client()
        func options(_ change: (inout ViSearch.Options) -> Void) -> ViSearch.Options { ViSearch.Options().with(change) }
        let bad: [(String, ViSearch.Options)] = [
            ("page", options { $0.page = 0 }), ("limit", options { $0.limit = 0 }),
            ("limit", options { $0.limit = 101 }),
            (
                "page",
                options {
                    $0.page = 11
                    $0.limit = 100
                }
            ), ("score_max", options { $0.scores = 0...1.1 }),
            ("score_min", options { $0.scores = -0.1...1 }), ("facets_limit", options { $0.facetLimit = -1 }),
            ("dedup_score_threshold", options { $0.dedupThreshold = 2 }),
            ("group_limit", options { $0.groupLimit = 0 }),
        ]
        for (name, options) in bad {
            let error = await error { () async throws(ClientError) in try await client.search("x", options: options) }
            guard case .invalidArgument(let text) = error, text.contains(name) else {
                Issue.record("\(name): \(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        let colors = await error { () async throws(ClientError) in try await client.colorSearch("12|456") }
        #expect(colors == .invalidArgument("color is invalid."))
        let name = await error { () async throws(ClientError) in try await client.search("") }
        #expect(name == .invalidArgument("im_name is invalid."))
        let many = (0...100).map { ViSearch.Insert.Image("item-\($0)") }
        let batch = await error { () async throws(ClientError) in try await client.insert(many) }
        #expect(batch == .invalidArgument("Exceeded maximum insert batch size of 100."))
        let image = await error { () async throws(ClientError) in
            try await client.answer(to: ViSearch.UploadSearch(ViSearch.Picture()))
        }
        #expect(image == .invalidArgument("Missing im_url or im_id."))
        #expect(server.requests.isEmpty)
    }

    @Test("the name of a request that the answer leaves out stands in its headers")
    func requestID() async throws {
        let server = try ScriptedServer { _, _ in
            .status(200, headers: ["X-Log-ID": "700"], #"{"status":"OK","method":"search","result":[]}"#)
        }
        #expect(try await server.client().search("x").requestID == "700")
    }

    @Test("hits come page after page, each once, until there are no more")
    func paging() async throws {
        let server = try ScriptedServer { request, _ in
            let page = Int(request.query["page"] ?? "") ?? 0
            // The catalogue changes meanwhile: the last hit of a page is the first of the next one.
            let first = (page - 1) * 4 - (page > 1 ? 1 : 0)
            return .json(found((first..<min(first + 4, 11)).map { "item-\($0)" }, total: 11, limit: 4))
        }
        var names: [String] = []
        let request = ViSearch.SimilarSearch("x", options: .init(limit: 4))
        for try await hit in server.client().items(matching: request) { names.append(hit.name) }
        #expect(names == (0..<11).map { "item-\($0)" })
        #expect(server.requests.count == 3)
    }

    @Test("paging ends at 1000 hits, and asks for no page that nobody reads")
    func pagingLimits() async throws {
        let server = try ScriptedServer { request, _ in
            let page = Int(request.query["page"] ?? "") ?? 0
            return .json(found((0..<100).map { "\(page)-\($0)" }, total: 1000, limit: 100))
        }
        var count = 0
        let request = ViSearch.SimilarSearch("x", options: .init(limit: 100))
        for try await _ in server.client().items(matching: request) { count += 1 }
        #expect(count == 1000)
        #expect(server.requests.count == 10)
        for try await _ in server.client().items(matching: request) { break }
        #expect(server.requests.count == 11)
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
    }
}
