import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("Hits of items with several pictures", .timeLimit(.minutes(5)))
struct PictureHitsTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        let samples = LabelledCatalog.samples
        for name in ["bag-001", "mug-001", "shoe-001"] {
            try place.write(try contents(of: samples / Path("images/\(name).jpg")), to: "in/\(name).jpg")
        }
        try place.write(
            Array("id,file,image_back\nbag,in/bag-001.jpg,in/mug-001.jpg\nshoe,in/shoe-001.jpg,\n".utf8),
            to: "rows.csv")
        try place.magpie("index", "in", "--catalog", "rows.csv", "--thumbnails", "64", "--no-learning", "-q")
    }

    @Test("the table and the JSON name the picture that agrees best, of items with several alone")
    func tableAndJSON() throws {
        let text = try place.magpie("search", "in/mug-001.jpg", "--all").text
        let lines = text.split(separator: "\n")
        #expect(lines.first?.contains("picture") == true, "\(text)")
        #expect(lines.first { $0.contains("bag") }?.contains("2 back") == true, "\(text)")
        let hits = try place.magpie("search", "in/mug-001.jpg", "--all", "--json").json()[0].hits
        let best = try #require(hits.first)
        #expect(best["id"] as? String == "bag" && best["path"] as? String == "in/bag-001.jpg")
        let picture = try #require(best["picture"] as? [String: Any])
        #expect(picture["number"] as? Int == 2 && picture["role"] as? String == "back")
        #expect(picture["path"] as? String == "in/mug-001.jpg")
        #expect(hits.last?["id"] as? String == "shoe" && hits.last?["picture"] == nil)
        let front = try place.magpie("search", "in/bag-001.jpg", "--all", "--json").json()[0].hits
        #expect((front.first?["picture"] as? [String: Any])?["number"] as? Int == 1)
    }

    @Test("a tile of the report shows the picture that agrees best, and links to it", arguments: [true, false])
    func report(_ hasFiles: Bool) throws {
        func page(_ picture: String) throws -> String {
            try place.magpie("search", "--report", "hits.html", "--all", picture)
            return String(decoding: try contents(of: place / "hits.html"), as: UTF8.self)
        }
        try place.write(try contents(of: place / "in/mug-001.jpg"), to: "mug.jpg")
        if !hasFiles { try FileManager.default.removeItem(atPath: (place / "in/mug-001.jpg").text) }
        let back = try page("mug.jpg")
        #expect(back.contains("href=\"./in/mug-001.jpg\"") && back.contains("<em>picture</em> 2 back"))
        #expect(!back.contains("no picture at hand"))
        let front = try page("in/bag-001.jpg")
        #expect(front.contains("href=\"./in/bag-001.jpg\"") && !front.contains("<em>picture</em>"))
    }

    @Test("info counts the pictures of all items")
    func info() throws {
        #expect(try place.magpie("info").text.contains("2 items, ") == true)
        #expect(try place.magpie("info").text.contains("  pictures    3, some items have several\n"))
        let line = try place.magpie("info", "--json").json()[0]
        #expect(line["items"] as? Int == 2 && line["pictures"] as? Int == 3 && line["thumbnails"] as? Int == 3)
    }
}
