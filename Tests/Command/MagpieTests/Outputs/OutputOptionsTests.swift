import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import magpie

@Suite("Options for the outputs of magpie prep", .timeLimit(.minutes(5)))
struct OutputOptionsTests {
    @Test(
        "an option without an effect is refused, and the message names the option",
        arguments: [
            ["--gravity", "center"], ["--pad-color", "red"], ["--margin", "0.1"], ["--lossless"],
            ["--encoder-effort", "3"], ["--format", "png", "--quality", "80"], ["--format", "webp", "--progressive"],
            ["--format", "webp", "--chroma", "4:2:0"], ["--format", "png", "--max-output-bytes", "9"],
            ["--format", "webp", "--lossless", "--target-quality", "0.9"], ["--format", "avif", "--lossless"],
            ["--max-output-bytes", "900", "--target-quality", "0.9"], ["--quality", "80", "--target-quality", "0.9"],
        ])
    func refused(words: [String]) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        let ended = try place.magpie(["prep", "in", "-o", "out"] + words)
        #expect(ended.code == 1)
        #expect(words.contains { $0.hasPrefix("--") && ended.errors.contains($0) }, "\(ended.errors)")
        #expect(place.files(in: "out").isEmpty)
    }

    @Test(
        "a value out of its range is refused, and the message has the range",
        arguments: [
            (["--size", "16385"], "16384"), (["--size", "orginal"], "original"), (["--widths", "320,,640"], "320,640"),
            (["--format", "jpeg,bmp"], "avif"), (["--gravity", "0.5"], "X,Y"), (["--margin", "0.5"], "0.45"),
            (["--target-quality", "1"], "0.999"), (["--chroma", "4:2:2"], "4:4:4"),
        ])
    func range(words: [String], text: String) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        let ended = try place.magpie(["prep", "in", "-o", "out", "--fill", "10x10", "--pad", "9x9"] + words)
        #expect(ended.code == 1 && ended.errors.contains(text), "\(ended.errors)")
    }

    @Test("each shape is made in each format, with a name of its own")
    func names() throws {
        let options = OutputOptions(
            shapes: [.width(320), .original, .pad(Size(width: 9, height: 8)), .width(320)],
            formats: [.avif, .jpeg, .avif])
        let plan = OutputPlan(options)
        #expect(plan.names.map(\.suffix) == ["@320w", "@320w", "@original", "@original", "@9x8-pad", "@9x8-pad"])
        #expect(plan.formats == [.avif, .jpeg, .avif, .jpeg, .avif, .jpeg])
        // Widths are for pages, and have their quality.
        #expect(plan.outputs[0].encoding == .avif(quality: 60) && plan.outputs[1].encoding == .jpeg(quality: 80))
        #expect(plan.outputs[3].encoding == .jpeg())
    }

    @Test("a setting goes to the formats that have it")
    func settings() {
        var options = OutputOptions(formats: [.jpeg, .webp, .png])
        options.encoder = EncoderOptions(isProgressive: true, isLossless: true, effort: 9, maxBytes: 70)
        let made = OutputPlan(options).outputs.map(\.options)
        #expect(made[0] == EncoderOptions(isProgressive: true, maxBytes: 70))
        #expect(made[1] == EncoderOptions(isLossless: true, effort: 6))
        #expect(made[2] == EncoderOptions(isProgressive: true, isLossless: true, effort: 9))
    }

    @Test("a fill around the objects of a picture keeps them, and --update knows the gravity")
    func objects() throws {
        let place = try Workplace()
        let scene = Pictures.draw(600, 200) { x, y in
            (460..<560).contains(x) && (50..<150).contains(y) ? (180, 20, 30) : (240, 240, 238)
        }
        let bytes = try prepare(.pixels(scene), as: Recipe(Output(.original, encoding: .png))).outputs[0].bytes
        try place.write(bytes, to: "in/a.png")
        func made(_ gravity: String...) throws -> PixelBuffer {
            let ended = try place.magpie(
                ["prep", "in", "-o", "out", "--fill", "200x200", "--format", "png", "--update"] + gravity)
            #expect(ended.code == 0, "\(ended.errors)")
            let file = try contents(of: place / "out/a.png")
            return try #require(
                try prepare(.bytes(file), as: Recipe(.pixels(fitting: 200))).outputs[0].pixels)
        }
        let red = RGB(red: 180, green: 20, blue: 30)
        func reds(_ picture: PixelBuffer) -> Int {
            (0..<200).reduce(0) { sum, x in sum + (picture.pixel(x, 100) == red ? 1 : 0) }
        }
        #expect(reds(try made()) == 0)
        #expect(reds(try made("--gravity", "objects")) == 100)
        #expect(reds(try made("--gravity", "attention")) == 100)
        #expect(reds(try made("--gravity", "0,0")) == 0)
    }

    @Test("the original size of a turned JPEG is turned without loss: its blocks are those of the file")
    func turned() throws {
        let place = try Workplace()
        let plain = try prepare(.pixels(Pictures.scene(320, 160)), as: Recipe(.fit(320, quality: 80))).outputs[0].bytes
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let segment = [0xFF, 0xE1, UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 255)] + exif
        try place.write(Array(plain[..<2]) + segment + plain[2...], to: "in/a.jpg")
        #expect(try place.magpie("prep", "in", "-o", "out", "--size", "original", "--keep", "none").code == 0)
        let once = try contents(of: place / "out/a.jpg")
        #expect(try inspect(once).storedSize == Size(width: 160, height: 320))
        #expect(try inspect(once).orientation == 1)
        // Turned three times more, it is what it was: nothing was rounded.
        var file = once
        for _ in 0..<3 {
            try place.write(Array(file[..<2]) + segment + file[2...], to: "in/a.jpg")
            #expect(try place.magpie("prep", "in", "-o", "out", "--size", "original").code == 0)
            file = try contents(of: place / "out/a.jpg")
        }
        func pixels(_ bytes: [UInt8]) throws -> PixelBuffer? {
            try prepare(.bytes(bytes), as: Recipe(Output(.original, encoding: .pixels))).outputs[0].pixels
        }
        #expect(try pixels(file) == pixels(plain))
    }

    @Test("a trim inside of a box is no clipping, a box over the edge is one")
    func trimmedBox() throws {
        let place = try Workplace()
        let framed = Pictures.draw(100, 100) { x, y in
            (40..<60).contains(x) && (40..<60).contains(y) ? (200, UInt8(x), UInt8(y)) : (255, 255, 255)
        }
        let file = try prepare(.pixels(framed), as: Recipe(Output(.original, encoding: .png))).outputs[0].bytes
        try place.write(file, to: "in/a.png")
        for (box, isClipped) in [("10,10,90,90", false), ("10,10,190,90", true)] {
            let ended = try place.magpie("prep", "in", "-o", "out", "--json", "--trim", "--box", box)
            try #require(ended.lines.count == 1, "\(ended.errors)")
            #expect(ended.lines[0].contains(#""clipped":true"#) == isClipped, "\(ended.lines)")
            #expect(ended.lines[0].contains(#""box":[40,40,60,60]"#), "\(ended.lines)")
        }
    }

    @Test("a gain map that outputs lose is told, also by --update")
    func hdr() throws {
        let place = try Workplace()
        let plain = try picture(90, 60)
        let block = Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0]
        try place.write(
            Array(plain[..<2]) + [0xFF, 0xE2, 0, UInt8(block.count + 2)] + block + plain[2...], to: "in/a.jpg")
        try place.write(plain, to: "in/b.jpg")
        for more in [[], ["--update"]] {
            let lines = try place.magpie(["prep", "in", "-o", "out", "--json", "--ordered"] + more).lines
            #expect(lines.map { $0.contains(#""hdr":"dropped""#) } == [true, false], "\(lines)")
        }
    }

    @Test("a gain map that outputs keep is told, and one that some of them have no room for, also by --update")
    func keptHDR() throws {
        let place = try Workplace()
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(content.count + 2)] + content
        }
        let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
        let small = try picture(30, 20)
        let map = small[..<2] + segment(0xE2, name + [UInt8](repeating: 0, count: 61)) + small[2...]
        let directory =
            "http://ns.adobe.com/xap/1.0/\0<Container:Item Item:Semantic=\"GainMap\" Item:Length=\"\(map.count)\"/>"
        let plain = try picture(90, 60)
        let signs = segment(0xE1, Array(directory.utf8)) + segment(0xE2, name + [0, 0, 0, 0])
        try place.write(plain[..<2] + signs + plain[2...] + map, to: "in/a.jpg")
        func told(_ folder: String, _ more: String...) throws -> String {
            let ended = try place.magpie(
                ["prep", "in", "-o", folder, "--json", "--keep", "gainmap", "--size", "45"] + more)
            #expect(ended.errors.contains("1 image lost its gain map") == ended.text.contains("leftOut"))
            return ended.text
        }
        for more in ["--ordered", "--update"] {
            #expect(try told("kept", more).contains(#""hdr":"kept""#))
            let both = try told("both", more, "--format", "jpeg,png")
            #expect(both.contains(#""hdr":"dropped""#) && both.contains(#""leftOut":["gainmap"]"#))
        }
        let made = place.files(in: "kept").values.filter { $0.starts(with: [0xFF, 0xD8]) }
        #expect(try made.map { try inspect($0).gainMap } == [.iso21496])
    }
}
