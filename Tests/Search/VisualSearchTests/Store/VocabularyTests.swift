import TestSupport
import Testing

@testable import VisualSearch

@Suite("The words that a misspelled one may have meant")
struct VocabularyTests {
    private func near(_ word: String, _ words: [String]) -> [String] {
        var vocabulary = Vocabulary()
        for word in words { vocabulary.add(word, items: 1) }
        return vocabulary.near([word])[0].map(\.word)
    }

    @Test("the likeliest first: fewest slips, then what sounds alike, begins alike, and is frequent")
    func order() {
        var vocabulary = Vocabulary()
        for (word, items) in [("letter", 9), ("leather", 1), ("feather", 50), ("weather", 60)] {
            vocabulary.add(word, items: items)
        }
        #expect(vocabulary.near(["leathr"])[0].first?.word == "leather")
        #expect(vocabulary.near(["lether"])[0].first?.word == "leather")
        #expect(vocabulary.near(["xeather"])[0].map(\.word) == ["weather", "feather", "leather"])
        #expect(vocabulary.near(["zzzzzz"])[0].isEmpty)
    }

    @Test("one letter from 3 letters on, two from 5, and three from 9")
    func limits() {
        #expect(near("bg", ["bag"]).isEmpty)
        #expect(near("bga", ["bag"]) == ["bag"])
        #expect(near("bggs", ["bags", "bag", "beds"]) == ["bags"])
        #expect(near("elefand", ["elegance", "elefant"]) == ["elefant"])
        #expect(near("fotograph", ["photograph"]) == ["photograph"])
        #expect(near("fotograf", ["photograph"]).isEmpty)
        #expect(near("sandels", ["sandal", "sandals"]).first == "sandals")
        #expect(near("velocuty", ["velocity"]) == ["velocity"])
    }

    @Test(
        "slips that people make often are likelier than others",
        arguments: [
            ("tabel", "table", "label"), ("benxh", "bench", "benth"), ("leter", "letter", "laser"),
            ("jat", "jar", "hat"), ("matress", "mattress", "actress"), ("rhytm", "rhythm", "rhyme"),
            ("shelv", "shelf", "shell"), ("jaket", "jacket", "basket"),
        ])
    func usual(wrong: String, right: String, other: String) {
        #expect(near(wrong, [other, right]).first == right)
    }

    @Test("a word of the right length is not taken for another one that differs in too much")
    func unlike() {
        #expect(near("helmet", ["velvet"]).isEmpty)
        #expect(near("xgg", ["bag"]).isEmpty)
    }

    @Test("letters beyond the Latin ones are corrected as well")
    func otherLetters() {
        #expect(near("рюкзк", ["рюкзак", "сапоги"]) == ["рюкзак"])
        #expect(near("τσάτα", ["τσάντα"]) == ["τσάντα"])
    }

    @Test("numbers and article numbers are neither corrected nor corrected to")
    func numbers() {
        #expect(near("2024", ["2025"]).isEmpty)
        #expect(near("ab1234", ["ab1235"]).isEmpty)
        #expect(near("abcdefgh", ["abcdefg1"]).isEmpty)
    }

    @Test("with too many words the most frequent ones stay")
    func trimming() {
        var vocabulary = Vocabulary()
        for index in 0..<100 { vocabulary.add("word" + String(repeating: "x", count: index % 50), items: index / 10) }
        vocabulary.trim(to: 25)
        #expect(vocabulary.count == 25)
        #expect(vocabulary.near(["wordxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy"])[0].count > 0)
        vocabulary.trim(to: 0)
        #expect(vocabulary.count == 0)
    }

    @Test("a vocabulary follows changes, few or many, and words of gone items correct nothing")
    func follows() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        func meant(_ word: String) throws -> [String] {
            try store.read { snapshot throws(SearchError) in try snapshot.wordMatches(word + " ") }.corrections.flatMap(
                \.meant)
        }
        _ = try store.upsert((0..<200).map { StoredItem("\($0)", ["title": .text("lantern")]) })
        #expect(try meant("lanterm") == ["lantern"])
        _ = try store.upsert([StoredItem("a", ["title": .text("telescope, été")])])
        #expect(try meant("telescpe") == ["telescope"])
        _ = try store.upsert((0..<200).map { StoredItem("\($0)", ["title": .text("microscope")]) })
        #expect(try meant("lanterm").isEmpty)
        #expect(try meant("micrscope") == ["microscope"])
    }
}
