import DynamicYieldClient
import EngineTestSupport
import Foundation
import SearchClientImaging
import SearchServer
import ServedShop
import TestSupport
import Testing
import TransportTestSupport

@Suite("The client of Dynamic Yield against a server of our own", .timeLimit(.minutes(5)))
struct DynamicYieldClientTests {
    private struct Piece: Codable, Hashable, Sendable {
        var title: String
        var stock: Int
    }

    private final class Served: Sendable {
        let folder: TemporaryFolder
        let engine: SearchEngine
        private let server: SearchServer
        let client: DynamicYieldClient
        let catalog = ContractCatalog(count: 30)

        init(keys: String = "") throws {
            folder = try TemporaryFolder()
            engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
            for result in try engine.insertBlocking(catalog.entries) { try result.get() }
            var setup = SearchServer.Setup()
            setup.protocols = Shop.protocols
            setup.http.timeouts = .patient
            setup.http.credentials = try Credentials(lines: keys)
            server = try SearchServer(engine, setup: setup)
            let url = URL(string: "http://127.0.0.1:\(try server.start())")!
            client = DynamicYieldClient(
                key: keys.isEmpty ? nil : keys, at: .init(server: url), timeout: 600, totalTimeout: 600,
                preparer: .imaging)
        }

        deinit { server.stop() }
    }

    private static let page = DynamicYield.Page(.category(["a"]), at: "list")

    @Test("texts and pictures find what the engine finds, as values of the caller's type")
    func search() async throws {
        let served = try Served(keys: "APPKEY")
        let wanted = try await served.engine.search(
            SearchRequest(.init(text: "red bag"), filter: .greaterOrEqual("price", .int(1)), limit: 24, scope: .all))
        let found = try await served.client.search(
            .init(.text("red bag"), on: Self.page, filters: [.range("price", min: 1)]), as: Piece.self)
        #expect(found.slots.map(\.sku) == wanted.hits.map(\.id) && found.total == wanted.total)
        #expect(found.status == .success && !found.facets.isEmpty && !found.slots.isEmpty)
        for (slot, hit) in zip(found.slots, wanted.hits) {
            #expect(
                .text(slot.item.title) == hit.attributes["title"] && .int(slot.item.stock) == hit.attributes["stock"])
        }
        let pixels = served.catalog.pictures[7]
        let seen = try await served.client.search(
            .init(.image(.pixels(pixels)), on: Self.page, window: .init(numItems: 3)))
        #expect(seen.slots.first?.sku == "item-7" && seen.slots.count == 3)
        #expect(seen.slots.first?.item.others["title"] != nil)
        let whole = try await served.client.search(.init(.image(.pixels(pixels)), on: Self.page))
        #expect(whole.slots.count == 30)
        let wrong = DynamicYieldClient(key: "OTHER", at: served.client.service)
        do throws(ClientError) {
            _ = try await wrong.search(.init(.text("red"), on: Self.page))
            Issue.record("the key was accepted")
        } catch {
            #expect(
                error == .service(code: 401, texts: ["a valid key is required in the header DY-API-Key"], status: 401))
        }
    }

    @Test("the sequence of results goes through all windows, by text and by picture, and begins at the window")
    func sequence() async throws {
        let served = try Served()
        var skus: [String] = []
        let listed = DynamicYield.Search(.text(""), on: Self.page, window: .init(numItems: 7, offset: 2))
        do throws(ClientError) {
            for try await slot in served.client.slots(of: listed, as: Piece.self) { skus.append(slot.sku) }
        } catch {
            Issue.record("\(error)")
        }
        #expect(skus == served.catalog.items.map(\.id).suffix(28))
        var seen: Set<String> = []
        let picture = DynamicYield.Search(.image(.pixels(served.catalog.pictures[3])), on: Self.page)
        for try await slot in served.client.slots(of: picture) { seen.insert(slot.sku) }
        #expect(seen == Set(served.catalog.items.map(\.id)))
    }

    @Test("faults of the catalog come back one by one, and engagement and suggestions arrive")
    func others() async throws {
        let served = try Served()
        do throws(ClientError) {
            _ = try await served.client.search(
                .init(.text("red"), on: Self.page, filters: [.anyOf("bland", ["x"])], sort: .field("prise")))
            Issue.record("nothing was refused")
        } catch {
            guard case .service(400, let texts, 400) = error else { throw error }
            #expect(texts.count == 2 && texts[0].hasPrefix("query.filters[0].field: there is no field `bland`"))
        }
        let found = try await served.client.search(.init(.text(""), on: Self.page, window: .init(numItems: 100)))
        let last = try #require(found.slots.last)
        try await served.client.report([.slotClick(last.id)], visitor: .init(id: found.visitorID))
        let popular = try await served.client.search(.init(.text(""), on: Self.page, sort: .popularity()))
        #expect(popular.slots.first?.sku == last.sku)
        let word = try #require(served.catalog.items.first?.attributes["title"]?.written.split(separator: " ").last)
        let terms = try await served.client.suggest(String(word.prefix(3))).terms
        #expect(terms.contains { $0.lowercased() == word.lowercased() })
        #expect(try await served.client.suggest("", locale: "en_GB").terms == [])
        let foreign: ClientError = .service(
            code: 400, texts: ["engagements[0].slotId: is no slot of an answer of this server"], status: 400)
        await #expect(throws: foreign) { try await served.client.report([.slotClick("x")]) }
    }
}
