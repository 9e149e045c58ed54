import TestSupport
import Testing

@testable import VisualSearch

@Suite("The kinds that an English phrase names")
struct HeadNounsTests {
    @Test(
        "what follows with, for, of or in only tells more about the head noun",
        arguments: [
            ("bench with shoe storage", ["bench"]), ("plant pot with saucer", ["plant pot"]),
            ("bag for a laptop", ["bag"]),
            ("the fountain in a garden", ["fountain"]), ("coffee table", ["coffee table"]), ("for dogs", ["dogs"]),
            ("a hat that is red", ["hat"]), ("plate of fruit and nuts", ["plate"]),
        ])
    func heads(_ text: String, _ kinds: [String]) {
        #expect(HeadNouns(text).kinds.map { $0.joined(separator: " ") } == kinds)
    }

    @Test("a pair or a picture of something is that thing, and each of two is a kind")
    func amounts() {
        #expect(HeadNouns("a pair of red sandals").kinds == [["red", "sandals"]])
        #expect(HeadNouns("picture of a dog in the snow").kinds == [["dog"]])
        #expect(HeadNouns("Cats and DOGS or birds").kinds == [["cats"], ["dogs"], ["birds"]])
        #expect(HeadNouns("shoes and").kinds == [["shoes"]])
    }

    @Test("no text disturbs it", arguments: Hostile.strings + ["", "of", "with for of", "and and", "the"])
    func hostile(_ text: String) {
        #expect(HeadNouns(text).kinds.allSatisfy { !$0.isEmpty && $0.count <= QueryWords.limit })
    }
}
