import Foundation
import TestSupport
import Testing
import VisualSearch

@Suite("README, search")
struct SearchReadmeTests {
    @Test("the search in the README compiles, runs, and stands there word for word")
    func usage() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appending(path: "catalog.magpie").path
        let photo = SharedData.package.appending(path: "samples/images/bag-007.jpg")
        let bag = Item(id: "bag-007", attributes: ["brand": .string("Lumo")])
        _ = try await SearchEngine(path: store, mode: .create).insert([Entry(bag, image: .file(photo))])

        let hits = try await use(store, photo)
        #expect(hits.map(\.id) == ["bag-007"])
        #expect(hits.first?.score == 1)

        #expect(try Readme.hasLines())
    }

    @Test("the discovering in the README compiles, runs, and stands there word for word")
    func discovering() async throws {
        let engine = try SampleCatalog.shared.get().engine
        let shelf = SharedData.package.appending(path: "samples/scenes/scene-04.jpg")
        let scene = try await discover(engine, shelf)
        #expect(scene.objects.count == 5)
        #expect(try Readme.hasLines(from: "README discovers", to: "README has discovered"))
    }

    private func discover(_ engine: SearchEngine, _ shelf: URL) async throws -> DiscoverAnswer {
        // README discovers
        let scene = try await engine.discover(DiscoverRequest(.file(shelf), detection: Detection(limit: 5)))
        for found in scene.objects { print(found.object.type ?? "?", found.object.box, found.answer.hits.map(\.id)) }
        // README has discovered
        return scene
    }

    private func use(_ path: String, _ photo: URL) async throws -> [Hit] {
        // README begins
        let engine = try SearchEngine(path: path, mode: .readOnly)
        let answer = try await engine.search(.image(.file(photo)), filter: .equal("brand", "Lumo"), limit: 12)
        for hit in answer.hits { print(hit.score, hit.id) }
        // README ends
        return answer.hits
    }
}
