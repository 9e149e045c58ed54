import Testing
import VisualSearch

@testable import magpie

extension Workplace {
    /// Makes shop.magpie, a store of four items.
    func writeShop() throws {
        let identity = DescriberIdentity(name: "small", dimensions: 4, colors: 3)
        let store = try CatalogStore(path: (self / "shop.magpie").text, describer: identity, mode: .create)
        let items: [Item] = [
            Item(
                id: "lamp-1", attributes: ["brand": .string("Alder & Finch"), "price": .float(5), "new": .bool(true)]),
            Item(id: "lamp-2", attributes: ["brand": .string("Borgo"), "price": .float(7), "new": .bool(false)]),
            Item(id: "mug-1", attributes: ["brand": .string("Borgo"), "tags": .list(["blue", "big"])]),
            Item(id: "odd\u{1b}[31m", attributes: ["brand": .string("a|b")]),
        ]
        for error in try store.upsert(items.map { StoredItem($0, picture: Self.picture) }) { #expect(error == nil) }
    }

    fileprivate static let picture = StoredPicture(vector: [Int8](repeating: 1, count: 4))
}

@Suite("Completions of the words of a store", .timeLimit(.minutes(5)))
struct StoreCompletionTests {
    private let place: Workplace
    private let shop: String

    init() throws {
        place = try Workplace()
        try place.writeShop()
        shop = (place / "shop.magpie").text
    }

    private func proposals(_ words: String...) -> [String] {
        Completion(of: words).proposals.map(\.word)
    }

    @Test("ids begin with the word, in their order, without those that a terminal would not show")
    func ids() {
        #expect(proposals("search", "--store", shop, "--id", "la") == ["lamp-1", "lamp-2"])
        #expect(proposals("search", "--store", shop, "--id=m") == ["--id=mug-1"])
        #expect(proposals("recommend", "--store=" + shop, "--seed", "") == ["lamp-1", "lamp-2", "mug-1"])
        #expect(proposals("events", "--store", shop, "--item", "x") == [])
    }

    @Test("fields are proposed where fields are, with their types, each once in a list")
    func fields() {
        let sort = Completion(of: ["search", "--store", shop, "--sort", "p"]).proposals
        #expect(sort == [.init(word: "price", summary: "float")])
        #expect(proposals("search", "--store", shop, "--sort", "price:") == ["price:asc", "price:desc"])
        #expect(proposals("search", "--store", shop, "--group-by", "t") == ["tags"])
        #expect(
            proposals("search", "--store", shop, "--facets", "brand,")
                == ["brand,new", "brand,price", "brand,tags", "brand,picture_colors"])
        #expect(proposals("serve", "--store", shop, "--type-field", "b") == ["brand"])
        #expect(proposals("content", "search", "--store", shop, "--sort", "") == [])
    }

    @Test("a filter is a field, then one of its values, the most frequent first")
    func filters() {
        func filter(_ word: String) -> [String] { proposals("search", "--store", shop, "--filter", word) }
        #expect(filter("") == ["brand:", "new:", "price:", "tags:"])
        #expect(filter("!b") == ["!brand:"])
        #expect(filter("brand:") == ["brand:Borgo", "brand:Alder & Finch"])
        #expect(filter("!brand:Borgo|A") == ["!brand:Borgo|Alder & Finch"])
        #expect(filter("tags:b") == ["tags:big", "tags:blue"])
        #expect(filter("new:f") == ["new:false"])
        #expect(filter("price:") == [] && filter("size:") == [])
    }

    @Test("the store may be the first operand, and an option that was given is not proposed again")
    func calls() {
        #expect(proposals("store", "learn", shop, "--type-field", "t") == ["tags"])
        #expect(proposals("search", "--limit", "3", "--lim") == [])
        #expect(proposals("search", "--filter", "a:b", "--filt") == ["--filter"])
        #expect(proposals("search", "--", "--lim") == [])
        let file = Completion(of: ["prep", "--output=ph"])
        #expect(file.names == .folders && file.start == "--output=" && file.proposals == [])
        #expect(Completion(of: ["search", "ph"]).names == .files)
        #expect(proposals("prep", "--accept", "svg,p") == ["svg,pdf"])
    }

    @Test("nothing is proposed, and nothing said, where the store cannot be read, and no more than 200 words")
    func faults() throws {
        try place.write(Array(repeating: 7, count: 5000), to: "damaged.magpie")
        for store in ["missing.magpie", "damaged.magpie", ".", "milvus://h:1/c", ""] {
            let ended = try place.magpie("__complete", "words", "search", "--store", store, "--id", "")
            #expect(ended.code == 0 && ended.text == "none\t\n" && ended.errors.isEmpty, "\(store)")
        }
        for words in [[], ["words"], ["bash"], ["bash", "magpie no-such ", ""], ["words", "no-such", ""]] {
            let ended = try place.magpie(["__complete"] + words)
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(words)")
        }
        let store = try CatalogStore(path: shop)
        _ = try store.upsert((0..<300).map { StoredItem(Item(id: "many-\($0)"), picture: Workplace.picture) })
        #expect(proposals("search", "--store", shop, "--id", "many").count == CompletedStore.limit)
    }
}

@Suite("Lines of bash")
struct BashLineTests {
    @Test(
        "a line is words without their quotes, the last one empty after a blank",
        arguments: [
            ("magpie se", ["magpie", "se"]), ("magpie  'a b' ", ["magpie", "a b", ""]),
            (#"a\ b "c \" d\e" 'f\"#, ["a b", #"c " d\e"#, #"f\"#]), ("", [""]), ("''", [""]),
        ])
    func words(line: String, words: [String]) {
        #expect(BashLine(line).words == words)
    }

    @Test("a proposal replaces what readline sees of the word, with the signs of a shell marked")
    func replacements() {
        let proposals = ["brand:Alder & Finch"]
        #expect(BashLine("x brand:A").replacements(proposals, of: "A") == [#"Alder\ \&\ Finch"#])
        #expect(BashLine("x brand:").replacements(proposals, of: "") == [#"Alder\ \&\ Finch"#])
        #expect(BashLine("x brand:A").replacements(proposals, of: "brand:A") == [#"brand:Alder\ \&\ Finch"#])
        #expect(BashLine("x 'brand:A").replacements(proposals, of: "brand:A") == ["brand:Alder & Finch"])
        #expect(BashLine("x 'it").replacements(["it's"], of: "it") == [])
    }
}
