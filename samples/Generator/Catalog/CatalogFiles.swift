import Foundation
import Imaging

extension Catalog {
    /// One line for each product, with a line of headings.
    static var csv: String {
        let heading =
            "file,id,title,description,category,brand,price,color,in_stock,hex,group_id,image_scene,image_detail"
        // Colors of one product have one number, and all other products have one of their own.
        var groups: [String: Int] = [:]
        for item in items where groups[item.original] == nil { groups[item.original] = 1001 + groups.count }
        let lines = items.map { item in
            let listing = item.listing
            return [
                item.file, item.id, listing.title, listing.description, item.style.category, listing.brand.name,
                listing.price, item.look.color.name, listing.inStock ? "true" : "false", item.look.color.rgb.hex,
                String(groups[item.original] ?? 0), item.sceneFile, item.detailFile,
            ].map(quoted).joined(separator: ",")
        }
        return ([heading] + lines).joined(separator: "\n") + "\n"
    }

    /// Quoted as RFC 4180 asks, only where a comma, a quote or a line break makes it necessary.
    private static func quoted(_ field: String) -> String {
        guard field.contains(where: { ",\"\n".contains($0) }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

/// A scene as written to `scenes.json`.
struct SceneRecord: Encodable {
    struct Object: Encodable {
        let id: String
        let category: String
        /// Left, top, right and bottom in pixels.
        let box: [Int]
    }

    let file: String
    let width: Int
    let height: Int
    let objects: [Object]

    init(_ scene: Scene, width: Int, height: Int, things: [Scene.DescribedObject]) {
        file = scene.file
        self.width = width
        self.height = height
        objects = things.map { thing in
            let frame = thing.frame
            return Object(
                id: thing.item.id, category: thing.item.style.category,
                box: [frame.left, frame.top, frame.right, frame.bottom])
        }
    }
}
