import Testing

@testable import magpie

@Suite("Inputs that are named twice")
struct RepeatedInputTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        for name in ["in/a.jpg", "in/b.jpg", "c.jpg"] { try place.write(try picture(), to: name) }
        try place.link("in/link.jpg", to: "a.jpg")
    }

    private let list = ["in/a.jpg", "c.jpg", "./in//a.jpg", "in/../in/a.jpg", "in/b.jpg", "{\"path\":\"c.jpg\"}"]

    @Test("lines of a list that name the same file are done once, and their number is said")
    func lines() throws {
        try place.write(Array((list + [(place / "in/b.jpg").text]).joined(separator: "\n").utf8), to: "list")
        let input = list.joined(separator: "\n")
        for (words, repeated) in [(["--list", "list"], 4), (["-"], 3)] {
            let ended = try Running(
                magpieBinary, ["prep", "-o", "out", "--json", "--ordered"] + words, in: place.path,
                input: Array(input.utf8)
            ).wait()
            #expect(ended.code == 0)
            #expect(try ended.json().map { $0["path"] as? String } == ["in/a.jpg", "c.jpg", "in/b.jpg"])
            #expect(
                ended.errors == "magpie: \(repeated) lines of the list name an input again; each input is done once\n")
        }
        let quiet = try place.magpie("colors", "-", "--quiet", input: "c.jpg\nc.jpg")
        #expect(quiet.errors == "" && quiet.lines.count == 1)
        let one = try place.magpie("colors", "-", input: "c.jpg\nc.jpg")
        #expect(one.errors == "magpie: 1 line of the list names an input again; each input is done once\n")
    }

    @Test("a link is another file than what it leads to, and a missing file is reported once")
    func others() throws {
        let links = try place.magpie("colors", "-", input: "in/a.jpg\nin/link.jpg\n")
        #expect(links.lines.count == 2 && links.errors == "")
        let missing = try place.magpie("colors", "-", "--json", input: "no.jpg\nno.jpg\nc.jpg\n")
        #expect(try missing.json().count == 2)
    }

    @Test("the parts of a divided list count their own lines")
    func shards() throws {
        var (done, repeated) = (0, 0)
        for index in 0..<3 {
            let ended = try place.magpie(
                "colors", "-", "--shard", "\(index)/3",
                input: (0..<2).map { _ in "in/a.jpg\nin/b.jpg\nc.jpg\n" }.joined())
            done += ended.lines.count
            repeated += ended.errors.firstMatch(of: /([0-9]+) lines? of the list/).flatMap { Int($0.1) } ?? 0
        }
        #expect(done == 3 && repeated == 3)
    }

    @Test("what is named twice in the call is done once")
    func arguments() throws {
        let ended = try place.magpie("colors", "c.jpg", "./c.jpg", "in", "in/", "in/a.jpg", "--json")
        #expect(try ended.json().count == 4)
        #expect(ended.errors.contains("./c.jpg is named twice; it is done once"))
    }

    @Test("of a list without end only so many paths are kept")
    func bounded() {
        var named = NamedBefore(limit: 3)
        let paths = (0..<5).map { Path("\($0).jpg") }
        #expect(paths.map { named.knows($0) } == [false, false, false, false, false])
        #expect(paths.map { named.knows($0) } == [true, true, true, false, false])
    }
}
