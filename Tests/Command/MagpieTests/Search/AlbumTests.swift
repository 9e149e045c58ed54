import Foundation
import PictureTestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("An album is searched by what cameras and people wrote into its files", .timeLimit(.minutes(5)))
struct AlbumTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try write("a.jpg", seed: 1, "2024:08:13 14:05:00", "Acme One", caption: "Boats at noon")
        try write("b.jpg", seed: 2, "2024:09:01 00:00:00", "Acme Two", caption: "Boats at night")
        try write("c.jpg", seed: 3, "2023:08:31 23:59:59", "Acme One", caption: "A garden")
        try place.write(try picture(seed: 4), to: "photos/bare.jpg")
    }

    private func write(
        _ name: String, seed: Int, _ taken: String, _ camera: String, caption: String, folder: String = "photos"
    ) throws {
        func fractions(_ values: Int...) -> [UInt8] { values.flatMap { FileBlocks.big($0, 4) } }
        let block = FileBlocks.exif(
            [.init(0x010E, caption), .init(0x010F, "Acme"), .init(0x0110, camera)],
            photo: [.init(0x9003, taken)],
            place: [
                .init(1, "N"), .init(2, type: 5, fractions(38, 1, 42, 1, 0, 1)), .init(3, "W"),
                .init(4, type: 5, fractions(9, 1, 8, 1, 0, 1)),
            ])
        let packet = FileBlocks.xmp(FileBlocks.list("dc:subject", "sea \(seed)"), attributes: "xmp:Rating=\"\(seed)\"")
        try place.write(try picture(seed: seed).adding(xmp: packet).adding(exif: block), to: "\(folder)/\(name)")
    }

    @discardableResult
    private func index(_ more: String..., folder: String = "photos") throws -> Ended {
        let ended = try place.magpie(["index", folder, "--json", "-q"] + more)
        #expect(ended.code == 0, "\(ended.errors)")
        return ended
    }

    private func search(_ words: String...) throws -> [String: Any] {
        let ended = try place.magpie(["search"] + words + ["--json"])
        #expect(ended.code == 0, "\(ended.errors)")
        return try #require(try ended.json().first)
    }

    private func attributes(_ id: String) throws -> [String: AttributeValue] {
        let store = try CatalogStore(path: (place / "catalog.magpie").text, mode: .readOnly)
        return try store.read { snapshot throws(SearchError) in try snapshot.item(id)?.attributes ?? [:] }
    }

    @Test("photos of a month are found by words, by a filter, in order, and counted by camera")
    func month() throws {
        try index()
        #expect(try search("--text", "august 2024").ids == ["a"])
        #expect(try search("--text", "photos of august 2024").ids == ["a"])
        #expect(try Set(search("--text", "boats 2024").ids) == ["a", "b"])
        #expect(try Set(search("--text", "boats", "--filter", "taken:2024-08..2024-09").ids) == ["a", "b"])
        #expect(try search("--text", "boats", "--filter", "taken:2024-09").ids == ["b"])
        #expect(try search("--text", "boats", "--sort", "taken:asc").ids == ["a", "b"])
        #expect(try search("--text", "newest boats").ids == ["b", "a"])
        let answer = try search("--text", "boats", "--facets", "camera")
        let facets = try #require(answer["facets"] as? [[String: Any]])
        let values = try #require(facets.first?["values"] as? [[String: Any]])
        #expect(values.compactMap { $0["value"] as? String }.sorted() == ["Acme One", "Acme Two"])
    }

    @Test("generated pictures are found and counted by what their files say, and names and rights are fields")
    func generated() throws {
        let xmp = FileBlocks.xmp(
            FileBlocks.list("dc:creator", "Ada", "Grace") + "<dc:rights>© Ada</dc:rights>",
            attributes: "Iptc4xmpExt:DigitalSourceType=\"compositeWithTrainedAlgorithmicMedia\"")
        let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))
        let camera = MadeCredentials.store(MadeCredentials.actions("digitalCapture"))
        try place.write(try picture(seed: 5).adding(xmp: xmp), to: "photos/mixed.jpg")
        try place.write(try picture(seed: 6).adding(jumbf: store), to: "photos/made.jpg")
        try place.write(try picture(seed: 7).adding(jumbf: camera), to: "photos/shot.jpg")
        try index()
        #expect(try attributes("made")["ai"] == .string("trainedAlgorithmicMedia"))
        #expect(try attributes("shot")["ai"] == nil)
        #expect(try attributes("mixed")["creator"] == .list(["Ada", "Grace"]))
        #expect(try attributes("mixed")["rights"] == .text("© Ada"))
        #expect(try search("photos/bare.jpg", "--all", "--filter", "ai:trainedAlgorithmicMedia").ids == ["made"])
        try index("--store", "none.magpie", "--no-metadata")
        let bare = try CatalogStore(path: (place / "none.magpie").text, mode: .readOnly)
        let fields = try bare.read { snapshot throws(SearchError) in try snapshot.item("mixed")?.attributes ?? [:] }
        #expect(fields.isEmpty)
    }

    @Test("a folder of NEF and JPG has one item for each shot, and a month finds them")
    func shots() throws {
        let plain = try RawParts()
        try place.write(plain.file(.nef), to: "photos/a.NEF")
        let said = FileBlocks.exif(photo: [.init(0x9003, "2024:08:20 10:00:00")])
        let alone = RawParts(preview: plain.preview.adding(exif: said), thumbnail: plain.thumbnail)
        try place.write(alone.file(.nef), to: "photos/alone.NEF")
        #expect(try index().json().actions == ["added": 5])
        #expect(try Set(search("--text", "august 2024").ids) == ["a", "alone"])
        #expect(try attributes("a")["raw"] == .string("photos/a.NEF"))
        #expect(try index("--reread").json().actions == ["unchanged": 5])
        #expect(try attributes("a")["camera"] == .string("Acme One"))
    }

    @Test("the fields have the values of the file, without its place unless it is asked for")
    func fields() throws {
        try index()
        let found = try attributes("a")
        #expect(
            found == [
                "taken": try #require(AttributeValue("2024-08-13T14:05:00Z", as: .date)), "camera": .string("Acme One"),
                "caption": .text("Boats at noon"), "rating": .int(1), "keywords": .list(["sea 1"]),
                "folder": .list(["photos"]), "file_name": .string("a"),
            ])
        #expect(try attributes("bare") == ["folder": .list(["photos"]), "file_name": .string("bare")])
        try index("--reread", "--keep-place")
        #expect(try attributes("a")["latitude"] == .float(38.7))
        // A run that does not ask for the place takes it out of what it reads.
        try index("--reread")
        #expect(try attributes("a") == found)
    }

    @Test("a caption that is changed or gone follows the file, and an unchanged file is not read")
    func changes() throws {
        try index()
        try write("a.jpg", seed: 1, "2024:08:13 14:05:00", "Acme One", caption: "")
        #expect(try index().json().actions == ["updated": 1, "unchanged": 3])
        #expect(try attributes("a")["caption"] == nil)
        #expect(try attributes("b")["caption"] == .text("Boats at night"))
        #expect(try index("--reread").json().actions == ["unchanged": 4])
    }

    @Test("--no-metadata reads nothing, and a later run without it needs --reread")
    func without() throws {
        try index("--no-metadata")
        #expect(try attributes("a").isEmpty)
        // Names need no reading.
        #expect(try index().json().actions == ["updated": 4])
        #expect(try attributes("a") == ["folder": .list(["photos"]), "file_name": .string("a")])
        #expect(try index("--reread").json().actions == ["updated": 3, "unchanged": 1])
        #expect(try attributes("a")["camera"] == .string("Acme One"))
        let both = try place.magpie(["index", "photos", "--no-metadata", "--keep-place"])
        #expect(both.code == 1 && both.errors.contains("--keep-place"), "\(both.errors)")
    }

    @Test("a row of a catalog wins: its pictures have the fields of the row alone, in later runs as well")
    func catalog() throws {
        try place.write(Array("file,title,camera\na.jpg,Print of boats,none\n".utf8), to: "photos/rows.csv")
        try index("--catalog", "photos/rows.csv")
        #expect(try attributes("a") == ["title": .string("Print of boats"), "camera": .string("none")])
        #expect(try attributes("b")["camera"] == .string("Acme Two"))
        try index("--reread")
        let found = try attributes("a")
        #expect(found["title"] == .string("Print of boats") && found["camera"] == .string("none"))
        #expect(found["caption"] == .text("Boats at noon"))
    }

    @Test("photos are found by the names of their folders and files")
    func names() throws {
        try place.write(try picture(seed: 8), to: "photos/2024-08 Hochzeit Müller/Feier/IMG_1124.JPG")
        try place.write(try picture(seed: 9), to: "photos/Urlaub/IMG_1125.JPG")
        try index()
        let id = "2024-08 Hochzeit Müller/Feier/IMG_1124"
        #expect(
            try attributes(id) == [
                "folder": .list(["photos", "2024-08 Hochzeit Müller", "Feier"]), "file_name": .string("IMG_1124"),
            ])
        #expect(try search("--text", "Hochzeit").ids == [id])
        #expect(try search("--text", "IMG_1124").ids == [id])
        #expect(try search("photos/bare.jpg", "--all", "--filter", "folder:Feier").ids == [id])
    }

    @Test("INPUT without a name of its own, files and lists give the names that they have")
    func namesOfInputs() throws {
        func folder(_ ended: Ended, _ store: String, _ id: String) throws -> AttributeValue? {
            #expect(ended.code == 0, "\(ended.errors)")
            let store = try CatalogStore(path: (place / store).text, mode: .readOnly)
            return try store.read { snapshot throws(SearchError) in try snapshot.item(id)?.attributes["folder"] }
        }
        let here = try place.magpie("index", ".", "--store", "here.magpie")
        #expect(try folder(here, "here.magpie", "photos/bare") == .list(["photos"]))
        let file = try place.magpie("index", "photos/bare.jpg", "--store", "file.magpie")
        #expect(try folder(file, "file.magpie", "bare") == .list(["photos"]))
        let list = try place.magpie("index", "-", "--store", "list.magpie", input: "photos/bare.jpg\n")
        #expect(try folder(list, "list.magpie", "photos/bare") == .list(["photos"]))
    }

    @Test("an item with fields of a catalog has no names, and --no-metadata gives none")
    func withoutNames() throws {
        try place.write(Array("file,title\na.jpg,Print of boats\n".utf8), to: "photos/rows.csv")
        try index("--catalog", "photos/rows.csv")
        try index()
        #expect(try attributes("a") == ["title": .string("Print of boats")])
        #expect(try attributes("b")["file_name"] == .string("b"))
        try index("--store", "none.magpie", "--no-metadata")
        let bare = try CatalogStore(path: (place / "none.magpie").text, mode: .readOnly)
        let fields = try bare.read { snapshot throws(SearchError) in try snapshot.item("b")?.attributes ?? [:] }
        #expect(fields.isEmpty)
    }

    @Test("a store whose fields have other types keeps them, and what does not fit is left out")
    func types() throws {
        try index("--schema", "taken=string,rating=float,camera=int")
        let found = try attributes("a")
        #expect(found["taken"] == .string("2024-08-13T14:05:00Z") && found["rating"] == .float(1))
        #expect(found["camera"] == nil)
    }
}
