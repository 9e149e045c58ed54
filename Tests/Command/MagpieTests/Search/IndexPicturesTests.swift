import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie index --catalog with several pictures of an item", .timeLimit(.minutes(5)))
struct IndexPicturesTests {
    private func place(_ names: [String] = ["a1", "a2", "a3", "b1"]) throws -> Workplace {
        let place = try Workplace()
        for (seed, name) in names.enumerated() { try place.write(try picture(seed: seed), to: "in/\(name).jpg") }
        return place
    }

    private func index(_ place: Workplace, _ rows: String, _ words: String..., name: String = "rows.csv") throws
        -> Ended
    {
        try place.write(Array(rows.utf8), to: name)
        return try Running(magpieBinary, ["index", "in", "--catalog", name] + words, in: place.path).wait()
    }

    /// "a1 a2:back": the names of the pictures of an item, in their order.
    private func pictures(_ place: Workplace) throws -> [String: String] {
        var found: [String: String] = [:]
        for line in try place.magpie("store", "export").json() {
            let all = [line] + (line["pictures"] as? [[String: Any]] ?? [])
            found[line.itemID] = all.map { picture in
                let name = (picture["source"] as? String ?? "").split(separator: "/").last?.dropLast(4) ?? "–"
                return name + ((picture["role"] as? String).map { ":\($0)" } ?? "")
            }
            .joined(separator: " ")
        }
        return found
    }

    @Test("columns give an item several pictures, which are no items of their own, and are described once")
    func columns() throws {
        let place = try place()
        let rows = "id,image,image_2,role_2,image_back,price\nA,a1.jpg,a2.jpg,worn,a3.jpg,3\nB,b1.jpg,,,,4\n"
        let ended = try index(place, rows, "--no-learning")
        #expect(ended.code == 0, "\(ended.errors)")
        let summary = "  2 added\n  further pictures: 2 added\n  2 of 2 rows used, 0 without an image; 0"
        #expect(ended.text.contains(summary), "\(ended.text)")
        #expect(ended.errors.contains("found by image or id; further pictures by image_2, image_back\n"))
        #expect(try pictures(place) == ["A": "a1 a2:worn a3:back", "B": "b1"])
        let again = try index(place, rows, "--json")
        let lines = try again.json()
        #expect(lines.map(\.action) == ["unchanged", "picture", "picture", "unchanged"])
        #expect(lines.map(\.itemID) == ["A", "A", "A", "B"])
        #expect(lines.map { $0["pictures"] as? Int } == [3, nil, nil, nil])
        // A run without the catalog keeps all of it.
        #expect(try place.magpie("index", "in").text.contains("  2 unchanged\n  further pictures: 2 unchanged\n"))
        #expect(try pictures(place) == ["A": "a1 a2:worn a3:back", "B": "b1"])
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test("a picture that the catalog adds, moves or drops is added, moved or dropped, and described where it is new")
    func changes() throws {
        let place = try place(["a1", "a2", "a3", "a4"])
        _ = try index(place, "id,image,image_2,image_3\nA,a1.jpg,a2.jpg,a3.jpg\n")
        func summary(_ rows: String) throws -> String {
            let plan = try index(place, rows, "--dry-run").text
            let ended = try index(place, rows, "--no-learning")
            #expect(ended.code == 0, "\(ended.errors)")
            func counts(_ text: String) -> String {
                text.split(separator: "\n").first { $0.hasPrefix("  further") }.map(String.init) ?? ""
            }
            #expect(counts(plan) == counts(ended.text))
            return counts(ended.text)
        }
        let moved = "id,image,image_2,image_3\nA,a1.jpg,a3.jpg,a2.jpg\n"
        #expect(try summary(moved) == "  further pictures: 2 unchanged")
        #expect(try pictures(place)["A"] == "a1 a3 a2")
        #expect(
            try summary("id,image,image_2,image_3\nA,a1.jpg,a4.jpg,a2.jpg\n")
                == "  further pictures: 1 added, 1 unchanged, 1 removed")
        #expect(try pictures(place) == ["A": "a1 a4 a2", "a3": "a3"])
        #expect(try summary("id,image,image_2,role_2\nA,a1.jpg,a2.jpg,back\n").contains("1 updated, 1 removed"))
        try place.write(try picture(seed: 9), to: "in/a2.jpg")
        #expect(try summary("id,image,image_2,role_2\nA,a1.jpg,a2.jpg,back\n") == "  further pictures: 1 updated")
        // The first picture and the second change places.
        #expect(try summary("id,image,image_2\nA,a2.jpg,a1.jpg\n").contains("1 added, 1 removed"))
        #expect(try pictures(place) == ["A": "a2 a1", "a3": "a3", "a4": "a4"])
        #expect(try summary("id,image\nA,a2.jpg\n") == "  further pictures: 1 removed")
        #expect(try place.magpie("store", "check").code == 0)
    }

    @Test("the first picture is the front: a catalog that calls it otherwise gets a warning, with the first such item")
    func otherFirst() throws {
        let place = try place()
        let rows = "id,image,image_role,image_back\nA,a1.jpg,front,a2.jpg\nB,b1.jpg,detail,\nC,a3.jpg,worn,\n"
        let ended = try index(place, rows, "--no-learning")
        let warning =
            "magpie: rows.csv: the first picture of C is its front, not of the role worn that the catalog names (1 more "
            + "item like this); name the picture that shows the front first\n"
        #expect(ended.code == 0 && ended.errors.contains(warning), "\(ended.errors)")
        #expect(try pictures(place) == ["A": "a1 a2:back", "B": "b1", "C": "a3"])
        let plain = try index(
            place, "id,image,image_role,image_back\nA,a1.jpg,front,a2.jpg\nB,b1.jpg,,\n", "--no-learning")
        #expect(!plain.errors.contains("is its front"), "\(plain.errors)")
    }

    @Test("a file that was an item of its own leaves as such once it is a further picture")
    func former() throws {
        let place = try place()
        #expect(try place.magpie("index", "in", "--no-learning").code == 0)
        let plan = try index(place, "id,image,image_2\na1,a1.jpg,a2.jpg\n", "--dry-run")
        #expect(plan.text.contains("1 updated, 2 unchanged, 1 removed"), "\(plan.text)")
        #expect(try pictures(place).count == 4)
        let ended = try index(place, "id,image,image_2\na1,a1.jpg,a2.jpg\n", "--json", "--no-learning")
        #expect(try ended.json().map(\.action) == ["updated", "picture", "unchanged", "unchanged", "removed"])
        #expect(try pictures(place) == ["a1": "a1 a2", "a3": "a3", "b1": "b1"])
    }

    @Test("rows with one id are one item with the first value of each field, and a warning where values differ")
    func rows() throws {
        let place = try place()
        let rows = """
            Handle,Title,Image Src,Image Position,Price
            A,Bag,https://cdn.example/s/a2.jpg?v=17,2,3
            A,,https://cdn.example/s/a1.jpg?v=17,1,
            A,,https://cdn.example/s/a3.jpg,3,5
            B,Box,https://cdn.example/s/b1.jpg,1,7

            """
        let ended = try index(place, rows)
        #expect(ended.code == 0, "\(ended.errors)")
        let warning =
            "magpie: rows.csv: Price differs between lines 2 and 4, which both are of A; the first value counts\n"
        #expect(ended.errors.contains(warning), "\(ended.errors)")
        #expect(ended.text.contains("4 of 4 rows used, 0 without an image; 0 images without a row\n"))
        #expect(try pictures(place) == ["A": "a1 a2 a3", "B": "b1"])
        let exported = try place.magpie("store", "export").text
        #expect(exported.contains(#"{"Price":3,"Title":"Bag"}"#) && exported.contains(#"{"Price":7,"Title":"Box"}"#))
        // Without the row, the picture leaves.
        let fewer = rows.split(separator: "\n").filter { !$0.contains("a3") }.joined(separator: "\n")
        #expect(try index(place, fewer).text.contains("further pictures: 1 unchanged, 1 removed\n"))
        #expect(try pictures(place)["A"] == "a1 a2")
    }

    @Test("addresses of several items that end with one name find no image, and an item its next picture")
    func sameNames() throws {
        let place = try place()
        let ended = try index(
            place,
            "id,image_url,image_2\nA,https://x.example/1/a1.jpg,\nB,https://x.example/2/a1.jpg,b1.jpg\nC,a3.jpg,\n")
        #expect(ended.code == 0)
        #expect(try pictures(place) == ["a1": "a1", "a2": "a2", "B": "b1", "C": "a3"])
        #expect(ended.text.contains("2 of 3 rows used, 1 without an image (A)"), "\(ended.text)")
        #expect(ended.errors.contains("2 names of pictures fit several files or rows alike"), "\(ended.errors)")
    }

    @Test("a further picture that is missing or damaged is an error of its own, and keeps its last description")
    func failures() throws {
        let place = try place()
        let rows = "id,image,image_2,image_3\nA,a1.jpg,a2.jpg,gone.jpg\n"
        try place.write([0xff, 0xd8, 0xff], to: "in/a2.jpg")
        let ended = try index(place, rows, "--json", "--errors", "errors.jsonl")
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = try ended.json().filter { !$0.isOK }
        #expect(lines.map(\.itemID) == ["A", "A"])
        #expect(lines.map { $0["picture"] as? Int } == [2, 3])
        #expect(ended.errors.contains("magpie: gone.jpg: there is no such file\n"), "\(ended.errors)")
        #expect(try contents(of: place / "errors.jsonl").split(separator: UInt8(ascii: "\n")).count == 2)
        #expect(try pictures(place)["A"] == "a1")
        #expect(try index(place, rows, "--max-errors", "0").code == 3)
        #expect(try index(place, rows).text.contains("  further pictures: 2 failed\n"))
        // Once it was described, a fault takes nothing away.
        try place.write(try picture(seed: 7), to: "in/a2.jpg")
        #expect(try index(place, rows).text.contains("1 added, 1 failed"))
        try FileManager.default.removeItem(atPath: (place / "in/a2.jpg").text)
        #expect(try index(place, rows).text.contains("2 failed"))
        #expect(try pictures(place)["A"] == "a1 a2")
        #expect(try place.magpie("index", "in", "--prune", "--quiet").code == 0)
        #expect(try pictures(place)["A"] == "a1 a2")
        #expect(try index(place, "id,image\nA,a1.jpg\n").text.contains("1 removed"))
    }

    @Test("rows name files beside the catalog, below --root, below INPUT and beside the first picture")
    func places() throws {
        let place = try Workplace()
        for (seed, name) in ["in/x/a.jpg", "in/x/b.jpg", "in/c.jpg", "beside/d.jpg", "root/e.jpg"].enumerated() {
            try place.write(try picture(seed: seed), to: name)
        }
        let files = "../in/x/a.jpg|b.jpg|c.jpg|d.jpg|root/e.jpg|\((place / "root/../beside/d.jpg").text)"
        try place.write(Array("id,images\nA,\(files)\n".utf8), to: "beside/rows.csv")
        let ended = try place.magpie("index", "in", "--catalog", "beside/rows.csv", "--root", ".")
        #expect(ended.code == 0 && !ended.errors.contains("no such file"), "\(ended.errors)")
        #expect(try pictures(place)["A"] == "a b c d e")
        let without = try place.magpie("index", "in", "--catalog", "beside/rows.csv", "--store", "other.magpie")
        #expect(without.errors.contains("magpie: root/e.jpg: there is no such file\n"), "\(without.errors)")
    }

    @Test("an item has at most 16 pictures, and those beyond are errors")
    func limit() throws {
        let place = try place((0..<18).map { "p\(10 + $0)" })
        let files = (0..<18).map { "p\(10 + $0).jpg" }.joined(separator: "|")
        let ended = try index(place, "id,image\nA,\(files)\n", "--json", "--no-learning")
        #expect(try ended.json().count { !$0.isOK } == 2)
        #expect(ended.errors.contains("p27.jpg: an item has at most 16 pictures\n"), "\(ended.errors)")
        #expect(try pictures(place)["A"]?.split(separator: " ").count == 16)
    }

    @Test("JSON lines name pictures with their roles, as an export does")
    func jsonLines() throws {
        let place = try place()
        let rows = #"{"id":"A","file":"a1.jpg","files":[{"file":"a2.jpg","role":"detail"},"a3.jpg"]}"#
        #expect(try index(place, rows, name: "rows.jsonl").code == 0)
        #expect(try pictures(place)["A"] == "a1 a2:detail a3")
        let exported = try place.magpie("store", "export").output
        try place.write(exported, to: "export.jsonl")
        let ended = try place.magpie("index", "in", "--catalog", "export.jsonl", "--store", "other.magpie")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try place.magpie("store", "export", "other.magpie").output == exported)
    }

    @Test("an unknown role ends the command before anything is done")
    func unknownRole() throws {
        let place = try place()
        let ended = try index(place, "id,image,image_2,role_2\nA,a1.jpg,a2.jpg,bakc\n")
        #expect(ended.code == 2)
        #expect(ended.errors.contains("rows.csv, line 2: a picture has one of the roles"), "\(ended.errors)")
        #expect(ended.errors.contains("did you mean `back`?"))
        #expect(!place.names(in: "").contains("catalog.magpie"))
    }

    @Test("parts of a run make the same items as one run")
    func parts() throws {
        let place = try place(["a1", "a2", "a3", "b1", "b2", "c1"])
        let rows = "id,image,image_2,image_3\nA,a1.jpg,a2.jpg,a3.jpg\nB,b1.jpg,b2.jpg,\nC,c1.jpg,,\n"
        #expect(try index(place, rows, "--no-learning").code == 0)
        for part in 0..<3 {
            let ended = try index(place, rows, "--shard", "\(part)/3", "--quiet")
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        }
        let parts = (0..<3).map { "catalog.\($0)-of-3.magpie" }
        let merged = try Running(
            magpieBinary, ["store", "merge"] + parts + ["-o", "all.magpie"], in: place.path
        ).wait()
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(
            try place.magpie("store", "export", "all.magpie").output == place.magpie("store", "export").output)
    }
}
