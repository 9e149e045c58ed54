import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite struct ProductTypeTests {
    private let folder: TemporaryFolder
    private let picture = Pictures.scene(64, 64)

    init() throws { folder = try TemporaryFolder() }

    private func engine(_ items: [[String: AttributeValue]], typeField: String? = nil) throws -> SearchEngine {
        var settings = SearchEngine.Settings()
        settings.typeField = typeField
        let engine = try SearchEngine(path: folder.path("catalog.magpie"), settings: settings)
        let entries = items.enumerated().map { Entry(Item(id: "\($0)", attributes: $1), image: .pixels(picture)) }
        for result in try engine.insertBlocking(entries) { try result.get() }
        return engine
    }

    @Test("types come from the first of product_type, category and type that the items have")
    func fields() throws {
        let item: [String: AttributeValue] = ["type": .string("a"), "category": .string("b"), "kind": .string("c")]
        #expect(try engine([item]).productTypesBlocking().map(\.name) == ["b"])
        #expect(try engine([item], typeField: "kind").productTypesBlocking().map(\.name) == ["c"])
        #expect(try engine([item], typeField: "other").productTypesBlocking() == [])
    }

    @Test("strings, texts and lists name types; a path names each of its parts")
    func paths() throws {
        for value in [AttributeValue.text("Fashion > Bags > Totes"), .list(["Fashion > Bags", "Totes"])] {
            let folder = try TemporaryFolder()
            let engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
            _ = try engine.insertBlocking([
                Entry(Item(id: "a", attributes: ["category": value]), image: .pixels(picture))
            ])
            #expect(try engine.productTypesBlocking().map(\.name) == ["Bags", "Fashion", "Totes"])
        }
    }

    @Test("a type is known by another case, and in singular and plural")
    func spellings() throws {
        let names = ["Bags", "Shoes", "Dresses", "Watches", "Scarves", "Gloves", "Accessories", "Glass", "Tie"]
        let engine = try engine(names.map { ["category": .string($0)] })
        let known = [
            "bag": "Bags", "BAGS": "Bags", "shoe": "Shoes", "dress": "Dresses", "watch": "Watches", "scarf": "Scarves",
            "glove": "Gloves", "accessory": "Accessories", "glasses": "Glass", "ties": "Tie",
        ]
        for (wanted, name) in known { #expect(try engine.name(ofType: wanted) == name, "\(wanted)") }
        for wanted in ["", "s", "bagg", "sho", "boat"] { #expect(try engine.name(ofType: wanted) == nil, "\(wanted)") }
        // The same spelling wins over another one.
        let both = try SearchEngine(path: folder.path("both.magpie"), mode: .create)
        let entries = ["Bag", "bags", "Bags"].map { name in
            Entry(Item(id: name, attributes: ["category": .string(name)]), image: .pixels(picture))
        }
        for result in try both.insertBlocking(entries) { try result.get() }
        for name in ["Bag", "bags", "Bags"] { #expect(try both.name(ofType: name) == name) }
    }

    @Test("what is like none of the items is of no type, though they agree on one")
    func unknown() throws {
        let ball = Pictures.draw(200, 160) { x, y in
            (x - 100) * (x - 100) + (y - 80) * (y - 80) < 3600 ? (200, 30, 40) : (238, 238, 234)
        }
        let tent = Pictures.draw(200, 160) { x, y in
            abs(x - 100) * 2 <= y && y > 20 && y % 12 < 8 ? (40, 150, 80) : (238, 238, 234)
        }
        let engine = try SearchEngine(path: folder.path("balls.magpie"), mode: .create)
        let entries = (0..<3).map { index in
            Entry(Item(id: "\(index)", attributes: ["category": .string("ball")]), image: .pixels(ball))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        func type(of picture: PixelBuffer) throws -> String? {
            let request = DiscoverRequest(.pixels(picture), regions: [.box(Box(covering: picture.size))])
            return try engine.discoverBlocking(request).objects.first?.object.type
        }
        #expect(try type(of: ball) == "ball")
        #expect(try type(of: tent) == nil)
        let wanted = DiscoverRequest(.pixels(tent), detection: Detection(type: "balls"))
        #expect(try engine.discoverBlocking(wanted).objects.isEmpty)
    }

    @Test("an item that is nearly the same says more of a type than all others that are only alike")
    func weights() {
        let weights = stride(from: 0.05, through: 1, by: 0.05).map { TypeVotes.weight(ofScore: $0) }
        #expect(zip(weights, weights.dropFirst()).allSatisfy { $0.0 < $0.1 && $0.1.isFinite })
        #expect(TypeVotes.weight(ofScore: 0.95) > Double(NeighborVote.size - 1) * TypeVotes.weight(ofScore: 0.8))
        #expect(TypeVotes.weight(ofScore: 0.7) < 3 * TypeVotes.weight(ofScore: 0.6))
    }

    @Test("values are listed by how often they occur; a field of names is left out")
    func values() throws {
        let items = (0..<50).map { index -> [String: AttributeValue] in
            [
                "category": .string(index < 10 ? "shoe" : "bag"), "name": .string("item \(index)"),
                "brand": .string(index % 3 == 0 ? "Alder" : "Norda"), "price": .int(index),
                "tags": .list(index < 2 ? ["new", "sale"] : ["new"]),
            ]
        }
        let engine = try engine(items)
        let types = try engine.productTypesBlocking()
        #expect(
            types == [
                ProductType(name: "bag", attributes: ["brand": ["Norda", "Alder"], "tags": ["new"]]),
                ProductType(name: "shoe", attributes: ["brand": ["Norda", "Alder"], "tags": ["new", "sale"]]),
            ])
        _ = try engine.insertBlocking([Entry(Item(id: "0", attributes: ["category": .string("hat")]), image: nil)])
        #expect(try engine.productTypesBlocking().map(\.name) == ["bag", "hat", "shoe"])
    }

    @Test("the most telling type that half of the evidence speaks for wins; without agreement there is none")
    func neighborVote() throws {
        func type(_ categories: [String]) throws -> String? {
            let folder = try TemporaryFolder()
            let engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
            _ = try engine.insertBlocking(
                categories.enumerated().map {
                    Entry(Item(id: "\($0)", attributes: ["category": .string($1)]), image: .pixels(picture))
                })
            let request = DiscoverRequest(.pixels(picture), regions: [.box(Box(covering: picture.size))])
            return try engine.discoverBlocking(request).objects[0].object.type
        }
        #expect(try type(["Fashion > Bags", "Fashion > Bags", "Fashion > Shoes"]) == "Bags")
        #expect(try type(["Fashion > Bags", "Fashion > Hats", "Fashion > Shoes"]) == "Fashion")
        #expect(try type(["Bags", "Hats", "Shoes"]) == nil)
        #expect(try type([""]) == nil)
    }
}
