import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What a store can be asked, where words find nothing")
struct AskableTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
    }

    private func insert(_ items: [[String: AttributeValue]], prefix: String = "item") throws {
        let gray = Pictures.solid(32, 32, RGB(hex: "#808080")!)
        let entries = items.enumerated().map { number, attributes in
            Entry(Item(id: "\(prefix)\(number)", attributes: attributes), image: .pixels(gray))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    private func notice(_ text: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> String? {
        var request = SearchRequest(.init(text: text))
        change(&request)
        let answer = try engine.searchBlocking(request)
        let all = answer.notices.filter { $0.kind == .askable }
        #expect(all.count < 2 && (all.isEmpty || answer.hits.isEmpty && answer.nearest.isEmpty))
        return all.first?.text
    }

    private func insertShop() throws {
        let kinds = ["sofa", "sofa", "sofa", "lamp", "lamp", "rug"]
        let colors = ["red", "blue", "red", "red", "red", "red"]
        try insert(
            zip(kinds, colors).enumerated().map { number, pair in
                [
                    "category": .string(pair.0), "color": .string(pair.1), "sku": .string("A-\(number)"),
                    "title": .text("Fine \(pair.0) number \(number)"), "price": .int(number),
                ]
            })
    }

    @Test("fields are named with the values that several items share, types first, in a line")
    func fields() throws {
        try insertShop()
        #expect(try notice("qwrtzp") == "items here have category (sofa, lamp), color (red)")
        #expect(try notice("sofa") == nil, "that finds something")
        #expect(try notice("qwrtzp") { $0.page = 2 } == nil)
    }

    @Test("only what passes the filter, the words with a minus and the rules is named")
    func filtered() throws {
        try insertShop()
        #expect(
            try notice("qwrtzp") { $0.filter = .equal("category", .string("lamp")) }
                == "items here have category (lamp), color (red)")
        #expect(try notice("qwrtzp -sofa") == "items here have category (lamp), color (red)")
        #expect(try notice("qwrtzp") { $0.filter = .equal("category", .string("boat")) } == nil)
        let hiding = SearchRule("hide", then: .init(hidden: "category:sofa|rug"))
        #expect(
            try notice("qwrtzp") { $0.rules = .init(inline: [hiding]) }
                == "items here have category (lamp), color (red)")
    }

    @Test("what was read in pictures, persons, authors and file names are named to nobody")
    func hidden() throws {
        try insert(
            (0..<4).map { _ in
                [
                    Item.pictureText: .text("secret letter"), "people": .list(["Ada"]), "creator": .list(["Bob"]),
                    "file_name": .string("private"), "title": .text("Evening walk"),
                ]
            })
        #expect(try notice("qwrtzp") == "texts here often say evening, walk")
    }

    @Test("of titles alone, the words of the most items are named, and no number")
    func words() throws {
        try insert(["Oak table 2024", "Oak chair 2024", "Oak table", "The pine shelf"].map { ["title": .text($0)] })
        #expect(try notice("qwrtzp") == "texts here often say oak, table")
    }

    @Test("nothing is said of a store that tells nothing, nor beside a picture or a color")
    func silent() throws {
        #expect(try notice("qwrtzp") == nil)
        try insert([["price": .int(1)], ["price": .int(2)]])
        #expect(try notice("qwrtzp") == nil)
        try insertShop()
        #expect(try notice("qwrtzp") { $0.query.colors = [.init(RGB(hex: "#00ff00")!)] } == nil)
    }

    @Test("a notice fits a line of 80 columns, whatever the values")
    func length() throws {
        let long = String(repeating: "very long value ", count: 4)
        try insert(
            (0..<6).map { number in
                Dictionary(
                    uniqueKeysWithValues: (0..<14).map { field in
                        ("field\(field)", .string(field == 3 ? long : "value \(number % 2) of \(field)"))
                    })
            })
        let text = try #require(try notice("qwrtzp"))
        #expect(text.count <= 79 && text.hasPrefix("items here have field") && !text.contains("very long"), "\(text)")
    }

    @Test("of pictures without texts, the kinds are named that they show with certainty, and asking for one finds it")
    func pictures() throws {
        let place = SharedData.package.appending(path: "samples/images")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".jpg") }
        let entries = files.sorted().map { file in
            Entry(
                Item(id: file, attributes: ["file_name": .string(file), "folder": .list(["images"])]),
                image: .file(place.appending(path: file)))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        let text = try #require(try notice("qwrtzp"))
        let start = "pictures here seem to show "
        #expect(text.hasPrefix(start) && text.count <= 79, "\(text)")
        for kind in text.dropFirst(start.count).split(separator: ", ") {
            #expect(try engine.searchBlocking(SearchRequest(.init(text: String(kind)))).total > 0, "\(kind)")
        }
    }
}
