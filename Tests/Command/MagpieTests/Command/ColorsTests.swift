import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie colors")
struct ColorsCommandTests {
    @Test("one line for each good image in the order of the inputs, and nothing but colors on standard output")
    func lines() throws {
        let place = try Workplace()
        try place.write(try picture(seed: 1), to: "in/a.jpg")
        try place.write([1, 2, 3], to: "in/b.jpg")
        try place.write(try picture(seed: 2), to: "in/c.jpg")
        let ended = try place.magpie("colors", "in", "--colors", "2")
        #expect(ended.code == 0)
        #expect(ended.lines.count == 2)
        #expect(ended.lines.allSatisfy { $0.hasPrefix("#") })
        #expect(ended.lines[0].hasSuffix("in/a.jpg"))
        #expect(ended.errors.hasPrefix("magpie: in/b.jpg: the input is unknown data beginning"))
        #expect(!ended.text.contains("\u{1b}"))
        let json = try place.magpie("colors", "in", "--json", "--ordered").json()
        #expect(json.map { $0.isOK } == [true, false, true])
        #expect(json[0]["colors"] is [Any])
        #expect(json[0]["outputs"] == nil)
    }

    @Test("a picture of two colors gives these two, larger share first")
    func twoColors() throws {
        let place = try Workplace()
        let bytes = (0..<100).flatMap { row in
            (0..<100).flatMap { _ in row < 70 ? [184, 72, 42] : [20, 60, 160] as [UInt8] }
        }
        let pixels = try #require(PixelBuffer(size: Size(width: 100, height: 100), bytes: bytes))
        let png = try prepare(.pixels(pixels), as: Recipe(Output(.fit(100), encoding: .png))).outputs[0].bytes
        try place.write(png, to: "a.png")
        #expect(
            try place.magpie("colors", "a.png").lines == [
                "#b8482a  70%  #143ca0  30%  " + String(repeating: " ", count: 42) + "a.png"
            ])
        let line = try #require(try place.magpie("prep", "a.png", "-o", "out", "--colors", "1", "--json").lines.first)
        #expect(line.contains(##","colors":[{"hex":"#b8482a","share":0.7}],"box":[0,0,100,100],"##))
    }

    @Test("prep shows the colors that go nowhere else, as colors does")
    func prep() throws {
        let place = try Workplace()
        for name in ["a", "b", "c"] { try place.write(try picture(seed: name.count), to: "in/\(name).jpg") }
        let colors = try place.magpie("colors", "in", "--colors", "3").lines
        let printed = try place.magpie("prep", "in", "-o", "out", "--colors", "3", "-q").lines
        #expect(printed == colors && printed.count == 3)
        // The summary follows where it is not left out.
        #expect(try place.magpie("prep", "in", "-o", "out", "--colors", "3").lines.prefix(3) == colors[...])
        for other in [["--json"], ["--report", "page.html"], ["--dry-run"]] {
            let lines = try Running(
                magpieBinary, ["prep", "in", "-o", "out", "--colors", "3"] + other, in: place.path
            ).wait().lines
            #expect(lines.allSatisfy { !$0.hasPrefix("#") }, "\(other)")
        }
        #expect(try place.magpie("prep", "in", "-o", "out", "-q").lines.isEmpty)
    }

    @Test("prep warns of metadata that an output has no room for")
    func lostMetadata() throws {
        let place = try Workplace()
        let size = Size(width: 8, height: 8)
        let pixels = try #require(PixelBuffer(size: size, bytes: [UInt8](repeating: 90, count: 192)))
        let webp = try prepare(.pixels(pixels), as: Recipe(Output(.fit(8), encoding: .webp()))).outputs[0].bytes
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        // One tag: a description of 70,000 letters.
        let block =
            Array("II*\0".utf8) + number(8) + [1, 0, 0x0E, 1, 2, 0] + number(70_000) + number(26) + number(0)
            + [UInt8](repeating: 0x61, count: 70_000)
        let canvas = Array("VP8X".utf8) + number(10) + [8, 0, 0, 0, 7, 0, 0, 7, 0, 0]
        let body = Array("WEBP".utf8) + canvas + webp[12...] + Array("EXIF".utf8) + number(block.count) + block
        try place.write(Array("RIFF".utf8) + number(body.count) + body, to: "a.webp")
        let lost = try place.magpie("prep", "a.webp", "-o", "out", "--keep", "exif", "--json")
        #expect(lost.code == 0 && lost.errors.contains("1 image lost its EXIF block"))
        #expect(lost.text.contains(#""leftOut":["exif"]"#))
        let kept = try place.magpie("prep", "a.webp", "-o", "out", "--keep", "exif", "--format", "png", "--json")
        #expect(!kept.errors.contains("EXIF") && !kept.text.contains("leftOut"))
        #expect(try place.magpie("prep", "a.webp", "-o", "-", "--keep", "exif").errors.contains("lost its EXIF"))
    }

    static let script = "/usr/bin/script"

    @Test(
        "on a terminal there are patches and no progress between the lines",
        .enabled(if: FileManager.default.isExecutableFile(atPath: script), "skipped: needs script(1)"))
    func terminal() throws {
        let place = try Workplace()
        for number in 0..<20 { try place.write(try picture(400, 300, seed: number), to: "in/\(number).jpg") }
        func shown(_ environment: [String: String]) throws -> String {
            let command = "'\(magpieBinary)' colors in"
            return try Running(
                Self.script, ["-qec", command, "/dev/null"], in: place.path, environment: environment
            ).wait().text
        }
        let text = try shown(["NO_COLOR": ""])
        #expect(text.components(separatedBy: "\u{1b}[48;2;").count > 20)
        #expect(text.components(separatedBy: ".jpg\r\n").count - 1 == 20)
        #expect(!text.contains("images/s"))
        #expect(!(try shown(["NO_COLOR": "1"])).contains("\u{1b}"))
    }

    @Test(
        "progress clears itself and never reaches the results",
        .enabled(if: FileManager.default.isExecutableFile(atPath: script), "skipped: needs script(1)"))
    func progress() throws {
        let place = try Workplace()
        let bytes = try picture(900, 700)
        for number in 0..<60 { try place.write(bytes, to: "in/\(number).jpg") }
        let command = "'\(magpieBinary)' prep in -o out --size 900 --json > lines"
        let text = try Running(Self.script, ["-qec", command, "/dev/null"], in: place.path).wait().text
        #expect(text.contains("images/s"))
        #expect(text.hasSuffix(ProgressLine.clear))
        #expect(!text.contains("\n"))
        #expect(try contents(of: place / "lines").count { $0 == UInt8(ascii: "\n") } == 60)
    }

    @Test("patches are colored on terminals only, and names line up")
    func swatches() {
        let color = DominantColor(color: RGB(red: 184, green: 72, blue: 42), share: 0.314)
        let product = Product(colors: [color])
        let outcome = Outcome(path: Path("a.jpg"), result: .success(product))
        #expect(
            Swatches(isColored: false, columns: 2).line(outcome)
                == "#b8482a  31%  " + String(repeating: " ", count: 14) + "a.jpg\n")
        #expect(
            Swatches(isColored: true, columns: 1).line(outcome)
                == "\u{1b}[48;2;184;72;42m  \u{1b}[0m #b8482a  31%  a.jpg\n")
    }
}
