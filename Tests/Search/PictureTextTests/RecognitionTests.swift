import Testing

@testable import PictureText

@Suite("Texts of lines", .timeLimit(.minutes(5)))
struct RecognitionTests {
    private func decoded(_ steps: [(class: Int, certainty: Float)], _ lines: String) throws -> (
        text: String, score: Double
    ) {
        let characters = try #require(CharacterTable(lines: Array(lines.utf8)))
        let classes = characters.classes
        var values = [Float](repeating: 0, count: steps.count * classes)
        for (index, step) in steps.enumerated() { values[index * classes + step.class] = step.certainty }
        return LineDecoder(characters: characters).line(values.span, steps: 0..<steps.count, classes: classes)
    }

    @Test("a class in a row is one character, and class 0 parts two equal ones")
    func repeats() throws {
        let line = try decoded([(0, 1), (1, 0.9), (1, 0.8), (2, 1), (0, 1), (2, 0.7), (4, 0.6), (3, 1)], "a\nb\nc\n")
        #expect(line.text == "abb c")
        #expect(line.score == 0.84)
        let nothing = try decoded([(0, 1), (0, 0.9)], "a")
        #expect(nothing.text.isEmpty && nothing.score == 0)
    }

    @Test("of equal certainties the first class is taken, and what is not a number is none")
    func odd() throws {
        let characters = try #require(CharacterTable(lines: Array("a\nb".utf8)))
        let decoder = LineDecoder(characters: characters)
        let values: [Float] = [0, 0.5, 0.5, 0, .nan, .nan, .nan, .nan, .nan, 0.1, 0.8, 0, 0, .infinity, 0, 0]
        let line = decoder.line(values.span, steps: 0..<4, classes: 4)
        #expect(line.text == "aba" && line.score == 0)
    }

    @Test("characters that are equal as strings stay apart, and blanks are characters")
    func twins() throws {
        let lines = "\u{C5}\n\u{212B}\n\u{3000}\n\u{301}\n\u{1F1E9}\n\u{1F1EA}\n"
        let line = try decoded([(2, 1), (1, 1), (3, 1), (5, 1), (6, 1)], lines)
        #expect(line.text.unicodeScalars.map(\.value) == [0x212B, 0xC5, 0x3000, 0x1F1E9, 0x1F1EA])
        let table = try #require(CharacterTable(lines: Array("a\r\nb\r\n".utf8)))
        #expect(table.classes == 4 && table[1] == "a" && table[3] == " " && table[99].isEmpty)
        #expect(CharacterTable(lines: [0x61, 0xFF]) == nil)
        #expect(CharacterTable(lines: []) == nil)
    }

    @Test("six lines are read at once, the narrowest first, and the widest gives the width")
    func batches() {
        let ratios = [9.0, 1, 2, 12, 3, 4, 5, 150]
        #expect(
            LineBatch.batches(ofRatios: ratios, .six) == [
                LineBatch(lines: [1, 2, 4, 5, 6, 0], ratio: 9), LineBatch(lines: [3, 7], ratio: 100),
            ])
        #expect(LineBatch.batches(ofRatios: [1, 2], .six) == [LineBatch(lines: [0, 1], ratio: 320.0 / 48)])
        #expect(LineBatch.batches(ofRatios: [1, 2], .alone).map(\.lines) == [[0], [1]])
        #expect(LineBatch.batches(ofRatios: [], .six).isEmpty)
        #expect(LineBatch(lines: [4, 5, 6], ratio: 9).parts(of: 2).map(\.lines) == [[4, 5], [6]])
    }

    /// The means that NumPy gives, which adds eight at a time.
    @Test("a mean halfway between two numbers is rounded as it is elsewhere")
    func means() throws {
        let two = try decoded([(1, 0.99997), (2, 0.99998)], "a\nb")
        #expect(two.score == 0.99998)
        let ten = try decoded((0..<10).map { (1 + $0 % 2, $0 % 3 == 0 ? 0.12345 : 0.87655) }, "a\nb")
        #expect(ten.score == 0.57531)
    }
}
