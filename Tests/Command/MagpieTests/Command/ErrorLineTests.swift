import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie: errors of single inputs")
struct ErrorLineTests {
    @Test("the first are shown with their reason, the others counted, and all of them kept where that is wanted")
    func lines() throws {
        let place = try Workplace()
        for number in 0..<30 { try place.write([1, 2, 3], to: "in/bad\(number).jpg") }
        try place.write(try picture(), to: "in/good.jpg")
        let ended = try place.magpie("prep", "in", "-o", "out", "--errors", "errors.jsonl")
        let lines = ended.errors.split(separator: "\n")
        #expect(ended.code == 0)
        #expect(lines.count == ErrorReport.shownLimit + 1)
        #expect(
            lines.first?.hasSuffix(
                ": the input is unknown data beginning 01 02 03, not JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF or RAW")
                == true)
        #expect(lines.last == "magpie: and 10 more errors; errors.jsonl has all of them")
        let again = try place.magpie("colors", "--list", "errors.jsonl", "--json")
        #expect(try again.json().count == 30)
        #expect(again.code == 3)
    }

    @Test("they name the limit in words and the option that raises it")
    func words() throws {
        let place = try Workplace()
        try place.write(try picture(100, 100), to: "a.jpg")
        try place.write(Array(try picture(640, 480).prefix(3000)), to: "cut.jpg")
        try place.write(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), to: "a.svg")
        func errors(_ words: String...) throws -> String {
            try Running(magpieBinary, ["colors"] + words, in: place.path).wait().errors
        }
        #expect(
            try errors("a.jpg", "--max-pixels", "1000")
                == "magpie: a.jpg: 10,000 pixels are more than the limit of 1,000; --max-pixels raises it\n")
        #expect(try errors("cut.jpg").contains("the picture is cut off"))
        #expect(try errors("cut.jpg").contains("; --lenient uses the decoded part"))
        #expect(try errors("a.svg") == "magpie: a.svg: an SVG drawing is decoded with --accept svg only\n")
        #expect(try errors("a.jpg", "--box", "200,200,300,300").contains("which reaches from 0,0 to 100,100"))
    }

    @Test(
        "an error in reading a part is its own, not one of the report",
        .enabled(if: Workplace.canDropRoot, "skipped: needs root and setpriv"))
    func unreadablePart() throws {
        let place = try Workplace()
        try place.write([], to: "part.jsonl")
        try run("/bin/chmod", ["755", place.path.text])
        try run("/bin/chmod", ["000", (place / "part.jsonl").text])
        let ended = try place.magpieAsNobody("merge", "part.jsonl")
        #expect(ended.code == 2)
        #expect(ended.errors == "magpie: cannot read part.jsonl: Permission denied\n")
    }

    @Test("a box over the edge is cut off, and that is said")
    func box() throws {
        let place = try Workplace()
        try place.write(try picture(100, 80), to: "a.jpg")
        let ended = try place.magpie("prep", "a.jpg", "-o", "out", "--box", "50,50,200,60")
        #expect(ended.text.contains("1 box cut off at the edge of the picture"))
        let line = try place.magpie("colors", "a.jpg", "--box", "50,50,200,60", "--json").text
        #expect(line.contains(#""box":[50,50,100,60],"clipped":true"#))
        #expect(!(try place.magpie("colors", "a.jpg", "--box", "50,50,100,60", "--json")).text.contains("clipped"))
    }

    @Test("what is named twice is done once, in whichever way it is named")
    func twice() throws {
        let place = try Workplace()
        for name in ["in/a.jpg", "in/sub/b.jpg"] { try place.write(try picture(), to: name) }
        let ended = try place.magpie("prep", "in", "in/sub", "./in/a.jpg", "in/", "-o", "out", "--json")
        #expect(Set(try ended.json().map { $0["path"] as? String }) == ["in/sub/b.jpg", "./in/a.jpg"])
        #expect(try ended.json().count == 2)
        #expect(ended.errors.contains("in/ is named twice; it is done once"))
        #expect(ended.errors.contains("in/sub lies in in; it is done once"))
        #expect(place.names(in: "out") == ["a.jpg", "sub/b.jpg"])
    }

    @Test("--include and --exclude choose among what folders hold, and --root fixes where outputs go")
    func choice() throws {
        let place = try Workplace()
        for name in ["in/a.jpg", "in/a.png", "in/b.data", "in/raw/c.jpg", "in/deep/raw/d.jpg"] {
            try place.write(try picture(), to: name)
        }
        func names(_ words: String...) throws -> [String] {
            let ended = try Running(
                magpieBinary, ["prep", "in", "-o", "out", "--dry-run", "--json"] + words, in: place.path
            ).wait()
            return try ended.json().compactMap { $0["path"] as? String }.sorted()
        }
        #expect(try names("--exclude", "raw") == ["in/a.jpg", "in/a.png"])
        #expect(try names("--exclude", "/raw") == ["in/a.jpg", "in/a.png", "in/deep/raw/d.jpg"])
        #expect(try names("--include", "*.data") == ["in/b.data"])
        #expect(try names("--include", "**/raw/*", "--exclude", "c.*") == ["in/deep/raw/d.jpg"])
        try place.magpie("prep", "in/raw", "-o", "out", "--root", ".")
        #expect(place.names(in: "out") == ["in/raw/c.jpg"])
    }
}
