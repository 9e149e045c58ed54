import Foundation
import TestSupport
import VisualSearch

/// A drawn scene of `samples/` at 512 pixels, with the boxes of what is in it.
struct DrawnScene: Sendable {
    let name: String
    let pixels: PixelBuffer
    let boxes: [Box]

    private struct Entry: Decodable {
        struct Object: Decodable { let box: [Int] }
        let file: String
        let width: Int
        let height: Int
        let objects: [Object]
    }

    static func all() throws -> [DrawnScene] {
        let folder = SharedData.package.appending(path: "samples")
        let entries = try JSONDecoder().decode(
            [Entry].self, from: Data(contentsOf: folder.appending(path: "scenes.json")))
        return try entries.map { entry in
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: entry.file)))
            let pixels = try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 512))).outputs[0].pixels!
            let share = Double(pixels.size.width) / Double(entry.width)
            let boxes = entry.objects.map { object in
                let edges = object.box.map { Int((Double($0) * share).rounded()) }
                return Box(left: edges[0], top: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
            }
            return DrawnScene(name: entry.file, pixels: pixels, boxes: boxes)
        }
    }
}
