import Testing

@testable import magpie

@Suite("Paths")
struct PathTests {
    @Test("bytes that are not UTF-8 are shown as escapes, all others as they are")
    func text() {
        #expect(Path("日本語/りんご🍎.jpg").text == "日本語/りんご🍎.jpg")
        #expect(Path(bytes: [0x66, 0x6f, 0xff, 0xfe, 0x6f]).text == "fo\\xff\\xfeo")
        #expect(Path(bytes: [0xc3]).text == "\\xc3")
        #expect(Path(bytes: [0xc3, 0xa9, 0x80]).text == "é\\x80")
        #expect(!Path(bytes: [0xc3]).isUTF8)
    }

    @Test(
        "name and parent",
        arguments: [
            ("a/b.jpg", "b.jpg", "a"), ("b.jpg", "b.jpg", "."), ("/b.jpg", "b.jpg", "/"), ("/", "", "/"),
            ("a//b/", "b", "a"), ("/a/b/c", "c", "/a/b"), ("../x", "x", ".."),
        ])
    func parts(path: String, name: String, parent: String) {
        #expect(Path(bytes: Path(path).name).text == name)
        #expect(Path(path).parent.text == parent)
    }

    @Test(
        "a path is made absolute by spelling",
        arguments: [
            ("a", "/home/a"), ("./a/../b", "/home/b"), ("/x//y/.", "/x/y"), ("../../..", "/"), (".", "/home"),
        ])
    func absolute(path: String, expected: String) {
        #expect(Path(path).absolute(from: Path("/home")).text == expected)
    }

    @Test("a path is relative to folders that hold it and to no others")
    func relative() {
        #expect(Path("/a/b/c").relative(to: Path("/a")) == Path("b/c"))
        #expect(Path("/a").relative(to: Path("/a")) == Path(""))
        #expect(Path("/a/b").relative(to: Path("/")) == Path("a/b"))
        #expect(Path("/ab").relative(to: Path("/a")) == nil)
        #expect(Path("/a").relative(to: Path("/a/b")) == nil)
    }

    @Test("image names are told by their extension, in either case")
    func images() {
        for name in ["a.jpg", "a.JPG", "a.b.jpeg", "x/a.HeIc", "a.avif", "é.webp"] {
            #expect(Path(name).looksLikeImage, "\(name)")
        }
        for name in ["jpg", ".jpg", "a.txt", "a.jpg.txt", "a.jpg[page=9]", "a", ""] {
            #expect(!Path(name).looksLikeImage, "\(name)")
        }
    }
}
