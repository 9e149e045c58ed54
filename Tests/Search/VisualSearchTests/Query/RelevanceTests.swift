import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Which items count as hits, and that answers hold what their totals promise.
@Suite struct RelevanceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scale(
        best: Double, density: Double = 0.4, items: Int = 100, strictness: Double = 0.5,
        _ calibration: Calibration = .builtIn
    ) -> Calibration.Scale {
        self.scale([(best, density)], items: items, strictness: strictness, calibration)
    }

    /// By items of a similarity, which is their score, and a density.
    private func scale(
        _ nearest: [(similarity: Double, density: Double)], items: Int = 100, strictness: Double = 0.5,
        _ calibration: Calibration = .builtIn
    ) -> Calibration.Scale {
        calibration.scale(
            among: nearest.map { .init(score: $0.similarity, similarity: $0.similarity) }, items: items,
            strictness: strictness
        ) { nearest[$0].map(\.density) }
    }

    @Test("a score counts from a share of the best one on, where something stands out of its neighbors")
    func cut() {
        #expect(abs(scale(best: 0.6).cut - 0.75 * 0.6) < 1e-12)
        #expect(scale(best: 0.6, density: 0.9).cut == .infinity)
        #expect(scale(best: 0.39).cut == .infinity)
        // If all are alike, only the nearest count.
        #expect(abs(scale(best: 0.9, density: 0.8).cut - 0.93 * 0.9) < 1e-12)
        #expect(abs(scale(best: 0.9, density: 0.9).cut - 0.97 * 0.9) < 1e-12)
        #expect(scale(best: 0.9, density: 0.9, strictness: 1).cut == 0.9)
        // One of the others may stand out.
        #expect(scale([(0.6, 0.9), (0.5, 0.2)]).isOpen)
        // Neighbors that a small store lacks count like those of a usual one.
        #expect(!scale(best: 0.39, density: 0, items: 1).isOpen && scale(best: 0.41, density: 0, items: 1).isOpen)
        let nothing = scale([], items: 0, strictness: 0)
        #expect(nothing.cut == .infinity && (0...1).contains(nothing.relevance(of: 1)))
    }

    @Test("the very same picture hides nothing that is like it, and shows nothing that is not")
    func samePicture() {
        let alike = [(similarity: 0.6, density: 0.4), (similarity: 0.5, density: 0.4)]
        for copies in 1...3 {
            let own = (0..<copies).map { (similarity: 1 - 0.01 * Double($0), density: 0.5) }
            #expect(scale(own + alike).cut == scale(alike).cut)
            // Strangers of it: the copies are shown alone.
            let cut = scale(own + [(similarity: 0.3, density: 0.4)]).cut
            #expect(cut > 0.3 && own.allSatisfy { $0.similarity >= cut })
        }
        #expect(scale([(1, 0.97)]).isOpen && scale([(1, 0.97)], strictness: 1).cut <= 1)
    }

    @Test("scores of an outside model count from the mean of pairs on")
    func meanOfPairs() {
        let outside = Calibration(meanOfPairs: 0.8)
        let centered = Calibration(meanOfPairs: 0)
        for best in stride(from: 0.1, through: 1, by: 0.1) {
            let one = scale(best: best, centered)
            let other = scale(best: 0.8 + 0.2 * best, density: 0.88, outside)
            #expect(one.isOpen == other.isOpen && one.isOpen == (best > 0.35))
            if one.isOpen { #expect(abs(0.8 + 0.2 * one.cut - other.cut) < 1e-9) }
            #expect(abs(one.relevance(of: best) - other.relevance(of: 0.8 + 0.2 * best)) < 1e-9)
        }
        #expect(scale(best: 1, Calibration(meanOfPairs: 1)).relevance(of: 1).isFinite)
    }

    @Test("the stricter, the less is shown")
    func strictness() {
        for best in [0.3, 0.45, 0.6, 0.9] {
            let cuts = stride(from: 0, through: 1, by: 0.125).map { scale(best: best, strictness: $0).cut }
            #expect(cuts == cuts.sorted())
            for density in [0.3, 0.6, 0.9] {
                let nearest = [(similarity: 0.98, density: 0.4), (best, density)]
                let cuts = stride(from: 0, through: 1, by: 0.125).map { scale(nearest, strictness: $0).cut }
                #expect(cuts == cuts.sorted() && cuts.allSatisfy { $0 <= 0.98 }, "\(best) \(density)")
            }
        }
    }

    @Test("the probability rises with the score, and is low where nothing stands out")
    func probability() {
        let scale = scale(best: 0.9)
        let probabilities = stride(from: -0.2, through: 1, by: 0.05).map(scale.relevance)
        #expect(probabilities == probabilities.sorted())
        #expect(probabilities.allSatisfy { (0...1).contains($0) })
        #expect(scale.relevance(of: 1) > 0.9)
        #expect(self.scale(best: 0.3).relevance(of: 0.3) < 0.2)
    }

    /// A vector of 256 values at a cosine of `share` to another, the rest at random.
    private func vector(_ share: Double, to center: [Double], _ random: inout SplitMix) -> [Double] {
        func unit(_ values: [Double]) -> [Double] {
            let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return values.map { $0 / length }
        }
        let other = unit((0..<256).map { _ in Double.random(in: -1...1, using: &random) })
        let across = zip(other, center).reduce(0) { $0 + $1.0 * $1.1 }
        let rest = unit(zip(other, center).map { $0 - across * $1 })
        return zip(center, rest).map { share * $0 + (1 - share * share).squareRoot() * $1 }
    }

    private func entry(_ id: String, _ vector: [Double]) -> (Item, DescribedImage?, Fingerprint?) {
        let image = DescribedImage(
            descriptor: Descriptor(vector: vector.map { Int8(($0 * 127).rounded()) }),
            palette: Palette(of: Pictures.solid(8, 8, .black)), uprightSize: Size(width: 8, height: 8),
            box: Box(left: 0, top: 0, width: 8, height: 8))
        return (Item(id: id), image, nil)
    }

    @Test("a stranger gets nothing, and many items that are nearly equal do not answer for everything")
    func strangers() throws {
        let engine = try SearchEngine(path: folder.path("shirts.magpie"), mode: .create)
        var random = SplitMix(seed: 8)
        let shirt = vector(0, to: [1] + [Double](repeating: 0, count: 255), &random)
        let lamp = vector(0, to: shirt, &random)
        var items = (0..<30).map { entry("shirt \($0)", vector(0.98, to: shirt, &random)) }
        items += (0..<3).map { entry("lamp \($0)", vector(0.8, to: lamp, &random)) }
        items += (0..<200).map { entry("\($0)", vector(0, to: shirt, &random)) }
        _ = try engine.insertDescribed(items)
        func search(_ vector: [Double], strictness: Double = 0.5, scope: SearchRequest.Scope = .relevant) throws
            -> SearchAnswer
        {
            let query = SearchRequest.Query(example: .image(.bytes([])))
            return try engine.answer(
                SearchRequest(query, limit: 100, scope: scope, strictness: strictness),
                vector: vector.map { Int8(($0 * 127).rounded()) })
        }
        for isKept in [false, true] {
            let stranger = try search(vector(0.5, to: shirt, &random))
            #expect(stranger.hits.isEmpty && stranger.total == 0 && !stranger.nearest.isEmpty)
            #expect(try search(vector(0.5, to: shirt, &random), scope: .all).total == 233)
            // As far from the lamps as the stranger from the shirts, of which there are not many.
            let other = try search(vector(0.7, to: lamp, &random))
            #expect(Set(other.hits.map(\.id)) == ["lamp 0", "lamp 1", "lamp 2"])
            // The nearest of the shirts, all of which are alike.
            let near = try search(vector(0.85, to: shirt, &random)).hits
            #expect((1...30).contains(near.count) && near.allSatisfy { $0.id.hasPrefix("shirt") })
            #expect(try search(shirt).total == 30)
            var totals: [Int] = []
            let query = vector(0.9, to: lamp, &random)
            for step in 0...10 { totals.append(try search(query, strictness: Double(step) / 10).total) }
            #expect(totals == totals.sorted(by: >) && totals[5] == 3, "\(totals)")
            // The same by densities that are computed and kept.
            if !isKept { #expect(try engine.catalog.keepDensities()) }
        }
    }

    @Test("a strictness outside 0 to 1 is refused", arguments: [-0.1, 1.5, .nan])
    func refused(strictness: Double) throws {
        let engine = try SearchEngine(path: folder.path("empty.magpie"), mode: .create)
        #expect(throws: SearchError.invalidArgument("the strictness must be from 0 to 1, not \(strictness)")) {
            try engine.searchBlocking(SearchRequest(.init(text: "a"), strictness: strictness))
        }
    }

    @Test("a filter shows the best of what it leaves, and an open facet counts as many as its answer")
    func filtered() throws {
        let engine = try SearchEngine(path: folder.path("filtered.magpie"), mode: .create)
        var random = SplitMix(seed: 9)
        let center = vector(0, to: [1] + [Double](repeating: 0, count: 255), &random)
        var items = (0..<40).map { entry("\($0)", vector(0.2 + 0.02 * Double($0), to: center, &random)) }
        items.append(entry("itself", center))
        for index in items.indices { items[index].0.attributes = ["part": .string("\(index / 10)")] }
        _ = try engine.insertDescribed(items)
        #expect(try engine.catalog.keepDensities())
        let bytes = center.map { Int8(($0 * 127).rounded()) }
        func search(_ filter: Filter) throws -> SearchAnswer {
            let query = SearchRequest.Query(example: .image(.bytes([])))
            let facets = SearchRequest.FacetRequest(["part"], excludesOwnFilter: true)
            return try engine.answer(
                SearchRequest(query, filter: filter, limit: 100, facets: facets), vector: bytes)
        }
        let all = try search(.all)
        #expect(all.hits.first?.id == "itself" && all.total > 5 && all.total < 20)
        for part in 0...3 {
            let best = try search(.equal("part", .string("\(part)")))
            #expect(best.hits.first?.id == "\(10 * part + 9)", "\(part)")
            #expect(best.hits.allSatisfy { Int($0.id)! / 10 == part })
            let counted = best.facets.first?.values.first { $0.value == "\(part)" }
            #expect((counted?.count ?? 0) == best.total, "\(part)")
        }
        // Like this one, but not this one.
        let others = try search(.not(.equal("part", .string("4"))))
        #expect(others.hits.map(\.id) == all.hits.dropFirst().map(\.id))
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
        // Of three values in steps of 1/127 not all of the six are equally near.
        #expect(answer.hits.count > 3 && answer.hits.allSatisfy { Int($0.id)! < 6 })
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
