import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie prep: outputs")
struct OutputTests {
    @Test("the input tree is mirrored, and no output takes the place of another")
    func mirror() throws {
        let place = try Workplace()
        try place.write(try picture(seed: 1), to: "in/x.jpg")
        try place.write(try picture(seed: 2, as: .png), to: "in/x.png")
        try place.write(try picture(seed: 3), to: "in/x.png.jpg")
        try place.write(try picture(seed: 4), to: "in/A.jpg")
        try place.write(try picture(seed: 5), to: "in/a.jpg")
        try place.write(try picture(seed: 6), to: "in/sub/deeper/x.jpg")
        try place.magpie("prep", "in", "-o", "out/new")
        #expect(
            place.names(in: "out/new")
                == ["A.jpg", "a.jpg", "sub/deeper/x.jpg", "x.jpg", "x.png.jpg", "x.png.jpg.jpg"])
        #expect(Set(place.files(in: "out/new").values).count == 6)
    }

    @Test("several arguments are mirrored below the folder that they share")
    func arguments() throws {
        let place = try Workplace()
        for name in ["p/a/x.jpg", "p/b/x.jpg", "p/c.jpg"] { try place.write(try picture(), to: name) }
        try place.magpie("prep", "p/a", "p/b", "-o", "o1")
        #expect(place.names(in: "o1") == ["a/x.jpg", "b/x.jpg"])
        try place.magpie("prep", "p/a/x.jpg", "p/b/x.jpg", "./p/c.jpg", "-o", "o2")
        #expect(place.names(in: "o2") == ["a/x.jpg", "b/x.jpg", "c.jpg"])
        try place.magpie("prep", "p/a/x.jpg", "-o", "o3")
        #expect(place.names(in: "o3") == ["x.jpg"])
        try place.magpie("prep", "p/a/", "-o", "o4")
        #expect(place.names(in: "o4") == ["x.jpg"])
    }

    @Test("one line says everything about an image, its keys in the promised order")
    func line() throws {
        let place = try Workplace()
        try place.write(try picture(640, 480), to: "in/a.jpg")
        let ended = try place.magpie(
            "prep", "in", "-o", "out", "--size", "512", "--size", "100", "--colors", "3", "--box", "0,0,320,480",
            "--json")
        let line = try #require(ended.lines.first)
        let small = place.files(in: "out")[Path("a@100.jpg")]?.count ?? 0
        let large = place.files(in: "out")[Path("a@512.jpg")]?.count ?? 0
        let start =
            #"{"path":"in/a.jpg","ok":true,"format":"jpeg","width":640,"height":480,"orientation":1,"opaque":true,"#
            + #""outputs":[{"path":"out/a@512.jpg","width":320,"height":480,"bytes":\#(large),"quality":90},"#
            + #"{"path":"out/a@100.jpg","width":67,"height":100,"bytes":\#(small),"quality":97}],"colors":["#
        #expect(line.hasPrefix(start))
        #expect(line.contains(#"],"box":[0,0,320,480],"ms":"#))
    }

    @Test("the line of a bad image names code, stage and message")
    func errorLine() throws {
        let place = try Workplace()
        try place.write(Array(try picture(640, 480).prefix(3000)), to: "in/a.jpg")
        try place.write([], to: "in/b.jpg")
        let ended = try place.magpie("prep", "in", "-o", "out", "--json", "--ordered")
        #expect(ended.code == 3)
        let lines = try ended.json()
        #expect(lines.map { $0.errorCode } == ["truncated", "empty"])
        #expect(ended.lines[0].hasPrefix(#"{"path":"in/a.jpg","ok":false,"error":{"code":"truncated","stage":""#))
        #expect(place.names(in: "out").isEmpty)
        let lenient = try place.magpie("prep", "in/a.jpg", "-o", "out", "--json", "--lenient").json()
        #expect(lenient[0].isOK)
        #expect(lenient[0]["truncated"] as? Bool == true)
    }

    @Test("shape, format, quality and growth are what was asked for")
    func options() throws {
        let place = try Workplace()
        // Large for its size, so that no output is kept from growing.
        try place.write(try picture(200, 100, as: .jpeg(quality: 100)), to: "a.jpg")
        func output(_ arguments: String...) throws -> [String: Any] {
            let words = ["prep", "a.jpg", "-o", "out", "--json"] + arguments
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            return try #require(try ended.json().first?.outputs.first)
        }
        func size(_ output: [String: Any]) -> [Int?] { [output["width"] as? Int, output["height"] as? Int] }
        #expect(size(try output()) == [200, 100])
        #expect(size(try output("--enlarge")) == [512, 256])
        #expect(size(try output("--fill", "50x50")) == [50, 50])
        #expect(size(try output("--exact", "30x60")) == [30, 60])
        #expect(try output("--size", "513", "--enlarge")["quality"] as? Int == 98)
        #expect(try output("--quality", "50")["quality"] as? Int == 50)
        let png = try output("--format", "png")
        #expect(png["quality"] == nil)
        #expect(png["path"] as? String == "out/a.jpg.png")
        #expect(place.files(in: "out")[Path("a.jpg.png")]?.prefix(4) == [0x89, 0x50, 0x4e, 0x47])
        _ = try output("--format", "webp")
        #expect(place.files(in: "out")[Path("a.jpg.webp")]?.prefix(4) == [0x52, 0x49, 0x46, 0x46])
    }

    @Test("the bytes are the same whatever the number of jobs, the order or the report")
    func jobs() throws {
        let place = try Workplace()
        for number in 0..<24 { try place.write(try picture(300 + number, 200, seed: number), to: "in/\(number).jpg") }
        let sizes = ["--size", "128", "--size", "64"]
        func prep(_ out: String, _ more: String...) throws {
            let words = ["prep", "in", "-o", out, "--quiet"] + sizes + more
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.code == 0, "\(ended.errors)")
        }
        try prep("one", "--jobs", "1")
        try prep("two", "--jobs", "2", "--ordered")
        try prep("nine", "--jobs", "9", "--report", "report.html")
        #expect(place.files(in: "one").count == 48)
        #expect(place.files(in: "one") == place.files(in: "two"))
        #expect(place.files(in: "one") == place.files(in: "nine"))
    }

    @Test("the order of results is that of the inputs when asked for")
    func ordered() throws {
        let place = try Workplace()
        for number in 0..<30 {
            try place.write(try picture(number % 3 == 0 ? 900 : 30, 30), to: "in/\(100 + number).jpg")
        }
        let ended = try place.magpie("prep", "in", "-o", "out", "--json", "--ordered", "--jobs", "4")
        #expect(try ended.json().map { $0["path"] as? String } == (0..<30).map { "in/\(100 + $0).jpg" })
    }
}
