import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Several examples and counterexamples, on the drawn catalog.
@Suite("Several examples", .timeLimit(.minutes(5)))
struct ExamplesTests {
    private let catalog: SampleCatalog

    init() throws { catalog = try SampleCatalog.shared.get() }

    private func answer(_ query: SearchRequest.Query, limit: Int = 100) throws -> SearchAnswer {
        try catalog.engine.searchBlocking(SearchRequest(query, limit: limit, explains: true, scope: .all))
    }

    private func vector(_ id: String) throws -> [Double] {
        try catalog.engine.store.read { snapshot throws(SearchError) in
            let slot = try snapshot.slot(of: id) ?? -1
            return try snapshot.vector(at: slot)?.map(Double.init) ?? []
        }
    }

    private func cosine(_ left: [Double], _ right: [Double]) -> Double {
        func dot(_ first: [Double], _ second: [Double]) -> Double { zip(first, second).reduce(0) { $0 + $1.0 * $1.1 } }
        return dot(left, right) / (dot(left, left) * dot(right, right)).squareRoot()
    }

    @Test("scores are the similarity to the weighted mean of the pictures, computed in plain Swift")
    func model() throws {
        let (first, second) = (try vector("bag-004"), try vector("shoe-004"))
        for (weights, ratio) in [([1, 1], 1.0), ([0.5, 0.5], 1), ([1, 0.25], 4), ([0.2, 0.8], 0.25)] {
            let mean = zip(first, second).map { ratio * $0 + $1 }
            let hits = try answer(
                .init(
                    kindWeight: 0,
                    examples: [.item("bag-004", weight: weights[0]), .item("shoe-004", weight: weights[1])])
            ).hits
            #expect(!hits.contains { $0.id == "bag-004" || $0.id == "shoe-004" } && hits.count == 100)
            for hit in hits {
                let wanted = max(cosine(mean, try vector(hit.id)), 0)
                // Vectors are rounded to bytes.
                #expect(abs(hit.score - wanted) < 0.02, "\(hit.id) \(hit.score) \(wanted)")
            }
        }
    }

    @Test("two pictures of a category find more of it than the first one alone")
    func finds() throws {
        var (alone, together) = (0, 0)
        for item in catalog.items where item.id.hasSuffix("3") {
            let kind = item.id.prefix { $0 != "-" }
            guard let other = catalog.items.first(where: { $0.id.hasPrefix(kind) && !$0.id.hasSuffix("3") }) else {
                continue
            }
            func count(_ examples: [SearchRequest.WeightedExample]) throws -> Int {
                try answer(.init(kindWeight: 0, examples: examples), limit: 24).hits.count {
                    $0.id.hasPrefix(kind) && $0.id != other.id
                }
            }
            alone += try count([.item(item.id)])
            together += try count([.item(item.id), .item(other.id)])
        }
        print("of the category among 24: \(alone) by one picture, \(together) by two")
        #expect(together > alone)
    }

    @Test("an example more to be unlike moves the hits farther, the more its weight")
    func weights() throws {
        let before = try answer(.init(examples: [.item("bag-004")])).hits
        let marked = try #require(before.dropFirst(4).first?.id)
        let looks = try vector(marked)
        var likeness: [Double] = []
        for weight in [-0.01, -0.3, -0.6, -1] {
            let hits = try answer(.init(examples: [.item("bag-004"), .item(marked, weight: weight)]), limit: 24).hits
            #expect(!hits.contains { $0.id == marked })
            likeness.append(try hits.map { cosine(looks, try vector($0.id)) }.reduce(0, +) / Double(hits.count))
        }
        #expect(likeness == likeness.sorted(by: >) && likeness[0] > likeness[3], "\(likeness)")
    }

    @Test("the votes for the kind come from the items that are searched with, as for one of them")
    func kinds() throws {
        let learned = try SampleCatalog()
        _ = try learned.engine.learnBlocking()
        func first(_ query: SearchRequest.Query) throws -> [String] {
            try learned.engine.searchBlocking(SearchRequest(query, limit: 10, scope: .all)).hits.map {
                String($0.id.prefix { $0 != "-" })
            }
        }
        let both = try first(.init(kindWeight: 1, examples: [.item("bag-004"), .item("bag-007")]))
        #expect(both == Array(repeating: "bag", count: 10), "\(both)")
        let mixed = Set(try first(.init(kindWeight: 1, examples: [.item("bag-004"), .item("shoe-004")])))
        #expect(mixed == ["bag", "shoe"], "\(mixed)")
    }

    @Test("the parts of each score add up to it, beside words and colors too")
    func parts() throws {
        let color = SearchRequest.WeightedColor(RGB(hex: "#3a76c8")!)
        let less = SearchRequest.WeightedExample.item("mug-001", weight: -0.5)
        for query in [
            SearchRequest.Query(examples: [.item("bag-004"), .item("shoe-004"), less]),
            .init(colors: [color], text: "blue", examples: [.item("bag-004"), .item("shoe-004"), less]),
            .init(colors: [color], examples: [less]), .init(text: "bag", examples: [less]),
        ] {
            for hit in try answer(query).hits {
                let parts = try #require(hit.explanation)
                let all = [parts.shape, parts.color, parts.pattern, parts.text, parts.kind, parts.shown]
                #expect(abs(all.reduce(0, +) - hit.score) < 1e-9 && all.allSatisfy { $0 >= 0 }, "\(parts)")
                #expect((0...1).contains(hit.score))
            }
        }
    }

    @Test("the pictures of an item share its weight")
    func pictures() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("few.magpie"), mode: .create)
        func scene(_ seed: UInt64) -> ImageInput { .pixels(Pictures.scene(80, 80, seed: seed)) }
        let many = Entry(
            Item(id: "many"), image: scene(1), pictures: [.init(scene(2)), .init(scene(3))])
        let others = (1...9).map { Entry(Item(id: "scene \($0)"), image: scene($0)) }
        for result in try engine.insertBlocking([many] + others) { try result.get() }
        func scores(_ examples: [SearchRequest.WeightedExample]) throws -> [String: Double] {
            let hits = try engine.searchBlocking(SearchRequest(.init(examples: examples), limit: 20, scope: .all)).hits
            return Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) })
        }
        let item = try scores([.item("many"), .image(scene(7))])
        let alone = try scores([
            .image(scene(1), weight: 0.3), .image(scene(2), weight: 0.3), .image(scene(3), weight: 0.3),
            .image(scene(7), weight: 0.9),
        ])
        #expect(item["many"] == nil && item.count == 9)
        for (id, score) in item { #expect(abs(score - (alone[id] ?? -1)) < 1e-9, "\(id)") }
    }

    @Test("a weight that is no number is refused")
    func faults() throws {
        for weight in [Double.nan, .infinity, -.infinity, 2, 0, -1.0001] {
            #expect {
                try answer(.init(examples: [.item("bag-004"), .item("bag-001", weight: weight)]))
            } throws: { "\($0)".contains("the weight of example 2 must be from -1 to 1 and not 0") }
        }
    }

    @Test("pictures of which only the copies leave are told apart in a store of a model")
    func modelStore() throws {
        let folder = try TemporaryFolder()
        var settings = SearchEngine.Settings(describer: CoarseDescriber())
        settings.thumbnailSide = 256
        let engine = try SearchEngine(path: folder.path("model.magpie"), settings: settings)
        try engine.insert(pictures: (1...6).map { ("scene \($0)", try NumberedScenes.bytes($0)) })
        let examples: [SearchRequest.WeightedExample] = [
            .image(.bytes(try NumberedScenes.bytes(1))),
            .image(.bytes(try NumberedScenes.bytes(2, quality: 60)), weight: -1),
        ]
        let answer = try engine.searchBlocking(SearchRequest(.init(examples: examples), scope: .all))
        #expect(answer.hits.map(\.id).sorted() == [1, 3, 4, 5, 6].map { "scene \($0)" })
    }
}
