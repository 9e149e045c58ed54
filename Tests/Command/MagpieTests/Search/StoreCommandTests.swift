import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie store and magpie info", .timeLimit(.minutes(5)))
struct StoreCommandTests {
    @Test("info tells items, fields with their kinds and counts, and the describer")
    func info() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        try shop.place.write(try picture(), to: "shop/plain.jpg")
        try shop.index("--thumbnails", "64")
        let info = try #require(try shop.place.magpie("info", "--json").json().first)
        #expect(info["items"] as? Int == 4)
        #expect(info["thumbnails"] as? Int == 4)
        let fields = try #require(info["fields"] as? [[String: Any]])
        let price = fields.first { $0["name"] as? String == "price" }
        #expect(price?["type"] as? String == "float")
        #expect(price?["items"] as? Int == 3)
        let text = try shop.place.magpie("info").text
        #expect(text.hasPrefix("catalog.magpie: 4 items, "))
        #expect(text.contains("in 3 items"))
    }

    @Test("check finds a sound store sound; export gives a line for each item; compact keeps all")
    func upkeep() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        try shop.index()
        #expect(try shop.place.magpie("store", "check").text == "catalog.magpie is sound: 3 items\n")
        #expect(try shop.place.magpie("store", "compact", "catalog.magpie").code == 0)
        let lines = try shop.place.magpie("store", "export").json()
        #expect(Set(lines.map(\.itemID)) == ["mug-001", "mug-002", "mug-003"])
        #expect(lines.allSatisfy { $0["attributes"] is [String: Any] })
        // An export can be read back as a catalog.
        try shop.place.write(try shop.place.magpie("store", "export").output, to: "out.jsonl")
        let again = try shop.place.magpie(
            "index", "shop", "--catalog", "out.jsonl", "--store", "two.magpie", "--json", "-q")
        #expect(try again.json().map(\.itemID).sorted() == ["mug-001", "mug-002", "mug-003"])
    }

    @Test("index learns from the types at its end, info shows it, and store learn does it again")
    func learning() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 5)
        let words = ["index", "shop", "--catalog", "shop/catalog.csv"]
        func run(_ words: [String]) throws -> Ended { try Running(magpieBinary, words, in: shop.place.path).wait() }
        #expect(try !run(words + ["--no-learning"]).text.contains("learned"))
        #expect(try run(["info"]).text.contains("learned     nothing yet; 'magpie store learn' does"))
        #expect(try run(["info", "--json"]).json()[0]["learned"] == nil)
        #expect(try run(words).text.contains("learned from"))
        // Nothing has changed since.
        #expect(try !run(words).text.contains("learned from"))
        let again = try run(["store", "learn"])
        #expect(again.code == 0 && again.text.hasPrefix("catalog.magpie learned from "), "\(again.errors)")
        let learned = try #require(try run(["info", "--json"]).json()[0]["learned"] as? [String: Any])
        #expect(learned["items"] as? Int == 20 && learned["adoption"] is String)
        #expect(try run(["store", "learn", "--type-field", "brand"]).code == 0)
        #expect(try run(["store", "check", "--type-field", "brand"]).code == 1)
    }

    @Test("a damaged store ends with exit code 2 and says so; repair saves what can be read")
    func damage() throws {
        let shop = try LabelledCatalog()
        try shop.index()
        try shop.place.magpie("store", "compact")
        var bytes = try contents(of: shop.place / "catalog.magpie")
        for index in bytes.count / 2..<bytes.count / 2 + 6000 { bytes[index] = 0xA5 }
        try shop.place.write(bytes, to: "broken.magpie")
        let check = try shop.place.magpie("store", "check", "broken.magpie")
        #expect(check.code == 2)
        #expect(check.errors.contains("magpie store repair broken.magpie") || check.errors.contains("damaged"))
        let repair = try shop.place.magpie("store", "repair", "broken.magpie", "-o", "saved.magpie")
        // Which tables the damage meets changes with the layout; what is lost is named, and only then is the code 2.
        #expect(repair.text.contains("saved.magpie holds "))
        #expect(repair.code == (repair.text.contains(" lost: ") ? 2 : 0), "\(repair.text)")
        #expect(try shop.place.magpie("store", "check", "saved.magpie").code == 0)
        #expect(try shop.place.magpie("store", "repair", "broken.magpie", "-o", "saved.magpie").code == 2)
    }

    @Test(
        "check changes nothing and needs no right to write",
        .enabled(if: Workplace.canDropRoot, "skipped: needs root and setpriv"))
    func readOnlyCheck() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        try shop.index()
        #expect(try shop.place.magpie("store", "compact").code == 0)
        try run("/bin/chmod", ["755", shop.place.path.text])
        try run("/bin/chmod", ["444", (shop.place / "catalog.magpie").text])
        let bytes = try contents(of: shop.place / "catalog.magpie")
        let ended = try shop.place.magpieAsNobody("store", "check", "catalog.magpie")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.text == "catalog.magpie is sound: 3 items\n")
        #expect(ended.errors.contains("index of words was not compared"))
        #expect(try contents(of: shop.place / "catalog.magpie") == bytes)
    }

    @Test("what is no store is named as such", arguments: ["search", "info", "index", "check"])
    func noStore(verb: String) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(
            Array("this is a letter, not a store; it is long enough to look like something".utf8), to: "x.magpie")
        let words =
            switch verb {
            case "search": ["search", "in/a.jpg", "--store", "x.magpie"]
            case "index": ["index", "in", "--store", "x.magpie"]
            case "check": ["store", "check", "x.magpie"]
            default: ["info", "--store", "x.magpie"]
            }
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix("magpie: cannot use the store x.magpie: "))
        #expect(ended.output.isEmpty)
        if verb != "index" {
            let missing = try Running(
                magpieBinary, words.map { $0 == "x.magpie" ? "none.magpie" : $0 }, in: place.path
            ).wait()
            #expect(missing.code == 2)
            #expect(missing.errors.contains("there is no such file"))
        }
    }

    @Test("every verb takes the store as a word or with --store")
    func bothForms() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        try shop.index("--store", "other.magpie")
        for verb in ["check", "export", "compact"] {
            let word = try shop.place.magpie("store", verb, "other.magpie")
            let option = try shop.place.magpie("store", verb, "--store", "other.magpie")
            #expect(word.code == 0 && option.code == 0)
            #expect(verb == "compact" || word.text == option.text)
            #expect(try shop.place.magpie("store", verb).code == 2)
        }
        #expect(try shop.place.magpie("store", "repair", "--store", "other.magpie", "-o", "r.magpie").code == 0)
        #expect(try shop.place.magpie("store", "restore", "--store", "other.magpie", "--all").code == 0)
        #expect(try shop.place.magpie("store", "restore", "--store", "other.magpie", "mug-009").code == 2)
    }

    @Test("what takes pictures or texts has the store as its first word, too, and answers the same")
    func firstWord() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        let made = try shop.place.magpie("index", "shop", "--catalog", "shop/catalog.csv", "--store", "other.magpie")
        #expect(made.code == 0)
        let again = try shop.place.magpie("index", "other.magpie", "shop", "--catalog", "shop/catalog.csv")
        #expect(again.code == 0 && again.text.contains("other.magpie"), "\(again)")
        #expect(shop.place.names(in: ".").allSatisfy { !$0.hasPrefix("catalog.magpie") })
        for words in [
            ["search", "shop/images/mug-001.jpg", "--limit", "2"], ["search", "--id", "mug-001"],
            ["suggest", "mu"], ["recommend", "list"], ["info"],
        ] {
            let option = try shop.place.magpie(words + ["--store", "other.magpie"])
            let isNested = words[0] == "recommend"
            let place = isNested ? 2 : 1
            let word = try shop.place.magpie(Array(words[..<place]) + ["other.magpie"] + words[place...])
            #expect(option.code == 0 && word.code == 0, "\(words): \(word.errors)")
            // A search tells its time.
            let lines = [option, word].map { $0.lines.filter { !$0.contains(" ms") } }
            #expect(lines[0] == lines[1] && !lines[0].isEmpty, "\(words)")
        }
        let picture = try shop.place.magpie("discover", "other.magpie", "shop/images/mug-001.jpg", "--json")
        #expect(try picture.code == 0 && picture.json().count == 1, "\(picture.errors)")
        let two = try shop.place.magpie("search", "other.magpie", "shop/images/mug-001.jpg", "--store", "x")
        #expect(two.code == 1 && two.errors.hasPrefix("magpie: give other.magpie or --store x, not both\n"))
    }

    @Test("backup copies a store in use, checks the copy, and takes no other file's place")
    func backup() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        try shop.index()
        let path = (shop.place / "catalog.magpie").text
        // Held open by another, as a server does; its newest item is in the log beside the file.
        let store = try CatalogStore(path: path)
        _ = try store.upsert([
            StoredItem(
                Item(id: "new"),
                picture: StoredPicture(vector: [Int8](repeating: 1, count: store.describer.dimensions)))
        ])
        let done = try shop.place.magpie("store", "backup", "catalog.magpie", "copy.magpie")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.text.hasPrefix("copy.magpie holds 4 items, ") && done.text.hasSuffix(", and is sound\n"))
        let again = try shop.place.magpie("store", "backup", "copy.magpie", "--store", "catalog.magpie")
        #expect(again.code == 2)
        #expect(again.errors.contains("there is a file already"))
        #expect(try shop.place.magpie("store", "check", "copy.magpie").text == "copy.magpie is sound: 4 items\n")
        #expect(try shop.place.magpie("store", "backup", "none.magpie", "b.magpie").code == 2)
        #expect(try store.check() == [])
    }

    @Test(
        "usage errors are explained",
        arguments: [
            ["store"], ["store", "chek"], ["store", "check", "-o", "x"], ["store", "check", "a", "b"],
            ["store", "check", "--store", "a", "b"], ["store", "check", "--all"], ["store", "backup", "a"],
            ["store", "backup", "a", "b", "c"], ["store", "restore", "a"], ["store", "restore", "a", "b", "--all"],
            ["store", "restore", "a", "--list", "--all"], ["info", "a", "--store", "b"],
            ["prep", "in", "-o", "out", "--dry-run", "--report", "page.html"],
            ["prep", "in", "-o", "out", "--detection-limit", "3"],
            ["prep", "in", "-o", "out", "--sensitivity", "high"],
        ])
    func usage(words: [String]) throws { #expect(refusal(of: words) != nil) }
}
