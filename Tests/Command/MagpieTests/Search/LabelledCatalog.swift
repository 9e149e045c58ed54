import Foundation
import Testing
import VisualSearch

@testable import magpie

/// A folder with some of the sample pictures and their rows, for one test.
struct LabelledCatalog: Sendable {
    let place: Workplace

    /// The first pictures of each kind of product.
    init(_ kinds: [String] = ["bag", "mug", "shoe", "lamp"], each: Int = 4) throws {
        place = try Workplace()
        let rows = try Self.rows()
        var lines = [rows[0]]
        for kind in kinds {
            for number in 1...each {
                let name = "\(kind)-00\(number)"
                try place.write(
                    try contents(of: Self.samples / Path("images/\(name).jpg")), to: "shop/images/\(name).jpg")
                lines.append(try #require(rows.first { $0.hasPrefix("images/\(name).jpg") }))
            }
        }
        try place.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "shop/catalog.csv")
    }

    /// The sample pictures of the package.
    static let samples = Path(#filePath).parent / Path("../../../../samples")

    /// Without the last two columns, which name further pictures.
    private static func rows() throws -> [String] {
        String(decoding: try contents(of: samples / Path("catalog.csv")), as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(2) }
            .map { $0.joined(separator: ",") }
    }

    @discardableResult
    func index(_ more: String...) throws -> [[String: Any]] {
        let words = ["index", "shop", "--catalog", "shop/catalog.csv", "--quiet", "--json"] + more
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors == "")
        return try ended.json()
    }

    /// Searches with all items as hits.
    func search(_ words: String...) throws -> [String: Any] {
        let ended = try Running(magpieBinary, ["search"] + words + ["--all", "--json"], in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        return try #require(try ended.json().first)
    }

    func items() throws -> [String: Item] {
        let store = try CatalogStore(path: (place / "catalog.magpie").text, mode: .readOnly)
        return try store.read { snapshot throws(SearchError) in
            var items: [String: Item] = [:]
            for slot in 0..<snapshot.slots {
                if let item = try snapshot.item(at: slot) { items[item.id] = item }
            }
            return items
        }
    }
}

extension [String: Any] {
    var hits: [[String: Any]] { self["hits"] as? [[String: Any]] ?? [] }
    var ids: [String] { hits.map { $0["id"] as? String ?? "" } }
    var action: String { self["action"] as? String ?? "" }
    var itemID: String { self["id"] as? String ?? "" }
}

extension [[String: Any]] {
    /// The count of each action.
    var actions: [String: Int] { reduce(into: [:]) { $0[$1.isOK ? $1.action : "failed", default: 0] += 1 } }
}
