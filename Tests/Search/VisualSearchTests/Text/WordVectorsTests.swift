import TestSupport
import Testing

@testable import VisualSearch

@Suite("The meanings of words", .timeLimit(.minutes(5)))
struct WordVectorsTests {
    private let vectors = WordVectors.builtIn

    private func nearness(_ one: String, _ other: String) throws -> Float {
        let numbers = try [one, other].map { try #require(vectors.number(ofForms: $0), "\($0)") }
        return (vectors.vector(numbers[0]) * vectors.vector(numbers[1])).sum()
    }

    @Test(
        "words of like meaning are nearer than others",
        arguments: [
            ("sofa", "couch", "banana"), ("jacket", "coat", "hammer"), ("car", "automobile", "soup"),
            ("drill", "hammer", "blouse"), ("puppies", "dog", "chairs"),
        ])
    func order(_ word: String, _ near: String, _ far: String) throws {
        #expect(try nearness(word, near) > nearness(word, far) + 0.15)
    }

    @Test("each vector has the length 1, and words that stand apart in the table are found")
    func lookup() throws {
        #expect(vectors.count > 25_000 && vectors.language == "en")
        for number in stride(from: 0, to: vectors.count, by: 97) {
            let vector = vectors.vector(number)
            #expect(abs((vector * vector).sum() - 1) < 1e-4)
        }
        let numbers = ["abacus", "chair", "garden", "zucchini"].map { vectors.number(of: $0) ?? -1 }
        #expect(numbers == numbers.sorted() && numbers[0] >= 0)
        #expect(vectors.number(ofForms: "chairs") == vectors.number(of: "chair"))
    }

    @Test(
        "what is no word has no meaning",
        arguments: ["", " ", "asdf", "zzzzzzzz", "CHAIR", "chai\u{308}r", "24-wb06", "\u{10FFFF}", "chairchair"])
    func unknown(_ word: String) { #expect(vectors.number(ofForms: word) == nil) }

    @Test("no text disturbs the look-up", arguments: Hostile.strings)
    func hostile(_ text: String) {
        let number = vectors.number(ofForms: text) ?? 0
        #expect((0..<vectors.count).contains(number))
    }
}
