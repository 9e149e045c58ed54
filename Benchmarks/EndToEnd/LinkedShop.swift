import CatalogFile
import Foundation
import Recommendations
import SearchAPI
import VisualSearch

/// The sports shop of `catalog/magento`: the products with a picture in `retrieval/`, and the links between them that
/// people made. The store goes when the value does.
final class LinkedShop {
    /// The links of one kind: from a product to others.
    typealias Links = [String: [String]]

    let engine: SearchEngine
    /// The types of each product, from the general to the particular.
    let types: [String: [String]]
    let related: Links
    let upsell: Links
    private let folder: URL
    private let entries: [(item: Item, picture: DescribedImage)]

    init(_ data: URL) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let engine = try SearchEngine(path: folder.appending(path: "shop.magpie").path, mode: .create)
        self.engine = engine
        var pictures: [String: String] = [:]
        for row in try LinkedShop.rows(data.appending(path: "retrieval/labels.csv")) {
            guard row["dataset"] == "magento", row["split"] == "gallery", let name = row["class"]?.uppercased(),
                let file = row["file"], file < pictures[name] ?? "~"
            else { continue }
            pictures[name] = file
        }
        var entries: [(item: Item, picture: DescribedImage)] = []
        func add(_ sku: String, _ row: [String: String], _ path: String) throws {
            let name = sku.replacingOccurrences(of: "24-", with: "")
            guard let file = pictures[name], !path.isEmpty else { return }
            let item = Item(
                id: sku, source: file,
                attributes: [
                    "title": .text(row["name"] ?? ""), "category": .string(path),
                    "description": .text((row["description"] ?? "").replacing(/<[^>]*>|&\w+;/, with: " ")),
                ])
            let picture = try engine.describe(.file(data.appending(path: "retrieval/\(file)")))
            entries.append((item, picture))
        }
        let shop = data.appending(path: "catalog/magento")
        for row in try LinkedShop.rows(shop.appending(path: "products.csv"))
        where row["product_type"] == "configurable" {
            let paths = (row["categories"] ?? "").split(separator: ",").map { $0.split(separator: "/").dropFirst() }
            guard let path = paths.first(where: { $0.first == "Men" || $0.first == "Women" }) else { continue }
            try add(row["sku"] ?? "", row, path.joined(separator: " > "))
        }
        for part in ["bags", "watches"] {
            for row in try LinkedShop.rows(shop.appending(path: "products_gear_\(part).csv")) {
                let path = (row["category"] ?? "").split(separator: "\n").prefix(2).joined(separator: " > ")
                try add(row["sku"] ?? "", row, path)
            }
        }
        self.entries = entries
        types = Dictionary(
            uniqueKeysWithValues: entries.map { entry in
                (entry.item.id, (entry.item.attributes["category"]?.written ?? "").components(separatedBy: " > "))
            })
        let known = Set(types.keys)
        func links(_ name: String) throws -> Links {
            var links: Links = [:]
            for row in try LinkedShop.rows(shop.appending(path: name)) where known.contains(row["sku"] ?? "") {
                let others = (row["linked_sku"] ?? "").split(separator: "\n").map(String.init).filter(known.contains)
                if !others.isEmpty { links[row["sku"] ?? ""] = others }
            }
            return links
        }
        related = try links("related.csv")
        upsell = try links("upsell.csv")
        try write(relatedOf: [])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes the products; those named also with the list of what people said goes with them.
    func write(relatedOf known: Set<String>) throws {
        let items = entries.map { item, picture -> (Item, DescribedImage?, Fingerprint?) in
            var item = item
            if known.contains(item.id), let others = related[item.id] { item.attributes["related"] = .list(others) }
            return (item, picture, nil)
        }
        for result in try engine.insertDescribed(items) { try result.get() }
    }

    private static func rows(_ file: URL) throws -> [[String: String]] {
        let bytes = try Data(contentsOf: file)
        var rows: [[String: String]] = []
        // All columns as they are written, whatever they look like.
        let names = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            .trimmingCharacters(in: .newlines).components(separatedBy: ",")
        let schema = Dictionary(names.map { ($0, AttributeType.string) }, uniquingKeysWith: { first, _ in first })
        let table = try AttributeTable(Array(bytes), path: file.path, schema: schema)
        for row in table.rows {
            var cells = row.attributes.mapValues(\.written)
            if let column = table.idColumn { cells[column] = row.id }
            if let column = table.fileColumn { cells[column] = row.file }
            rows.append(cells)
        }
        return rows
    }
}
