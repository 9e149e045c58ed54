import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("A catalog among the inputs of magpie index", .timeLimit(.minutes(5)))
struct CatalogOperandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write(Array("id,image,title\nbag,1/a.jpg,Red bag\nhat,1/b.jpg,Blue hat\n".utf8), to: "feed/shop.csv")
        for (seed, name) in ["a", "b"].enumerated() {
            try place.write(try picture(90, 60, seed: seed), to: magpie.Path("media/1/\(name).jpg"))
        }
    }

    @Test(
        "is the catalog, whose pictures lie in the folder of --root or in another input",
        arguments: [
            ["feed/shop.csv", "--root", "media"], ["feed/shop.csv", "media"], ["media", "feed/shop.csv"],
            ["--catalog", "feed/shop.csv", "--root", "media"],
        ])
    func taken(_ words: [String]) throws {
        let ended = try Running(magpieBinary, ["index", "--store", "s.magpie"] + words, in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect((ended.text + ended.errors).contains("2 of 2 rows used"), "\(ended.text + ended.errors)")
        let found = try place.magpie("search", "--text", "red bag", "--store", "s.magpie", "--json").json()
        let hits = try #require(found.first?["hits"] as? [[String: Any]])
        #expect(hits.map { $0["id"] as? String } == ["bag"])
    }

    @Test("may be packed by gzip, and come through a pipe so")
    func packed() throws {
        try run("/usr/bin/gzip", ["-k", (place / "feed/shop.csv").text])
        let ended = try place.magpie("index", "feed/shop.csv.gz", "--root", "media")
        #expect(ended.code == 0 && (ended.text + ended.errors).contains("2 of 2 rows used"), "\(ended.errors)")
        let line = "cat feed/shop.csv.gz | \(magpieBinary) index media --catalog /dev/stdin --store piped.magpie"
        let piped = try Running("/bin/sh", ["-c", line], in: place.path).wait()
        #expect(piped.code == 0 && (piped.text + piped.errors).contains("2 of 2 rows used"), "\(piped.errors)")
    }

    @Test("is known by its name in capital letters, and behind the store")
    func behindStore() throws {
        #expect(try place.magpie("index", "--store", "s.magpie", "media/1/a.jpg").code == 0)
        try place.write(try contents(of: place / "feed/shop.csv"), to: "feed/SHOP.CSV")
        let ended = try place.magpie("index", "s.magpie", "feed/SHOP.CSV", "--root", "media")
        #expect(ended.code == 0 && (ended.text + ended.errors).contains("2 of 2 rows used"), "\(ended.errors)")
    }

    @Test(
        "alone does not say where its pictures are, and changes nothing",
        arguments: [["feed/shop.csv"], ["--catalog", "feed/shop.csv"]])
    func alone(_ words: [String]) throws {
        let ended = try Running(magpieBinary, ["index", "--store", "s.magpie"] + words, in: place.path).wait()
        #expect(ended.code == 1 && ended.errors.contains("where are the pictures of feed/shop.csv?"), "\(ended.errors)")
        #expect((try? FileStatus.of(place / "s.magpie")) == nil)
    }

    @Test("beside another one is refused, and one that is missing is told as a catalog")
    func refused() throws {
        let two = try place.magpie("index", "media", "feed/shop.csv", "--catalog", "feed/other.tsv")
        #expect(
            two.code == 1 && two.errors.contains("feed/other.tsv and feed/shop.csv are both catalogs"), "\(two.errors)")
        let missing = try place.magpie("index", "media", "feed/missing.json")
        #expect(missing.code == 2 && missing.errors.contains("feed/missing.json"), "\(missing.errors)")
    }

    @Test(
        "beside single files is an input that cannot be used, so that all files of a folder may be named",
        arguments: 1...2)
    func besideFiles(count: Int) throws {
        var words = ["index", "media/1/a.jpg", "media/1/b.jpg"]
        for number in 0..<count {
            try place.write(Array(#"{"title":"a.jpg"}"#.utf8), to: magpie.Path("media/1/note\(number).json"))
            words.append("media/1/note\(number).json")
        }
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 0 && (ended.text + ended.errors).contains("2 added"), "\(ended.text)\(ended.errors)")
        #expect(ended.errors.contains("note0.json: the input is text, not JPEG"), "\(ended.errors)")
    }

    @Test("a folder with such a name is a folder of pictures")
    func folder() throws {
        try place.write(try picture(90, 60), to: "photos.json/a.jpg")
        let ended = try place.magpie("index", "photos.json")
        #expect(ended.code == 0 && (ended.text + ended.errors).contains("1 added"), "\(ended.errors)")
    }

    @Test("the counts of a run are one line of JSON that agrees with the text and the exit code")
    func counts() throws {
        let rows = "id,image,title\nbag,1/a.jpg,Bag\ncup,1/c.jpg,Cup\nbad,1/bad.jpg,Bad\n"
        try place.write(Array(rows.utf8), to: "shop.csv")
        try place.write([1, 2, 3], to: "media/1/bad.jpg")
        func counts(_ more: String...) throws -> (counts: [String: Any], ended: Ended) {
            let words = ["index", "shop.csv", "--root", "media", "--store", "s.magpie", "--json-summary"] + more
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.text.split(separator: "\n").count == 1, "\(ended.text)")
            return (try #require(try ended.json().first), ended)
        }
        let (planned, _) = try counts("--dry-run")
        // It reads no picture, so that the damaged one counts as well.
        #expect(planned["dryRun"] as? Bool == true && planned["items"] as? Int == 0 && planned["added"] as? Int == 3)
        let (first, ended) = try counts("--quiet")
        let expected = [
            "added": 2, "updated": 0, "unchanged": 0, "removed": 0, "failed": 1, "rows": 3, "rowsUsed": 1,
            "rowsWithoutImage": 1, "rowsWithUnusableImage": 1, "rowsNotShown": 0, "imagesWithoutRow": 1, "withdrawn": 0,
            "items": 2, "exitCode": 0,
        ]
        for (name, count) in expected { #expect(first[name] as? Int == count, "\(name): \(first)") }
        #expect(first["complete"] as? Bool == true && ended.code == 0)
        let (strict, failed) = try counts("--strict")
        #expect(strict["exitCode"] as? Int == 3 && failed.code == 3 && strict["unchanged"] as? Int == 2, "\(strict)")
        let both = try place.magpie("index", "media", "--json", "--json-summary")
        #expect(both.code == 1 && both.errors.contains("--json-summary does not go with --json"))
    }
}
