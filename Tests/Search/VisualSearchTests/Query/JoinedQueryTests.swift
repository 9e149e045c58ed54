import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Pictures with words and with colors, on the drawn catalog after it has learned.
@Suite("Like this, but different", .timeLimit(.minutes(5)))
struct JoinedQueryTests {
    private static let learned = Result {
        let catalog = try SampleCatalog()
        _ = try catalog.engine.learnBlocking()
        return catalog
    }
    private let catalog: SampleCatalog

    init() throws { catalog = try Self.learned.get() }

    private func hits(_ query: SearchRequest.Query, scope: SearchRequest.Scope = .relevant) throws -> [Hit] {
        try catalog.engine.searchBlocking(SearchRequest(query, explains: true, scope: scope)).hits
    }

    @Test("thirty pairs of a picture and words find what was named before, more of them than by look alone")
    func pairs() throws {
        let file = SharedData.package.appending(path: "Benchmarks/EndToEnd/Text/queries/pairs.csv")
        var right: [[String]: Set<String>] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",").map(String.init)
            right[Array(cells.prefix(2)), default: []].insert(cells[2])
        }
        #expect(right.count == 30)
        func found(_ kindWeight: Double?) throws -> (first: Int, three: Int, misses: [[String]]) {
            var found: (first: Int, three: Int, misses: [[String]]) = (0, 0, [])
            for (pair, ids) in right {
                let hits = try hits(.init(example: .item(id: pair[0]), text: pair[1], kindWeight: kindWeight))
                found.first += ids.contains(hits.first?.id ?? "") ? 1 : 0
                let isFound = hits.prefix(3).contains { ids.contains($0.id) }
                found.three += isFound ? 1 : 0
                if !isFound { found.misses.append(pair + hits.prefix(3).map(\.id)) }
            }
            return found
        }
        let (before, after) = (try found(0), try found(nil))
        print("pairs, right first and in the first three: \(before.first), \(before.three) by look alone; then", after)
        #expect(after.first > before.first && after.three >= before.three)
    }

    @Test("a picture beside a color finds its kind in that color")
    func colors() throws {
        let red = SearchRequest.WeightedColor(RGB(hex: "#c4302b")!)
        func kinds(_ kindWeight: Double?) throws -> Int {
            var right = 0
            for item in catalog.items where item.attributes["color"] != .string("red") && item.id.hasSuffix("5") {
                let query = SearchRequest.Query(example: .item(id: item.id), colors: [red], kindWeight: kindWeight)
                guard let first = try hits(query, scope: .all).first else { continue }
                right += first.id.prefix(3) == item.id.prefix(3) ? 1 : 0
            }
            return right
        }
        let (before, after) = (try kinds(0), try kinds(nil))
        print("first hit of the same kind beside a color: \(before), then \(after)")
        #expect(after > before)
    }

    @Test("the parts of each score add up to it, with every combination of parts")
    func parts() throws {
        let look = SearchRequest.Example.item(id: "bag-004")
        let color = SearchRequest.WeightedColor(RGB(hex: "#3a76c8")!)
        for query in [
            SearchRequest.Query(example: look, text: "blue"), .init(example: look, colors: [color]),
            .init(example: look, colors: [color], text: "blue bag"), .init(colors: [color], text: "blue bag"),
        ] {
            let hits = try hits(query, scope: .all)
            #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >) && !hits.isEmpty)
            for hit in hits {
                let parts = try #require(hit.explanation)
                let all = [parts.shape, parts.color, parts.pattern, parts.text, parts.kind, parts.shown]
                #expect(abs(all.reduce(0, +) - hit.score) < 1e-9 && all.allSatisfy { $0 >= 0 }, "\(parts)")
            }
            if query.example != nil { #expect((hits.first?.explanation?.kind ?? 0) > 0) }
        }
    }

    @Test("colors that half of the items do not say are found in their pictures, mostly rightly")
    func hidden() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("hidden.magpie"), mode: .create)
        let colors = Set(catalog.items.compactMap { $0.attributes["color"]?.written })
        var colorOf: [String: String] = [:]
        var hiddenIDs: Set<String> = []
        var entries: [(Item, DescribedImage?, Fingerprint?)] = []
        let palette = Palette(of: Pictures.solid(8, 8, .black))
        let box = Box(left: 0, top: 0, width: 8, height: 8)
        try catalog.engine.store.read { snapshot throws(SearchError) in
            for var item in catalog.items {
                colorOf[item.id] = item.attributes["color"]?.written
                if FNV1a(item.id.utf8).value.isMultiple(of: 2) {
                    hiddenIDs.insert(item.id)
                    item.attributes["color"] = nil
                    for name in ["title", "description"] {
                        let words = (item.attributes[name]?.written ?? "").split(separator: " ")
                        item.attributes[name] = .text(
                            words.filter { colors.isDisjoint(with: Words(String($0))) }.joined(separator: " "))
                    }
                }
                guard let slot = try snapshot.slot(of: item.id), let vector = try snapshot.vector(at: slot) else {
                    continue
                }
                let image = DescribedImage(
                    descriptor: Descriptor(vector: vector), palette: palette, uprightSize: Size(width: 8, height: 8),
                    box: box)
                entries.append((item, image, nil))
            }
        }
        for result in try engine.insertDescribed(entries) { try result.get() }
        let report = try engine.learnBlocking()
        var (right, wrong, missed) = (0, 0, 0)
        for color in colors.sorted() {
            let hits = try engine.searchBlocking(SearchRequest(.init(text: color), limit: 100, explains: true)).hits
            let guessed = Set(hits.filter { ($0.explanation?.shown ?? 0) > 0 }.map(\.id))
            // An item with a color has said which.
            #expect(guessed.allSatisfy(hiddenIDs.contains), "\(color): \(guessed)")
            right += guessed.count { colorOf[$0] == color }
            wrong += guessed.count { colorOf[$0] != color }
            missed += hiddenIDs.count { colorOf[$0] == color && !guessed.contains($0) }
        }
        print("hidden colors: \(right) found, \(missed) missed, \(wrong) wrong;", report.words as Any)
        #expect(right > 2 * wrong && right >= 7)
    }
}
