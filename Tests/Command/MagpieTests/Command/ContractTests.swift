import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie under a scheduler")
struct ContractTests {
    @Test(
        "invalid calls end with 1, and change nothing",
        arguments: [
            ["prep"], ["prep", "in"], ["prep", "-o", "out"], ["prep", "in", "-o", "out", "--size", "16385"],
            ["prep", "in", "-o", "out", "--size"], ["prep", "in", "-o", "out", "--colours", "3"],
            ["prep", "in", "-o", "out", "--shard", "3/3"], ["prep", "in", "-", "-o", "out"],
            ["prep", "in", "--list", "list", "-o", "out"], ["prep", "in", "-o", "in"], ["prep", "in/sub", "-o", "in"],
            ["prep", "in/a.jpg", "-o", "in"], ["prep", "in", "--root", "in/sub", "-o", "out"],
            ["prep", "in", "-o", "out", "--accept", "jp2"], ["colors"], ["merge"], ["help", "perp"], ["perp"],
            ["prep", "in", "-o", "out", "--box", "10,10,10,10"], ["prep", "in", "-o", "out", "-size", "5"],
            ["prep", "in/a.jpg", "-o", "result.jpg"], ["prep", "in", "-o", "-"], ["prep", "-", "-o", "-", "--json"],
            ["prep", "in/a.jpg", "-o", "-", "--size", "5", "--size", "6"],
            ["prep", "in", "-o", "out", "--exclude", ""],
            ["prep", "--list", "list", "-o", "out", "--errors", "list"],
        ])
    func usage(words: [String]) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(try picture(), to: "in/sub/a.jpg")
        try place.write(Array("in/a.jpg\n".utf8), to: "list")
        let before = place.files(in: "in")
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 1)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.hasPrefix("magpie: "))
        #expect(ended.errors.contains("Try 'magpie "))
        #expect(place.files(in: "in") == before)
        #expect(place.names(in: "out").isEmpty)
    }

    @Test(
        "what is missing for the work ends it with 2",
        arguments: [
            ["prep", "nowhere", "-o", "out"], ["prep", "in", "-o", "file/out"], ["prep", "in", "-o", "file"],
            ["prep", "--list", "nowhere", "-o", "out"], ["prep", "--list", "in", "-o", "out"],
            ["prep", "in", "-o", "/proc/no/out"], ["prep", "in", "-o", "out", "--report", "no/report.html"],
            ["prep", "in", "-o", "out", "--report", "in"], ["merge", "nowhere"], ["merge", "in"],
            ["prep", "in", "in/no.jpg", "-o", "out"], ["colors", "no.jpg"], ["colors", "in", "p*.jpg"],
            ["index", "no.jpg"], ["discover", "no.jpg", "--boxes-only"],
            ["prep", "https://a.example/a.jpg", "-o", "out"],
            ["prep", "in", "-o", "out", "--errors", "no/errors"], ["search", "no.jpg"],
        ])
    func setup(words: [String]) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write([1], to: "file")
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 2)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.hasPrefix("magpie: "))
        #expect(place.names(in: "out").isEmpty)
    }

    @Test("a missing input is called what it is: an address, a pattern, a file")
    func absence() throws {
        let place = try Workplace()
        #expect(try place.magpie("colors", "https://a.example/a.jpg").errors.contains("is an address"))
        #expect(try place.magpie("colors", "p*.jpg").errors.contains("the shell found nothing for the pattern"))
        #expect(
            try place.magpie("colors", "a.jpg", "b.jpg", "c.jpg").errors
                == "magpie: there is no file or folder a.jpg, and 2 other inputs are missing\n")
    }

    @Test("all inputs bad is 3, whatever they are, unless --max-errors allows it")
    func allBad() throws {
        let place = try Workplace()
        try place.write([1, 2, 3], to: "bad.jpg")
        #expect(try place.magpie("prep", "bad.jpg", "-o", "out").code == 3)
        #expect(try place.magpie("prep", "bad.jpg", "-o", "out", "--max-errors", "1").code == 0)
        #expect(try place.magpie("colors", "bad.jpg").code == 3)
        #expect(try place.magpie("index", "bad.jpg").code == 3)
        #expect(try place.magpie("discover", "bad.jpg", "--boxes-only").code == 3)
        #expect(try place.magpie("colors", "-", input: "no.jpg\n").code == 3)
        try place.write(try picture(), to: "good.jpg")
        #expect(try place.magpie("colors", "-", input: "no.jpg\ngood.jpg\n").code == 0)
    }

    @Test("bad images end the run with 3 only when there are more than allowed, and never early")
    func maxErrors() throws {
        let place = try Workplace()
        for name in ["1.jpg", "2.jpg", "3.jpg"] { try place.write([1, 2, 3], to: "in/" + name) }
        try place.write(try picture(), to: "in/4.jpg")
        #expect(try place.magpie("prep", "in", "-o", "out", "--json").code == 0)
        #expect(try place.magpie("prep", "in", "-o", "out", "--json", "--max-errors", "3").code == 0)
        let ended = try place.magpie("prep", "in", "-o", "out", "--json", "--max-errors", "2")
        #expect(ended.code == 3)
        #expect(ended.lines.count == 4)
        #expect(place.names(in: "out") == ["4.jpg"])
    }

    @Test("no input means no output, a word on standard error, and exit 0")
    func empty() throws {
        let place = try Workplace()
        try place.folder("in")
        for words in [["-"], ["in"], ["--list", "/dev/null"]] {
            let ended = try Running(magpieBinary, ["prep", "-o", "out", "--json"] + words, in: place.path).wait()
            #expect(ended.code == 0)
            #expect(ended.output.isEmpty)
            #expect(ended.errors == "magpie: no images found\n")
        }
        try place.write(try picture(), to: "in/a.data")
        try place.write([1], to: "in/b.txt")
        #expect(
            try place.magpie("colors", "in").errors.contains("2 files skipped because of the names, --all-files"))
        #expect(try place.magpie("colors", "in", "--quiet").errors.isEmpty)
    }

    @Test("a list gives one line for each input that it names, in both of its forms")
    func list() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(try picture(), to: "in/new\nline.jpg")
        let list = "in/a.jpg\n" + #"{"path":"in/new\nline.jpg"}"# + "\nin/missing.jpg\nin\nin/a.jpg"
        try place.write(Array(list.utf8), to: "list")
        let ended = try place.magpie("prep", "--list", "list", "-o", "out", "--json", "--ordered")
        #expect(
            try ended.json().map { $0["path"] as? String }
                == ["in/a.jpg", "in/new\nline.jpg", "in/missing.jpg", "in"])
        #expect(try ended.json().map { $0.errorCode } == [nil, nil, "notFound", "unreadable"])
        #expect(place.names(in: "out") == ["in/a.jpg", "in/new\nline.jpg"])
    }

    @Test("it needs neither HOME nor any other environment")
    func environment() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "a.jpg")
        let ended = try run(
            "/usr/bin/env", ["-i", magpieBinary, "prep", (place / "a.jpg").text, "-o", (place / "o").text])
        #expect(ended.code == 0)
        #expect(place.names(in: "o") == ["a.jpg"])
    }

    @Test("help and version are results")
    func help() throws {
        let place = try Workplace()
        let opened = ["libvips"] + HEIFLibraries.versions.map(\.name)
        for (word, libraries) in [
            ("version", opened + ["SQLite", "Swift"]), ("--version", ["SQLite", "Swift"]),
            ("-v", ["SQLite", "Swift"]),
        ] {
            let lines = try place.magpie(word).lines
            #expect(lines[0].hasPrefix("magpie 0.3.0"))
            #expect(lines.dropFirst().map { String($0.prefix { $0 != " " }) } == libraries)
            let json = try place.magpie(word, "--json").text
            #expect(json.contains("\"libvips\"") == libraries.contains("libvips") && json.contains("\"0.3.0\""))
        }
        let ended = try place.magpie("prep", "-v")
        #expect(ended.code == 1)
        #expect(ended.errors == "magpie: unknown option -v\nTry 'magpie prep --help'.\n")
        for words in [["help"], ["--help"], ["prep", "--help"], ["prep", "in", "-h"], ["help", "colors"], []] {
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.code == 0)
            #expect(ended.text.contains("magpie"))
            #expect(ended.errors.isEmpty)
        }
        #expect(try place.magpie("prep", "--help").text.contains("Examples:"))
    }

    @Test("without --json the summary counts, and quiet says nothing")
    func summary() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write([1, 2, 3], to: "in/bad.jpg")
        let text = try place.magpie("prep", "in", "-o", "out").text
        #expect(text.hasPrefix("2 images in "))
        #expect(text.contains("1 error: 1 of another format"))
        let quiet = try place.magpie("prep", "in", "-o", "out", "--quiet")
        #expect(quiet.output.isEmpty)
        #expect(quiet.errors.isEmpty)
    }
}
