import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie prep --update")
struct UpdateTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<4 { try place.write(try picture(300, 200, seed: number), to: "in/\(number).jpg") }
    }

    /// The lines of a run, by the path of the input.
    func update(_ more: String..., name: String = "--update") throws -> [String: [String: Any]] {
        let words = ["prep", "in", "-o", "out", "--json", name] + more
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        return try ended.byPath()
    }

    func made(_ lines: [String: [String: Any]]) -> [String] {
        lines.filter { $0.value["skipped"] == nil }.keys.sorted()
    }

    @Test("what was made stays, under both names of the option", arguments: ["--update", "--skip-existing"])
    func same(name: String) throws {
        #expect(made(try update(name: name)).count == 4)
        let before = place.files(in: "out")
        #expect(made(try update(name: name)).isEmpty)
        #expect(place.files(in: "out") == before)
    }

    @Test("a changed image is made again, also one of the same size or with an older time")
    func changedImage() throws {
        _ = try update()
        let bytes = try contents(of: place / "in/1.jpg")
        try place.write(try picture(300, 200, seed: 9), to: "in/0.jpg")
        // The same bytes in another order would have the same size: only the time tells.
        try place.write(bytes, to: "in/1.jpg")
        try run("/usr/bin/touch", ["-d", "2001-01-01", (place / "in/1.jpg").text])
        #expect(made(try update()) == ["in/0.jpg", "in/1.jpg"])
        #expect(made(try update()).isEmpty)
        try place.magpie("prep", "in", "-o", "fresh", "--quiet")
        #expect(place.files(in: "out") == place.files(in: "fresh"))
    }

    @Test("another image of the same size and time in its place is seen, put there by a copy, by a move or by a link")
    func replacedImage() throws {
        // Files without compression are of equal size; so are these, by zeros behind their ends.
        let pictures = try (1...2).map { try picture(300, 200, seed: 10 + $0) }
        let length = pictures.map(\.count).max() ?? 0
        for (name, bytes) in zip(["in/a.jpg", "other.jpg"], pictures) {
            try place.write(bytes + [UInt8](repeating: 0, count: length - bytes.count), to: name)
        }
        for name in ["in/a.jpg", "other.jpg"] { try run("/usr/bin/touch", ["-d", "2001-01-01", (place / name).text]) }
        _ = try update()
        let first = place.files(in: "out")
        try run("/bin/cp", ["-p", (place / "in/a.jpg").text, (place / "kept.jpg").text])
        try run("/bin/cp", ["-p", (place / "other.jpg").text, (place / "in/a.jpg").text])
        #expect(made(try update()) == ["in/a.jpg"] && place.files(in: "out") != first)
        try run("/bin/mv", [(place / "kept.jpg").text, (place / "in/a.jpg").text])
        #expect(made(try update()) == ["in/a.jpg"] && place.files(in: "out") == first)
        try run("/bin/ln", ["-f", (place / "other.jpg").text, (place / "in/a.jpg").text])
        #expect(made(try update()) == ["in/a.jpg"] && place.files(in: "out") != first)
        #expect(made(try update()).isEmpty)
    }

    @Test("images that got another link, other rights or another place of the same content stay as they are")
    func movedImages() throws {
        _ = try update()
        let times = try (0..<4).map { try FileStatus.of(place / "out/\($0).jpg").identity }
        for change in ["cp -al in linked", "chmod -R go-r in", "cp -a in copy && rm -r in && mv copy in"] {
            try run("/bin/sh", ["-c", "cd \"$0\" && \(change)", place.path.text])
            #expect(made(try update("--dry-run")).isEmpty)
            #expect(made(try update()).isEmpty)
        }
        #expect(try (0..<4).map { try FileStatus.of(place / "out/\($0).jpg").identity } == times)
    }

    @Test(
        "other options make all of it again, and then again the first ones",
        arguments: [
            ["--size", "100"], ["--fill", "512x512"], ["--quality", "50"], ["--box", "0,0,50,50"],
            ["--background", "red"], ["--effort", "high"], ["--keep", "icc"], ["--keep", "times"], ["--lenient"],
            ["--enlarge"], ["--for", "upload"], ["--name", "{stem}.{ext}"],
        ])
    func changedOptions(options: [String]) throws {
        _ = try update()
        func others() throws -> [String] {
            let words = ["prep", "in", "-o", "out", "--json", "--update"] + options
            return made(try Running(magpieBinary, words, in: place.path).wait().byPath())
        }
        #expect(try others().count == 4)
        #expect(try others().isEmpty)
        #expect(made(try update()).count == 4)
    }

    @Test("colors that are wanted later are found without making the outputs again")
    func laterColors() throws {
        _ = try update("--size", "300")
        let before = place.files(in: "out")
        let times = try (0..<4).map { try FileStatus.of(place / "out/\($0).jpg").identity }
        for options in [["--colors", "3"], ["--colors", "2", "--ignore-background"], ["--colors", "3"]] {
            let words = ["prep", "in", "-o", "out", "--json", "--update", "--size", "300"] + options
            let lines = try Running(magpieBinary, words, in: place.path).wait().byPath()
            #expect(made(lines).isEmpty)
            let fresh = try Running(
                magpieBinary, ["prep", "in", "-o", "fresh", "--json", "--size", "300"] + options, in: place.path
            ).wait().byPath()
            for name in lines.keys {
                let colors = lines[name]?["colors"] as? [[String: Any]]
                #expect(colors?.isEmpty == false)
                let wanted = fresh[name]?["colors"] as? [[String: Any]]
                #expect((colors as NSArray?) == (wanted as NSArray?))
            }
        }
        #expect(try update("--size", "300").allSatisfy { $0.value["colors"] == nil })
        #expect(place.files(in: "out") == before)
        #expect(try (0..<4).map { try FileStatus.of(place / "out/\($0).jpg").identity } == times)
    }

    @Test("an output that is gone, emptied or changed by somebody else is made again")
    func changedOutput() throws {
        _ = try update()
        let whole = place.files(in: "out")
        _ = (place / "out/0.jpg").withCString { unsafe unlink($0) }
        try place.write([], to: "out/1.jpg")
        try place.write(try picture(seed: 7), to: "out/2.jpg")
        #expect(made(try update()) == ["in/0.jpg", "in/1.jpg", "in/2.jpg"])
        #expect(place.files(in: "out") == whole)
    }

    @Test("the line of a skipped image says all that the line of a made one says")
    func lines() throws {
        let options = ["--size", "100", "--size", "50", "--colors", "3", "--box", "10,10,400,100"]
        func lines() throws -> [String: [String: Any]] {
            let words = ["prep", "in", "-o", "out", "--json", "--update"] + options
            return try Running(magpieBinary, words, in: place.path).wait().byPath().mapValues { line in
                line.filter { !["ms", "skipped"].contains($0.key) }
            }
        }
        let first = try lines()
        #expect(first["in/0.jpg"]?["clipped"] as? Bool == true)
        #expect(first["in/0.jpg"]?["colors"] is [Any])
        #expect(NSDictionary(dictionary: try lines()) == NSDictionary(dictionary: first))
    }

    @Test("parts that run at the same time write down what they made, and one run knows all of it")
    func shards() throws {
        for number in 4..<40 { try place.write(try picture(60, 40, seed: number), to: "in/\(number).jpg") }
        let running = try (0..<4).map { try place.start("prep", "in", "-o", "out", "--json", "--shard", "\($0)/4") }
        for part in running { #expect(try part.wait().code == 0) }
        #expect(made(try update()).isEmpty)
    }

    @Test("many runs leave few files behind, and nothing is forgotten")
    func manyRuns() throws {
        for number in 0..<MadeLog.fileLimit + 4 {
            try place.write(try picture(seed: number), to: "in/new\(number).jpg")
            _ = try update()
        }
        var files = 0
        try DirectoryListing.forEach(in: place / "out/\(MadeLog.folderName)") { _, _ in files += 1 }
        #expect(files <= MadeLog.fileLimit + 1)
        #expect(made(try update()).isEmpty)
    }

    @Test("a torn or senseless line is a line that is not there")
    func torn() throws {
        _ = try update()
        let folder = place / "out/\(MadeLog.folderName)"
        var logs: [[UInt8]] = []
        try DirectoryListing.forEach(in: folder) { name, _ in logs.append(name) }
        let log = Path("out/\(MadeLog.folderName)").appending(try #require(logs.first))
        let bytes = try contents(of: place.path / log)
        let odd = Array("0000000000000000 {\nzzzz\n\n".utf8) + [0xff, 0x0a]
        try place.write(odd + bytes.dropLast(5), to: log)
        #expect(made(try update()).count == 1)
        #expect(made(try update()).isEmpty)
    }

    @Test("a dry run says what would be made, and makes nothing")
    func dryRun() throws {
        let ended = try place.magpie("prep", "in", "-o", "out", "--dry-run", "--size", "9", "--size", "8")
        #expect(ended.code == 0)
        #expect(ended.lines.first == "in/0.jpg → out/0@9.jpg, out/0@8.jpg")
        #expect(ended.lines.last == "4 images: 4 would be made")
        #expect(!FileManager.default.fileExists(atPath: (place / "out").text))
        _ = try update()
        try place.write(try picture(seed: 12), to: "in/2.jpg")
        let again = try place.magpie("prep", "in", "-o", "out", "--dry-run", "--update")
        #expect(again.lines.last == "4 images: 1 would be made, 3 are up to date")
        #expect(try place.magpie("prep", "in", "-o", "out", "--dry-run", "--json").json()[0]["dryRun"] as? Bool == true)
        #expect(made(try update()) == ["in/2.jpg"])
    }

    @Test("--keep times gives outputs the time of their input")
    func times() throws {
        try run("/usr/bin/touch", ["-d", "2001-02-03 04:05:06.789 UTC", (place / "in/0.jpg").text])
        try run("/usr/bin/touch", ["-d", "1931-02-03 04:05:06.789 UTC", (place / "in/1.jpg").text])
        _ = try update("--keep", "times")
        for name in ["0.jpg", "1.jpg"] {
            let output = try FileStatus.of(place / "out/\(name)")
            #expect(output.modified == (try FileStatus.of(place / "in/\(name)")).modified)
        }
        #expect(made(try update("--keep", "times")).isEmpty)
    }
}
