import EngineTestSupport
import Foundation
import SearchClientImaging
import SearchServer
import TestSupport
import Testing
import ViSearchClient

/// Each verb of the client against the server of this package, over a catalog that the engine itself was given.
@Suite("Verbs of ViSearch, client and server", .timeLimit(.minutes(5)))
struct RemoteVerbTests {
    private let served: Served
    private let catalog = ContractCatalog(count: 12)
    private var client: SearchClient { served.client }

    init() async throws {
        served = try Served()
        for result in try await served.engine.insert(catalog.entries) { try result.get() }
    }

    @Test("a search by name finds what the engine finds, in its order and with its scores")
    func similar() async throws {
        let answer = try await client.search("item-3", options: .init(limit: 5, score: true))
        let wanted = try await served.engine.search(
            SearchRequest(.init(example: .item(id: "item-3")), limit: 5, scope: .all))
        #expect(answer.hits.map(\.name) == wanted.hits.map(\.id))
        #expect(answer.total == wanted.total)
        for (hit, same) in zip(answer.hits, wanted.hits) { #expect(abs((hit.score ?? -1) - same.score) < 1e-6) }
    }

    @Test("the text that was read in pictures is in no answer, whatever fields are asked for")
    func privateText() async throws {
        let letter = Entry(
            Item(id: "letter", attributes: [Item.pictureText: .text("Dear Anna"), "title": .text("A letter")]),
            image: .pixels(catalog.pictures[3]))
        for result in try await served.engine.insert([letter]) { try result.get() }
        for options in [
            ViSearch.Options(limit: 12, fields: ["picture_text", "title"]), .init(limit: 12, allFields: true),
        ] {
            let answer = try await client.search("item-3", options: options)
            let hit = try #require(answer.hits.first { $0.name == "letter" })
            #expect(hit["picture_text"] == nil && hit["title"] == "A letter")
        }
    }

    @Test("paging gives each item once")
    func paging() async throws {
        var names: [String] = []
        let request = ViSearch.SimilarSearch("item-3", options: .init(limit: 4))
        for try await hit in client.items(matching: request) { names.append(hit.name) }
        #expect(names.count == 11)
        #expect(Set(names) == Set(catalog.items.map(\.id)).subtracting(["item-3"]))
    }

    @Test("an uploaded picture finds its own item first")
    func upload() async throws {
        let answer = try await client.uploadSearch(.pixels(catalog.pictures[7]), options: .init(limit: 1))
        #expect(answer.hits.map(\.name) == ["item-7"])
    }

    @Test("another box of the same upload is searched without a second upload")
    func refine() async throws {
        let answer = try await client.uploadSearch(.pixels(catalog.pictures[7]), options: .init(limit: 1))
        let refined = try await answer.refine(box: Box(left: 0, top: 0, width: 96, height: 72))
        #expect(refined.hits.map(\.name) == ["item-7"])
    }

    @Test("a color finds what the engine finds for it")
    func color() async throws {
        let color = RGB(hex: "#b8482a")!
        let wanted = try await served.engine.search(
            SearchRequest(.init(colors: [.init(color)]), limit: 12, scope: .all))
        let answer = try await client.colorSearch("b8482a", options: .init(limit: 12))
        #expect(answer.total == 12)
        #expect(answer.hits.map(\.name) == wanted.hits.map(\.id))
    }

    @Test("recommendations for an item leave the item itself out")
    func recommendations() async throws {
        let names = try await client.recommendations("item-1").hits.map(\.name)
        #expect(!names.isEmpty && !names.contains("item-1"))
    }

    @Test("a discovery finds objects, each with as many hits as asked for at most")
    func discovery() async throws {
        let answer = try await client.discoverSearch(.pixels(catalog.pictures[2]), resultLimit: 2)
        let objects = try #require(answer.objects)
        #expect(!objects.isEmpty)
        for object in objects { #expect((1...2).contains(object.hits?.count ?? 0)) }
    }

    @Test("a search by a name that is not in the catalog fails with the text of the service")
    func unknownName() async throws {
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
    }

    @Test("an insert takes the good pictures, and names the broken one")
    func partialInsert() async throws {
        let inserted = try await client.insert(pictures: [
            ItemPicture("new-7", .pixels(catalog.pictures[7])), ItemPicture("broken", .bytes([1])),
        ])
        #expect(inserted.total == 1)
        #expect(inserted.faults.map(\.name) == ["broken"])
    }

    @Test("an inserted picture is found with its attributes once its transaction is done")
    func insert() async throws {
        let inserted = try await client.insert(pictures: [
            ItemPicture("new-7", .pixels(catalog.pictures[7]), values: ["brand": "acme"])
        ])
        let transaction = try #require(inserted.transaction)
        try await waitAsync(for: "the insertion") { try await client.insertStatus(transaction).isDone }
        #expect(try await client.insertStatus(transaction).successCount == 1)
        let twin = try await client.search("item-7", options: .init(limit: 1, fields: ["brand"]))
        #expect(twin.hits.map(\.name) == ["new-7"])
        #expect(twin.hits.first?["brand"] == "acme")
    }

    @Test("a removal counts what was there, names what was not, and the item is gone")
    func remove() async throws {
        let removed = try await client.remove(["item-1", "nobody"])
        #expect(removed.total == 1)
        #expect(removed.faults.map(\.name) == ["nobody"])
        #expect(try await served.engine.count() == 11)
    }

    @Test("events that are tracked reach the server, each once")
    func events() async throws {
        let answer = try await client.search("item-3", options: .init(limit: 1))
        let event = try Event(
            .productClick, queryID: answer.requestID ?? "", product: .init("item-3", imageURL: "u", position: 1))
        let tracker = Tracker(
            .init("CODE", at: client.configuration.baseURL, delay: nil, timeout: 300),
            session: VisitorSession(uid: "visitor"))
        for _ in 0..<3 { tracker.track(event) }
        #expect(try await tracker.flush() == 3)
        #expect(try await tracker.flush() == 0)
    }
}
