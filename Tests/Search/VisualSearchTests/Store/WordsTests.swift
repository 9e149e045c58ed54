import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searching by words")
struct WordsTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let texts = [
            ("bag", "Red leather bag"), ("shoe", "Red shoe"), ("sofa", "A leather sofa, très élégant"),
            ("lamp", "Lampe de bureau"),
            ("strasse", "Bergstraße 3"), ("odd", "50% \"off\" * NEAR"),
        ]
        _ = try store.upsert(
            texts.map { StoredItem($0.0, ["title": .text($0.1), "tags": .list(["goods", $0.0 + "tag"])]) })
    }

    private func ids(_ text: String, in other: CatalogStore? = nil) throws -> [String] {
        try (other ?? store).read { snapshot throws(SearchError) in
            var ids: [String] = []
            for match in try snapshot.wordMatches(text).matches {
                #expect(match.relevance > 0 && match.relevance <= 1)
                ids.append(try snapshot.id(at: match.slot) ?? "?")
            }
            return ids
        }
    }

    @Test("the item with all words is the only hit, and scores near 1; without such an item one with fewer scores less")
    func order() throws {
        #expect(try ids("red leather bag") == ["bag"])
        try store.read { snapshot throws(SearchError) in
            #expect((try snapshot.wordMatches("red leather bag").matches.first?.relevance ?? 0) > 0.9)
            let matches = try snapshot.wordMatches("blue leather shoe").matches
            #expect(matches.count == 3)
            #expect((matches.first?.relevance ?? 1) < 0.8)
        }
    }

    @Test(
        "prefixes, accents, case and typos find what was meant",
        arguments: [
            ("leath", "sofa"), ("ELEGANT", "sofa"), ("élégânt", "sofa"), ("lether", "bag"), ("laether sofa", "sofa"),
            ("shoetag", "shoe"), ("bureaux", "lamp"), ("elefand", "sofa"), ("elephand", "nothing"),
            ("bergstrase", "nothing or strasse"),
        ] as [(String, String)])
    func finds(_ text: String, _ id: String) throws {
        let found = try ids(text)
        if id == "nothing" { #expect(found.isEmpty) } else if !id.hasPrefix("nothing") { #expect(found.contains(id)) }
    }

    @Test("a short word or one too far off is not guessed at; a finished word is no prefix")
    func noGuess() throws {
        #expect(try ids("bg").isEmpty)
        #expect(try ids("leather ").count == 2)
        #expect(try ids("leat ").isEmpty)
        #expect(try ids("xyzzyxy").isEmpty)
    }

    @Test("no character means anything to the index", arguments: Hostile.strings)
    func hostile(_ text: String) throws {
        _ = try ids(text)
        _ = try ids("red " + text + " bag")
        #expect(try ids("red \"" + String(text.prefix(50)) + "\" leather").contains("bag"))
    }

    @Test("words of new items are found at once, also mistyped and from another handle; those of removed ones never")
    func follows() throws {
        let other = try folder.store(mode: .readOnly)
        #expect(try ids("telescpe", in: other).isEmpty)
        _ = try store.upsert([StoredItem("far", ["title": .text("Telescope")])])
        #expect(try ids("telescpe", in: other) == ["far"])
        #expect(try ids("telescpe") == ["far"])
        _ = try store.upsert([StoredItem("far", ["title": .text("Microscope")])])
        #expect(try ids("telescope").isEmpty)
        _ = try store.remove(["far"])
        #expect(try ids("microscope", in: other).isEmpty)
    }

    @Test("distances count exchanges, losses, additions and swaps")
    func distances() throws {
        func distance(_ left: String, _ right: String) -> Int? {
            editDistance(Array(left.unicodeScalars), Array(right.unicodeScalars), limit: 2)
        }
        #expect(distance("bag", "bag") == 0)
        #expect(distance("bag", "bug") == 1)
        #expect(distance("bag", "bags") == 1)
        #expect(distance("bag", "ag") == 1)
        #expect(distance("bag", "bga") == 1)
        #expect(distance("leather", "laethr") == 2)
        #expect(distance("", "ab") == 2)
        #expect(distance("abc", "xyz") == nil)
        // Against a table without shortcuts.
        var catalog = RandomCatalog(numbers: SplitMix(seed: 5))
        for _ in 0..<300 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0..<7, using: &catalog.numbers)).map { _ in
                    "abc".randomElement(using: &catalog.numbers) ?? "a"
                }
            }
            let slow = slowDistance(words[0], words[1])
            #expect(distance(String(words[0]), String(words[1])) == (slow <= 2 ? slow : nil))
        }
    }

    private func slowDistance(_ left: [Character], _ right: [Character]) -> Int {
        var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in 0...left.count {
            for j in 0...right.count {
                if i == 0 || j == 0 {
                    table[i][j] = i + j
                    continue
                }
                table[i][j] = min(
                    table[i - 1][j] + 1, table[i][j - 1] + 1,
                    table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[left.count][right.count]
    }
}
