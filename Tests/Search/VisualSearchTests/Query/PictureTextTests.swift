import EngineTestSupport
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Likeness by the words that were read in pictures, on drawn scenes with texts.
@Suite("Words in pictures beside looks", .timeLimit(.minutes(5)))
struct PictureTextTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
    }

    private func entry(_ id: String, _ seed: Int, _ text: String? = nil, type: String? = nil) -> Entry {
        var item = Item(id: id)
        item.attributes[Item.pictureText] = text.map(AttributeValue.text)
        item.attributes["product_type"] = type.map(AttributeValue.string)
        return Entry(item, image: .pixels(Pictures.scene(64, 64, seed: UInt64(seed))))
    }

    private func insert(_ entries: [Entry]) throws {
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    private func answer(
        _ query: SearchRequest.Query, limit: Int = 100, scope: SearchRequest.Scope = .all,
        _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> SearchAnswer {
        var request = SearchRequest(query, limit: limit, explains: true, scope: scope)
        change(&request)
        return try engine.searchBlocking(request)
    }

    /// All pages of 100.
    private func pages(
        _ query: SearchRequest.Query, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [Hit] {
        try (1...10).flatMap { page in
            try answer(query) {
                $0.page = page
                change(&$0)
            }.hits
        }
    }

    private func like(_ id: String, _ weight: Double = 0.6) -> SearchRequest.Query {
        .init(example: .item(id: id), pictureTextWeight: weight)
    }

    /// The likeness of each text to the first, in plain Swift.
    private func model(_ texts: [String]) -> [Double] {
        let groups = texts.map { text in
            Set(
                text.lowercased().components(separatedBy: .alphanumerics.inverted).filter {
                    $0.count >= 3 && $0.contains(where: \.isLetter)
                }
                .flatMap { word in
                    let letters = Array(" \(word) ")
                    return (0..<letters.count - 2).map { String(letters[$0..<$0 + 3]) }
                })
        }
        func square(_ group: String) -> Double {
            let weight = log(Double(texts.count + 1) / Double(groups.count { $0.contains(group) }))
            return weight * weight
        }
        let lengths = groups.map { $0.reduce(0) { $0 + square($1) }.squareRoot() }
        return texts.indices.map { place in
            groups[0].intersection(groups[place]).reduce(0) { $0 + square($1) } / (lengths[0] * lengths[place])
        }
    }

    @Test(
        "the odds of a score grow with the cosine of groups of three letters, and looks alone count without a weight or a text"
    )
    func scores() throws {
        let texts = ["Alpro Oat Vanilla 1 l", "ALPRO oat\nvanilla", "Alpro Soya Blueberry", "A1pro", "Invoice 2041"]
        try insert(texts.enumerated().map { entry("t\($0)", $0, $1) } + (10..<20).map { entry("bare\($0)", $0) })
        let looks = try answer(.init(example: .item(id: "t0"))).hits
        let before = Dictionary(uniqueKeysWithValues: looks.map { ($0.id, $0.score) })
        let keys = try answer(like("t0", 0)).hits
        #expect(keys == looks)
        let likeness = model(texts)
        #expect(likeness[1] > likeness[2] && likeness[2] > likeness[3] && likeness[3] > 0 && likeness[4] < 0.2)
        for weight in [0.3, 0.6, 1] {
            let hits = try answer(like("t0", weight)).hits
            #expect(hits.count == looks.count && Set(hits.map(\.id)) == Set(looks.map(\.id)))
            for hit in hits {
                let was = try #require(before[hit.id])
                let parts = try #require(hit.explanation)
                let all = [parts.shape, parts.color, parts.pattern, parts.text, parts.kind, parts.shown]
                #expect(abs(all.reduce(0, +) - hit.score) < 1e-9 && all.allSatisfy { $0 >= 0 }, "\(parts)")
                guard hit.id.hasPrefix("t"), let number = Int(hit.id.dropFirst()) else {
                    #expect(hit.score == was && parts.text == 0)
                    continue
                }
                if was > 0.05, was < 1 {
                    let odds = was / (1 - was) * exp(5 * weight * likeness[number])
                    let wanted = odds / (1 + odds)
                    #expect(abs(hit.score - wanted) < 1e-9, "\(hit.id) \(hit.score) \(wanted)")
                    #expect(abs(parts.text - (wanted - was)) < 1e-9)
                }
            }
            if weight == 1 { #expect(hits[0].id == "t1") }
        }
        #expect(try answer(like("bare10", 1)).hits == answer(.init(example: .item(id: "bare10"))).hits)
    }

    @Test("one or two letters say nothing, a letter that was read wrongly costs little, and other scripts count")
    func groups() {
        #expect(LetterGroups.of("1 l\n8, 5 % XL 2990 29kr ²⁰²⁵").isEmpty && LetterGroups.of("").isEmpty)
        #expect(LetterGroups.of("oat") == LetterGroups.of("OAT 1 l"))
        #expect(LetterGroups.of("oat").count == 3)
        func share(_ left: String, _ right: String) -> Double {
            let (first, second) = (LetterGroups.of(left), LetterGroups.of(right))
            return Double(first.intersection(second).count) / Double(max(first.union(second).count, 1))
        }
        #expect((0.3..<0.7).contains(share("blueberry", "b1ueberry")) && share("blueberry", "vanilla") == 0)
        #expect(share("日本", "日本") == 1 && share("Größe", "GROSSE") == 1 && share("молоко", "МОЛОКО") == 1)
        // The beginning of a long text counts.
        let page = (0..<9000).map { "wording\($0)" }.joined(separator: " ")
        #expect(LetterGroups.of(page).count < 4200 && share(page, page) == 1)
    }

    @Test("the item with the same words is found among many that look more alike, on each page and with each filter")
    func far() throws {
        let names = [
            "alder", "birch", "cedar", "dogwood", "elm tree", "fir cone", "ginkgo", "hazel", "ironwood", "juniper",
            "kapok",
            "larch", "maple", "nutmeg", "olive", "poplar", "quince", "rowan", "spruce", "tulip",
        ]
        // More than the first places of the quick scan, and of all places that a page can reach.
        try insert(
            (0..<1300).map { number in
                entry("s\(number)", number, number % 3 == 0 ? "Common " + names[number % 60 / 3] : nil)
            })
        let query = like("s0", 1)
        let whole = try pages(query)
        #expect(whole.count == 1000)
        // Every item is compared for a range of scores.
        let compared = try pages(query) { $0.scores = 0.000_001...1 }
        #expect(compared.prefix(300) == whole.prefix(300))
        let looks = try pages(.init(example: .item(id: "s0")))
        let same = Set(stride(from: 60, to: 1300, by: 60).map { "s\($0)" })
        #expect(Set(whole.prefix(100).map(\.id)).isSuperset(of: same))
        #expect(!Set(looks.prefix(300).map(\.id)).isSuperset(of: same))
        for limit in [1, 10, 64, 100] {
            #expect(try answer(query, limit: limit).hits == Array(whole.prefix(limit)), "\(limit)")
        }
        #expect(try answer(query, limit: 50) { $0.page = 7 }.hits == Array(whole[300..<350]))
        for filter in [Filter.exists(Item.pictureText), .not(.exists(Item.pictureText))] {
            let hits = try pages(query) { $0.filter = filter }
            let wanted = Set(
                (1..<1300).filter { ($0 % 3 == 0) == (filter == .exists(Item.pictureText)) }.map { "s\($0)" })
            #expect(Set(hits.map(\.id)) == wanted)
        }
        // As the command reads a large file: what a search needs, and nothing ahead.
        var settings = SearchEngine.Settings()
        settings.readsOnDemand = true
        let other = try SearchEngine(path: folder.path("catalog.magpie"), mode: .readOnly, settings: settings)
        #expect(
            try other.searchBlocking(SearchRequest(query, limit: 100, explains: true, scope: .all)).hits
                == Array(whole.prefix(100)))
    }

    @Test("no relevant item leaves for its words, and of the others those come in that say nearly the same")
    func relevant() throws {
        let catalog = try SampleCatalog()
        func found(
            _ weight: Double, _ text: String? = nil, scope: SearchRequest.Scope = .relevant
        ) throws -> SearchAnswer {
            try catalog.engine.searchBlocking(
                SearchRequest(
                    .init(example: .item(id: "bag-004"), text: text, pictureTextWeight: weight), limit: 100,
                    facets: .init(["in_stock"]), scope: scope))
        }
        let looks = try found(0)
        let others = try found(0, scope: .all).hits.filter { !$0.isRelevant }.map(\.id)
        let texts = [
            "bag-004": "Oat drink", others[0]: "Oat porridge with honey and nuts", others[1]: "Oat drink",
        ]
        let entries = catalog.items.compactMap { item -> Entry? in
            guard let text = texts[item.id] else { return nil }
            var item = item
            item.attributes[Item.pictureText] = .text(text)
            return Entry(item, image: nil)
        }
        for result in try catalog.engine.insertBlocking(entries) { try result.get() }
        let words = try found(1)
        #expect(looks.hits.count > 1 && looks.total == looks.hits.count)
        // A word that agrees beside others that do not brings nobody in.
        #expect(Set(words.hits.map(\.id)) == Set(looks.hits.map(\.id) + [others[1]]))
        #expect(words.total == looks.total + 1 && words.hits.allSatisfy(\.isRelevant))
        #expect(words.facets[0].values.reduce(0) { $0 + $1.count } == words.total)
        let all = try found(1, scope: .all).hits
        #expect(all.filter(\.isRelevant).map(\.id) == words.hits.map(\.id))
        // Beside words of the query the same items are alike.
        let leather = try found(1, "leather").hits.map(\.id)
        #expect(Set(leather).isSuperset(of: try found(0, "leather").hits.map(\.id)))
    }

    @Test("the text is that of the first picture, and no part of a color, a shape or an object that is asked for alone")
    func parts() throws {
        var several = entry("several", 3, "Oat drink")
        several.pictures = [.init(.pixels(Pictures.scene(64, 64, seed: 4)))]
        try insert([several, entry("same", 5, "Oat drink"), entry("bare", 6)])
        func moves(_ change: (inout SearchRequest.Query) -> Void) throws -> Bool {
            var (query, silent) = (like("several"), like("several", 0))
            change(&query)
            change(&silent)
            return try answer(query).hits.map(\.score) != answer(silent).hits.map(\.score)
        }
        #expect(try moves { _ in })
        #expect(try moves { $0.picture = 1 })
        #expect(try !moves { $0.picture = 2 })
        #expect(try !moves { $0.colorWeight = 0 })
        #expect(try !moves { $0.colorWeight = 0.8 })
        #expect(try moves { $0.examples = [.item("bare")] })
        #expect(try moves { $0.text = "oat" })
        let box = DiscoverRequest(
            .pixels(Pictures.scene(64, 64, seed: 3)),
            each: SearchRequest(.init(pictureTextWeight: 1, pictureText: "Oat drink")))
        #expect(throws: SearchError.self) { try engine.discoverBlocking(box) }
    }

    @Test("a text that changes or goes counts as it is at the next search, and a removed item with it")
    func changes() throws {
        try insert([entry("a", 1, "Oat drink"), entry("b", 2, "Oat drink"), entry("c", 3, "Rye bread")])
        func score(_ id: String) throws -> Double? { try answer(like("a", 1)).hits.first { $0.id == id }?.score }
        let (same, other) = (try #require(try score("b")), try #require(try score("c")))
        #expect(same > 0.5)
        // Attributes alone, as a nightly run without the models writes them.
        try insert([
            Entry(Item(id: "b"), image: nil),
            Entry(Item(id: "c", attributes: [Item.pictureText: .text("oat DRINK")]), image: nil),
        ])
        #expect(try score("b") ?? 1 < same)
        #expect(try score("c") ?? 0 > max(other, 0.5))
        _ = try engine.removeBlocking(["c"])
        #expect(try score("c") == nil)
        try insert([entry("d", 3, "Oat drink", type: "Food")])
        #expect(try score("d") ?? 0 > 0.5)
    }

    @Test("beside learned types, variants, dedup, groups and diversity the parts still add up, and words still count")
    func together() throws {
        let catalog = try SampleCatalog()
        var entries: [Entry] = []
        for item in catalog.items where item.id.hasSuffix("4") {
            var item = item
            item.attributes[Item.pictureText] = .text(
                item.id == "mug-004" || item.id == "bag-004" ? "Lumo shop" : "Fern")
            entries.append(Entry(item, image: nil))
        }
        for result in try catalog.engine.insertBlocking(entries) { try result.get() }
        _ = try catalog.engine.learnBlocking()
        func hits(_ weight: Double, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> [Hit] {
            var request = SearchRequest(
                .init(example: .item(id: "bag-004"), pictureTextWeight: weight), limit: 100, explains: true, scope: .all
            )
            change(&request)
            let answer = try catalog.engine.searchBlocking(request)
            return answer.hits + answer.groups.flatMap(\.hits)
        }
        #expect(try hits(0)[0].id != "mug-004")
        for change in [
            { _ in }, { $0.variants = .init("color") }, { $0.dedup = 0.99 },
            { $0.grouping = .init("brand", limit: 50) },
            { $0.diversity = .init(0.2) }, { $0.filter = .exists("price") },
        ] as [(inout SearchRequest) -> Void] {
            let found = try hits(1, change)
            #expect(found.contains { $0.id == "mug-004" && $0.score > 0.5 })
            for hit in found {
                let parts = try #require(hit.explanation)
                let all = [parts.shape, parts.color, parts.pattern, parts.text, parts.kind, parts.shown]
                #expect(abs(all.reduce(0, +) - hit.score) < 1e-9 && all.allSatisfy { $0 >= 0 }, "\(hit.id) \(parts)")
            }
        }
    }
}
