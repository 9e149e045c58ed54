import Testing

@testable import magpie

@Suite("Patterns for names")
struct GlobTests {
    @Test(
        "match whole names or whole paths",
        arguments: [
            ("*.png", "a.png", true), ("*.png", "in/deep/a.png", true), ("*.png", "a.PNG", false), ("a?", "aé", true),
            ("a?", "abc", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[]]", "]", true),
            ("[a", "[a", true),
            ("raw/*", "raw/a.jpg", true), ("raw/*", "raw/b/a.jpg", false), ("raw/**", "raw/b/a.jpg", true),
            ("**/raw/*", "raw/a", true), ("**/raw/*", "x/y/raw/a", true), ("/a.jpg", "a.jpg", true),
            ("/a.jpg", "b/a.jpg", false), ("a\\*", "a*", true), ("a\\*", "ab", false), ("*", "", true),
            ("*a*b*c*", "xxaxxbxxc", true), ("*a*b*c", "xxaxxbxxd", false), ("[é-ö]", "ñ", true), ("**", "a/b", true),
        ])
    func matches(pattern: String, path: String, expected: Bool) throws {
        #expect(try #require(Glob(Path(pattern))).matches(Path(path)) == expected)
    }

    @Test("names that are not UTF-8 match as others do, and no pattern takes long")
    func hard() throws {
        #expect(try #require(Glob(Path("f?o*"))).matches(Path(bytes: [0x66, 0xff, 0x6f, 0xfe])))
        let long = String(repeating: "a", count: 250)
        let many = try #require(Glob(Path(String(repeating: "*a", count: 100) + "b")))
        #expect(!many.matches(Path(long)))
        #expect(Glob(Path("")) == nil)
        #expect(Glob(Path("/")) == nil)
    }
}
