import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie search", .timeLimit(.minutes(5)))
struct SearchTests {
    /// One for all of them: searching changes nothing.
    static let indexed = Result {
        let shop = try LabelledCatalog()
        try shop.index()
        return shop
    }
    let shop: LabelledCatalog

    init() throws { shop = try Self.indexed.get() }

    @Test("a picture finds itself first, with a score of 1, and its attributes")
    func byPicture() throws {
        let answer = try shop.search("shop/images/mug-002.jpg", "--limit", "5")
        #expect(answer.ids.count == 5)
        #expect(answer.ids.first == "mug-002")
        #expect(answer["total"] as? Int == 16)
        let best = try #require(answer.hits.first)
        #expect(best["rank"] as? Int == 1)
        #expect((best["score"] as? Double ?? 0) > 0.98)
        #expect(best["path"] as? String == "shop/images/mug-002.jpg")
        #expect((best["attributes"] as? [String: Any])?["title"] is String)
        let scores = answer.hits.map { $0["score"] as? Double ?? -1 }
        #expect(scores == scores.sorted(by: >))
        #expect((answer["query"] as? [String: Any])?["image"] as? String == "shop/images/mug-002.jpg")
    }

    @Test("the stricter, the fewer hits; a strictness beside what replaces it is refused")
    func strictness() throws {
        var totals: [Int] = []
        func total(_ options: String...) throws -> Int {
            let words = ["search", "shop/images/mug-002.jpg", "--json"] + options
            let ended = try Running(magpieBinary, words, in: shop.place.path).wait()
            return try #require(try ended.json().first?["total"] as? Int, "\(ended.errors)")
        }
        for strictness in ["0", "0.25", "0.5", "0.75", "1"] { totals.append(try total("--strictness", strictness)) }
        #expect(totals == totals.sorted(by: >) && totals[0] > totals[4] && totals[4] > 0, "\(totals)")
        #expect(try totals[2] == total())
        #expect(totals[0] < 16, "only what is similar is shown: \(totals)")
        let all = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--all", "--strictness", "1")
        #expect(all.code == 1 && all.errors.contains("--all returns every item: leave out --strictness"))
        let least = try shop.place.magpie("search", "--id", "bag-001", "--score-min", "0.5", "--strictness", "1")
        #expect(least.code == 1 && least.errors.contains("--score-min replaces the test for relevance"))
        #expect(try shop.place.magpie("search", "--id", "bag-001", "--strictness", "2").code == 1)
    }

    @Test("copies are proven by pixels, and what ranks look-alikes is refused beside them")
    func copies() throws {
        let ended = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--copies", "--json")
        let answer = try #require(try ended.json().first, "\(ended.errors)")
        let copies = try #require(answer["copies"] as? [[String: Any]])
        #expect(copies.first?["id"] as? String == "mug-002" && copies.first?["relation"] as? String == "whole")
        #expect(copies.allSatisfy { ($0["agreement"] as? Double ?? 0) > 0.3 })
        let text = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--copies")
        #expect(text.code == 0 && text.text.contains("mug-002  the same picture"))
        for wrong in ["--facets brand", "--color ff0000", "--text mug", "--dedup", "--page 2"] {
            let refused = try Running(
                magpieBinary, ["search", "shop/images/mug-002.jpg", "--copies"] + wrong.components(separatedBy: " "),
                in: shop.place.path
            ).wait()
            #expect(refused.code == 1 && refused.errors.contains("--copies takes pictures"))
        }
        let item = try shop.place.magpie("search", "--id", "mug-002", "--copies")
        #expect(item.code == 1 && item.errors.contains("--copies needs a picture"))
    }

    @Test("an item is left out of its own answer")
    func byItem() throws {
        let answer = try shop.search("--id", "bag-001")
        #expect(answer.ids.count == 12)
        #expect(!answer.ids.contains("bag-001"))
        let ended = try shop.place.magpie("search", "--id", "nothing")
        #expect(ended.code == 2)
        #expect(ended.errors.contains("there is no item 'nothing'"))
    }

    @Test("colors, words, boxes and several pictures")
    func otherQueries() throws {
        let color = try shop.search("--color", "#c4302b:2", "--color", "ffffff", "--limit", "3")
        #expect(color.ids.count == 3)
        let items = try shop.items()
        let brand = try #require(items["mug-001"]?.attributes["brand"]?.written)
        let words = try shop.search("--text", brand)
        #expect(words.ids.contains("mug-001"))
        let box = try shop.search("shop/images/mug-002.jpg", "--box", "10,20,200,220")
        #expect((box["query"] as? [String: Any])?["box"] as? [Int] == [10, 20, 200, 220])
        let small = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--box", "10,20,11,21")
        #expect(small.code == 2 && small.output.isEmpty)
        #expect(small.errors.contains("the box 10,20,11,21 has only 1 x 1 pixels of the picture; at least 6 x 6 are"))
        let flat = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--box", "10,20,10,40")
        #expect(flat.code == 1 && flat.errors.contains("--box expects four whole numbers with X1 < X2 and Y1 < Y2"))
        try shop.place.write([], to: "empty.jpg")
        let ended = try shop.place.magpie(
            "search", "shop/images/mug-001.jpg", "empty.jpg", "shop/images/bag-001.jpg", "--json", "--limit", "1")
        #expect(ended.code == 2)
        let lines = try ended.json()
        #expect(lines.map { $0.ids } == [["mug-001"], [], ["bag-001"]])
        #expect(lines.dropFirst().first?.errorCode == "empty")
        #expect(try shop.place.magpie("search", "shop/images/mug-001.jpg", "missing.jpg").output.isEmpty)
    }

    @Test("the query with its spelling corrected is in the JSON, and nothing where nothing was corrected")
    func corrected() throws {
        #expect(try shop.search("--text", "lmap ")["corrected_query"] as? String == "lamp ")
        #expect(try shop.search("--text", "lamp ")["corrected_query"] == nil)
    }

    @Test("words of like meaning are found, those of a file of synonyms too; its mistakes are told by line")
    func synonyms() throws {
        let place = shop.place
        #expect(try shop.search("--text", "beaker ").ids.isEmpty == false)
        #expect(try shop.search("--text", "beaker ", "--no-thesaurus", "--no-meanings").ids.isEmpty)
        try place.write(Array("# ours\nchalice, mug\n".utf8), to: "ours.txt")
        let words = ["--text", "chalice ", "--no-thesaurus", "--no-meanings", "--synonyms", "ours.txt"]
        let found = try shop.search(words[0], words[1], words[2], words[3], words[4], words[5])
        #expect(!found.ids.isEmpty && found.ids.allSatisfy { $0.hasPrefix("mug") })
        try place.write(Array("a, b\nchalice\n".utf8), to: "wrong.txt")
        let wrong = try place.magpie("search", "--text", "chalice", "--synonyms", "wrong.txt")
        #expect(wrong.code == 2 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("wrong.txt: line 2 of the synonyms: 'chalice' is alone"))
        let missing = try place.magpie("search", "--text", "chalice", "--synonyms", "none.txt")
        #expect(missing.code == 2 && missing.errors.contains("cannot read the synonyms in none.txt"))
        try place.write([0xFF, 0xFE, 0x41], to: "odd.txt")
        #expect(try place.magpie("serve", "--synonyms", "odd.txt").errors.contains("write them as UTF-8"))
    }

    @Test("filters as people write them: not, at least, one of, any; a field that is not there is an error")
    func filters() throws {
        let items = try shop.items()
        let found = { (filters: [String]) in
            let words = ["search", "--text", "a", "--color", "#888888", "--limit", "100", "--all", "--json"]
            let ended = try Running(
                magpieBinary, words + filters.flatMap { ["--filter", $0] }, in: shop.place.path
            ).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            return Set(try #require(try ended.json().first).ids)
        }
        let expected = { (holds: ([String: AttributeValue]) -> Bool) in
            Set(items.filter { holds($0.value.attributes) }.keys)
        }
        let brand = try #require(items["mug-001"]?.attributes["brand"]?.written)
        let brands = items.values.compactMap { $0.attributes["brand"]?.written }.sorted()
        let other = try #require(brands.first { $0 != brand })
        #expect(try found(["brand:\(brand)"]) == expected { $0["brand"]?.written == brand })
        #expect(try found(["!brand:\(brand)"]) == expected { $0["brand"]?.written != brand })
        #expect(
            try found(["brand:\(brand)|\(other)"]) == expected { [brand, other].contains($0["brand"]?.written ?? "") })
        #expect(try found(["brand:*"]) == Set(items.keys))
        #expect(try found(["!brand:*"]).isEmpty)
        let dear = try found(["price:>=40", "!in_stock:true"])
        #expect(dear == expected { $0["price"]?.number ?? 0 >= 40 && $0["in_stock"]?.written == "false" })
        #expect(!dear.isEmpty && dear.count < items.count)
        let wrong = try shop.place.magpie("search", "--id", "mug-001", "--filter", "colour:red")
        #expect(wrong.code == 1)
        #expect(wrong.errors.hasPrefix("magpie: there is no field `colour`; did you mean `color`? The store has: "))
        #expect(try shop.place.magpie("search", "--id", "mug-001", "--filter", "price:>=cheap").code == 1)
        #expect(try shop.place.magpie("search", "--id", "mug-001", "--filter", "brand").code == 1)
    }

    @Test("the limits of prep bound the picture of the query, and formats can be allowed")
    func limits() throws {
        let small = try shop.place.magpie("search", "shop/images/mug-002.jpg", "--max-pixels", "1000")
        #expect(small.code == 2)
        #expect(try shop.place.magpie("search", "shop/images/mug-002.jpg", "--max-bytes", "99").code == 2)
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><rect width='64' height='30'/></svg>"
        try shop.place.write(Array(svg.utf8), to: "drawn.svg")
        let refused = try shop.place.magpie("search", "drawn.svg", "--json")
        #expect(refused.code == 2)
        #expect(try refused.json().first?.errorCode == "unsupportedFormat")
        #expect(try shop.search("drawn.svg", "--accept", "svg", "--report", "drawn.html").ids.count == 12)
        let page = String(decoding: try contents(of: shop.place / "drawn.html"), as: UTF8.self)
        #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,/9j/").count - 1 == 13)
    }

    @Test("filters, facets, paging, sorting, grouping")
    func refining() throws {
        let items = try shop.items()
        let price = { (id: String) in items[id]?.attributes["price"]?.number ?? -1 }
        let cheap = try shop.search(
            "--id", "bag-001", "--filter", "price:0,40", "--sort", "price:asc", "--limit", "100")
        #expect(Set(cheap.ids) == Set(items.keys.filter { $0 != "bag-001" && (0...40).contains(price($0)) }))
        #expect(cheap.ids.map(price) == cheap.ids.map(price).sorted())

        let brand = try #require(items["bag-002"]?.attributes["brand"]?.written)
        let same = try shop.search("--id", "bag-001", "--filter", "brand:\(brand)", "--filter", "price:0,9999")
        #expect(
            Set(same.ids)
                == Set(items.filter { $0.key != "bag-001" && $0.value.attributes["brand"]?.written == brand }.keys))

        let faceted = try shop.search("--id", "bag-001", "--facets", "brand,price", "--limit", "1")
        let facets = try #require(faceted["facets"] as? [[String: Any]])
        #expect(facets.map { $0["field"] as? String } == ["brand", "price"])
        let counts = (facets[0]["values"] as? [[String: Any]] ?? []).map { $0["count"] as? Int ?? 0 }
        #expect(counts.reduce(0, +) == 15 && counts == counts.sorted(by: >))
        #expect((facets[1]["range"] as? [Double])?.first == items.keys.filter { $0 != "bag-001" }.map(price).min())

        let all = try shop.search("--id", "bag-001", "--limit", "15").ids
        let second = try shop.search("--id", "bag-001", "--limit", "4", "--page", "2")
        #expect(second.ids == Array(all[4..<8]))
        #expect(second.hits.first?["rank"] as? Int == 5)

        let grouped = try shop.search("--id", "bag-001", "--group-by", "brand:2", "--limit", "20")
        let groups = try #require(grouped["groups"] as? [[String: Any]])
        #expect(groups.allSatisfy { (1...2).contains($0.hits.count) })
        #expect(Set(groups.map { $0["value"] as? String }).count == groups.count)
    }

    @Test("the table has rank, score, id and title, then facets and a summary; fields can be chosen")
    func table() throws {
        let ended = try shop.place.magpie(
            "search", "shop/images/mug-002.jpg", "--limit", "2", "--fields", "brand,price", "--facets", "color",
            "--all")
        #expect(ended.code == 0)
        let lines = ended.lines
        #expect(lines[0].split(separator: " ") == ["score", "id", "brand", "price"])
        #expect(lines[1].hasPrefix("1  ") && lines[1].contains("mug-002"))
        #expect(lines.contains { $0.hasPrefix("color  ") })
        #expect(try #require(lines.last).hasPrefix("1–2 of 16 hits among 16 items"))
        #expect(try shop.place.magpie("search", "--id", "mug-001", "--explain").text.contains("shape 0."))
    }

    @Test("the page shows the query, a card for each hit and facets, and loads nothing from elsewhere")
    func report() throws {
        let ended = try shop.place.magpie(
            "search", "shop/images/mug-002.jpg", "--box", "10,20,200,220", "--limit", "6", "--facets", "brand,price",
            "--report", "hits.html", "--all")
        #expect(ended.code == 0, "\(ended.errors)")
        let page = String(decoding: try contents(of: shop.place / "hits.html"), as: UTF8.self)
        #expect(page.components(separatedBy: "<li class=\"card").count - 1 == 6)
        #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,/9j/").count - 1 == 7)
        #expect(page.contains("class=box") && page.contains("<h2>brand</h2>") && page.contains("class=range"))
        #expect(page.contains(" --store catalog.magpie --report hits.html\">Copy search</button>"))
        #expect(page.contains("<a class=skip href=\"#found\">") && page.contains("<main id=found>"))
        #expect(page.contains("href=\"./shop/images/"))
        #expect(page.contains("1 is the same picture") && page.contains("<dt>best score</dt>"))
        // Of the colors of a card one is a stop of the tab key.
        #expect(page.ranges(of: "tabindex=0").count == 6 && page.ranges(of: "tabindex=-1").count >= 6)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        for outside in ["http:", "https:", "src=\"/", "<link", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
        for name in ["ol", "li", "div", "section", "button", "span", "p", "h3", "figure", "dl"] {
            let opened = page.ranges(of: try Regex("<\(name)[ >]")).count
            #expect(opened == page.ranges(of: "</\(name)>").count, "\(name)")
        }
        #expect(shop.place.names(in: "").filter { $0.hasPrefix(AtomicFile.prefix) }.isEmpty)
    }

    @Test("values of a catalog cannot become part of the page")
    func escaping() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(try picture(seed: 2), to: "in/b.jpg")
        let csv =
            "file,id,title,<b>\na.jpg,\"<i>'\"\"$(x)\",<b>A</b>&lt;script&gt;alert(1)&lt;/script&gt;,\"\"\"&gt;&lt;img src=x>\"\n"
            + "b.jpg,b,T,<u>\n"
        try place.write(Array(csv.utf8), to: "in/catalog.csv")
        #expect(try place.magpie("index", "in", "--catalog", "in/catalog.csv").code == 0)
        let ended = try place.magpie("search", "--id", "b", "--facets", "<b>", "--report", "hits.html", "--all")
        #expect(ended.code == 0, "\(ended.errors)")
        let page = String(decoding: try contents(of: place / "hits.html"), as: UTF8.self)
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("<b>\""))
    }

    @Test("where words find nothing, a line says what the store can be asked, also as JSON and in the report")
    func askable() throws {
        let words = ["search", "--text", "qwrtzp"]
        let ended = try Running(magpieBinary, words, in: shop.place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let line = try #require(ended.lines.first)
        #expect(line.hasPrefix("Items here have ") && line.count <= 80, "\(line)")
        #expect(try #require(ended.lines.last).hasPrefix("0 hits among 16 items"))
        let told = try Running(magpieBinary, words + ["--json"], in: shop.place.path).wait()
        let notice = try #require((try told.json().first?["notices"] as? [[String: Any]])?.last)
        #expect(notice["kind"] as? String == "askable")
        let text = try #require(notice["text"] as? String)
        #expect(line.lowercased() == text.lowercased() + ".")
        _ = try shop.place.magpie("search", "--text", "qwrtzp", "--report", "nothing.html")
        let page = String(decoding: try contents(of: shop.place / "nothing.html"), as: UTF8.self)
        #expect(page.contains("items here have ") && page.contains("No item fits."))
    }

    @Test("where nothing is alike that is said, and what comes nearest is told apart")
    func nothingAlike() throws {
        let color = ["search", "--color", "ff00ff", "--limit", "4"]
        let ended = try Running(magpieBinary, color, in: shop.place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.lines.first == "No item is similar enough; these are the nearest:")
        #expect(ended.lines.contains { $0.hasPrefix("1  (0.") })
        #expect(try #require(ended.lines.last).hasPrefix("0 hits among 16 items"))
        let told = try Running(magpieBinary, color + ["--json"], in: shop.place.path).wait()
        let line = try #require(try told.json().first)
        #expect(line["total"] as? Int == 0 && line.ids.isEmpty)
        let nearest = try #require(line["nearest"] as? [[String: Any]])
        #expect(nearest.count == 4 && nearest.allSatisfy { $0["relevant"] as? Bool == false })
        #expect((line["notices"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["nothingRelevant"])
        let all = try Running(magpieBinary, color + ["--all"], in: shop.place.path).wait()
        #expect(try #require(all.lines.last).hasPrefix("1–4 of 16 hits among 16 items"))
    }

    @Test("mistakes are answered with what was meant")
    func meant() throws {
        let sort = try shop.place.magpie("search", "--id", "mug-001", "--sort", "prise")
        #expect(sort.code == 1 && sort.errors.contains("no field `prise`; did you mean `price`?"), "\(sort.errors)")
        let folder = try shop.place.magpie("search", "shop")
        #expect(folder.code == 1 && folder.errors.contains("shop is a folder"), "\(folder.errors)")
        #expect(folder.errors.contains("magpie index shop"))
        let brand = try #require(try shop.items()["mug-001"]?.attributes["brand"]?.written)
        let value = try shop.place.magpie("search", "--text", "mug", "--filter", "brand:\(brand.lowercased())")
        #expect(value.code == 0)
        #expect(value.text.contains("did you mean `\(brand)`?\n"), "\(value.text)")
    }

    @Test(
        "usage errors are explained",
        arguments: [
            ["search"], ["search", "a.jpg", "--id", "x"], ["search", "--color", "reddish"],
            ["search", "--together", "--text", "red"], ["search", "a.jpg", "b.jpg", "--together", "--box", "1,2,3,4"],
            ["search", "--limit", "0", "--id", "x"],
            ["search", "--box", "1,2,3,4", "--id", "x"], ["search", "--id", "x", "--sort", "price:up"],
            ["search", "shop"], ["search", "--id", "x", "--filter", "price:50,10"],
            ["search", "--id", "mug-001", "--sort", "prise"], ["search", "--id", "mug-001", "--fields", "brnd"],
            ["search", "a.jpg", "b.jpg", "--report", "x.html"],
            ["search", "--id", "x", "--describer", "clip"],
        ])
    func usage(words: [String]) throws {
        let ended = try Running(magpieBinary, words, in: shop.place.path).wait()
        #expect(ended.code == 1)
        #expect(ended.errors.hasPrefix("magpie: "))
    }
}
