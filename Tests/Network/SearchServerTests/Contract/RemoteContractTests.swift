import EngineTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import SearchServer
import TestSupport
import Testing
import ViSearchClient

@Suite(.timeLimit(.minutes(15))) struct RemoteContractTests {
    // One after the other for the thread sanitizer's sake: forty engines at once look at pictures on more threads than
    // there are cores, and code that is not optimized queues for a lock of the Swift runtime (generic metadata) at every
    // step, under the sanitizer for longer than the clients wait. In one test: each of several in a row waits for a place
    // behind all other tests, and the last of them run alone at the end.
    @Test("the engine behind client and server keeps the contract of the embedded one")
    func contract() async throws {
        // The embedded engine is held to all of them; of these every third in the gate.
        let rules = SearchContract.rules + SearchContract.pictureRules
        for number in stride(from: 0, to: rules.count, by: Effort.inputs(3, of: 1)) {
            let rule = rules[number]
            let served = try Served()
            await #expect(throws: Never.self, "\(rule)") { try await rule.check { try RemoteEngine(served.client) } }
            withExtendedLifetime(served) {}
        }
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
}
