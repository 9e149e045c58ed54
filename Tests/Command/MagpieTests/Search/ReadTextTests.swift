import Imaging
import PictureTestSupport
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite(
    "index --read-text keeps what is printed on pictures", .timeLimit(.minutes(15)),
    .disabled(if: Sanitizer.isOn, "skipped: a sanitizer reserves more addresses than the model may have"),
    .enabled(if: MadeModels.runtime != nil, MadeModels.noRuntime))
struct ReadTextTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try TextModel.write(to: "text", in: place)
        try write("photos/sign.png", hasText: true)
        try write("photos/bare.png", hasText: false)
    }

    /// A light picture, with a dark bar that the model takes for the word SALE.
    private func write(_ file: String, hasText: Bool, light: UInt8 = 255) throws {
        let picture = Pictures.draw(800, 736) { x, y in
            hasText && 100..<400 ~= x && 100..<130 ~= y ? (0, 0, 0) : (light, light, 255)
        }
        let prepared = try prepare(.pixels(picture), as: Recipe(Output(.original, encoding: .png)))
        try place.write(prepared.outputs[0].bytes, to: file)
    }

    private func index(_ words: String..., readsText: Bool = true) throws -> Ended {
        let reading = readsText ? ["--read-text", "text", "--onnxruntime", try #require(MadeModels.runtime)] : []
        return try place.magpie(["index"] + words + reading)
    }

    private func texts() throws -> [String: AttributeValue] {
        let store = try CatalogStore(path: (place / "catalog.magpie").text, mode: .readOnly)
        return try store.read { snapshot throws(SearchError) in
            var texts: [String: AttributeValue] = [:]
            for slot in try snapshot.matching(.all).slots {
                let item = try snapshot.item(at: slot)
                if let item { texts[item.id] = item.attributes[Item.pictureText] }
            }
            return texts
        }
    }

    private func found(_ words: String...) throws -> Set<String> {
        let ended = try place.magpie(["search"] + words + ["--json"])
        #expect(ended.code == 0, "\(ended.errors)")
        return Set(try #require(try ended.json().first).ids)
    }

    @Test("words and a filter find a picture by its text, and one without text has no field")
    func words() throws {
        #expect(try index("photos", "-q").code == 0)
        #expect(try texts() == ["sign": .text("SALE")])
        #expect(try found("--text", "sale") == ["sign"])
        #expect(try found("--text", "sale", "--filter", "picture_text:*") == ["sign"])
    }

    @Test("the text stays with its picture in runs without the models, with and without a catalog")
    func stays() throws {
        #expect(try index("photos", "-q").code == 0)
        try place.write(Array("id,title\nsign,A board\nbare,A wall\n".utf8), to: "rows.csv")
        for _ in 0..<2 {
            #expect(try index("photos", "--catalog", "rows.csv", "-q", readsText: false).code == 0)
            #expect(try texts() == ["sign": .text("SALE")])
        }
        #expect(try index("photos", "--reread", "-q", readsText: false).code == 0)
        #expect(try texts() == ["sign": .text("SALE")])
        #expect(try found("--text", "board") == ["sign"])
        // A column of that name is the shop's own.
        try place.write(Array("id,picture_text\nsign,Own\n".utf8), to: "rows.csv")
        #expect(try index("photos", "--catalog", "rows.csv", "--reread", "-q").code == 0)
        #expect(try texts()["sign"]?.written == "Own")
    }

    @Test("another picture has its own text, and one that was there before has it with --reread")
    func changes() throws {
        #expect(try index("photos", "-q", readsText: false).code == 0)
        #expect(try index("photos", "-q").code == 0)
        #expect(try texts().isEmpty)
        #expect(try index("photos", "--reread", "-q").code == 0)
        #expect(try texts() == ["sign": .text("SALE")])
        try write("photos/sign.png", hasText: false, light: 200)
        try write("photos/bare.png", hasText: true, light: 200)
        #expect(try index("photos", "-q").code == 0)
        #expect(try texts() == ["bare": .text("SALE")])
        // Nobody has read the new picture, and the old text is not its own.
        try write("photos/bare.png", hasText: true, light: 100)
        #expect(try index("photos", "-q", readsText: false).code == 0)
        #expect(try texts().isEmpty)
    }

    @Test("a text that cannot be read is told and counted, and its picture is indexed")
    func faults() throws {
        try place.write(
            ModelBytes.textRecognizer(characters: 2, dictionary: "SALE\nb", certainty: .nan), to: "text/rec.onnx")
        let ended = try index("photos", "--json-summary")
        let summary = try #require(try ended.json().first)
        #expect(summary["added"] as? Int == 2)
        let unread = try #require(summary["unreadTexts"] as? Int)
        #expect(ended.code == (unread == 0 ? 0 : 3) && ended.errors.contains("could not be read") == (unread > 0))
        let missing = try index("photos", "--read-text", "nowhere", readsText: false)
        #expect(missing.code == 2 && missing.errors.contains("nowhere"))
        let dry = try index("photos", "--dry-run")
        #expect(dry.code == 1 && dry.errors.contains("--read-text does not go with --dry-run"))
    }
}
