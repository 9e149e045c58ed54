import Foundation
import Imaging
import PictureTestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("RAW files of cameras in the command", .timeLimit(.minutes(5)))
struct RawFileTests {
    let place: Workplace
    private let raw: [UInt8]
    private let jpeg: [UInt8]

    init() throws {
        place = try Workplace()
        var parts = try RawParts(storedAs: 6)
        parts.orientation = 6
        raw = parts.file(.nef)
        jpeg = try RawParts.jpeg(Pictures.scene(400, 300))
    }

    @Test func `A RAW file in a folder is its preview, and the line says so`() throws {
        try place.write(raw, to: "in/photo.NEF")
        let ended = try place.magpie("prep", "in", "-o", "out", "--size", "100", "--json")
        let line = try #require(try ended.json().first)
        #expect(line["format"] as? String == "raw" && line["preview"] as? Bool == true)
        #expect(line["width"] as? Int == 320 && line["height"] as? Int == 480)
        #expect(line["sensorWidth"] as? Int == 1200 && line["sensorHeight"] as? Int == 1800)
        #expect(place.names(in: "out") == ["photo.NEF.jpg"])
        let again = try place.magpie("prep", "in", "-o", "again", "--size", "100")
        #expect(
            again.text.contains("1 is the preview of a RAW file; 1 with fewer pixels than the sensor"), "\(again)")
    }

    @Test func `An output beyond the preview is an error, and no smaller file`() throws {
        try place.write(raw, to: "in/photo.NEF")
        let ended = try place.magpie("prep", "in/photo.NEF", "-o", "out", "--size", "1000", "--json")
        #expect(try ended.json().map { $0.errorCode } == ["previewTooSmall"])
        #expect(ended.text.contains("the RAW's preview is 320 x 480; the sensor has 1200 x 1800"))
        #expect(place.names(in: "out").isEmpty)
    }

    @Test func `A run tells of the files that it passes over, by kind`() throws {
        for name in ["a.jpg", "b.nef"] { try place.write(name == "a.jpg" ? jpeg : raw, to: "in/" + name) }
        for name in ["a.xmp", "b.XMP", "c.aae", "film.MOV", "notes.txt", "more.pdf", ".DS_Store"] {
            try place.write([1], to: "in/" + name)
        }
        try place.write(jpeg, to: "in/@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg")
        let ended = try place.magpie("prep", "in", "-o", "out", "--size", "100")
        #expect(
            ended.errors.contains(
                "magpie: passed over: 1 film, 3 sidecars, 2 other files, 1 folder of thumbnails (@eaDir)\n"),
            "\(ended.errors)")
        #expect(place.names(in: "out") == ["a.jpg", "b.nef.jpg"])
        let quiet = try place.magpie("prep", "in", "-o", "other", "--size", "100", "--quiet")
        #expect(quiet.errors.isEmpty)
    }

    private func items() throws -> [String: Item] {
        let store = try CatalogStore(path: (place / "s.magpie").text)
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            var items: [String: Item] = [:]
            for id in ids { items[id] = try snapshot.item(id) }
            return items
        }
    }

    @Test(arguments: [false, true])
    func `A RAW file beside a JPEG of the same name is one item with it`(asArguments: Bool) throws {
        try place.write(jpeg, to: "in/img_2.jpg")
        try place.write(raw, to: "in/IMG_2.NEF")
        try place.write(raw, to: "in/IMG_3.NEF")
        let words = asArguments ? ["in/img_2.jpg", "in/IMG_2.NEF", "in/IMG_3.NEF"] : ["in"]
        let ended = try place.magpie(["index"] + words + ["--store", "s.magpie", "--json"])
        let lines = try ended.json()
        #expect(lines.count == 2 && lines.allSatisfy { $0["ok"] as? Bool == true }, "\(ended.text)")
        #expect(lines.compactMap { $0["raw"] as? [String] } == [["in/IMG_2.NEF"]])
        let items = try items()
        #expect(items["img_2"]?.attributes["raw"] == .string("in/IMG_2.NEF"))
        #expect(items["img_2"]?.source == "in/img_2.jpg" && items["IMG_3"]?.source == "in/IMG_3.NEF")
        let again = try place.magpie(["index"] + words + ["--store", "s.magpie", "--json"])
        #expect(try again.json().compactMap { $0["action"] as? String } == ["unchanged", "unchanged"])
    }

    @Test(arguments: [false, true])
    func `Files that only their extensions distinguish keep them in their ids`(asArguments: Bool) throws {
        try place.write(jpeg, to: "in/IMG_1.JPG")
        try place.write(try RawParts.jpeg(Pictures.scene(300, 400, seed: 5)), to: "in/IMG_1.PNG")
        let words = asArguments ? ["in/IMG_1.PNG", "in/IMG_1.JPG"] : ["in"]
        let ended = try place.magpie(["index"] + words + ["--store", "s.magpie", "--json"])
        #expect(
            Set(try ended.json().compactMap { $0["id"] as? String }) == ["IMG_1.JPG", "IMG_1.PNG"], "\(ended.text)")
        #expect(try Set(items().keys) == ["IMG_1.JPG", "IMG_1.PNG"])
    }

    @Test func `A JPEG made of a RAW file that was indexed alone takes its item over`() throws {
        try place.write(raw, to: "in/IMG_4.NEF")
        _ = try place.magpie("index", "in", "--store", "s.magpie")
        try place.write(jpeg, to: "in/IMG_4.JPG")
        let ended = try place.magpie("index", "in", "--store", "s.magpie", "--prune", "--json")
        #expect(ended.code == 0, "\(ended)")
        let items = try items()
        #expect(Set(items.keys) == ["IMG_4"] && items["IMG_4"]?.source == "in/IMG_4.JPG", "\(ended.text)")
        #expect(items["IMG_4"]?.attributes["raw"] == .string("in/IMG_4.NEF"))
        // Without its JPEG the RAW is the picture again.
        try FileManager.default.removeItem(atPath: (place / "in/IMG_4.JPG").text)
        _ = try place.magpie("index", "in", "--store", "s.magpie", "--prune")
        #expect(try self.items()["IMG_4"]?.source == "in/IMG_4.NEF")
    }

    @Test func `A RAW file that is gone leaves the item of its JPEG, which is not read for that`() throws {
        try place.write(jpeg, to: "in/IMG_1.JPG")
        try place.write(raw, to: "in/IMG_1.NEF")
        _ = try place.magpie("index", "in", "--store", "s.magpie")
        try FileManager.default.removeItem(atPath: (place / "in/IMG_1.NEF").text)
        let ended = try place.magpie("index", "in", "--store", "s.magpie", "--json")
        #expect(try ended.json().compactMap { $0["action"] as? String } == ["updated"])
        #expect(try items()["IMG_1"]?.attributes["raw"] == nil)
    }

    @Test func `An item of an earlier run keeps its id, and the other file gets one`() throws {
        try place.write(jpeg, to: "in/IMG_1.JPG")
        _ = try place.magpie("index", "in", "--store", "s.magpie")
        try place.write(try RawParts.jpeg(Pictures.scene(300, 400, seed: 5)), to: "in/IMG_1.PNG")
        _ = try place.magpie("index", "in", "--store", "s.magpie")
        #expect(try Set(items().keys) == ["IMG_1", "IMG_1.PNG"])
    }

    @Test func `A row of a catalog is that of the first of such files`() throws {
        try place.write(jpeg, to: "in/IMG_1.JPG")
        try place.write(try RawParts.jpeg(Pictures.scene(300, 400, seed: 5)), to: "in/IMG_1.PNG")
        try place.write(Array("id,brand\nIMG_1,Acme\n".utf8), to: "catalog.csv")
        let ended = try place.magpie("index", "in", "--store", "s.magpie", "--catalog", "catalog.csv")
        let items = try items()
        #expect(Set(items.keys) == ["IMG_1", "IMG_1.PNG"], "\(ended)")
        #expect(items["IMG_1"]?.attributes["brand"] != nil && items["IMG_1"]?.source == "in/IMG_1.JPG")
    }

    @Test func `An excluded JPEG stands for no RAW file`() throws {
        try place.write(jpeg, to: "in/IMG_1.JPG")
        try place.write(raw, to: "in/IMG_1.NEF")
        let ended = try place.magpie("index", "in", "--exclude", "*.JPG", "--store", "s.magpie", "--json")
        #expect(try ended.json().compactMap { $0["path"] as? String } == ["in/IMG_1.NEF"])
    }
}
