import Foundation
import Testing

@testable import magpie

@Suite("magpie suggest", .timeLimit(.minutes(5)))
struct SuggestCommandTests {
    private let shop: LabelledCatalog

    init() throws { shop = try SearchTests.indexed.get() }

    private func run(_ words: String...) throws -> Ended {
        try Running(magpieBinary, ["suggest"] + words, in: shop.place.path).wait()
    }

    @Test("a table, JSON lines, a limit, and nothing found, which is no error")
    func suggestions() throws {
        let lines = try run("mu", "--json").json()
        let first = try #require(lines.first)
        #expect((first["text"] as? String)?.lowercased().hasPrefix("mu") == true)
        #expect(first["kind"] as? String == "completion" && (first["items"] as? Int ?? 0) > 0)
        let table = try run("catalog.magpie", "mu")
        #expect(table.code == 0 && table.text.lowercased().contains("mug") && table.text.contains("item"))
        #expect(try run("mu", "--limit", "1", "--json").json().count == 1)
        let none = try run("qqqq")
        #expect(none.code == 0 && none.text == "no suggestions\n")
        #expect(try run("qqqq", "--json").text.isEmpty)
    }

    @Test("a slip is corrected and marked, unless that is off; blocked words stay out")
    func options() throws {
        let corrected = try run("lmap")
        #expect(corrected.text.lowercased().hasPrefix("lamp") && corrected.text.contains("corrected"), "\(corrected)")
        #expect(try run("lmap", "--no-spelling").text == "no suggestions\n")
        try shop.place.write(Array("# ours\n lamp  # not this\n\n".utf8), to: "blocked.txt")
        #expect(try run("lam").text.lowercased().contains("lamp"))
        #expect(try !run("lam", "--blocked", "blocked.txt").text.lowercased().contains("lamp "))
        try shop.place.write([0xff], to: "bytes.txt")
        #expect(try run("lam", "--blocked", "bytes.txt").errors.contains("the blocked words are not UTF-8"))
    }

    @Test("a server reads its blocked words from the file of the option or of MAGPIE_BLOCKED")
    func served() throws {
        let words = ["serve", "--port", "0", "--read-only"]
        let option = try Running(magpieBinary, words + ["--blocked", "gone.txt"], in: shop.place.path).wait()
        #expect(option.code == 2 && option.errors.contains("cannot read the blocked words in gone.txt"))
        let named = try shop.place.magpie("serve", "--port", "0", environment: ["MAGPIE_BLOCKED": "gone.txt"])
        #expect(named.code == 2 && named.errors.contains("cannot read the blocked words in gone.txt"))
        #expect(try shop.place.magpie("serve", "--suggest-days", "0").code == 1)
    }

    @Test("mistakes are told, with exit codes 1 and 2")
    func mistakes() throws {
        #expect(try run().code == 1)
        #expect(try run("a", "b", "c").errors.contains("in quotes"))
        #expect(try run("catalog.magpie", "a", "--store", "x").code == 1)
        #expect(try run("a", "--limit", "0").code == 1)
        let missing = try run("gone.magpie", "a")
        #expect(missing.code == 2 && missing.errors.contains("gone.magpie"), "\(missing.errors)")
        #expect(try run(String(repeating: "a", count: 251)).errors.contains("at most 250 characters"))
    }
}
