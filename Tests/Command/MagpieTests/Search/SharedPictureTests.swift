import Foundation
import TestSupport
import Testing

@testable import magpie

/// The rows of a shop's own export: they share pictures, list several in a cell, and name them by addresses.
@Suite("magpie index --catalog with the pictures of a shop's export", .timeLimit(.minutes(5)))
struct SharedPictureTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    private func add(_ names: String...) throws {
        for name in names {
            let seed = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 1000 }
            try place.write(try picture(seed: seed), to: "in/\(name)")
        }
    }

    private func index(_ rows: String, _ words: String..., name: String = "rows.csv") throws -> Ended {
        try place.write(Array(rows.utf8), to: name)
        return try Running(
            magpieBinary, ["index", "in", "--catalog", name, "--no-learning"] + words, in: place.path
        ).wait()
    }

    /// The pictures of each item, by their paths below the input.
    private func pictures() throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for line in try place.magpie("store", "export").json() {
            let all = [line] + (line["pictures"] as? [[String: Any]] ?? [])
            found[line.itemID] = all.map { picture in
                (picture["source"] as? String ?? "–").replacing("in/", with: "", maxReplacements: 1)
            }
        }
        return found
    }

    private static let sizes =
        "id,title,image,size\nT-S,Tee,tee.jpg,S\nT-M,Tee,tee.jpg,M\nT-L,Tee,tee.jpg,L\nU,Hat,hat.jpg,\n"

    @Test func `Rows that name one picture are items of their own, and it is described once`() throws {
        try add("tee.jpg", "hat.jpg")
        let ended = try index(Self.sizes, "--strict")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.text.contains("2 images in") && ended.text.contains("  4 added\n"), "\(ended.text)")
        #expect(ended.text.contains("4 of 4 rows used, 0 without an image; 0 images without a row\n"))
        #expect(
            try pictures() == ["T-S": ["tee.jpg"], "T-M": ["tee.jpg"], "T-L": ["tee.jpg"], "U": ["hat.jpg"]])
        let found = try place.magpie("search", "--text", "tee", "--filter", "size:S", "--json").json().first?.ids
        #expect(found == ["T-S"])
        let again = try index(Self.sizes, "--json")
        #expect(try again.json().map(\.action) == ["unchanged", "unchanged", "unchanged", "unchanged"])
        #expect(Set(try again.json().map(\.itemID)) == ["T-S", "T-M", "T-L", "U"])
        // A run without the catalog keeps all of them, and their attributes.
        #expect(try place.magpie("index", "in").text.contains("  4 unchanged\n"))
        #expect(try place.magpie("store", "export").text.contains(#""size":"L""#))
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test func `The order of the rows decides nothing`() throws {
        try add("tee.jpg", "hat.jpg")
        _ = try index(Self.sizes)
        let before = try pictures()
        let lines = Self.sizes.split(separator: "\n")
        let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
        #expect(try index(turned, "--json").json().allSatisfy { $0.action == "unchanged" })
        #expect(try pictures() == before)
    }

    @Test func `A row that is missing leaves its item, and one that is called otherwise takes its place`() throws {
        try add("tee.jpg", "hat.jpg")
        _ = try index(Self.sizes)
        let fewer = Self.sizes.replacing("T-S,Tee,tee.jpg,S\nT-M,Tee,tee.jpg,M\n", with: "")
        let ended = try index(fewer, "--json")
        #expect(try ended.json().map(\.itemID).sorted() == ["T-L", "U"], "\(ended)")
        // As an image without any row keeps its item.
        #expect(try pictures().count == 4)
        let renamed = fewer.replacing("T-L", with: "T-XL")
        let plan = try index(renamed, "--json", "--dry-run")
        let done = try index(renamed, "--json")
        func left(_ ended: Ended) throws -> [String] {
            try ended.json().filter { $0.action == "removed" }.map(\.itemID).sorted()
        }
        // The first of the former items leaves with the write of the new one, without a line of its own.
        #expect(try left(done).count == 2 && left(plan).count >= 2, "\(plan) \(done)")
        #expect(try pictures() == ["T-XL": ["tee.jpg"], "U": ["hat.jpg"]])
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test func `Pruning removes all items of a picture that is gone, and none of one that is there`() throws {
        try add("tee.jpg", "hat.jpg")
        _ = try index(Self.sizes)
        #expect(try place.magpie("index", "in", "--prune").code == 0)
        #expect(try pictures().count == 4)
        try FileManager.default.removeItem(atPath: (place / "in/tee.jpg").text)
        let ended = try place.magpie("index", "in", "--prune", "--json")
        #expect(try ended.json().filter { $0.action == "removed" }.map(\.itemID) == ["T-L", "T-M", "T-S"])
        #expect(try pictures() == ["U": ["hat.jpg"]])
    }

    @Test func `The same address in several rows is one picture of several items`() throws {
        try add("tee.jpg")
        let ended = try index(
            "id,title,image,size\nS,Tee,https://c.example/a/tee.jpg?v=1,S\nM,Tee,https://c.example/a/tee.jpg?v=2,M\n")
        #expect(ended.text.contains("2 of 2 rows used"), "\(ended)")
        #expect(try pictures() == ["S": ["tee.jpg"], "M": ["tee.jpg"]])
    }

    @Test(arguments: [
        "{1},{2},{3}", "{1}, {2}, {3}", "{1};{2};{3}", "{1} {2} {3}", "{1}\n{2}\n{3}", "{1}|{2}|{3}",
        #"["{1}","{2}","{3}"]"#,
    ])
    func `A cell lists pictures as shops do`(cell: String) throws {
        try add("a.jpg", "b.jpg", "c.jpg")
        for (names, isOf) in [
            (["a.jpg", "b.jpg", "c.jpg"], "names"),
            (["https://c.example/p/a.jpg?v=1", "https://c.example/p/b.jpg", "https://c.example/p/c.jpg"], "addresses"),
        ] {
            if isOf == "names", cell.contains("} {") { continue }
            let text = names.enumerated().reduce(cell) { $0.replacing("{\($1.offset + 1)}", with: $1.element) }
            let ended = try index("id,title,images\nx,Bag,\"\(text.replacing("\"", with: "\"\""))\"\n")
            #expect(ended.code == 0 && ended.text.contains("1 of 1 row used"), "\(ended)")
            #expect(try pictures() == ["x": ["a.jpg", "b.jpg", "c.jpg"]], "\(text)")
        }
    }

    @Test func `The folders at the end of an address tell pictures of one name apart`() throws {
        try add("cdn.example/p/1/main.jpg", "cdn.example/p/2/main.jpg", "cdn.example/p/2/back.jpg")
        let rows = """
            id,title,image_link,additional_image_link
            A,Tee,https://cdn.example/p/1/main.jpg,
            B,Hat,https://cdn.example/p/2/main.jpg?x=1,https://cdn.example/p/2/back.jpg

            """
        let ended = try index(rows)
        #expect(ended.text.contains("2 of 2 rows used"), "\(ended)")
        let all = ["A": ["cdn.example/p/1/main.jpg"], "B": ["cdn.example/p/2/main.jpg", "cdn.example/p/2/back.jpg"]]
        #expect(try pictures() == all)
    }

    @Test func `A name that tells no picture from another is told, and takes none`() throws {
        try add("a/main.jpg", "b/main.jpg", "c.jpg")
        let ended = try index("id,image\nA,https://cdn.example/p/1/main.jpg\nC,c.jpg\n")
        #expect(ended.code == 0)
        #expect(ended.errors.contains("1 name of pictures fits several files or rows alike"), "\(ended.errors)")
        #expect(ended.text.contains("1 of 2 rows used, 1 without an image (A)"), "\(ended.text)")
        #expect(try pictures()["A"] == nil)
    }

    @Test func `A path of the shop's server is looked for below the input`() throws {
        try add("m/h/hoodie.jpg", "m/h/back.jpg", "flat.jpg")
        let rows = """
            sku,base_image,additional_images
            H,/m/h/hoodie.jpg,"/m/h/hoodie.jpg,/m/h/back.jpg"
            F,/f/l/flat.jpg,

            """
        let ended = try index(rows)
        #expect(ended.text.contains("2 of 2 rows used"), "\(ended)")
        #expect(try pictures() == ["H": ["m/h/hoodie.jpg", "m/h/back.jpg"], "F": ["flat.jpg"]])
    }

    @Test(arguments: [
        ("id,image_1,image_2\nA,,a.jpg\n", ["a.jpg"]), ("id,images\nA,gone.jpg|a.jpg|b.jpg\n", ["a.jpg", "b.jpg"]),
        ("id,image_back\nA,a.jpg\n", ["a.jpg"]), ("id,images\nA,broken.jpg|a.jpg\n", ["a.jpg"]),
        ("id,images\nA,broken.jpg|gone.jpg|b.jpg|a.jpg\n", ["b.jpg", "a.jpg"]),
    ])
    func `The first picture that can be used is the first of the item`(rows: String, expected: [String]) throws {
        try add("a.jpg", "b.jpg")
        try place.write([0xff, 0xd8, 0xff, 0xe0], to: "in/broken.jpg")
        for round in 0..<2 {
            let ended = try index(rows)
            #expect(ended.code == 0, "\(ended)")
            #expect(ended.text.contains("1 of 1 row used"), "\(ended.text)")
            #expect(try pictures()["A"] == expected, "\(round): \(ended)")
        }
        // Once the first picture is right, it is the first.
        guard rows.contains("broken") else { return }
        try add("broken.jpg")
        _ = try index(rows)
        let whole = try pictures()["A"]
        #expect(whole?.first == "broken.jpg")
        // And stays it, should it be damaged again.
        try place.write([0xff, 0xd8, 0xff, 0xe0], to: "in/broken.jpg")
        _ = try index(rows)
        #expect(try pictures()["A"] == whole)
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test(arguments: [
        "../private/secret.jpg", "in/../../private/secret.jpg", "ABSOLUTE",
        "https://a.example/../../private/secret.jpg",
    ])
    func `A cell takes no picture from outside the folders of the run`(cell: String) throws {
        try place.write(try picture(seed: 3), to: "private/secret.jpg")
        try place.write(try picture(seed: 4), to: "shop/in/a.jpg")
        try place.write([0xff, 0xd8, 0xff, 0xe0], to: "shop/in/broken.jpg")
        let secret = (place / "private/secret.jpg").text
        let named = cell == "ABSOLUTE" ? secret : cell
        try place.write(
            Array("id,image_1,image_2\nA,a.jpg,\(named)\nB,broken.jpg,\(named)\n".utf8), to: "shop/rows.csv")
        for words in [["in"], ["in/a.jpg", "in/broken.jpg"]] {
            let ended = try Running(
                magpieBinary, ["index"] + words + ["--catalog", "rows.csv", "--no-learning"], in: place / "shop"
            ).wait()
            let isTold = ended.errors.contains("\(secret), which is not below the folder of the catalog")
            #expect(isTold != cell.hasPrefix("https"), "\(ended)")
            let stored = try Running(magpieBinary, ["store", "export"], in: place / "shop").wait()
            #expect(!stored.text.contains("secret.jpg"), "\(stored.text)")
            #expect(try stored.json().map(\.itemID) == ["A"])
        }
        // Named as an input it is the owner's own choice.
        if cell == "ABSOLUTE" {
            let words = [
                "index", "in", "../private", "--catalog", "rows.csv", "--no-learning", "--store", "all.magpie",
            ]
            _ = try Running(magpieBinary, words, in: place / "shop").wait()
            let stored = try Running(
                magpieBinary, ["store", "export", "--store", "all.magpie"], in: place / "shop"
            ).wait()
            #expect(stored.text.contains("secret.jpg"), "\(stored.text)")
        }
    }

    @Test func `A list on standard input allows the folders of its pictures`() throws {
        try place.write(try picture(seed: 3), to: "photos/a.jpg")
        try place.write(try picture(seed: 4), to: "photos/more/b.jpg")
        try place.write(try picture(seed: 5), to: "private/secret.jpg")
        let folder = place.path.text
        let cells = "\(folder)/photos/a.jpg,\(folder)/photos/more/b.jpg,\(folder)/private/secret.jpg"
        try place.write(Array("id,image_1,image_2,image_3\nA,\(cells)\n".utf8), to: "data/rows.csv")
        try place.write(Array("\(folder)/photos/a.jpg\n".utf8), to: "list.txt")
        let ended = try Running(
            "/bin/sh",
            ["-c", "\(magpieBinary) index - --catalog data/rows.csv --no-learning --store s.magpie < list.txt"],
            in: place.path
        ).wait()
        #expect(ended.errors.contains("secret.jpg, which is not below"), "\(ended)")
        let stored = try place.magpie("store", "export", "--store", "s.magpie").text
        #expect(stored.contains("more/b.jpg") && !stored.contains("secret"), "\(stored)")
    }

    @Test func `A product none of whose pictures can be used is counted and named`() throws {
        try add("b.jpg")
        try place.write([0xff, 0xd8, 0xff, 0xe0], to: "in/broken.jpg")
        let rows = "id,image\nA,broken.jpg\nB,b.jpg\n"
        let ended = try index(rows)
        #expect(
            ended.text.contains("1 of 2 rows used, 0 without an image, 1 whose image cannot be used (A); 0 images"),
            "\(ended.text)")
        #expect(try index(rows, "--strict").code == 3)
    }

    @Test func `A row that moves to another picture takes its id along`() throws {
        try add("a.jpg", "b.jpg")
        _ = try index("id,image\nA,a.jpg\n")
        let ended = try index("id,image\nA,b.jpg\n")
        #expect(ended.text.contains("1 of 1 row used"), "\(ended)")
        let found = try pictures()
        #expect(found["A"] == ["b.jpg"] && found.count == 2, "\(found)")
    }

    @Test(arguments: [true, false])
    func `Of two rows that change their pictures none is lost, also where one is damaged`(isDamaged: Bool) throws {
        try add("a.jpg", "b.jpg")
        _ = try index("id,image\nA,a.jpg\nB,b.jpg\n")
        if isDamaged { try place.write([0xff, 0xd8, 0xff, 0xe0], to: "in/b.jpg") }
        let ended = try index("id,image\nA,b.jpg\nB,a.jpg\n")
        let found = try pictures()
        #expect(found == ["A": [isDamaged ? "a.jpg" : "b.jpg"], "B": ["a.jpg"]], "\(ended)")
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test func `Rows without ids that share a picture are one item, and their differences are told`() throws {
        try add("a.jpg")
        let ended = try index("image,size\na.jpg,S\na.jpg,M\n")
        #expect(ended.errors.contains("size differs between lines 2 and 3"), "\(ended.errors)")
        #expect(ended.text.contains("2 of 2 rows used"), "\(ended.text)")
        #expect(try pictures() == ["a": ["a.jpg"]])
    }

    @Test func `A list on standard input finds shared pictures as well`() throws {
        try add("tee.jpg", "hat.jpg")
        try place.write(Array(Self.sizes.utf8), to: "rows.csv")
        let running = try Running(
            "/bin/sh",
            [
                "-c",
                "printf 'in/tee.jpg\\nin/hat.jpg\\n' | '\(magpieBinary)' index - --root in --catalog rows.csv --store catalog.magpie",
            ],
            in: place.path)
        let ended = try running.wait()
        #expect(ended.code == 0, "\(ended)")
        #expect(try pictures().count == 4, "\(ended)")
    }

    @Test func `The parts of a sharded run, merged, are what one run makes`() throws {
        try add("tee.jpg", "hat.jpg", "cap.jpg")
        try place.write([0xff, 0xd8, 0xff, 0xe0], to: "in/broken.jpg")
        let rows = Self.sizes + "C,Cap,broken.jpg|cap.jpg,\nD,Cap,cap.jpg,\n"
        _ = try index(rows, "--store", "whole.magpie")
        try place.folder("parts")
        for part in 0..<3 {
            _ = try index(rows, "--store", "parts/\(part).magpie", "--shard", "\(part)/3")
        }
        let merged = try place.magpie(
            "store", "merge", "parts/0.magpie", "parts/1.magpie", "parts/2.magpie", "-o", "all.magpie")
        #expect(merged.code == 0, "\(merged)")
        func lines(_ store: String) throws -> [String] {
            try place.magpie("store", "export", store).text.split(separator: "\n").map(String.init).sorted()
        }
        #expect(try lines("all.magpie") == lines("whole.magpie"))
        #expect(try lines("whole.magpie").count == 6)
    }
}
