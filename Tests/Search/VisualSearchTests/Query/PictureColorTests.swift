import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Colors that pictures show", .timeLimit(.minutes(5)))
struct PictureColorTests {
    @Test("named colors of the web and those of the drawn catalog have the names that people give them")
    func names() throws {
        let known = [
            "red": "ff0000 dc143c b22222 8b0000 cd5c5c c4302b", "orange": "ffa500 ff8c00 ff7f50 ff6347 e2732c",
            "yellow": "ffff00 ffd700 f0e68c ebb92f", "green": "008000 006400 228b22 32cd32 90ee90 6b8e23 556b2f 3e8a4c",
            "teal": "008080 008b8b 40e0d0 48d1cc 20b2aa 1e8587", "blue": "0000ff 4169e1 1e90ff 6495ed 87ceeb 3a76c8",
            "navy": "000080 191970 243a66", "purple": "800080 4b0082 9370db 8a2be2 dda0dd 77489c",
            "pink": "ffc0cb ff69b4 ff1493 db7093 c71585 e48aa8", "brown": "8b4513 a0522d 654321 cd853f 7d5035",
            "beige": "f5f5dc d2b48c deb887 f5deb3 faebd7 d4bd98", "gray": "808080 696969 a9a9a9 c0c0c0 8b9197",
            "black": "000000 1a1a1a 2b2a2e", "white": "ffffff fffafa f5f5f5 f1eee7",
        ]
        #expect(Set(known.keys) == Set(PictureColor.all.map(\.name)))
        for (name, colors) in known {
            for color in colors.split(separator: " ") {
                let place = PictureColor.place(of: CIELab(try #require(RGB(hex: color))))
                #expect(PictureColor.all[place].name == name, "\(color)")
            }
        }
        #expect(PictureColor.place(of: "Grey") == PictureColor.place(of: "gray"))
        #expect(PictureColor.place(of: "mauve") == nil)
    }

    @Test("of the drawn catalog, nearly every picture shows the color that its row names, and few others")
    func drawn() throws {
        let catalog = try SampleCatalog.shared.get()
        let names = PictureColor.all.map(\.name)
        var shown: [String: Set<String>] = [:]
        for name in names {
            for page in 1...3 {
                let answer = try catalog.engine.searchBlocking(
                    SearchRequest(
                        .color(.black), filter: .equal(Facet.pictureColors, .string(name)), page: page, limit: 100,
                        fields: [], scope: .all))
                for hit in answer.hits { shown[hit.id, default: []].insert(name) }
            }
        }
        var found = 0
        for item in catalog.items {
            guard case .string(let color)? = item.attributes["color"] else { continue }
            if shown[item.id]?.contains(color) ?? false { found += 1 }
        }
        let count = shown.values.reduce(0) { $0 + $1.count }
        print("\(found) of \(catalog.items.count) pictures show the color of their row, of \(count) shown")
        #expect(Double(found) >= 0.85 * Double(catalog.items.count))
        #expect(Double(count) <= 3 * Double(catalog.items.count))
    }

    @Test("colors come back from CIE Lab as they were")
    func roundTrip() {
        for red in stride(from: UInt8(0), through: 255, by: 51) {
            for green in stride(from: UInt8(0), through: 255, by: 51) {
                for blue in stride(from: UInt8(0), through: 255, by: 51) {
                    let color = RGB(red: red, green: green, blue: blue)
                    #expect(CIELab(color).rgb == color)
                }
            }
        }
    }

    @Test("a field of the items with the same name takes the place of the colors")
    func ownField() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(
            path: folder.path("own.magpie"), mode: .create)
        let item = Item(id: "a", attributes: [Facet.pictureColors: .string("mauve")])
        for result in try engine.insertBlocking([Entry(item, image: .pixels(Pictures.scene(40, 40)))]) {
            try result.get()
        }
        let request = SearchRequest(
            .color(.black), filter: .equal(Facet.pictureColors, .string("mauve")),
            facets: .init([Facet.pictureColors]), scope: .all)
        let answer = try engine.searchBlocking(request)
        #expect(
            answer.total == 1
                && answer.facets == [Facet(field: Facet.pictureColors, values: [.init("mauve", count: 1)])])
    }
}
