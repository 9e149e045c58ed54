import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// The part of the kind in scores: the number that is documented, and no more.
@Suite("The weight of the kind", .timeLimit(.minutes(5)))
struct KindWeightTests {
    private let folder: TemporaryFolder
    private let catalog: KindCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try KindCatalog(folder)
        #expect(try catalog.engine.learnBlocking().adoption == .map)
    }

    @Test(
        "the kind's part of a full score is its weight; the learned space counts as look",
        arguments: [0.1, 0.3, 0.5, 0.9])
    func part(_ weight: Double) throws {
        let best = try #require(try catalog.hits("bag", number: 3) { $0.query.kindWeight = weight }.first)
        #expect(best.id == "bag-3" && best.score == 1)
        #expect(abs(try #require(best.explanation).kind - weight) < 1e-9)
        for hit in try catalog.hits("bag", limit: 60, { $0.query.kindWeight = weight }) {
            #expect(try #require(hit.explanation).kind <= weight + 1e-9, "\(hit.id)")
        }
    }

    @Test("the answer tells the weight that the engine has chosen: .5 for a known kind, .3 for one that follows")
    func chosen() throws {
        func weight(_ number: Int, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> Double? {
            var request = SearchRequest(.init(example: .image(.bytes([]))))
            change(&request)
            return try catalog.engine.answer(request, vector: KindCatalog.vector("bag", number)).kindWeight
        }
        #expect(try weight(3) == 0.5 && weight(1000) == 0.3)
        #expect(try weight(1000) { $0.query.kindWeight = 0.8 } == 0.8)
        #expect(try weight(1000) { $0.query.kindWeight = 0 } == nil)
    }

    @Test("the item that looks most alike stays first, whatever kind follows from the others")
    func mostAlike() throws {
        // The same picture but for a little noise, which the catalog says to be of another kind.
        let vector = KindCatalog.vector("bag", 1000)
        let near = vector.enumerated().map { index, value in Int8(clamping: Int(value) + (index % 2 == 0 ? 5 : -5)) }
        let image = DescribedImage(
            descriptor: Descriptor(vector: near), palette: Palette(of: Pictures.solid(8, 8, .black)),
            uprightSize: Size(width: 8, height: 8), box: Box(left: 0, top: 0, width: 8, height: 8))
        _ = try catalog.engine.insertDescribed([(Item(id: "copy", attributes: ["product_type": "lamp"]), image, nil)])
        for limit in [1, 10, 97] {
            let hits = try catalog.hits("bag", limit: limit)
            #expect(hits.first?.id == "copy", "\(limit)")
            #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
        }
        #expect(try catalog.hits("bag") { $0.query.kindWeight = 0 }.first?.id == "copy")
    }
}
