import ClientTestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct PagingTests {
    @Test("hits come page after page, each once, until there are no more")
    func paging() async throws {
        let server = try ScriptedServer { request, _ in
            let page = Int(request.query["page"] ?? "") ?? 0
            // The catalog changes meanwhile: the last hit of a page is the first of the next one.
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

    @Test("every verb with options is paged, with the errors of its closure")
    func pagingOfVerbs() async throws {
        let server = try ScriptedServer { request, _ in
            let page = Int(request.query["page"] ?? "") ?? 0
            return .json(found(["\(page)-a", "\(page)-b"], total: 6, limit: 2))
        }
        let client = server.client()
        var names: [String] = []
        let pages = client.items(.init(page: 2, limit: 2)) { page throws(ClientError) in
            try await client.colorSearch("b8482a", options: page)
        }
        for try await hit in pages { names.append(hit.name) }
        #expect(names == ["2-a", "2-b", "3-a", "3-b"])
        #expect(server.requests.map(\.path) == ["/colorsearch", "/colorsearch"])

        struct Stopped: Error {}
        await #expect(throws: Stopped.self) {
            for try await _ in client.items(search: { _ in throw Stopped() }) {}
        }
    }

    @Test("paging follows the limit of the service, and short pages are no end")
    func pagingOfServices() async throws {
        // Asked for 100, it gives 50 a page, of which a few are left out as duplicates.
        let server = try ScriptedServer { request, _ in
            let (page, limit) = (Int(request.query["page"] ?? "") ?? 0, Int(request.query["limit"] ?? "") ?? 0)
            let first = (page - 1) * min(limit, 50)
            return .json(found((first..<min(first + 48, 1000)).map { "\($0)" }, total: 1000, limit: 50))
        }
        var count = 0
        let request = ViSearch.SimilarSearch("x", options: .init(limit: 100))
        for try await _ in server.client().items(matching: request) { count += 1 }
        #expect(count == 960)
        #expect(server.requests.map { $0.query["limit"] } == ["100"] + Array(repeating: "50", count: 19))
        let total = try ScriptedServer { request, _ in
            .json(found(request.query["page"] == "1" ? ["a"] : [], total: 1000, limit: 10))
        }
        count = 0
        for try await _ in total.client().items(matching: ViSearch.SimilarSearch("x")) { count += 1 }
        #expect(count == 1)
        #expect(total.requests.count == 2)
    }
}
