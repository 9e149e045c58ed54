import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Words with a minus", .timeLimit(.minutes(5)))
struct MinusWordsTests {
    @Test(
        "a minus before a letter or a quotation leaves words out, and any other character of that form is text",
        arguments: [
            ("red bag -leather", "red bag", ["-leather"]), ("-leather bag", "bag", ["-leather"]),
            ("bag -\"patent leather\" red", "bag red", ["-\"patent leather\""]),
            ("\u{2212}Leder", "", ["\u{2212}Leder"]),
            ("bag -\"patent leather", "bag", ["-\"patent leather"]),
            ("bag -“knee high”", "bag", ["-“knee high”"]),
            ("bag\t-red -blue", "bag", ["-red", "-blue"]), ("shirt -t-shirt", "shirt", ["-t-shirt"]),
            ("t-shirt", "t-shirt", []), ("x-ray", "x-ray", []), ("-5", "-5", []),
            ("-5xl shirt", "-5xl shirt", []),
            ("bag -\"5\"", "bag", ["-\"5\""]), ("red - blue", "red - blue", []), ("red -", "red -", []),
            ("--red", "--red", []), ("bag -\"\"", "bag -\"\"", []), ("-", "-", []), ("", "", []),
            ("bag (-red)", "bag (-red)", []), ("靴 -革", "靴", ["-革"]), ("花 -百合", "花", ["-百合"]),
        ])
    func cuts(text: String, rest: String, typed: [String]) {
        let words = MinusWords(text)
        #expect(words.parts.map(\.typed) == typed)
        #expect(
            words.rest.split(whereSeparator: \.isWhitespace) == rest.split(whereSeparator: \.isWhitespace)
        )
        #expect(words.rest.unicodeScalars.count == text.unicodeScalars.count)
        let query = SearchRequest.Query(text: text)
        #expect(query.minusWords == words, "the shorter check skips no word")
        #expect(typed.isEmpty || query.mayHaveMinusWords)
        if ["-5", "red - blue", "red -", "--red", "t-shirt"].contains(text) { #expect(!query.mayHaveMinusWords) }
    }

    /// Titles by the ids of their items.
    private func engine(_ titles: [String: AttributeValue], in folder: TemporaryFolder) throws
        -> SearchEngine
    {
        let engine = try SearchEngine(path: folder.path("words.magpie"), mode: .create)
        let entries = titles.map { id, title in
            // A field has values of one type.
            let field =
                switch title {
                case .string: "name"
                case .list: "tags"
                default: "title"
                }
            return Entry(Item(id: id, attributes: [field: title]), image: .pixels(Pictures.scene(64, 64)))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        return engine
    }

    private func ids(_ engine: SearchEngine, _ text: String, _ filter: Filter = .all) throws
        -> [String]
    {
        try engine.searchBlocking(SearchRequest(.init(text: text), filter: filter, limit: 50)).hits.map(
            \.id
        ).sorted()
    }

    @Test("items leave with the word in any field, in its forms and spellings, and not with others")
    func forms() throws {
        let folder = try TemporaryFolder()
        let engine = try engine(
            [
                "plain": .text("bag"), "leather": .text("bag of LEATHER"),
                "leathers": .string("bag in leathers"),
                "tag": .list(["bag", "Léather"]), "leatherette": .text("bag of leatherette"),
                "hide": .text("bag of cowhide"), "apart": .text("bag patent, with leather"),
                "patent": .text("bag of patent leather"), "shirt": .text("bag with a t-shirt"),
                "shirts": .text("bag for tshirts"), "baer": .text("bag, baer"), "bär": .text("bag, Bär"),
                "knife": .text("bag for a knife"), "knives": .text("bag for knives"),
                "five": .text("bag 5 l"),
            ], in: folder)
        let all = try ids(engine, "bag")
        func gone(_ text: String) throws -> Set<String> {
            Set(all).subtracting(try ids(engine, "bag " + text))
        }
        #expect(all.count == 15)
        #expect(try gone("-leather") == ["leather", "leathers", "tag", "apart", "patent"])
        #expect(try gone("-\"patent leather\"") == ["patent"])
        #expect(try gone("-t-shirt") == ["shirt", "shirts"])
        #expect(try gone("-bär") == ["bär", "baer"])
        #expect(try gone("-knives") == ["knife", "knives"] && gone("-knife") == ["knife", "knives"])
        #expect(try gone("-\"5\"") == ["five"] && gone("-nobody").isEmpty)
        #expect(try gone("-leather -knife -\"5\"").count == 8)
        #expect(try ids(engine, "-leather bag") == ids(engine, "bag -leather"))
    }

    @Test("words with a minus alone need something to find; with a filter they find all that pass it")
    func alone() throws {
        let folder = try TemporaryFolder()
        let engine = try engine(
            ["red": .text("red bag"), "blue": .text("blue bag"), "cup": .text("cup")], in: folder)
        #expect(
            throws: SearchError.invalidArgument(
                "`-red` only leaves items out; add words to find, a picture, an item, a color or a filter")
        ) { try ids(engine, "-red") }
        #expect(try ids(engine, "-red", .exists("title")) == ["blue", "cup"])
        let item = SearchRequest.Query(example: .item(id: "cup"), text: "-red")
        #expect(try engine.searchBlocking(SearchRequest(item, scope: .all)).hits.map(\.id) == ["blue"])
        let many = "bag" + String(repeating: " -x", count: 33)
        #expect(
            throws: SearchError.invalidArgument("a search takes at most 32 words with a minus, not 33")
        ) {
            try ids(engine, many)
        }
    }

    @Test("a query that reads no minus finds what it found without the minus")
    func unread() throws {
        let folder = try TemporaryFolder()
        let engine = try engine(
            ["red": .text("red bag"), "blue": .text("blue bag"), "cup": .text("cup")], in: folder)
        func hits(_ text: String) throws -> [String] {
            try engine.searchBlocking(SearchRequest(.init(text: text, readsMinus: false), limit: 50)).hits.map(\.id)
        }
        #expect(try hits("bag -red") == hits("bag red") && hits("bag -red") == ["red"])
        #expect(try hits("-red") == ["red"])
        #expect(try ids(engine, "bag -red") == ["blue"])
    }

    @Test("corrections, conditions in the words and facets go on beside them")
    func beside() throws {
        let catalog = try SampleCatalog.shared.get()
        let corrected = try catalog.engine.searchBlocking(SearchRequest(.init(text: "lmap -red ")))
        #expect(corrected.correctedQuery == "lamp -red" && corrected.total > 0)
        var request = SearchRequest(
            .init(text: "-red bags under 90", readsPhrases: true), limit: 100, facets: .init(["category"])
        )
        let answer = try catalog.engine.searchBlocking(request)
        #expect(answer.phrases.map(\.text).contains("under 90") && answer.total > 0)
        let start = try #require(answer.phrases.first { $0.text == "under 90" }).range.lowerBound
        #expect(start == 10, "the place in what was typed")
        for hit in answer.hits {
            let texts = hit.attributes.values.map(\.written).joined(separator: " ")
            #expect(!Array(Words(texts)).contains("red"), "\(hit.id): \(texts)")
        }
        request.query.text = "-red under 90"
        let conditions = try catalog.engine.searchBlocking(request)
        #expect(conditions.total > answer.total && conditions.hits.allSatisfy { $0.score == 1 })
        #expect(conditions.facets.first?.values.isEmpty == false)
    }

    @Test("colors to avoid leave, beside pictures, words and filters")
    func colors() throws {
        let catalog = try SampleCatalog.shared.get()
        let red = RGB(hex: "#c4302b")!
        for query in [SearchRequest.Query(text: "bag"), .init(example: .item(id: "bag-004"))] {
            func found(_ avoided: [RGB]) throws -> SearchAnswer {
                var query = query
                query.avoidedColors = avoided
                return try catalog.engine.searchBlocking(SearchRequest(query, limit: 100, scope: .all))
            }
            let (before, after) = (try found([]), try found([red]))
            #expect(before.hits.contains { $0.attributes["color"] == .string("red") })
            #expect(
                !after.hits.contains { $0.attributes["color"] == .string("red") }
                    && after.total < before.total)
            let kept = Set(after.hits.map(\.id))
            #expect(
                before.hits.filter { kept.contains($0.id) }.map(\.score)
                    == after.hits.filter {
                        Set(before.hits.map(\.id)).contains($0.id)
                    }.map(\.score))
        }
        #expect(
            throws: SearchError.invalidArgument("a search takes at most 16 colors to avoid, not 17")
        ) {
            let many = Array(repeating: red, count: 17)
            _ = try catalog.engine.searchBlocking(SearchRequest(.init(text: "bag", avoidedColors: many)))
        }
    }
}
