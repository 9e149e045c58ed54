import Foundation
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

    /// The scores of an answer.
    private func scores(_ words: String...) throws -> [String: Double] {
        let ended = try place.magpie(["search"] + words + ["--json", "--all"])
        #expect(ended.code == 0, "\(ended.errors)")
        let hits = try #require(try ended.json().first?["hits"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: hits.compactMap { hit in
                (hit["id"] as? String).flatMap { id in (hit["score"] as? Double).map { (id, $0) } }
            })
    }

    @Test("words that two pictures share make an item and a picture that is read more alike, in one run and in parts")
    func likeness() throws {
        try write("photos/other.png", hasText: true, light: 90)
        #expect(try index("photos", "-q").code == 0)
        let looks = try scores("--id", "sign", "--picture-text-weight", "0")
        let words = try scores("--id", "sign")
        let (look, word) = (try #require(looks["other"]), try #require(words["other"]))
        // Both have one word, the same.
        let odds = look / (1 - look) * exp(5 * 0.6)
        #expect(abs(word - odds / (1 + odds)) < 0.002 && word > look, "\(look) \(word)")
        #expect(words["bare"] == looks["bare"])
        let runtime = try #require(MadeModels.runtime)
        try place.write(TextModel.picture, to: "mine.png")
        let unread = try scores("mine.png")
        let read = try scores("mine.png", "--read-text", "text", "--onnxruntime", runtime)
        #expect(try #require(read["other"]) > #require(unread["other"]) && read["bare"] == unread["bare"])
        #expect(
            try scores(
                "mine.png", "--read-text", "text", "--onnxruntime", runtime, "--picture-text-weight", "0") == unread)
        for number in 0..<2 {
            let part = try index("photos", "-q", "--shard", "\(number)/2", "--store", "part\(number).magpie")
            #expect(part.code == 0, "\(part.errors)")
        }
        let merged = try place.magpie("store", "merge", "part0.magpie", "part1.magpie", "-o", "all.magpie")
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(try scores("--store", "all.magpie", "--id", "sign") == words)
        // Nothing is lost in a run without the models.
        #expect(try index("photos", "-q", "--reread", readsText: false).code == 0)
        #expect(try scores("--id", "sign") == words)
        for (wrong, reason) in [
            (["--id", "sign", "--read-text", "text"], "needs a picture"),
            (["mine.png", "--picture-text-weight", "1"], "needs --id"),
            (["mine.png", "--read-text", "text", "--box", "0,0,50,50"], "leave out --box"),
            (["--text", "sale", "--picture-text-weight", "1"], "needs --id"),
            (["mine.png", "photos/bare.png", "--together", "--read-text", "text"], "one picture"),
        ] {
            let ended = try place.magpie(["search"] + wrong)
            #expect(ended.code == 1 && ended.errors.contains(reason), "\(wrong): \(ended.errors)")
        }
        let missing = try place.magpie(["search", "mine.png", "--read-text", "nowhere"])
        #expect(missing.code == 2 && missing.errors.contains("nowhere"), "\(missing.errors)")
    }

    @Test("pictures with and without text are filtered, with words, alone as a search, and in a store without any text")
    func filters() throws {
        #expect(try index("photos", "-q", readsText: false).code == 0)
        func alike(_ filter: String) throws -> Set<String> {
            try found("photos/bare.png", "--all", "--filter", filter)
        }
        for filter in ["picture_text:*", "!picture_text:*"] {
            let unknown = try place.magpie("search", "photos/bare.png", "--filter", filter)
            #expect(unknown.code == 1 && unknown.errors.contains("there is no field `picture_text`"))
        }
        #expect(try index("photos", "-q", "--reread").code == 0)
        #expect(try alike("picture_text:*") == ["sign"])
        #expect(try alike("!picture_text:*") == ["bare"])
        #expect(try found("--id", "bare", "--all", "--filter", "picture_text:*") == ["sign"])
        #expect(try found("--text", "sale", "--filter", "!picture_text:*").isEmpty)
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
