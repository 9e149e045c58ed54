import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// Sees the color of a picture, and knows words for some of them.
private struct ColorWords: TextDescriber {
    static let colors: [(name: String, word: String, color: RGB)] = [
        ("red", "rot", RGB(red: 230, green: 20, blue: 20)), ("green", "grün", RGB(red: 20, green: 200, blue: 20)),
        ("blue", "blau", RGB(red: 20, green: 20, blue: 230)), ("yellow", "gelb", RGB(red: 230, green: 220, blue: 20)),
        ("gray", "grau", RGB(red: 128, green: 128, blue: 128)),
    ]

    let identity = "colors and their words"
    let dimensions = 64
    let scale = 127
    var odds: TextOdds?
    var describesTexts = true
    var languages = ["en", "de"]
    /// The text that the model fails for.
    var refused: String?

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let middle = (pixels.size.height / 2 * pixels.size.width + pixels.size.width / 2) * pixels.channels
        let seen = pixels.bytes[middle..<middle + 3].map(Int.init)
        let distances = Self.colors.map { _, _, color in
            [Int(color.red), Int(color.green), Int(color.blue)].enumerated().reduce(0) { $0 + abs($1.1 - seen[$1.0]) }
        }
        return vector(distances.firstIndex(of: distances.min() ?? 0) ?? 0, common: 50)
    }

    func describe(text: String) throws(DescribeError) -> Descriptor {
        if text == refused { throw .failed(detail: "the model is away") }
        let words = text.lowercased().split(separator: " ").map(String.init)
        if let place = Self.colors.firstIndex(where: { words.contains($0.name) || words.contains($0.word) }) {
            return vector(place, common: 30)
        }
        if text == "rothaft" { return vector(0, of: 2, common: 5) }
        // Any other text is about something that no picture shows.
        return vector(8 + text.unicodeScalars.reduce(0) { $0 + Int($1.value) } % 48, common: 10)
    }

    /// One value for the object, and one that all have in common.
    private func vector(_ place: Int, of value: Int8 = 110, common: Int8) -> Descriptor {
        var values = [Int8](repeating: 0, count: dimensions)
        values[place] = value
        values[63] = common
        return Descriptor(vector: values)
    }
}

@Suite("A describer of texts")
struct TextDescriberTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Pictures of two of each color; the first of each has its name as a title where `titled` says so.
    private func engine(_ describer: ColorWords = ColorWords(), titled: Set<String> = []) throws -> SearchEngine {
        let engine = try SearchEngine(path: folder.url.appending(path: "\(UUID()).magpie").path, describer: describer)
        var entries: [Entry] = []
        for (name, _, color) in ColorWords.colors {
            for number in 1...4 {
                let title: [String: AttributeValue] =
                    number == 4 && titled.contains(name) ? ["title": .string("a \(name) thing")] : [:]
                entries.append(
                    Entry(
                        Item(id: "\(name)-\(number)", attributes: title),
                        image: .pixels(Pictures.solid(32, 32, color))))
            }
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        return engine
    }

    private func search(_ text: String, in engine: SearchEngine) throws -> SearchAnswer {
        try engine.searchBlocking(SearchRequest(.init(text: text)))
    }

    @Test("words find the pictures that show them, in any language that the model knows")
    func found() throws {
        let engine = try engine()
        #expect(try search("blue", in: engine).hits.map(\.id) == ["blue-1", "blue-2", "blue-3", "blue-4"])
        #expect(try search("etwas grün", in: engine).hits.map(\.id) == ["green-1", "green-2", "green-3", "green-4"])
        let hit = try #require(
            try engine.searchBlocking(SearchRequest(.init(text: "gelb"), explains: true)).hits.first)
        #expect(hit.isRelevant && (hit.explanation?.shown ?? 0) > 0 && hit.explanation?.text == 0)
        let notices = try search("red gelb", in: self.engine(titled: ["red"])).notices.map(\.text)
        #expect(notices.contains("no item says `gelb`; found by what pictures show"), "\(notices)")
    }

    @Test("a search page learns in which languages words find pictures")
    func languages() throws {
        let summary = try engine().describerSummary
        #expect(summary.describesTexts && summary.languages == ["en", "de"] && summary.dimensions == 64)
        let silent = try engine(ColorWords(describesTexts: false)).describerSummary
        #expect(!silent.describesTexts && silent.languages.isEmpty)
    }

    @Test("a text that no picture shows finds nothing", arguments: ["tax return", "zzgrx", "Beethoven"])
    func strange(text: String) throws {
        #expect(try search(text, in: engine()).total == 0)
    }

    @Test("where no picture surely shows a text, those that come near are shown as such, within the filter")
    func near() throws {
        let engine = try engine(titled: ["red"])
        let answer = try search("rothaft", in: engine)
        #expect(answer.total == 0 && answer.hits.isEmpty)
        #expect(answer.nearest.map(\.id) == ["red-1", "red-2", "red-3", "red-4"])
        #expect(answer.nearest.allSatisfy { !$0.isRelevant && $0.score < 0.5 })
        #expect(answer.notices.contains { $0.kind == .nothingRelevant })
        let filtered = try engine.searchBlocking(SearchRequest(.init(text: "rothaft"), filter: .exists("title")))
        #expect(filtered.total == 0 && filtered.nearest.map(\.id) == ["red-4"])
        #expect(try search("zzgrx", in: engine).nearest.isEmpty)
    }

    @Test("items that say the words come first, then pictures that show them")
    func order() throws {
        let answer = try search("red", in: engine(titled: ["red"]))
        #expect(answer.hits.map(\.id) == ["red-4", "red-1", "red-2", "red-3"])
        #expect(answer.hits[0].score > answer.hits[1].score)
    }

    @Test("of items that say the words, those whose picture shows them come first")
    func agreement() throws {
        let engine = try engine(titled: ["red"])
        // It says so, and shows another color.
        let liar = Entry(
            Item(id: "false", attributes: ["title": .string("a red thing")]),
            image: .pixels(Pictures.solid(32, 32, ColorWords.colors[2].color)))
        try #require(try engine.insertBlocking([liar]).first).get()
        #expect(try search("red", in: engine).hits.prefix(2).map(\.id) == ["red-4", "false"])
    }

    @Test("a foreign word is not taken for a misspelling of one that an item says, unless the picture shows it")
    func foreign() throws {
        let engine = try engine(titled: ["gray"])
        // `grau` is one letter from `gray`, and means it; `grab` is too, and means something else.
        #expect(Set(try search("grau", in: engine).hits.map(\.id)) == ["gray-1", "gray-2", "gray-3", "gray-4"])
        let other = try search("grab", in: engine)
        #expect(other.total == 0)
        #expect(other.correctedQuery == nil)
    }

    @Test("a picture and words make one look")
    func together() throws {
        let engine = try engine()
        let picture = ImageInput.pixels(Pictures.solid(32, 32, ColorWords.colors[0].color))
        let answer = try engine.searchBlocking(
            SearchRequest(.init(example: .image(picture), text: "blau"), limit: 8, scope: .all))
        #expect(Set(answer.hits.map { $0.id.prefix { $0 != "-" } }) == ["red", "blue"])
    }

    @Test("the odds of the model are the relevance of pictures that it finds")
    func odds() throws {
        let engine = try engine(ColorWords(odds: TextOdds(scale: 20, bias: -10)), titled: ["red"])
        let hits = try search("red", in: engine).hits
        let cosine = Double(110 * 110 + 30 * 50) / (127 * 127)
        #expect(abs(hits[1].relevance - 1 / (1 + exp(10 - 20 * cosine))) < 1e-9)
        #expect(hits[0].relevance == 1)
    }

    @Test("a model without a tower for texts, and one that fails, leave no wrong answer")
    func without() throws {
        #expect(try search("blue", in: engine(ColorWords(describesTexts: false))).total == 0)
        #expect {
            _ = try search("blue", in: engine(ColorWords(refused: "blue")))
        } throws: { "\($0)".contains("the words could not be described: the model is away") }
    }

    @Test("a filter leaves items out, and changes nothing about the others")
    func filtered() throws {
        let engine = try engine(titled: ["red"])
        let answer = try engine.searchBlocking(
            SearchRequest(.init(text: "red"), filter: .not(.exists("title"))))
        #expect(answer.hits.map(\.id) == ["red-1", "red-2", "red-3"])
    }
}
