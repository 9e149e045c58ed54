import TestSupport
import Testing

@testable import VisualSearch

@Suite("A shop's own synonyms", .timeLimit(.minutes(5)))
struct SynonymsTests {
    @Test("terms with commas find each other, and an arrow points one way")
    func groups() throws {
        let synonyms = try Synonyms(
            lines:
                "# furniture\r\nSofa, Couch , love seat\n\nsettee => sofa # one way\nsofa, divan\nsingle => \u{e9}t\u{e9}\n"
        )
        #expect(synonyms["sofa"] == ["couch", "love seat", "divan"])
        #expect(synonyms["love seat"] == ["sofa", "couch"])
        #expect(synonyms["settee"] == ["sofa"])
        #expect(synonyms["single"] == ["ete"])
        #expect(synonyms["chair"].isEmpty)
        #expect(synonyms.longest == 2)
        #expect(try Synonyms(lines: "") == .none)
    }

    @Test(
        "an error names the line and what would be right",
        arguments: [
            ("a, b\nsofa\n", "line 2 of the synonyms: 'sofa' is alone; write two terms or more, such as 'sofa, couch'"),
            ("a => b => c", "line 1 of the synonyms: there are several =>; write one, such as 'settee => sofa, couch'"),
            ("a, , b", "line 1 of the synonyms: a term has no letter or digit; write terms with commas between them"),
            ("a =>", "line 1 of the synonyms: a term has no letter or digit"),
            ("=> b", "line 1 of the synonyms: a term has no letter or digit"),
            ("# c\n\na, B, A", "line 3 of the synonyms: 'a' is there twice; write it once"),
            ("a => b, a", "line 1 of the synonyms: 'a' is on both sides of =>; leave it out on the right"),
            ("a, 1 2 3 4 5 6 7 8 9", "line 1 of the synonyms: '1 2 3 4 5 6 7 8 9' has 9 words; write at most 8"),
        ])
    func errors(_ text: String, _ message: String) {
        let error = #expect(throws: SearchError.self) { try Synonyms(lines: text) }
        guard case .invalidArgument(let detail)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(detail.hasPrefix(message), "\(detail)")
    }

    @Test("lists that are too long are refused")
    func limits() {
        let terms = (0...Synonyms.termLimit).map { "t\($0)" }.joined(separator: ",")
        #expect(throws: SearchError.self) { try Synonyms(lines: terms) }
        let lines = String(repeating: "#\n", count: Synonyms.lineLimit + 1)
        #expect(throws: SearchError.self) { try Synonyms(lines: lines) }
    }

    @Test("searches use them, also without the thesaurus, and terms of several words")
    func search() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert([
            StoredItem("vans", ["title": .text("Skate shoe")]),
            StoredItem("telly", ["title": .text("Flat screen set")]),
            StoredItem("bin", ["title": .text("Waste basket")]),
        ])
        let synonyms = try Synonyms(lines: "kicks, skate shoe\ntv set => flat screen\nbasket => kicks")
        let words = RelatedWords(thesaurus: nil, synonyms: synonyms)
        func slots(_ text: String) throws -> [Int] {
            try store.read { snapshot throws(SearchError) in
                try snapshot.wordMatches(text, relatedWords: words).matches.map(\.slot)
            }
        }
        #expect(try slots("kicks ") == slots("skate shoe "))
        #expect(try slots("tv set ").first == slots("flat screen ").first)
        #expect(try slots("flat ") == slots("flat screen "))
        #expect(try slots("basket ").count == 1)
    }

    @Test("a slip in a word that only the synonyms have finds what they stand for, and a notice can name it")
    func slips() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert([
            StoredItem("trousers", ["title": .text("Trousers gray")]), StoredItem("hat", ["title": .text("Hat gray")]),
        ])
        let words = RelatedWords(thesaurus: nil, synonyms: try Synonyms(lines: "trousers, pants\nlid => cap"))
        for (text, meant) in [("patns", ["trousers"]), ("pnats gray", ["trousers"]), ("capp", []), ("lidd", [])] {
            let found = try store.read { snapshot throws(SearchError) in
                try snapshot.wordMatches(text, relatedWords: words)
            }
            #expect(found.corrections.flatMap(\.meant) == meant, "\(text)")
            #expect(meant.isEmpty || found.matches.first?.slot == 0, "\(text)")
        }
    }

    @Test("initials with points are one word of a synonym, with the points or without")
    func initials() throws {
        #expect(try Synonyms(lines: "s.w.a.t., swat")["swat"] == ["s w a t"])
        #expect(try Synonyms(lines: "s.w.a.t. => swat")["s w a t"] == ["swat"])
        let synonyms = try Synonyms(lines: "S.W.A.T., police unit\nu.s.a. flag => stars and stripes\nt.v. => tv, telly")
        #expect(synonyms["swat"].contains("police unit") && synonyms["s w a t"].contains("police unit"))
        #expect(Set(synonyms["police unit"]) == ["s w a t", "swat"])
        #expect(synonyms["usa flag"] == ["stars and stripes"])
        #expect(synonyms["tv"] == ["telly"], "a term does not find itself")
        #expect(throws: SearchError.self) { try Synonyms(lines: "s.w.a.t.") }

        let folder = try TemporaryFolder()
        let store = try folder.store()
        let titles = ["SWAT vest", "S.W.A.T. boots", "Police unit mug"]
        _ = try store.upsert(titles.map { StoredItem($0, ["title": .text($0)]) })
        let words = RelatedWords(thesaurus: nil, synonyms: synonyms)
        for text in ["s.w.a.t.", "swat ", "police unit "] {
            let found = try store.read { snapshot throws(SearchError) in
                try snapshot.wordMatches(text, relatedWords: words).matches
            }
            #expect(found.count == 3, "\(text)")
        }
    }
}
