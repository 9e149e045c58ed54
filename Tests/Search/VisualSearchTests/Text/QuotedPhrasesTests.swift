import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Words in quotation marks", .timeLimit(.minutes(5)))
struct QuotedPhrasesTests {
    @Test("marks around several words make a phrase, and a mark of inches or one alone makes none")
    func reading() {
        for text in [
            "\"leather chair\"", "big \"leather chair\"!", "\u{201C}leather chair\u{201D}",
            "\u{201E}leather chair\u{201C}",
            "\u{AB}leather chair\u{BB}", "\u{201D}leather chair\u{201D} red",
        ] {
            #expect(QuotedPhrases(text).texts == ["leather chair"], "\(text)")
        }
        for text in ["15\" laptop 17\" screen", "\"leather", "\"leather\"", "5\"", "\" leather chair\"", "", "\"\""] {
            #expect(QuotedPhrases(text).texts.isEmpty, "\(text)")
        }
        #expect(QuotedPhrases("\"yoga mat\" \"blue bag\"").texts == ["yoga mat", "blue bag"])
    }

    private func shop(_ titles: [String], in folder: TemporaryFolder) throws -> SearchEngine {
        let engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        let image = try engine.describe(.pixels(Pictures.solid(32, 32, RGB(hex: "#c02020")!)))
        let items = titles.enumerated().map { index, title in
            (Item(id: "i\(index)", attributes: ["title": .text(title)]), Optional(image), Fingerprint?.none)
        }
        for result in try engine.insertDescribed(items) { try result.get() }
        return engine
    }

    @Test(
        "items say the words one after the other; where none does, the words are searched for apart, and a minus works beside"
    )
    func search() throws {
        let folder = try TemporaryFolder()
        let engine = try shop(
            ["Chair leather black", "Black leather chair", "Leather and black chair", "Leather chairs red"], in: folder)
        func ids(_ text: String, readsMinus: Bool = true) throws -> Set<String> {
            let query = SearchRequest.Query(text: text, readsPhrases: true, readsMinus: readsMinus)
            return Set(try engine.searchBlocking(SearchRequest(query)).hits.map(\.id))
        }
        #expect(try ids("\"leather chair\"") == ["i1"])
        #expect(try ids("\u{201C}Leather Chair\u{201D} black") == ["i1"])
        #expect(try ids("\"chair leather\"") == ["i0"])
        #expect(try ids("black -\"leather chair\"") == ["i0", "i2"])
        #expect(try ids("\"chair and leather\"").isSuperset(of: ["i0", "i1", "i2"]))
        #expect(try ids("\"leather chair\"", readsMinus: false).isSuperset(of: ["i0", "i1", "i2"]))
    }
}
