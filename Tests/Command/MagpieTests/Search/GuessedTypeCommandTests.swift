import Foundation
import Testing

@testable import magpie

@Suite("Guessed types in the command", .timeLimit(.minutes(5)))
struct GuessedTypeCommandTests {
    @Test("an item without a type shows a guess, marked as one, and info counts such items")
    func guessed() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 9)
        var lines = ["file,id,product_type"]
        for kind in ["bag", "mug", "shoe", "lamp"] {
            for number in 1...9 {
                let name = "\(kind)-00\(number)"
                lines.append("images/\(name).jpg,\(name),\(number == 9 ? "" : kind)")
            }
        }
        try shop.place.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "shop/catalog.csv")
        try shop.index()
        let info = try shop.place.magpie("info")
        #expect(
            info.text.contains("types       4 items without one, which searches guess from pictures"), "\(info.text)")
        #expect(try shop.place.magpie("info", "--json").json()[0]["untyped"] as? Int == 4)
        let answer = try shop.search("--id", "mug-001", "--limit", "40")
        let guesses = answer.hits.compactMap { hit in
            (hit["guessed_type"] as? [String: Any]).map { (hit["id"] as? String ?? "", $0) }
        }
        let label = try #require(guesses.first?.1["name"] as? String) + "?"
        for (id, guess) in guesses {
            #expect(id.hasSuffix("-009") && id.hasPrefix(guess["name"] as? String ?? "?"), "\(id): \(guess)")
            #expect(guess["probability"] as? Double ?? 0 >= 0.7)
        }
        let table = try shop.place.magpie(
            "search", "--id", "mug-001", "--all", "--limit", "40", "--report", "hits.html")
        #expect(table.text.contains("guess") && table.text.contains(label), "\(table.text)")
        let page = String(decoding: try contents(of: shop.place / "hits.html"), as: UTF8.self)
        #expect(page.contains("class=guess") && page.contains(label))
        let counted = try shop.search("--id", "mug-001", "--facets", "product_type", "--filter", "product_type:mug")
        #expect(counted.hits.allSatisfy { $0["guessed_type"] == nil } && counted.ids.count == 7)
    }
}
