import Foundation
import TestSupport

@testable import VisualSearch

/// The drawn catalog in `samples/`, indexed once for all tests.
struct SampleCatalog: Sendable {
    let folder = SharedData.package.appending(path: "samples")
    let engine: SearchEngine
    let items: [Item]

    static let shared = Result { try SampleCatalog() }

    init() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "magpie-samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        engine = try SearchEngine(
            path: place.appending(path: "catalog.magpie").path(percentEncoded: false), mode: .create)
        let text = try String(contentsOf: folder.appending(path: "catalog.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n").map(fields(ofCSV:))
        var items: [Item] = []
        for line in lines.dropFirst() {
            let values = Dictionary(uniqueKeysWithValues: zip(lines[0], line))
            var item = Item(id: values["id"]!, source: values["file"])
            item.attributes["title"] = .text(values["title"]!)
            item.attributes["description"] = .text(values["description"]!)
            item.attributes["category"] = .list(values["category"]!.components(separatedBy: " > "))
            item.attributes["brand"] = .string(values["brand"]!)
            item.attributes["price"] = .float(Double(values["price"]!)!)
            item.attributes["color"] = .string(values["color"]!)
            item.attributes["in_stock"] = .bool(values["in_stock"] == "true")
            item.attributes["hex"] = .string(values["hex"]!)
            items.append(item)
        }
        self.items = items
        let entries = items.map { Entry($0, image: .file(folder.appending(path: $0.source!))) }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }
}
