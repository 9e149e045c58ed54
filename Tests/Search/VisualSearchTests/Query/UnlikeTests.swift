import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Items that hits shall not be like, on the drawn catalog.
@Suite("Less like this", .timeLimit(.minutes(5)))
struct UnlikeTests {
    private let catalog: SampleCatalog

    init() throws { catalog = try SampleCatalog.shared.get() }

    private func answer(_ query: SearchRequest.Query, page: Int = 1, limit: Int = 24) throws -> SearchAnswer {
        try catalog.engine.searchBlocking(
            SearchRequest(query, page: page, limit: limit, explains: true, scope: .all))
    }

    private func color(_ hit: Hit) -> AttributeValue? { hit.attributes["color"] }

    @Test("a marked item leaves the answer, and what looks like it makes room for what looks like the query")
    func moves() throws {
        var marked: (before: Int, after: Int) = (0, 0)
        var own: (before: Int, after: Int) = (0, 0)
        for item in catalog.items where item.id.hasSuffix("3") {
            let before = try answer(.init(example: .item(id: item.id))).hits
            let wanted = item.attributes["color"]
            guard let other = before.first(where: { color($0) != wanted }) else { continue }
            let after = try answer(.init(example: .item(id: item.id), unlike: [other.id])).hits
            #expect(!after.contains { $0.id == other.id || $0.id == item.id })
            marked.before += before.count { color($0) == color(other) }
            marked.after += after.count { color($0) == color(other) }
            own.before += before.count { color($0) == wanted }
            own.after += after.count { color($0) == wanted }
        }
        print("of the color of the marked item \(marked), of that of the query \(own)")
        #expect(marked.after * 2 < marked.before && own.after > own.before)
    }

    @Test("with words or colors alone, items come later the more they look like a marked one")
    func fades() throws {
        let red = SearchRequest.WeightedColor(RGB(hex: "#c4302b")!)
        for query in [SearchRequest.Query(text: "bag"), .init(colors: [red]), .init(colors: [red], text: "bag")] {
            let before = try answer(query, limit: 100)
            let first = try #require(before.hits.first)
            var less = query
            less.unlike = [first.id]
            let after = try answer(less, limit: 100)
            #expect(
                (before.total - 5..<before.total).contains(after.total) && !after.hits.contains { $0.id == first.id })
            #expect(after.hits.map(\.score) == after.hits.map(\.score).sorted(by: >))
            let scores = Dictionary(uniqueKeysWithValues: before.hits.map { ($0.id, $0.score) })
            for hit in after.hits {
                let score = try #require(scores[hit.id] ?? (before.total > 100 ? 1 : nil))
                #expect(hit.score <= score + 1e-9 && hit.score >= score / 2 - 1e-9 || before.total > 100)
            }
        }
    }

    @Test("what looks nearly the same as a marked item leaves with it")
    func copies() throws {
        for (marked, twin) in [("dress-011", "dress-008"), ("watch-012", "watch-005"), ("bag-013", "bag-010")] {
            let before = try answer(.init(example: .item(id: marked)), limit: 5).hits.map(\.id)
            #expect(before.contains(twin))
            for query in [
                SearchRequest.Query(text: String(marked.prefix { $0 != "-" })), .init(example: .item(id: "mug-001")),
            ] {
                var less = query
                less.unlike = [marked]
                let hits = try answer(less, limit: 100).hits.map(\.id)
                #expect(!hits.isEmpty && !hits.contains(marked) && !hits.contains(twin), "\(marked)")
            }
        }
    }

    @Test("the parts of each score still add up to it")
    func parts() throws {
        let look = SearchRequest.Example.item(id: "bag-004")
        let color = SearchRequest.WeightedColor(RGB(hex: "#3a76c8")!)
        for query in [
            SearchRequest.Query(example: look, unlike: ["bag-001"]), .init(text: "blue", unlike: ["bag-001"]),
            .init(colors: [color], text: "bag", unlike: ["bag-001", "mug-001"]),
            .init(example: look, colors: [color], text: "blue bag", unlike: ["bag-001"]),
        ] {
            for hit in try answer(query).hits {
                let parts = try #require(hit.explanation)
                let all = [parts.shape, parts.color, parts.pattern, parts.text, parts.kind, parts.shown]
                #expect(abs(all.reduce(0, +) - hit.score) < 1e-9 && all.allSatisfy { $0 >= 0 }, "\(parts)")
            }
        }
    }

    @Test("pages follow each other, and after learning too")
    func pages() throws {
        let learned = try SampleCatalog()
        _ = try learned.engine.learnBlocking()
        for engine in [catalog.engine, learned.engine] {
            let query = SearchRequest.Query(example: .item(id: "shoe-004"), unlike: ["shoe-001", "shoe-007"])
            let all = try engine.searchBlocking(SearchRequest(query, limit: 60, scope: .all)).hits.map(\.id)
            var joined: [String] = []
            for page in 1...3 {
                joined += try engine.searchBlocking(SearchRequest(query, page: page, limit: 20, scope: .all)).hits.map(
                    \.id)
            }
            #expect(all == joined && Set(all).isDisjoint(with: ["shoe-001", "shoe-004", "shoe-007"]))
        }
    }

    @Test("an item that is unlike itself, and all items, are no trouble")
    func extremes() throws {
        let own = try answer(.init(example: .item(id: "bag-004"), unlike: ["bag-004"]))
        let plain = try answer(.init(example: .item(id: "bag-004")))
        #expect(own.hits.map(\.id) == plain.hits.map(\.id))
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("few.magpie"), mode: .create)
        let entry = Entry(Item(id: "one"), image: .pixels(Pictures.scene(80, 80)))
        for result in try engine.insertBlocking([entry]) { try result.get() }
        let query = SearchRequest.Query(example: .item(id: "one"), unlike: ["one"])
        #expect(try engine.searchBlocking(SearchRequest(query, scope: .all)).hits.isEmpty)
    }

    @Test("an unknown item and too many are named")
    func faults() throws {
        #expect(throws: SearchError.itemNotFound(id: "nobody")) {
            try answer(.init(text: "bag", unlike: ["bag-001", "nobody"]))
        }
        let many = (1...17).map { "bag-0\($0)" }
        #expect(
            throws: SearchError.invalidArgument("a search takes at most 16 items to be unlike, not 17")
        ) { try answer(.init(text: "bag", unlike: many)) }
    }
}
