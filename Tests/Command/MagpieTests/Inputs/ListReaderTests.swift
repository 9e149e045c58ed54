import Foundation
import Testing

@testable import magpie

@Suite("Lists")
struct ListReaderTests {
    func items(_ bytes: [UInt8], root: String? = nil) throws -> [InputItem] {
        let place = try Workplace()
        try place.write(bytes, to: "list")
        let reader = ListReader(
            LineReader(try OpenFile(place / "list")), named: Path("list"), root: root.map { Path($0) })
        return Array(IteratorSequence(reader))
    }

    func items(_ text: String, root: String? = nil) throws -> [InputItem] { try items(Array(text.utf8), root: root) }

    func mirrors(_ items: [InputItem]) -> [String?] {
        items.map { item in
            guard case .image(let input) = item else { return nil }
            return input.mirror?.text
        }
    }

    @Test("one path a line, with or without a line break at the end, empty lines left out")
    func lines() throws {
        #expect(try items("a.jpg\nb c.jpg\n\nd.jpg").map(\.path.text) == ["a.jpg", "b c.jpg", "d.jpg"])
        #expect(try items("a.jpg\n").count == 1)
        #expect(try items("").isEmpty)
        #expect(try items("\n\n").isEmpty)
    }

    @Test("names are kept byte for byte")
    func bytes() throws {
        let odd: [UInt8] = [0x66, 0xff, 0xfe, 0x0d, 0x66]
        #expect(try items(odd + [0x0a] + Array(" x \n".utf8)).map(\.path) == [Path(bytes: odd), Path(" x ")])
    }

    @Test("a line may be JSON with a path; a name that begins with a brace is a name")
    func json() throws {
        let text = #"{"path":"new\nline.jpg","id":7}"# + "\n" + #"{"id":7}"# + "\n{x}.jpg\n" + #"{"path":""}"#
        #expect(
            try items(text).map(\.path.text) == ["new\nline.jpg", #"{"id":7}"#, "{x}.jpg", #"{"path":""}"#])
    }

    @Test("a line without end or with a NUL byte is one bad input, and the next line is read")
    func broken() throws {
        let long = [UInt8](repeating: 0x61, count: LineReader.longestLine + 70_000)
        let found = try items(long + Array("\na\u{0}b\nc.jpg\n".utf8))
        #expect(found.count == 3)
        guard case .unusable = found[0], case .unusable = found[1] else {
            Issue.record("both lines are unusable")
            return
        }
        #expect(found[2].path == Path("c.jpg"))
    }

    @Test("lines of any length around the size of a read come out whole")
    func boundaries() throws {
        let lengths = [65_535, 65_536, 65_537, 1, 131_072, 3]
        let text = lengths.map { String(repeating: "x", count: $0) }.joined(separator: "\n")
        #expect(try items(text).map(\.path.bytes.count) == lengths)
    }

    @Test("relative paths are mirrored as written, absolute ones whole")
    func mirror() throws {
        #expect(try mirrors(items("a/b.jpg\n./c.jpg\nx/../d.jpg")) == ["a/b.jpg", "c.jpg", "d.jpg"])
        #expect(try mirrors(items("/data/a.jpg\n/b.jpg")) == ["data/a.jpg", "b.jpg"])
    }

    @Test("a list that mixes both leaves the second kind open, so no output is named twice")
    func mixed() throws {
        #expect(try mirrors(items("data/a.jpg\n/data/a.jpg\nb.jpg")) == ["data/a.jpg", nil, "b.jpg"])
        #expect(try mirrors(items("/data/a.jpg\ndata/a.jpg")) == ["data/a.jpg", nil])
    }

    @Test("below a root, paths outside of it are left open")
    func root() throws {
        #expect(
            try mirrors(items("/data/a.jpg\n/data/x/b.jpg\n/other/c.jpg\nd.jpg", root: "/data"))
                == ["a.jpg", "x/b.jpg", nil, nil])
    }
}
