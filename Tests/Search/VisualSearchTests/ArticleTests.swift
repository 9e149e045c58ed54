import Foundation
import TestSupport
import Testing
import VisualSearch

@Suite("The lines of articles compile, run, and stand there word for word")
struct ArticleTests {
    private static let articles = "Sources/Search/VisualSearch/VisualSearch.docc/"
    private let photo = SharedData.package.appending(path: "samples/images/bag-007.jpg")

    @Test("those on a describer of one's own")
    func describer() throws {
        let folder = try TemporaryFolder()
        let engine = try own(folder.url.appending(path: "catalog.magpie").path(percentEncoded: false))
        for result in try engine.insertBlocking([Entry(Item(id: "a"), image: .file(photo))]) { try result.get() }
        #expect(try engine.searchBlocking(SearchRequest(.image(.file(photo)))).hits.map(\.id) == ["a"])
        #expect(
            try Readme.hasLines(in: Self.articles + "AddingADescriber.md", from: "Own begins", to: "Own ends"))
    }

    private func own(_ store: String) throws -> SearchEngine {
        func embed(_ pixels: PixelBuffer) throws(DescribeError) -> [Double] {
            (0..<128).map { Double(pixels.bytes[$0 * pixels.bytes.count / 128]) + 1 }
        }
        // Own begins
        struct MyDescriber: Describer {
            let identity = "my-model 1"
            let bytes = VectorBytes(dimensions: 128)
            var dimensions: Int { bytes.dimensions }
            var scale: Int { bytes.scale }
            func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
                Descriptor(vector: bytes.bytes(of: try embed(pixels)))
            }
        }
        let engine = try SearchEngine(path: store, describer: MyDescriber())
        // Own ends
        return engine
    }

    @Test("those on duplicates")
    func duplicates() async throws {
        let found = try await find([photo, photo])
        #expect(found.groups.count <= 1)
        #expect(
            try Readme.hasLines(
                in: Self.articles + "FindingDuplicates.md", from: "Duplicates begin", to: "Duplicates end"))
    }

    private func find(_ files: [URL]) async throws -> Duplicates {
        // Duplicates begin
        var finder = DuplicateFinder()
        finder.findsTurned = true
        let found = try await finder.find(in: files) { print($0.step, $0.done, $0.total) }
        for group in found.groups { print(group.kind, files[group.kept.file], group.reason, group.others.count) }
        // Duplicates end
        return found
    }

    @Test("those on listings of products")
    func listings() async throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.url.appending(path: "catalog.magpie").path(percentEncoded: false))
        for color in ["red", "blue"] {
            try await engine.insert(
                Entry(Item(id: "bag-\(color)", attributes: ["group_id": "bag"]), image: .file(photo)))
        }
        #expect(try await list(engine).hits.count == 1)
        #expect(
            try Readme.hasLines(in: Self.articles + "ProductListings.md", from: "Listing begins", to: "Listing ends"))
    }

    private func list(_ engine: SearchEngine) async throws -> SearchAnswer {
        // Listing begins
        let answer = try await engine.search(SearchRequest(.image(.file(photo)), variants: .init("group_id")))
        for hit in answer.hits { print(hit.id, hit.variantCount ?? 0, hit.variants?.map(\.id) ?? []) }
        // Listing ends
        return answer
    }
}
