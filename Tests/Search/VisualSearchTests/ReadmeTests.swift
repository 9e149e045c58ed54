import Foundation
import TestSupport
import Testing
import VisualSearch

@Suite("README")
struct ReadmeTests {
    @Test("the lines of the README compile, run, and stand there word for word")
    func usage() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = SharedData.package.appending(path: "samples/images/bag-007.jpg")

        let answer = try await use(folder.appending(path: "shop.magpie").path, photo)
        #expect(answer.hits.map(\.id) == ["bag-007"])
        #expect(try #require(answer.hits.first).score > 0.9)
        #expect(try Readme.hasLines(importing: "VisualSearch"))
    }

    private func use(_ store: String, _ photo: URL) async throws -> SearchAnswer {
        // README begins
        let prepared = try prepare(.file(photo), as: Recipe(.fit(512), colors: 5))  // photo is a URL
        let upload = prepared.outputs[0].jpeg  // [UInt8]: upright, sRGB, no metadata
        print(prepared.colors[0].hex)  // the dominant color

        let engine = try SearchEngine(path: store)  // one file, made if it is missing
        let bag = Item(id: "bag-007", attributes: ["brand": .string("Lumo")])
        try await engine.insert(Entry(bag, image: .bytes(upload)))
        let answer = try await engine.search(.image(.file(photo)), filter: .equal("brand", "Lumo"), limit: 12)
        for hit in answer.hits { print(hit.score, hit.id) }
        // README ends
        return answer
    }

    @Test("the lines of the article compile and run, stand there word for word, and throw for a broken picture")
    func article() async throws {
        let folder = try TemporaryFolder()
        let photo = SharedData.package.appending(path: "samples/images/bag-007.jpg")
        let store = folder.url.appending(path: "catalog.magpie").path(percentEncoded: false)
        #expect(try await fill(store, with: photo, searching: photo).hits.map(\.id) == ["bag-007"])
        let broken = folder.url.appending(path: "broken.jpg")
        try Data([1, 2, 3]).write(to: broken)
        await #expect(throws: SearchError.self) { try await fill(store, with: broken, searching: photo) }
        await #expect(throws: (any Error).self) { try await use(store, broken) }
        #expect(
            try Readme.hasLines(
                in: "Sources/Search/VisualSearch/VisualSearch.docc/VisualSearch.md", from: "Article begins",
                to: "Article ends"))
    }

    private func fill(_ store: String, with bag: URL, searching photo: URL) async throws -> SearchAnswer {
        // Article begins
        let engine = try SearchEngine(path: store)
        try await engine.insert(Entry(Item(id: "bag-007", attributes: ["price": 49.5]), image: .file(bag)))
        let answer = try await engine.search(.image(.file(photo)), limit: 12)
        for hit in answer.hits { print(hit.score, hit.id) }
        engine.close()
        // Article ends
        return answer
    }

    @Test("the discovery of the article compiles, runs, and stands there word for word")
    func discovering() async throws {
        let engine = try SampleCatalog.shared.get().engine
        let shelf = SharedData.package.appending(path: "samples/scenes/scene-04.jpg")
        let scene = try await discover(engine, shelf)
        #expect(scene.objects.count == 5)
        #expect(
            try Readme.hasLines(
                in: "Sources/Search/VisualSearch/VisualSearch.docc/VisualSearch.md", from: "Example begins",
                to: "Example ends"))
    }

    private func discover(_ engine: SearchEngine, _ shelf: URL) async throws -> DiscoverAnswer {
        // Example begins
        let scene = try await engine.discover(DiscoverRequest(.file(shelf), detection: Detection(limit: 5)))
        for found in scene.objects { print(found.object.type ?? "?", found.object.box, found.answer.hits.map(\.id)) }
        // Example ends
        return scene
    }
}
