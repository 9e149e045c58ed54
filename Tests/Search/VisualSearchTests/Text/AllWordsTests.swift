import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Items with all words of a query")
struct AllWordsTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        try insert([
            ("dear", "Red leather bag", 90, "bags"), ("cheap", "Small red bag in leather", 40, "bags"),
            ("shirt", "Red linen shirt", 5, "shirts"), ("notebook", "Leather notebook", 3, "paper"),
            ("mug", "Blue mug", 2, "mugs"), ("blue bag", "Blue bag", 20, "bags"), ("sofa", "Green sofa", 900, "sofas"),
        ])
    }

    private func insert(_ items: [(id: String, title: String, price: Int, kind: String)]) throws {
        let red = Pictures.solid(32, 32, RGB(hex: "#c02020")!)
        let entries = items.map { item in
            Entry(
                Item(
                    id: item.id,
                    attributes: [
                        "title": .text(item.title), "price": .int(item.price), "kind": .string(item.kind),
                    ]), image: .pixels(red))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    private func answer(_ text: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> SearchAnswer {
        var request = SearchRequest(.init(text: text))
        change(&request)
        return try engine.searchBlocking(request)
    }

    @Test("items with fewer words are no hits while some have all, whatever the order; totals and facets agree")
    func all() throws {
        let answer = try answer("red leather bag") {
            $0.sort = .init("price", ascending: true)
            $0.facets = .init(["kind"])
        }
        #expect(answer.hits.map(\.id) == ["cheap", "dear"])
        #expect(answer.total == 2)
        #expect(answer.facets.first?.values.map(\.count) == [2])
        #expect(answer.notices.isEmpty)
        #expect(try Set(self.answer("leather bags for red").hits.map(\.id)) == ["cheap", "dear"])
    }

    @Test("a filter takes hits away and never adds items with fewer words")
    func filtered() throws {
        #expect(try answer("red leather bag") { $0.filter = .less("price", .int(50)) }.hits.map(\.id) == ["cheap"])
        #expect(try answer("red leather bag") { $0.filter = .less("price", .int(10)) }.total == 0)
    }

    @Test("beside a color the same items say the words")
    func besideColor() throws {
        let red = SearchRequest.WeightedColor(RGB(hex: "#c02020")!)
        let hits = try engine.searchBlocking(SearchRequest(.init(colors: [red], text: "red leather bag"))).hits
        #expect(Set(hits.map(\.id)) == ["cheap", "dear"])
    }

    @Test("where no item has all words, those with the most of them are the hits, and the answer says so")
    func most() throws {
        let answer = try answer("blue leather bag")
        #expect(Set(answer.hits.map(\.id)) == ["dear", "cheap", "blue bag"])
        #expect(answer.notices.map(\.kind) == [.droppedWord])
        #expect(
            answer.notices.first?.text == "no item says all of `blue`, `leather`, `bag`; those shown say 2 of 3")
    }

    @Test("a word that no item has is left out, and the answer names it as it was typed")
    func missing() throws {
        let answer = try answer("leather Xylophone bag")
        #expect(Set(answer.hits.map(\.id)) == ["cheap", "dear"])
        #expect(answer.notices.map(\.text) == ["no item says `Xylophone`"])
        #expect(try self.answer("xylophone").notices.map(\.text) == ["items here have kind (bags)"])
    }

    @Test("a word is met by its forms, by a beginning, by a misspelling and by other words for it")
    func met() throws {
        for text in ["red leathers bags", "red leather ba", "red lether bag", "crimson leather bag"] {
            #expect(try Set(answer(text).hits.map(\.id)) == ["cheap", "dear"], "\(text)")
        }
        #expect(try answer("green couch").hits.map(\.id) == ["sofa"])
    }

    @Test("one word finds what it found, and a long text what has a third of its words")
    func others() throws {
        #expect(try Set(answer("bag").hits.map(\.id)) == ["cheap", "dear", "blue bag"])
        let long = try answer("a small red leather bag like the notebook that goes with linen mugs")
        #expect(long.hits.first?.id == "cheap")
        #expect(Set(long.hits.map(\.id)).isSuperset(of: ["cheap", "dear"]))
    }
}
