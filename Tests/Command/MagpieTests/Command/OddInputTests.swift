import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie on odd names and files")
struct OddInputTests {
    static let names: [[UInt8]] =
        [
            "日本語 りんご🍎.jpg", "caf\u{e9}.jpg", "cafe\u{301}.jpg", "back\\slash.jpg", "tab\there.jpg",
            "rtl-\u{202e}gpj.jpg",
            "new\nline.jpg", "-dash.jpg", "--json.jpg", "x[page=9].jpg", "brackets[shrink=8].jpg", "percent%20%2F.jpg",
            "quote'\".jpg", "semi;amp&$(id).jpg", "with space.jpg", "~tilde.jpg", "#hash?query.jpg", "*.jpg", "A.jpg",
            "a.jpg",
            "<b>.jpg", String(repeating: "n", count: 251) + ".jpg",
        ].map { Array($0.utf8) } + [[0x66, 0x6f, 0xff, 0xfe, 0x6f] + Array(".jpg".utf8)]

    @Test("every name is kept byte for byte, in the output folder and in JSON")
    func oddNames() throws {
        let place = try Workplace()
        for (seed, name) in Self.names.enumerated() {
            try place.write(try picture(seed: seed), to: Path("in").appending(name))
        }
        let ended = try place.magpie("prep", "in", "-o", "out", "--json")
        #expect(ended.code == 0)
        #expect(ended.errors == "")
        #expect(Set(place.files(in: "out").keys) == Set(Self.names.map { Path(bytes: $0) }))
        #expect(Set(place.files(in: "out").values).count == Self.names.count)
        let lines = try ended.json()
        #expect(lines.count == Self.names.count)
        #expect(lines.allSatisfy { $0.isOK })
        #expect(Set(lines.map { $0["path"] as? String }) == Set(Self.names.map { "in/" + Path(bytes: $0).text }))
    }

    @Test("lines of every command that names its pictures are read back as a list", arguments: ["index", "discover"])
    func namesInLines(verb: String) throws {
        let place = try Workplace()
        for (seed, name) in Self.names.enumerated() {
            try place.write(try picture(seed: seed), to: Path("in").appending(name))
        }
        let words = verb == "index" ? ["index", "in"] : ["discover", "in", "--boxes-only"]
        let lines = try Running(magpieBinary, words + ["--json", "--quiet"], in: place.path).wait()
        #expect(lines.code == 0, "\(lines.errors)")
        try place.write(lines.output, to: "lines.jsonl")
        let ended = try place.magpie("prep", "--list", "lines.jsonl", "--root", "in", "-o", "out", "--quiet")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(Set(place.files(in: "out").keys) == Set(Self.names.map { Path(bytes: $0) }))
    }

    @Test("the same names work as arguments and in lists")
    func oddArguments() throws {
        let place = try Workplace()
        // A list has no line breaks in names, and Foundation passes on only UTF-8.
        let names = Self.names.filter { !$0.contains(0x0a) && Path(bytes: $0).isUTF8 }
        for name in names { try place.write(try picture(), to: Path(bytes: name)) }
        let arguments = try Running(
            magpieBinary, ["prep", "-o", "out", "--json", "--"] + names.map { Path(bytes: $0).text }, in: place.path
        ).wait()
        #expect(try arguments.json().filter { $0.isOK }.count == names.count)
        let list = names.map { Path(bytes: $0).text }.joined(separator: "\n")
        let listed = try place.magpie("prep", "-", "-o", "out2", "--json", input: list)
        #expect(try listed.json().filter { $0.isOK }.count == names.count)
        #expect(place.files(in: "out") == place.files(in: "out2"))
    }

    @Test("a name of 255 bytes whose output would be longer is shortened")
    func longName() throws {
        let place = try Workplace()
        let stem = String(repeating: "é", count: 125)
        try place.write(try picture(as: .png), to: "in/\(stem)x.png")
        try place.write(try picture(as: .png), to: "in/\(stem)y.png")
        let ended = try place.magpie("prep", "in", "-o", "out", "--size", "32", "--size", "16", "--json")
        #expect(try ended.json().filter { $0.isOK }.count == 2)
        let names = place.names(in: "out")
        #expect(names.count == 4)
        #expect(names.allSatisfy { $0.utf8.count <= 255 && ($0.hasSuffix("@32.jpg") || $0.hasSuffix("@16.jpg")) })
    }

    @Test("pipes, devices and folders among the arguments are refused without waiting", .timeLimit(.minutes(15)))
    func specialFiles() throws {
        let place = try Workplace()
        try run("/usr/bin/mkfifo", [(place / "pipe.jpg").text])
        try place.link("zero.jpg", to: "/dev/zero")
        try place.folder("folder")
        let list = "pipe.jpg\nzero.jpg\nfolder\nmissing.jpg\n"
        let ended = try place.magpie("colors", "-", "--json", "--ordered", input: list)
        // Handed out by a scheduler, which would start the same list again.
        #expect(ended.code == 0)
        #expect(try place.magpie("colors", "pipe.jpg", "zero.jpg", "folder/missing.jpg").code != 0)
        #expect(try ended.json().map { $0.errorCode } == ["unreadable", "unreadable", "unreadable", "notFound"])
    }

    @Test("in folders, pipes and links out of them are passed over", .timeLimit(.minutes(15)))
    func specialFilesInFolders() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try run("/usr/bin/mkfifo", [(place / "in/pipe.jpg").text])
        try place.link("in/zero.jpg", to: "/dev/zero")
        try place.link("in/out.jpg", to: "/etc/hostname")
        try place.link("in/root", to: "/")
        try place.link("in/loop", to: ".")
        try place.folder("in/photo.jpg")
        let ended = try place.magpie("prep", "in", "-o", "out", "--json")
        #expect(try ended.json().map { $0["path"] as? String } == ["in/a.jpg"])
    }

    @Test("a sparse file of 10 GB is refused by its size")
    func sparse() throws {
        let place = try Workplace()
        try place.write([], to: "big.jpg")
        try run("/usr/bin/truncate", ["-s", "10G", (place / "big.jpg").text])
        let ended = try place.magpie("prep", "big.jpg", "-o", "out", "--json")
        #expect(try ended.json().map { $0.errorCode } == ["tooLarge"])
        #expect(place.names(in: "out").isEmpty)
    }

    @Test("files that change or vanish while they are read are bad inputs at worst", .timeLimit(.minutes(15)))
    func changing() throws {
        let place = try Workplace()
        let bytes = try picture(400, 300)
        for number in 0..<60 { try place.write(bytes, to: "in/\(number).jpg") }
        let running = try place.start("prep", "in", "-o", "out", "--json", "--size", "64")
        for round in 0..<30 {
            for number in stride(from: round % 3, to: 60, by: 3) {
                let file = place / "in/\(number).jpg"
                switch round % 3 {
                case 0: _ = file.withCString { unsafe truncate($0, off_t(bytes.count / 2)) }
                case 1: try? place.write(bytes + bytes, to: "in/\(number).jpg")
                default: _ = file.withCString { unsafe unlink($0) }
                }
            }
        }
        let ended = try running.wait()
        #expect(ended.code == 0)
        let codes = try ended.json().compactMap { $0.errorCode }
        #expect(Set(codes).isSubset(of: ["notFound", "truncated", "empty", "undecodable"]))
        #expect(
            place.files(in: "out").values.allSatisfy { $0.prefix(2) == [0xff, 0xd8] && $0.suffix(2) == [0xff, 0xd9] })
    }

    @Test(
        "what may not be read is one error each, and the rest goes on",
        .enabled(if: Workplace.canDropRoot, "skipped: needs root and setpriv"))
    func unreadable() throws {
        let place = try Workplace()
        for name in ["in/a.jpg", "in/b.jpg", "in/locked/c.jpg", "in/z.jpg"] { try place.write(try picture(), to: name) }
        try place.folder("out")
        try run("/bin/chmod", ["777", place.path.text, (place / "out").text])
        try run("/bin/chmod", ["000", (place / "in/b.jpg").text, (place / "in/locked").text])
        let ended = try place.magpieAsNobody("prep", "in", "-o", "out", "--json", "--ordered")
        #expect(ended.code == 0)
        let lines = try ended.json()
        #expect(lines.map { $0["path"] as? String } == ["in/a.jpg", "in/b.jpg", "in/locked", "in/z.jpg"])
        #expect(lines.map { $0.errorCode } == [nil, "unreadable", "unreadable", nil])
        #expect(place.names(in: "out") == ["a.jpg", "z.jpg"])
    }
}
