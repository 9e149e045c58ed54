import Foundation
import Imaging
import TestSupport
import Testing

/// The drawn catalog in `samples/`: complete, consistent and small.
@Suite struct SampleFilesTests {
    private static let folder = SharedData.package.appending(path: "samples")
    private static let heading = [
        "file", "id", "title", "description", "category", "brand", "price", "color", "in_stock", "hex",
        "group_id", "image_scene", "image_detail",
    ]

    private struct SampleScene: Decodable {
        struct Object: Decodable {
            let id: String
            let category: String
            let box: [Int]
        }

        let file: String
        let width: Int
        let height: Int
        let objects: [Object]
    }

    private static func catalog() throws -> [[String: String]] {
        let text = try String(contentsOf: folder.appending(path: "catalog.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n").map(fields(ofCSV:))
        #expect(lines.first == heading)
        #expect(lines.allSatisfy { $0.count == heading.count })
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(heading, $0)) }
    }

    private static func scenes() throws -> [SampleScene] {
        let data = try Data(contentsOf: folder.appending(path: "scenes.json"))
        return try JSONDecoder().decode([SampleScene].self, from: data)
    }

    private static func header(_ file: String) throws -> ImageHeader {
        try inspect([UInt8](Data(contentsOf: folder.appending(path: file))))
    }

    @Test("the catalog names at least 144 products of 12 kinds, each once")
    func catalogIsComplete() throws {
        let items = try Self.catalog()
        #expect(items.count >= 144)
        #expect(Set(items.compactMap { $0["id"] }).count == items.count)
        #expect(Set(items.compactMap { $0["id"]?.split(separator: "-").first }).count >= 12)
        #expect(Set(items.compactMap { $0["color"] }).count >= 12)
    }

    @Test("every field of the catalog can be used")
    func fieldsAreValid() throws {
        for item in try Self.catalog() {
            let id = try #require(item["id"])
            #expect(item["file"] == "images/\(id).jpg")
            #expect(item.values.allSatisfy { !$0.isEmpty }, "\(id) has an empty field")
            #expect(item["category"]?.split(separator: " > ").count == 3, "\(id)")
            #expect(item["price"]?.wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil, "\(id)")
            #expect(["true", "false"].contains(item["in_stock"]), "\(id)")
            let hex = try #require(item["hex"])
            #expect(RGB(hex: hex)?.hex == hex, "\(id)")
        }
    }

    @Test("every product has a JPEG of catalog size, and smaller ones where it is used and of a part")
    func picturesExist() throws {
        for item in try Self.catalog() {
            for file in [item["image_scene"], item["image_detail"]] {
                let header = try Self.header(try #require(file))
                #expect(header.format == .jpeg && (360...480).contains(header.storedSize.longestSide))
            }
            let file = try #require(item["file"])
            let header = try Self.header(file)
            #expect(header.format == .jpeg, "\(file)")
            #expect((500...640).contains(header.storedSize.longestSide), "\(file)")
        }
    }

    @Test("scenes show products of the catalog inside the picture")
    func scenesAreConsistent() throws {
        let categories = Dictionary(uniqueKeysWithValues: try Self.catalog().map { ($0["id"], $0["category"]) })
        let scenes = try Self.scenes()
        #expect(scenes.count >= 24)
        for scene in scenes {
            let size = try Self.header(scene.file).storedSize
            #expect(size == Size(width: scene.width, height: scene.height), "\(scene.file)")
            #expect((2...5).contains(scene.objects.count), "\(scene.file)")
            for object in scene.objects {
                #expect(categories[object.id] == object.category, "\(object.id) in \(scene.file)")
                try #require(object.box.count == 4)
                let (left, top, right, bottom) = (object.box[0], object.box[1], object.box[2], object.box[3])
                #expect(0 <= left && left + 20 < right && right <= scene.width, "\(object.id) in \(scene.file)")
                #expect(0 <= top && top + 20 < bottom && bottom <= scene.height, "\(object.id) in \(scene.file)")
            }
        }
    }

    @Test("all pictures together take at most 11 MB")
    func filesAreSmall() throws {
        let files =
            try Self.catalog().flatMap { [$0["file"], $0["image_scene"], $0["image_detail"]].compactMap(\.self) }
            + Self.scenes().map(\.file)
        let sizes = try files.map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
        #expect(sizes.reduce(0, +) <= 11_000_000)
    }

    @Test("the main color that the catalog names covers a part of the picture")
    func colorsAreTrue() throws {
        for item in try Self.catalog() {
            let file = try #require(item["file"])
            let named = try #require(item["hex"].flatMap { RGB(hex: $0) })
            let recipe = Recipe(.pixels(fitting: 128))
            let pixels = try #require(
                try prepare(.file(Self.folder.appending(path: file)), as: recipe).outputs[0].pixels)
            let near = stride(from: 0, to: pixels.bytes.count, by: 3).count { index in
                let bytes = pixels.bytes[index..<index + 3]
                let color = RGB(red: bytes[index], green: bytes[index + 1], blue: bytes[index + 2])
                return Self.distance(color, named) < 40
            }
            #expect(near * 50 >= pixels.size.pixelCount, "\(file) shows \(named.hex) in \(near) pixels")
        }
    }

    /// Straight distance in sRGB, 0…442.
    private static func distance(_ first: RGB, _ second: RGB) -> Double {
        let red = Double(first.red) - Double(second.red)
        let green = Double(first.green) - Double(second.green)
        let blue = Double(first.blue) - Double(second.blue)
        return (red * red + green * green + blue * blue).squareRoot()
    }
}
