import TestSupport
import Testing

@testable import VisualSearch

@Suite("Signs beside words, and initials with points")
struct SignsTests {
    private func found(_ text: String, in titles: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert(titles.enumerated().map { StoredItem("\($0)", ["title": .text($1)]) })
        return try store.read { snapshot throws(SearchError) in
            try snapshot.wordMatches(text).matches.map { titles[$0.slot] }
        }
    }

    @Test(
        "items that write a word with the signs of the query come before those that write it without or with others",
        arguments: [
            ("c++", "C++", ["C", "C#", "C c c", "C+"]), ("C# ", "C#", ["C", "C++"]),
            ("c+", "A C+ grade", ["C++", "C"]),
            ("c++ primer", "The C++ language primer for all who begin", ["C primer", "C# primer"]),
            ("vitamin+", "Vitamin+ drops for kids and adults", ["Vitamin", "Vitamin vitamin drops"]),
            ("f#", "f\u{266F}, a language", ["F", "F++"]), ("c\u{FF0B}\u{FF0B}", "C++", ["C", "C#"]),
            (".net", "The .NET book for beginners", ["Net", "Fishing net net"]),
            ("#1", "A #1 dad mug", ["1", "No 1 mug"]),
            ("disney+", "Gift card Disney+ of the year", ["Disney", "Disney gift card"]),
            ("18+", "A game 18+", ["18", "Game 18"]),
        ])
    func signs(_ text: String, _ right: String, _ others: [String]) throws {
        let found = try found(text, in: others + [right])
        #expect(found.first == right, "\(found)")
        #expect(Set(found) == Set(others + [right]), "those without the signs are found as well")
    }

    @Test("a word without signs finds the word alone first, and signs that end a sentence change nothing")
    func without() throws {
        #expect(try found("c ", in: ["C++", "C#", "C"]).first == "C")
        #expect(try found("lamp.", in: ["Lamp", "Lamp+"]) == found("lamp", in: ["Lamp", "Lamp+"]))
        #expect(try found("c + d", in: ["C D", "C+ D"]).count == 2)
        #expect(try found("red+blue", in: ["Red blue"]) == ["Red blue"])
    }

    @Test("no item that says the signs leaves the order as it is")
    func missing() throws {
        let titles = ["Vitamin drops", "Vitamin vitamin", "Old drops with vitamin inside of them"]
        #expect(try found("vitamin+ ", in: titles) == found("vitamin ", in: titles))
    }

    @Test(
        "initials with points find the word without them, and the other way round",
        arguments: [
            ("s.w.a.t.", ["SWAT vest", "S.W.A.T. vest", "S W A T vest"], ["Water vest", "W vest"]),
            ("S.W.A.T", ["SWAT vest", "S.W.A.T. vest"], ["Water vest"]),
            ("u.s.a. flag", ["Flag USA", "U.S.A. flag", "Flag of the U.S.A."], ["Flag of France", "USA mug"]),
            ("usa flag", ["Flag USA", "U.S.A. flag"], ["Flag of France"]),
            ("u.s. flag", ["US flag", "U.S. flag"], ["Flag of France"]),
            ("t.v. stand", ["TV stand", "T.V. stand"], ["Hat stand"]),
            ("flag u.s.a", ["Flag USA", "U.S.A. flag"], ["Flag of France"]),
        ])
    func initials(_ text: String, _ right: [String], _ wrong: [String]) throws {
        #expect(try Set(found(text, in: wrong + right)) == Set(right))
    }

    @Test("points between longer words, single letters and numbers are read as before")
    func noInitials() throws {
        #expect(try found("j.crew ", in: ["J.Crew shirt", "J Crew shirt"]).count == 2)
        #expect(try found("node.js ", in: ["Node.js", "Nodejs"]).count == 2)
        #expect(try found("2.5 mm", in: ["Wire 2.5 mm", "Wire 25 mm"]) == ["Wire 2.5 mm"])
        #expect(QueryWords("a. b. c.").words.map(\.text) == ["b", "c"])
        #expect(QueryWords("s.w.a.t. vest").words.map(\.text) == ["swat", "vest"])
        #expect(QueryWords("s.w.a.t. vest").words.map(\.typed) == ["s.w.a.t", "vest"])
    }
}
