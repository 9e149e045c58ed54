import CatalogFile
import Evaluation
import Foundation
import ImageTypes
import SearchAPI

/// Pictures with the boxes of their objects.
struct LabelledBoxes {
    /// A box in shares of the sides of its picture, and the gallery picture that shows the same object, if there is
    /// one.
    struct Object: Hashable, Sendable {
        let left: Double
        let top: Double
        let right: Double
        let bottom: Double
        let source: String?

        var area: Double { (right - left) * (bottom - top) }

        /// Tolerates rounding.
        var isWithinPicture: Bool {
            left > -0.01 && top > -0.01 && right < 1.01 && bottom < 1.01 && right > left && bottom > top
        }

        /// Intersection over union with a box in pixels of a picture of `size`.
        func overlap(_ box: Box, in size: Size) -> Double {
            let (width, height) = (Double(size.width), Double(size.height))
            let across = min(right * width, Double(box.right)) - max(left * width, Double(box.left))
            let down = min(bottom * height, Double(box.bottom)) - max(top * height, Double(box.top))
            guard across > 0, down > 0 else { return 0 }
            return across * down / (area * width * height + Double(box.size.pixelCount) - across * down)
        }
    }

    struct Picture: Sendable {
        let file: String
        let kind: String
        var objects: [Object] = []
        /// Objects that are too small to count as missed; a box that finds one is right.
        var small: [Object] = []
    }

    /// Boxes of natural scenes count from this share of the picture on.
    static let leastShare = ["coco": 0.03]

    /// In the order of the file.
    private(set) var pictures: [Picture] = []
    /// The gallery of `labels.csv` beside the file, where objects have sources.
    let gallery: [String]
    /// The same with their types, where a column of them was named.
    let typed: LabelledPictures?

    /// Reads a CSV file with the columns `file`, `x`, `y`, `w`, `h` (shares of the sides) and perhaps `source_file`, or
    /// a JSON list of `{"file", "width", "height", "objects": [{"box": [x1, y1, x2, y2]}]}` in pixels. Paths are
    /// relative to the folder of the file.
    ///
    /// - Parameter types: The column of product types in `labels.csv`; nil for none.
    init(_ path: String, types: String? = nil) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw LabelError("\(path) cannot be read")
        }
        let isJSON = data.first == UInt8(ascii: "[")
        let found = isJSON ? try Self.scenes(data, path) : try Self.rows(path)
        var places: [String: Int] = [:]
        if found.isEmpty { throw LabelError("\(path) holds no boxes") }
        for (file, object) in found {
            guard object.isWithinPicture else { throw LabelError("\(path) has a box that is not within \(file)") }
            let kind = Self.kind(of: file)
            if places[file] == nil {
                places[file] = pictures.count
                pictures.append(Picture(file: Labels.file(file, besides: path), kind: kind))
            }
            guard let place = places[file] else { continue }
            if object.area >= Self.leastShare[kind] ?? 0 {
                pictures[place].objects.append(object)
            } else {
                pictures[place].small.append(object)
            }
        }
        let hasSources = found.contains { $0.object.source != nil }
        let labels = Labels.file("labels.csv", besides: path)
        let labelled = hasSources ? try LabelledPictures(labels, types: types) : nil
        if types != nil, labelled == nil { throw LabelError("\(path) names no source_file, as --types needs") }
        gallery = labelled?.gallery.map(\.file) ?? []
        typed = types == nil ? nil : labelled
    }

    /// Returns the letters at the start of the file name, or the name of its folder where it starts with another
    /// character.
    private static func kind(of file: String) -> String {
        let names = file.split(separator: "/")
        let letters = (names.last ?? "").prefix { $0.isLetter }
        return letters.isEmpty ? names.dropLast().last.map(String.init) ?? "." : String(letters)
    }

    private static func rows(_ path: String) throws -> [(file: String, object: Object)] {
        let columns: [String: AttributeType] = ["x": .float, "y": .float, "w": .float, "h": .float]
        let table = try AttributeTable(path: path, schema: columns.merging(["source_file": .string]) { $1 })
        guard table.fileColumn != nil, columns.keys.allSatisfy({ name in table.fields.contains { $0.name == name } })
        else { throw LabelError("\(path) needs the columns file, x, y, w and h, and may have source_file") }
        return try table.rows.map { row in
            let numbers = ["x", "y", "w", "h"].compactMap { row.attributes[$0]?.number }
            guard let file = row.file, numbers.count == 4 else {
                throw LabelError("\(path) has a row without a file or without one of x, y, w and h")
            }
            return (
                file,
                Object(
                    left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2],
                    bottom: numbers[1] + numbers[3],
                    source: row.attributes["source_file"].map { Labels.file($0.written, besides: path) })
            )
        }
    }

    private struct Scene: Decodable {
        struct Object: Decodable { let box: [Double] }
        let file: String
        let width: Double
        let height: Double
        let objects: [Object]
    }

    private static func scenes(_ data: Data, _ path: String) throws -> [(file: String, object: Object)] {
        guard let scenes = try? JSONDecoder().decode([Scene].self, from: data),
            scenes.allSatisfy({ $0.objects.allSatisfy { $0.box.count == 4 } })
        else { throw LabelError("\(path) is not a list of scenes with boxes") }
        return scenes.flatMap { scene in
            scene.objects.map { object in
                (
                    scene.file,
                    Object(
                        left: object.box[0] / scene.width, top: object.box[1] / scene.height,
                        right: object.box[2] / scene.width, bottom: object.box[3] / scene.height, source: nil)
                )
            }
        }
    }
}
