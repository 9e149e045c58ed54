import Foundation
import ProductSearchClient
import SearchClientImaging
import ServedShop
import TestSupport
import Testing

@Suite("The client of ProductSearch against a server of our own", .timeLimit(.minutes(5)))
struct ProductSearchServedTests {
    private static func client(
        _ shop: Shop, paths: ProductSearch.Paths, key: String? = nil
    ) -> ProductSearchClient {
        ProductSearchClient(
            key: key, placement: "1", at: .init(URL(string: "http://127.0.0.1:\(shop.port)")!, paths: paths),
            timeout: 600, totalTimeout: 600, preparer: .imaging)
    }

    @Test("every call is answered, under the paths of both generations", arguments: ProductSearch.Paths.allCases)
    func calls(_ paths: ProductSearch.Paths) async throws {
        let client = Self.client(try Shop.withModels.get(), paths: paths)
        let found = try await client.searchByImage(
            .init(.file(Shop.file("bag-003"))), options: .init(limit: 3, facets: ["brand"], score: true))
        #expect(found.products.first?.id == "bag-003" && found.products.count == 3 && found.total == 24)
        #expect(found.products[0]["category"] == "bag" && found.products[0].score ?? 0 > 0.9)
        #expect(found.facets?.first?.field == "brand" && found.requestID?.isEmpty == false)
        let part = try await found.refine(box: Box(x1: 10, y1: 10, x2: 100, y2: 100))
        #expect(part.imageID == found.imageID && part.productTypes.count == 1)
        let scene = ProductSearch.Image.file(Shop.samples.appending(path: "scenes/scene-01.jpg"))
        let objects = try await client.searchByImage(.init(scene, allObjects: true), settings: .highQuality)
        let object = try #require(objects.objects?.first)
        #expect(object.products?.isEmpty == false && object.box.map(objects.original) != nil)
        #expect(try await client.multisearch(.init(text: "fine lamp")).products.allSatisfy { $0.id.hasPrefix("lamp") })
        let similar = try await client.searchByID("shoe-001", options: .init(filters: [.equal("category", "bag")]))
        #expect(!similar.products.isEmpty && similar.products.allSatisfy { $0.id.hasPrefix("bag") })
        var wanted = ProductSearch.Recommendation()
        (wanted.showsPinned, wanted.returnsProduct) = (true, true)
        let pinned = try await client.recommendations(
            "mug-001", wanted, options: ProductSearch.Options().with { $0.strategy = "bags" })
        #expect(pinned.products.first?.isPinned == true && pinned.product?.id == "mug-001")
        #expect(pinned.strategy?.name == "bags")
        let together = try await client.complementary(.init(productID: "lamp-001"))
        #expect(!together.products.isEmpty && !together.products.contains { $0.id.hasPrefix("lamp") })
        var sets = ProductSearch.Recommendation()
        sets.usesSets = true
        let outfits = try await client.outfits(.init(.file(Shop.file("lamp-001"))), sets)
        #expect(outfits.sets?.first?.id == "set1" && outfits.products.first?.tags?["set_id"] == "set1")
        #expect(try await client.autocomplete("fine la").completions.first?.text.contains("lamp") == true)
    }

    @Test("refusals of the server are errors with its number, and its warnings are there")
    func refusals() async throws {
        let shop = try Shop(names: ["bag-001"]) { $0.http.credentials = try! Credentials(lines: "APPKEY") }
        let client = Self.client(shop, paths: .legacy, key: "APPKEY")
        do throws(ClientError) {
            _ = try await client.searchByID("none")
            Issue.record("it was found")
        } catch {
            #expect(error == .service(code: 1101, texts: ["Product not found with product_id."], status: 200))
        }
        let warned = try await client.multisearch(
            .init(text: "bag"), options: ProductSearch.Options().with { $0.boosts = "a" })
        #expect(warned.warnings.count == 1 && warned.products.count == 1)
        await #expect(throws: ClientError.service(code: 11, texts: ["Invalid app_key."], status: 200)) {
            _ = try await Self.client(shop, paths: .cloud, key: "WRONG").searchByID("bag-001")
        }
        // An id with any characters goes through the path.
        let id = "red dress & co/ü?x"
        for result in try shop.engine.insertBlocking([Entry(Item(id: id), image: .file(Shop.file("shoe-002")))]) {
            try result.get()
        }
        #expect(try await client.searchByID(id).products.map(\.id) == ["bag-001"])
    }
}
