import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searches with conditions in their words", .timeLimit(.minutes(5)))
struct PhraseSearchTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        try insert([
            ("dear", "Red leather bag", 90, "Bags > Hobos", "red"), ("cheap", "Small bag", 40, "Bags > Totes", "red"),
            ("blue", "Blue bag", 20, "Bags > Totes", "blue"), ("shirt", "Red linen shirt", 5, "Shirts", "red"),
        ])
    }

    private func insert(_ items: [(id: String, title: String, price: Int, kind: String, color: String)]) throws {
        let image = try engine.describe(.pixels(Pictures.solid(32, 32, RGB(hex: "#c02020")!)))
        let entries = items.map { item in
            let attributes: [String: AttributeValue] = [
                "title": .text(item.title), "price": .int(item.price), "category": .string(item.kind),
                "color": .string(item.color),
            ]
            return (Item(id: item.id, attributes: attributes), Optional(image), Fingerprint?.none)
        }
        for result in try engine.insertDescribed(entries) { try result.get() }
    }

    private func answer(
        _ text: String, ignoring: [String] = [], _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> SearchAnswer {
        var request = SearchRequest(.init(text: text, readsPhrases: true, ignoredPhrases: ignoring))
        change(&request)
        return try engine.searchBlocking(request)
    }

    @Test("values and amounts leave items out, and items of a branch are found without saying the word in their title")
    func filters() throws {
        let answer = try answer("red bags under 50")
        #expect(answer.hits.map(\.id) == ["cheap"])
        #expect(answer.phrases.map(\.label) == ["color: red", "category: Bags", "under 50"])
        #expect(answer.phrases[2].filter == .less("price", .int(50)))
        #expect(try self.answer("red bags under 50") { $0.query.readsPhrases = false }.phrases.isEmpty)
    }

    @Test("the filter of the request holds as well, and its order goes first")
    func combined() throws {
        let request = { (request: inout SearchRequest) in request.filter = .equal("color", .string("red")) }
        #expect(try answer("cheapest bags", request).hits.map(\.id) == ["cheap", "dear"])
        #expect(try answer("cheapest bags").hits.map(\.id) == ["blue", "cheap", "dear"])
        let dearest = try answer("cheapest bags") { $0.sort = .init("price", ascending: false) }
        #expect(dearest.hits.map(\.id) == ["dear", "cheap", "blue"])
        #expect(dearest.phrases.compactMap(\.sort) == [.init("price")])
    }

    @Test("an ignored phrase counts as words again")
    func ignored() throws {
        #expect(try answer("red bags").hits.map(\.id).sorted() == ["cheap", "dear"])
        let words = try answer("red bags", ignoring: ["bags"])
        #expect(words.phrases.map(\.label) == ["color: red"])
        let many = [String](repeating: "bags", count: 33)
        #expect(throws: SearchError.self) { try self.answer("red bags", ignoring: many) }
    }

    @Test("an empty answer keeps its phrases and says which conditions no item meets")
    func empty() throws {
        let answer = try answer("red bags under 6")
        #expect(answer.total == 0 && answer.hits.isEmpty)
        #expect(answer.phrases.map(\.label) == ["color: red", "category: Bags", "under 6"])
        #expect(!answer.notices.contains { $0.kind == .unknownValue }, "a branch has items, if not itself")
        let notice = answer.notices.first { $0.kind == .unmetPhrases }
        #expect(
            notice?.text == "no item meets all of `color: red`, `category: Bags`, `under 6`: 3 meet `color: red`, "
                + "3 meet `category: Bags`, 1 meets `under 6`")
        #expect(answer.nearest.map(\.id) == ["shirt"])
        #expect(answer.notices.last?.text == "these meet all but `category: Bags`")
    }

    @Test(
        "a condition that no item meets is told apart from those that some meet, of what the filter and the text leave")
    func lacking() throws {
        let answer = try answer("red bags under 30 -linen") { $0.filter = .greater("price", .int(30)) }
        let notice = answer.notices.first { $0.kind == .unmetPhrases }
        #expect(
            notice?.text == "no item meets all of `color: red`, `category: Bags`, `under 30`: 2 meet `color: red`, "
                + "2 meet `category: Bags`, none meets `under 30`")
        #expect(answer.notices.contains { $0.text == "these meet all but `under 30`" })
    }

    @Test("words that no item says which meets the conditions are left out before these, and told")
    func fewerWords() throws {
        let answer = try answer("leather bags under 50")
        #expect(answer.phrases.map(\.label) == ["category: Bags", "under 50"])
        #expect(Set(answer.hits.map(\.id)) == ["cheap", "blue"] && answer.total == 2)
        #expect(
            answer.notices.map(\.text) == ["no item found meets `category: Bags`, `under 50` and says `leather`"])
        // Two words, each of which is there.
        let both = try self.answer("small leather bags under 100")
        #expect(Set(both.hits.map(\.id)) == ["dear", "cheap"])
        // A filter that a person sets changes nothing about the words.
        let filtered = try self.answer("linen") { $0.filter = .equal("category", .string("Bags > Totes")) }
        #expect(filtered.total == 0 && filtered.nearest.isEmpty)
        // All pages, with facets, groups and an order.
        let page = try self.answer("leather bags under 50") {
            ($0.page, $0.limit, $0.sort) = (2, 1, .init("price"))
            $0.facets = .init(["category"])
        }
        #expect(page.hits.map(\.id) == ["cheap"] && page.total == 2)
        #expect(page.facets.first?.values.map(\.count) == [2])
    }

    @Test(
        "what a text excludes stays away, however little is left", arguments: ["not red", "except red", "without red"])
    func excluded(negation: String) throws {
        let answer = try answer("bags \(negation) under 10")
        #expect(answer.total == 0 && answer.nearest.map(\.id) == ["blue"])
        #expect(answer.notices.map(\.text).contains("these meet all but `under 10`"))
        let alone = try self.answer("shirt \(negation)")
        #expect(!(alone.hits + alone.nearest).contains { $0.attributes["color"] == .string("red") })
    }

    @Test("conditions alone find every item that meets them, sorted through all of them")
    func conditionsAlone() throws {
        #expect(try Set(answer("under 50").hits.map(\.id)) == ["cheap", "blue", "shirt"])
        try insert((0..<1200).map { ("z\($0)", "Sock", 2000 - $0, "Socks", "gray") })
        let answer = try answer("cheapest over 100") { $0.explains = true }
        #expect(answer.total == 1200)
        #expect(answer.hits.first?.id == "z1199")
        #expect(answer.hits.first?.score == 1 && answer.hits.first?.isRelevant == true)
        #expect(try JSONEncoder().encode(answer).isEmpty == false)
    }

    @Test("requests and answers keep the phrases on the wire, and an answer without the member has none")
    func wire() throws {
        let request = SearchRequest(.init(text: "bags under 50", readsPhrases: true, ignoredPhrases: ["bags"]))
        #expect(try JSONDecoder().decode(SearchRequest.self, from: JSONEncoder().encode(request)) == request)
        let answer = try answer("cheapest red bags under 50")
        let data = try JSONEncoder().encode(answer)
        #expect(try JSONDecoder().decode(SearchAnswer.self, from: data) == answer)
        var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        members["phrases"] = nil
        let older = try JSONDecoder().decode(SearchAnswer.self, from: JSONSerialization.data(withJSONObject: members))
        #expect(older.phrases.isEmpty && older.total == answer.total)
    }

    @Test("a change of the store is read at once")
    func changes() throws {
        #expect(try answer("green bag").phrases.map(\.label) == ["category: Bags"])
        try insert([("green", "Green bag", 30, "Bags", "green")])
        #expect(try answer("green bag").phrases.map(\.label) == ["color: green", "category: Bags"])
    }

    @Test(
        "words of which one is enough are not asked for together, and no notice says that no item has all of them",
        arguments: [
            ("red bag or blue shirt", ["cheap", "dear"]), ("red or blue bag", ["blue", "cheap", "dear"]),
            ("red bags or shirts", ["cheap", "dear", "shirt"]), ("red leather bag or blue shirt", ["dear"]),
        ])
    func alternatives(_ text: String, _ ids: [String]) throws {
        let answer = try answer(text)
        #expect(answer.hits.map(\.id).sorted() == ids)
        #expect(answer.notices.isEmpty, "\(answer.notices.map(\.text))")
    }

    @Test("an item of one alternative that says words of the other takes no hit away")
    func wordy() throws {
        let image = try engine.describe(.pixels(Pictures.solid(32, 32, RGB(hex: "#c02020")!)))
        let wordy: [String: AttributeValue] = [
            "title": "Small bag", "category": .string("Bags > Totes"), "color": .string("red"),
            "description": .text("made for whoever owns a blue shirt and a blue hat"),
        ]
        for result in try engine.insertDescribed([(Item(id: "wordy", attributes: wordy), image, nil)]) {
            try result.get()
        }
        #expect(try Set(answer("red bag or blue shirt").hits.map(\.id)) == ["cheap", "dear", "wordy"])
        let missing = try answer("red bag or blue shirt 12345")
        #expect(Set(missing.hits.map(\.id)) == ["cheap", "dear", "wordy"])
        #expect(missing.notices.map(\.text) == ["no item says `12345`"])
    }

    @Test("a facet that opens counts as without the typed value of its field, as without a filter on it")
    func openFacets() throws {
        try insert([
            ("r1", "Running shoe", 1, "Shoes", "red"), ("r2", "Garden shoe", 2, "Shoes", "red"),
            ("b", "Walking shoe", 3, "Shoes", "black"), ("w", "City shoe", 4, "Shoes", "white"),
        ])
        func counts(_ text: String, _ field: String = "color", _ filter: Filter = .all) throws -> [String: Int] {
            let answer = try answer(text) {
                $0.filter = filter
                $0.facets = .init([field], excludesOwnFilter: true)
            }
            let values = try #require(answer.facets.first).values
            return Dictionary(uniqueKeysWithValues: values.map { ($0.value, $0.count) })
        }
        let filtered = try counts("shoe", "color", .equal("color", .string("red")))
        #expect(filtered == ["red": 2, "black": 1, "white": 1])
        #expect(try counts("red shoe") == filtered)
        #expect(try counts("crimson shoe") == filtered)
        #expect(try counts("red or black shoe") == filtered)
        #expect(try counts("red shoe under 4") == counts("shoe under 4", "color", .equal("color", .string("red"))))
        #expect(try counts("red") == ["red": 5, "blue": 1, "black": 1, "white": 1])
        #expect(try counts("red shoe", "category") == ["Shoes": 2, "Bags > Hobos": 1, "Bags > Totes": 1, "Shirts": 1])
        #expect(try answer("red shoe") { $0.facets = .init(["color"]) }.facets.first?.values.count == 1)
    }
}
