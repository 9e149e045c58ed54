import Foundation
import Testing

@testable import magpie

@Suite("magpie recommend", .timeLimit(.minutes(5)))
struct RecommendTests {
    static let indexed = Result {
        let shop = try LabelledCatalog()
        try shop.index()
        return shop
    }
    let shop: LabelledCatalog

    init() throws { shop = try Self.indexed.get() }

    private func recommend(_ words: String...) throws -> [String: Any] {
        let ended = try Running(magpieBinary, ["recommend"] + words + ["--json"], in: shop.place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        return try #require(try ended.json().first)
    }

    private func items(_ answer: [String: Any]) -> [[String: Any]] { answer["items"] as? [[String: Any]] ?? [] }

    @Test("items like a seed, without it, with their reasons; filters hold")
    func similar() throws {
        let answer = try recommend("--seed", "bag-001", "--size", "5")
        let found = items(answer)
        #expect(answer["model"] as? String == "similar" && found.count == 5)
        #expect(!found.contains { $0.itemID == "bag-001" } && found.first?.itemID.hasPrefix("bag") == true)
        for item in found {
            let reasons = item["reasons"] as? [[String: Any]] ?? []
            #expect(item["engine"] as? String == "similar" && reasons.first?["seed"] as? String == "bag-001")
        }
        let shoes = try recommend(
            "--seed", "bag-001:2", "--seed", "mug-001", "--category", "Shoes", "--fields", "title")
        #expect(items(shoes).count == 4 && items(shoes).allSatisfy { $0.itemID.hasPrefix("shoe") })
        #expect(items(shoes).allSatisfy { ($0["attributes"] as? [String: Any])?.keys.sorted() == ["title"] })
        let filled = try recommend("--model", "recent", "--customer", "c", "--fill=3", "--size", "16")
        #expect(items(filled).count == 16)
    }

    @Test("a table says why, and a page shows seeds and items without loading anything")
    func page() throws {
        let ended = try shop.place.magpie(
            "recommend", "--model", "complementary", "--seed", "bag-001", "--size", "4", "--report", "page.html")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.text.contains("engine") && ended.text.contains("why"))
        #expect(ended.text.contains("matches bag-001") && ended.text.contains("4 items of complementary"))
        let page = try String(contentsOfFile: (shop.place / "page.html").text, encoding: .utf8)
        #expect(page.ranges(of: "<li class=\"card\">").count == 4)
        #expect(page.contains("<div class=seeds><figure") && page.contains("<ul class=why><li>"))
        #expect(!page.contains("src=\"http") && !page.contains("<link "))
    }

    @Test("models are defined, listed and removed; mistakes are told with what was meant")
    func models() throws {
        let place = shop.place
        try place.write(
            Array(#"{"page": {"blend": {"similar": 2, "complementary": 1}, "most": {"brand": 1}}}"#.utf8),
            to: "models.json")
        let defined = try place.magpie("recommend", "define", "models.json")
        #expect(defined.code == 0 && defined.text == "catalog.magpie: 1 model defined: page\n")
        let list = try place.magpie("recommend", "list")
        #expect(list.text.contains("complementary 1 + similar 2") && list.text.contains("at most 1 of a brand"))
        #expect(list.text.contains("similar; then popular (built in)"))
        #expect(try items(recommend("--model", "page", "--seed", "bag-001", "--size", "3")).count == 3)
        let wrong = try place.magpie("recommend", "--model", "pgae", "--seed", "bag-001")
        #expect(wrong.code == 1 && wrong.errors.contains("did you mean `page`?"))
        try place.write(Array(#"{"other": {"kind": "similr"}}"#.utf8), to: "wrong.json")
        let faulty = try place.magpie("recommend", "define", "wrong.json")
        #expect(faulty.code == 2 && faulty.errors.contains("other.kind") && faulty.errors.contains("`similar`?"))
        #expect(try place.magpie("recommend", "define", "missing.json").code == 2)
        try place.write(Array(#"{"page": null}"#.utf8), to: "none.json")
        #expect(try place.magpie("recommend", "define", "none.json").text.contains("removed: page"))
    }

    @Test(
        "calls without a meaning are refused",
        arguments: [
            (["recommend", "defin", "x"], "did you mean define?"),
            (["recommend", "bag-001"], "--seed ID names an item"),
            (["recommend", "define"], "needs one file"), (["recommend", "list", "x", "y"], "takes one store"),
            (["recommend", "list", "--seed", "a"], "--seed; it is an option of recommend"),
            (["recommend", "--seed", "bag-001:0"], "a weight above 0"),
            (["recommend", "--size", "0"], "from 1 to 100"), (["recommend", "--fill=x"], "--fill=1"),
            (["recommend", "--fields", "titel"], "did you mean `title`?"),
            (["recommend", "--filter", "brnd:Lumo"], "did you mean `brand`?"),
        ])
    func refused(words: [String], part: String) throws {
        let ended = try Running(magpieBinary, words, in: shop.place.path).wait()
        #expect(ended.code == 1 && ended.text.isEmpty)
        #expect(ended.errors.contains(part), "\(ended.errors)")
    }
}
