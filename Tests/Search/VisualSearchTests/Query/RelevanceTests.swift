import TestSupport
import Testing

@testable import VisualSearch

/// Which items count as hits, and that answers hold what their totals promise.
@Suite struct RelevanceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a score counts from the floor on, and one deviation above what the store is like")
    func cut() {
        let calibration = Calibration.builtIn
        #expect(calibration.scale(mean: 0.05, deviation: 0.1, rows: 100).cut == calibration.floor)
        #expect(abs(calibration.scale(mean: 0.3, deviation: 0.2, rows: 100).cut - 0.5) < 1e-12)
        #expect(calibration.scale(mean: 0.7, deviation: 0.2, rows: 100).cut == calibration.ceiling)
        // Too few to tell what the store is like.
        #expect(calibration.scale(mean: 0.7, deviation: 0.2, rows: 10).cut == calibration.floor)
        // All the same: nothing divides by 0.
        let same = calibration.scale(mean: 1, deviation: 0, rows: 100)
        #expect(same.cut == calibration.ceiling && (0...1).contains(same.relevance(of: 1)))
    }

    @Test("the probability rises with the score")
    func probability() {
        let scale = Calibration.builtIn.scale(mean: 0.1, deviation: 0.15, rows: 512)
        let probabilities = stride(from: -0.2, through: 1, by: 0.05).map(scale.relevance)
        #expect(probabilities == probabilities.sorted())
        #expect(probabilities.allSatisfy { (0...1).contains($0) })
        #expect(probabilities[0] < 0.02 && scale.relevance(of: 1) > 0.9)
    }

    @Test("a sample is spread over the rows that are there, and tells how alike two are in the mean")
    func sample() {
        let index = VectorIndex(dimensions: 3)
        for slot in 0..<1000 { index.set(slot, slot.isMultiple(of: 2) ? [100, 0, 0] : [0, 100, 0]) }
        for slot in 0..<300 { index.remove(slot) }
        let sample = index.sample(70)
        #expect(sample.slots == (0..<70).map { 300 + 10 * $0 })
        #expect(sample.meanOfPairs == 1)
        let all = index.sample(5000)
        #expect(all.slots == Array(300..<1000))
        #expect(abs(all.meanOfPairs - 0.5) < 0.001)
        #expect(index.dots([0, 2, 1], with: all) == all.slots.map { $0.isMultiple(of: 2) ? 0 : 200 })
        #expect(VectorIndex(dimensions: 3).sample(8).slots.isEmpty)
    }

    @Test("the total counts exactly the relevant items, however many there are")
    func total() throws {
        let engine = try SearchEngine(path: folder.path("many.magpie"), mode: .create)
        let palette = Palette(of: Pictures.solid(8, 8, .black))
        var random = SplitMix(seed: 3)
        // Around 81 centers, all but one of them with few rows near them.
        let centers = (0..<81).map { _ in (0..<256).map { _ in Double.random(in: -8...8, using: &random) } }
        let items = (0..<3000).map { index -> (Item, DescribedImage?, Fingerprint?) in
            let center = centers[min(index % 97, 80)]
            let vector = center.map { Int8(($0 + Double.random(in: -7...7, using: &random)).rounded()) }
            let image = DescribedImage(
                descriptor: Descriptor(vector: vector), palette: palette, uprightSize: Size(width: 8, height: 8),
                box: Box(left: 0, top: 0, width: 8, height: 8))
            return (Item(id: "\(index)"), image, nil)
        }
        _ = try engine.insertDescribed(items)
        var totals: Set<Int> = []
        for id in ["0", "5", "79", "80", "96", "177"] {
            let query = SearchRequest.Query(example: .item(id: id))
            var flagged = 0
            for page in 1...10 {
                flagged += try engine.searchBlocking(SearchRequest(query, page: page, limit: 100, scope: .all)).hits
                    .count(where: \.isRelevant)
            }
            let answer = try engine.searchBlocking(SearchRequest(query, limit: 1))
            #expect(answer.total == flagged)
            totals.insert(answer.total)
        }
        #expect(totals.contains { $0 < 100 } && totals.contains { $0 > 200 }, "\(totals)")
    }

    @Test("dedup and grouping go through all matches before the window, and their totals can be reached")
    func beforeTheWindow() throws {
        let engine = try SearchEngine(path: folder.path("copies.magpie"), mode: .create)
        let images = try (0..<60).map { try engine.describe(.pixels(Pictures.scene(48, 48, seed: UInt64($0)))) }
        _ = try engine.insertDescribed(
            (0..<1500).map { (Item(id: "\($0)", attributes: ["kind": .int($0 % 60)]), images[$0 % 60], nil) })
        let query = SearchRequest.Query(example: .image(.pixels(Pictures.scene(48, 48, seed: 0))))
        for request in [
            SearchRequest(query, limit: 25, dedup: 0.999, scope: .all),
            SearchRequest(query, limit: 25, grouping: .init("kind"), scope: .all),
        ] {
            var found: [String] = []
            var page = request
            while true {
                let answer = try engine.searchBlocking(page)
                #expect(answer.total == 60)
                found += answer.hits.map(\.id) + answer.groups.map(\.value)
                if answer.hits.isEmpty, answer.groups.isEmpty { break }
                page.page += 1
            }
            #expect(Set(found).count == 60 && found.count == 60)
        }
        let faceted = try engine.searchBlocking(
            SearchRequest(query, facets: .init(["kind"]), dedup: 0.999, scope: .all))
        #expect(faceted.facets[0].histogram.map(\.count).reduce(0, +) == 60)
    }

    @Test("an outside model needs no learning: what stands out of the store counts")
    func outside() throws {
        let engine = try SearchEngine(path: folder.path("outside.magpie"), mode: .create, describer: Corner())
        // Scores of all are above 0.8, as those of some models are.
        let pictures = (0..<60).map {
            Pictures.solid(16, 16, RGB(red: 200, green: UInt8(140 + $0), blue: $0 < 6 ? 40 : 180))
        }
        _ = try engine.insertBlocking(pictures.enumerated().map { Entry(Item(id: "\($0)"), image: .pixels($1)) })
        let answer = try engine.searchBlocking(SearchRequest(.init(example: .image(.pixels(pictures[2]))), limit: 60))
        #expect(Set(answer.hits.map(\.id)) == Set((0..<6).map(String.init)))
    }
}

/// The upper left pixel.
private struct Corner: Describer {
    let identity = "corner"
    let dimensions = 3
    let scale = 127

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let values = pixels.bytes.prefix(3).map(Double.init)
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return Descriptor(vector: values.map { Int8(($0 / max(length, 1) * 127).rounded()) })
    }
}
