import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("The language of a catalog in the command", .timeLimit(.minutes(5)))
struct LanguageCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        let rows = [
            ("a", "Rote Tasche mit Griff", "Taschen", "rot", "79,00 €", "Leder"),
            ("b", "Blaue Tasche für den Strand", "Taschen", "blau", "19,90 €", "Baumwolle"),
            ("c", "Rotes Hemd mit Kragen", "Hemden", "rot", "29,90 €", "Baumwolle"),
            ("d", "Schwarze Schuhe für das Büro", "Schuhe", "schwarz", "1.129,00 €", "Leder"),
        ]
        var lines = ["Datei;id;Titel;Kategorie;Farbe;Preis;Material"]
        for (number, row) in rows.enumerated() {
            try place.write(try picture(seed: number), to: "in/\(row.0).jpg")
            lines.append("\(row.0).jpg;\(row.0);\(row.1);\(row.2);\(row.3);\(row.4);\(row.5)")
        }
        try place.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "shop.csv")
    }

    private func index(_ further: String...) throws -> Ended {
        try Running(
            magpieBinary, ["index", "in", "--catalog", "shop.csv", "--file-column", "Datei", "-q"] + further,
            in: place.path
        ).wait()
    }

    private func language(_ words: String...) throws -> [String: String] {
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        let language = try #require(try ended.json().first?["language"] as? [String: Any])
        return language.mapValues { "\($0)" }
    }

    private func ids(_ text: String, _ further: String...) throws -> [String] {
        let ended = try Running(magpieBinary, ["search", "--text", text, "--json"] + further, in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let hits = try ended.json().first?["hits"] as? [[String: Any]] ?? []
        return hits.compactMap { $0["id"] as? String }.sorted()
    }

    @Test("index finds the language by the words, and conditions are read in it")
    func derived() throws {
        #expect(try index().code == 0)
        #expect(try language("info", "--json")["code"] == "de")
        #expect(try place.magpie("info").text.contains("  language    German (de), by its words\n"))
        #expect(try ids("Taschen unter 50 Euro") == ["b"])
        #expect(try ids("Tasche ohne Leder") == ["b"])
        #expect(try ids("rote Taschen") == ["a"])
        #expect(try ids("Schuhe über 1.000 €") == ["d"])
        #expect(try ids("Taschen under 50 euros") == ["b"])
        // Read as English, a negation is not understood, and the plural of a title is another word.
        #expect(try ids("Tasche ohne Leder", "--language", "en") != ["b"])
    }

    @Test("--language is kept, further runs leave it, and auto forgets it")
    func kept() throws {
        #expect(try index("--language", "nl").code == 0)
        #expect(try language("info", "--json")["name"] == "Dutch")
        #expect(try index().code == 0)
        #expect(try language("info", "--json")["code"] == "nl")
        #expect(try place.magpie("info").text.contains("  language    Dutch (nl)\n"))
        #expect(try index("--language", "auto").code == 0)
        #expect(try language("info", "--json")["code"] == "de")
    }

    @Test("a dry run keeps no language")
    func dryRun() throws {
        #expect(try index().code == 0)
        #expect(try index("--language", "fr", "--dry-run").code == 0)
        #expect(try language("info", "--json")["code"] == "de")
    }

    @Test("parts of a run in shards keep it, and the merged store has it")
    func shards() throws {
        for shard in ["0/2", "1/2"] { #expect(try index("--shard", shard, "--language", "it").code == 0) }
        let parts = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)").filter {
            $0.hasSuffix(".magpie")
        }
        #expect(parts.count == 2)
        let merged = try Running(
            magpieBinary, ["store", "merge"] + parts.sorted() + ["-o", "all.magpie"], in: place.path
        ).wait()
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(try language("info", "--store", "all.magpie", "--json")["code"] == "it")
    }

    @Test("catalog names the language of the words, or the given one")
    func catalog() throws {
        #expect(try language("catalog", "shop.csv", "--json")["code"] == "de")
        #expect(try place.magpie("catalog", "shop.csv").lines.contains("language  German (de), by its words"))
        #expect(try language("catalog", "shop.csv", "--json", "--language", "fr")["code"] == "fr")
    }

    @Test(
        "an unknown language is an error that names the one that was meant",
        arguments: ["index", "catalog", "search", "serve"])
    func unknown(command: String) throws {
        let ended = try Running(
            magpieBinary, [command] + (command == "serve" ? [] : ["shop.csv"]) + ["--language", "german"],
            in: place.path
        ).wait()
        #expect(ended.code == 1)
        #expect(ended.errors.contains("--language expects en, de, fr, es, it"), "\(ended.errors)")
        #expect(ended.errors.contains("did you mean de?"), "\(ended.errors)")
    }
}
