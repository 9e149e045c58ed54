import Foundation
import SearchClientImaging
import SearchServer
import TestSupport
import Testing
import ViSearchClient

@Suite(.timeLimit(.minutes(30))) struct RemoteContractTests {
    /// A server with an empty store, for as long as it is held.
    private final class Served: Sendable {
        let folder: TemporaryFolder
        let engine: SearchEngine
        private let server: ViSearchServer
        let client: SearchClient

        init() throws {
            folder = try TemporaryFolder()
            engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
            var setup = ViSearchServer.Setup()
            setup.http.timeouts = .patient
            server = try ViSearchServer(engine, setup: setup)
            let port = try server.start()
            let url = URL(string: "http://127.0.0.1:\(port)")!
            // Other tests may keep all cores for minutes.
            client = SearchClient(
                ClientConfiguration(.none, at: url, timeout: 600, totalTimeout: 600), preparer: .imaging)
        }

        deinit { server.stop() }
    }

    // One after the other for the thread sanitizer's sake: forty engines at once look at pictures on more threads than
    // there are cores, and code that is not optimized queues for a lock of the Swift runtime (generic metadata) at every
    // step, under the sanitizer for longer than the clients wait.
    @Test(
        "the engine behind client and server keeps the contract of the embedded one", .serialized,
        arguments: SearchContract.rules)
    func contract(_ rule: SearchContract.Rule) async throws {
        let served = try Served()
        try await rule.check { try RemoteEngine(served.client) }
        withExtendedLifetime(served) {}
    }

    @Test("client and server answer what the engine in process answers")
    func equalAnswers() async throws {
        let served = try Served()
        let remote = try RemoteEngine(served.client)
        let catalog = ContractCatalog(count: 30)
        _ = try await remote.insert(catalog.entries)
        let requests = [
            SearchRequest(
                .init(
                    example: .image(.pixels(catalog.pictures[3]), .box(Box(left: 10, top: 10, width: 50, height: 40)))),
                filter: .greater("stock", .int(0)), limit: 7, fields: ["*"], facets: .init(["*"]), explains: true),
            SearchRequest(.init(example: .item(id: "item-4"), text: "red bag"), grouping: .init("brand", limit: 2)),
            SearchRequest(.init(colors: [.init(.white, weight: 0.3)]), sort: .init("price"), dedup: 0.95),
        ]
        for request in requests {
            #expect(try await remote.search(request) == served.engine.search(request))
        }
        #expect(try await remote.productTypes() == served.engine.productTypes())
        let scene = DiscoverRequest(.pixels(Pictures.scene(640, 480)), each: SearchRequest(.init(), limit: 3))
        #expect(try await remote.discover(scene) == served.engine.discover(scene))
    }

    @Test("words that pictures show find the same in process and over the wire, marked as shown")
    func shownWords() async throws {
        let served = try Served()
        let remote = try RemoteEngine(served.client)
        let colors = [("red", RGB(hex: "#c02020")!), ("green", RGB(hex: "#20a040")!), ("blue", RGB(hex: "#2040c0")!)]
        let entries = (0..<45).map { number in
            let (name, color) = colors[number % 3]
            var item = Item(id: "\(number)", attributes: ["title": .text("Plate")])
            if number % 5 != 0 { item.attributes["color"] = .string(name) }
            return Entry(item, image: .pixels(Pictures.solid(40 + number, 40, color)))
        }
        for result in try await remote.insert(entries) { try result.get() }
        #expect(try await served.engine.learn().words?.learned == 3)
        for query in [
            SearchRequest.Query(text: "green"), .init(example: .item(id: "0"), text: "green"), .init(text: "violet"),
        ] {
            let request = SearchRequest(query, limit: 40, explains: true)
            let answer = try await remote.search(request)
            #expect(try await answer == served.engine.search(request))
            let shown = answer.hits.filter { ($0.explanation?.shown ?? 0) > 0 }
            #expect(shown.count == (query.text == "green" ? 3 : 0), "\(query)")
        }
    }

    @Test("a picture too large to go is made smaller, and its boxes are those of the original")
    func largePicture() async throws {
        let served = try Served()
        var remote = try RemoteEngine(served.client)
        remote.pictureBytes = 500_000
        let picture = Pictures.scene(2000, 1500)
        let entry = Entry(Item(id: "large"), image: .pixels(picture))
        for result in try await remote.insert([entry, entry]) { try result.get() }
        let box = Box(left: 500, top: 300, width: 1000, height: 900)
        let answer = try await remote.search(SearchRequest(.init(example: .image(.pixels(picture), .box(box)))))
        let used = try #require(answer.queryBox)
        #expect(abs(used.left - 500) <= 2 && abs(used.top - 300) <= 2)
        #expect(abs(used.width - 1000) <= 4 && abs(used.height - 900) <= 4)
        let whole = try await remote.search(SearchRequest(.init(example: .image(.pixels(picture)))))
        #expect(whole.hits.first?.score == 1)
        #expect(whole.queryBox == Box(left: 0, top: 0, width: 2000, height: 1500))
    }

    @Test("the verbs of ViSearch find through client and server what was inserted")
    func viSearch() async throws {
        let served = try Served()
        let remote = try RemoteEngine(served.client)
        let catalog = ContractCatalog(count: 12)
        _ = try await remote.insert(catalog.entries)
        let client = served.client

        let similar = try await client.search(
            "item-3", options: .init(limit: 5, score: true, fields: ["brand", "price"]))
        let wanted = try await remote.search(SearchRequest(.init(example: .item(id: "item-3")), limit: 5))
        #expect(similar.hits.map(\.name) == wanted.hits.map(\.id))
        #expect(similar.total == wanted.total)
        for (hit, same) in zip(similar.hits, wanted.hits) { #expect(abs((hit.score ?? -1) - same.score) < 1e-6) }
        var names: [String] = []
        let all = ViSearch.SimilarSearch("item-3", options: .init(limit: 4))
        for try await hit in client.items(matching: all) { names.append(hit.name) }
        #expect(Set(names) == Set(catalog.items.map(\.id)).subtracting(["item-3"]))

        let uploaded = try await client.uploadSearch(
            .pixels(catalog.pictures[7]), options: .init(limit: 1, score: true))
        #expect(uploaded.hits.first?.name == "item-7")
        let refined = try await uploaded.refine(box: Box(left: 0, top: 0, width: 96, height: 72))
        #expect(refined.hits.first?.name == "item-7")
        #expect(try await client.colorSearch("b8482a").total == 12)
        #expect(try await !client.recommendations("item-1").hits.isEmpty)
        let found = try await client.discoverSearch(.pixels(catalog.pictures[2]), resultLimit: 2)
        #expect(found.objects?.isEmpty == false)

        do throws(ClientError) {
            _ = try await client.search("nobody")
            Issue.record("nobody was found")
        } catch {
            guard case .service(_, let texts, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(texts == ["Image not found with im_name."])
        }
        let pictures = [7, 8].map { number in
            ItemPicture("new-\(number)", .pixels(catalog.pictures[number]), values: ["brand": "acme"])
        }
        let inserted = try await client.insert(pictures: pictures + [ItemPicture("broken", .bytes([1]))])
        #expect(inserted.total == 2)
        #expect(inserted.faults.map(\.name) == ["broken"])
        let transaction = try #require(inserted.transaction)
        try await waitAsync(for: "the insertion") { try await client.insertStatus(transaction).isDone }
        #expect(try await client.insertStatus(transaction).successCount == 2)
        let twin = try await client.search("item-7", options: .init(limit: 1, fields: ["brand"]))
        #expect(twin.hits.first?.name == "new-7")
        #expect(twin.hits.first?["brand"] == "acme")
        let removed = try await client.remove(["item-1", "nobody"])
        #expect(removed.total == 1)
        #expect(removed.faults.map(\.name) == ["nobody"])
        let event = try Event(
            .productClick, queryID: similar.requestID ?? "", product: .init("item-3", imageURL: "u", position: 1))
        let tracker = Tracker(
            .init("CODE", at: client.configuration.baseURL, delay: nil, timeout: 300),
            session: VisitorSession(uid: "visitor"))
        for _ in 0..<3 { tracker.track(event) }
        #expect(try await tracker.flush() == 3)
        tracker.track(event)
        #expect(try await tracker.flush() == 1)
    }
}
