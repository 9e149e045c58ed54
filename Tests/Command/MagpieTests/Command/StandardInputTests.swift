import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie and standard input and output")
struct StandardInputTests {
    func run(_ place: Workplace, _ input: [UInt8], _ words: String...) throws -> Ended {
        try Running(magpieBinary, words, in: place.path, input: input).wait()
    }

    @Test("a picture on standard input is prepared as a file of the same content is")
    func picture() throws {
        let place = try Workplace()
        for (encoding, name) in [(Output.Encoding.jpeg(quality: 90), "stdin.jpg"), (.png, "stdin.png.jpg")] {
            let bytes = try MagpieTests.picture(400, 300, as: encoding)
            try place.write(bytes, to: "a")
            let ended = try run(place, bytes, "prep", "-", "-o", "out", "--size", "100", "--json")
            #expect(ended.code == 0)
            let line = try #require(try ended.json().first)
            #expect(line["path"] as? String == "-")
            #expect(line.outputs.first?["path"] as? String == "out/" + name)
            try place.magpie("prep", "a", "-o", "file", "--size", "100")
            #expect(place.files(in: "out")[Path(name)] == place.files(in: "file")[Path("a~.jpg")])
        }
        #expect(try run(place, MagpieTests.picture(), "colors", "-").lines.count == 1)
    }

    @Test("-o - writes the bytes of one picture and nothing else")
    func output() throws {
        let place = try Workplace()
        let bytes = try MagpieTests.picture(400, 300)
        try place.write(bytes, to: "a.jpg")
        try place.write(bytes, to: "b.jpg")
        try place.magpie("prep", "a.jpg", "-o", "out", "--size", "100")
        let expected = place.files(in: "out")[Path("a.jpg")]
        #expect(try run(place, [], "prep", "a.jpg", "-o", "-", "--size", "100").output == expected)
        #expect(try run(place, bytes, "prep", "-", "-o", "-", "--size", "100").output == expected)
        #expect(!FileManager.default.fileExists(atPath: (place / "-").text))
        let bad = try run(place, [1, 2, 3], "prep", "-", "-o-")
        #expect(bad.code == 3)
        #expect(bad.output.isEmpty)
        #expect(try run(place, Array("a.jpg\nb.jpg\n".utf8), "prep", "-", "-o", "-").code == 1)
    }

    @Test("a picture that is too large for its limit is refused, however long it goes on")
    func limit() throws {
        let place = try Workplace()
        let bytes = try MagpieTests.picture() + [UInt8](repeating: 0, count: 3_000_000)
        let ended = try run(place, bytes, "prep", "-", "-o", "out", "--max-bytes", "1000000")
        #expect(ended.code == 3)
        #expect(
            ended.errors.contains("standard input: 1,000,001 bytes are more than the limit of 1,000,000; --max-bytes"))
        #expect(try run(place, bytes, "prep", "-", "-o", "out", "--max-bytes", "\(Int.max)", "--json").code == 0)
    }

    @Test("where a list is wanted a picture is called one")
    func noList() throws {
        let place = try Workplace()
        try place.write(try MagpieTests.picture(), to: "a.jpg")
        let ended = try place.magpie("prep", "--list", "a.jpg", "-o", "out")
        #expect(ended.code == 2)
        #expect(ended.errors == "magpie: a.jpg: it holds a JPEG image, not a list of paths\n")
        #expect(try run(place, MagpieTests.picture(), "index", "-").code == 2)
    }

    @Test("lists may end their lines as Windows does, begin with a byte order mark, or have NUL between paths")
    func lists() throws {
        let place = try Workplace()
        for name in ["a.jpg", "b c.jpg", "new\nline.jpg"] { try place.write(try MagpieTests.picture(), to: name) }
        for list in ["a.jpg\r\nb c.jpg\r\n", "\u{feff}a.jpg\nb c.jpg", "\u{feff}a.jpg\r\nb c.jpg", "a.jpg\0b c.jpg\0"] {
            let ended = try run(place, Array(list.utf8), "colors", "-", "--json", "--ordered")
            #expect(try ended.json().map { $0["path"] as? String } == ["a.jpg", "b c.jpg"])
            #expect(ended.code == 0)
        }
        #expect(try run(place, Array("new\nline.jpg\0".utf8), "colors", "-").code == 0)
        let wide = Array("a.jpg\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        #expect(try run(place, [0xff, 0xfe] + wide, "colors", "-").errors.contains("UTF-16"))
    }

    @Test("names that are not UTF-8 come back from the lines that they were printed in")
    func roundTrip() throws {
        let place = try Workplace()
        let name = Path(bytes: [0x66, 0xff, 0xfe] + Array(".jpg".utf8))
        try place.write(try MagpieTests.picture(), to: Path("in") / name)
        let lines = try place.magpie("prep", "in", "-o", "out", "--json").output
        try place.write(lines, to: "list")
        let ended = try place.magpie("prep", "--list", "list", "-o", "again", "--json")
        #expect(ended.code == 0)
        #expect(try ended.json()[0].isOK)
        #expect(place.files(in: "again")[Path("in") / name] == place.files(in: "out")[name])
    }
}
