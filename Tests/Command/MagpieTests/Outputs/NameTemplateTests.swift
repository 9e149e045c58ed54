import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie prep --name", .timeLimit(.minutes(5)))
struct NameTemplateTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    private func prep(_ more: String..., code: Int32 = 0) throws -> Ended {
        let ended = try Running(magpieBinary, ["prep", "in", "-o", "out"] + more, in: place.path).wait()
        #expect(ended.code == code, "\(ended.errors)")
        return ended
    }

    @Test(
        "fields are those of the picture and of the output, below the folder of the picture, and a slash makes a folder"
    )
    func fields() throws {
        try place.write(try picture(300, 200), to: "in/b/wide.jpg")
        try place.write(try picture(100, 400, as: .png), to: "in/Tall one.png")
        _ = try prep(
            "--size", "200", "--size", "80", "--format", "webp,jpeg", "--name", "{width}x{height}/{name}-{size}.{ext}")
        #expect(
            place.names(in: "out") == [
                "20x80/Tall one.png-80.jpg", "20x80/Tall one.png-80.webp", "50x200/Tall one.png-200.jpg",
                "50x200/Tall one.png-200.webp", "b/200x133/wide.jpg-200.jpg", "b/200x133/wide.jpg-200.webp",
                "b/80x53/wide.jpg-80.jpg", "b/80x53/wide.jpg-80.webp",
            ])
        for (name, bytes) in place.files(in: "out") {
            let size = try inspect(bytes).uprightSize
            #expect(name.text.contains("\(size)/"), "\(name)")
        }
    }

    @Test("a manifest and --update follow the names, and a dry run leaves the sides open")
    func followed() throws {
        try place.write(try picture(300, 200), to: "in/a.jpg")
        let words = [
            "--widths", "100,200,900", "--name", "{stem}-{width}.{ext}", "--manifest", "out/m.json", "--update",
            "--json",
        ]
        func run(_ more: [String]) throws -> String {
            try Running(magpieBinary, ["prep", "in", "-o", "out"] + words + more, in: place.path).wait().text
        }
        #expect(try !run([]).contains("skipped"))
        #expect(place.names(in: "out") == ["a-100.jpg", "a-200.jpg", "a-300.jpg", "m.json"])
        let manifest = try String(decoding: contents(of: place / "out/m.json"), as: UTF8.self)
        #expect(manifest.contains(#""srcset":"a-100.jpg 100w, a-200.jpg 200w, a-300.jpg 300w""#))
        #expect(try run([]).contains("skipped"))
        let planned = try prep("--name", "{stem}-{width}.{ext}", "--dry-run").text
        #expect(planned.contains("in/a.jpg → out/a-{width}.jpg"))
    }

    @Test("of files that only their extensions distinguish the first has the stem, in any order of the workers")
    func stems() throws {
        for name in ["a.png", "a.jpg", "a.webp"] {
            let encoding = Output.Encoding.png
            try place.write(try picture(60, 40, seed: name.count, as: encoding), to: "in/\(name)")
        }
        _ = try prep("--name", "{stem}.{ext}")
        #expect(place.names(in: "out") == ["a.jpg", "a.png.jpg", "a.webp.jpg"])
    }

    @Test("an output never takes the place of that of another picture: it is an error, and a hint says the field")
    func collision() throws {
        for name in ["x/a.jpg", "x/b.jpg"] { try place.write(try picture(60, 40, seed: name.count), to: "in/\(name)") }
        try place.write(try picture(60, 40, seed: 3), to: "in/x/c.jpg")
        let ended = try prep("--name", "cover.{ext}")
        #expect(
            ended.errors.components(separatedBy: "an output of another picture has this name; {name} in --name").count
                == 3)
        #expect(place.names(in: "out") == ["x/cover.jpg"])
        // Two shapes of one picture that are as wide as each other.
        let twins = try prep("--fill", "40x40", "--exact", "40x40", "--name", "{stem}-{width}.{ext}", code: 3)
        #expect(twins.errors.contains("two outputs have this name; {size} and {ext} in --name"))
    }

    @Test(
        "no name leads out of the output folder, or to the records in it",
        arguments: ["...jpg", ".magpie.jpg", "..jpg"])
    func outside(input: String) throws {
        try place.write(try picture(60, 40), to: "in/\(input)")
        let ended = try Running(
            magpieBinary, ["prep", "in/\(input)", "-o", "out/deep", "--name", "{stem}/{size}.{ext}"], in: place.path
        ).wait()
        #expect(ended.code == 3 && ended.errors.contains("hidden, or outside of its folder"), "\(ended.errors)")
        #expect(place.names(in: "out").isEmpty)
    }

    @Test(
        "a name that cannot be is refused before anything is made, with what is meant",
        arguments: [
            (["--name", "{stem}-{widht}.{ext}"], "did you mean {stem}-{width}.{ext}?"),
            (["--name", "{stem"], "expects a name such as"), (["--name", ""], "expects a name such as"),
            (["--name", "../{stem}.{ext}"], "expects a name such as"),
            (["--name", "/{stem}.{ext}"], "expects a name such as"),
            (["--name", ".{stem}.{ext}"], "expects a name such as"),
            (["--name", "{stem}}.{ext}"], "expects a name such as"),
            (["--name", "{stem}"], "has to end with {ext} or .jpg"),
            (["--name", "{stem}.jpg", "--format", "webp"], "has to end with {ext} or .webp"),
            (["--name", "{stem}.jpg", "--format", "webp,jpeg"], "needs {ext} for several formats"),
            (["--name", "{stem}.{ext}", "--size", "10", "--size", "20"], "needs {size}, {width} or {height}"),
            (["--name", "{stem}.{ext}", "--crop", "objects"], "needs {number}"),
            (["--name", "{stem}-{number}.{ext}"], "goes with --crop objects"),
            (["--name", "{stem}.{ext}", "-o", "-"], "takes no --name"),
        ])
    func refused(words: [String], reason: String) throws {
        try place.write(try picture(60, 40), to: "in/a.jpg")
        let ended = try Running(magpieBinary, ["prep", "in", "-o", "out"] + words, in: place.path).wait()
        #expect(ended.code == 1 && ended.errors.contains(reason), "\(ended.errors)")
        #expect(place.names(in: "out").isEmpty)
    }
}
