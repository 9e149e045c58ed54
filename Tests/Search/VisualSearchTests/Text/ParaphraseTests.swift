import CatalogFile
import Foundation
import TestSupport
import Testing

@testable import VisualSearch

/// The queries in `Benchmarks/EndToEnd/Text/queries`, whose words the titles do not have, on three catalogs.
@Suite("Queries in other words", .timeLimit(.minutes(15)))
struct ParaphraseTests {
    @Test("the thesaurus finds what plain words do not, and names are found as before")
    func drawn() throws { try compare("drawn") }

    @Test(
        "it does so in catalogs of shops",
        .enabled(if: SharedData.folder("catalog") != nil, "skipped: there is no ../shared/data/catalog"),
        arguments: ["sports", "books"])
    func shops(_ name: String) throws { try compare(name) }

    private func compare(_ name: String) throws {
        let items = try #require(try ParaphraseCatalog.items(name))
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert(items)
        let (on, off) = (
            RelatedWords(thesaurus: .builtIn, synonyms: .none), RelatedWords(thesaurus: nil, synonyms: .none)
        )
        func ids(_ text: String, _ words: RelatedWords) throws -> [String] {
            try store.read { snapshot throws(SearchError) in
                var ids: [String] = []
                for match in try snapshot.wordMatches(text, relatedWords: words).matches.prefix(10) {
                    ids.append(try snapshot.id(at: match.slot) ?? "?")
                }
                return ids
            }
        }
        for half in ["choosing", "checking"] {
            let queries = try ParaphraseCatalog.queries(half, name)
            var (with, without) = (0.0, 0.0)
            for (text, right) in queries {
                with += ParaphraseCatalog.gain(try ids(text, on), right) / Double(queries.count)
                without += ParaphraseCatalog.gain(try ids(text, off), right) / Double(queries.count)
            }
            print(
                "nDCG@10 of \(queries.count) queries, \(half), \(name): \(with) with the thesaurus, \(without) without")
            #expect(with > without + (name == "books" ? 0.1 : 0.5))
        }
        // Every item by its own title.
        for item in items.enumerated().filter({ $0.offset % max(items.count / 100, 1) == 0 }).map(\.element) {
            guard let title = item.item.attributes["title"]?.written else { continue }
            #expect(try ids(title + " ", on).first == ids(title + " ", off).first, "\(title)")
        }
    }
}

/// Items and queries of one catalog.
enum ParaphraseCatalog {
    static func queries(_ half: String, _ name: String) throws -> [(text: String, right: Set<String>)] {
        let file = SharedData.package.appending(path: "Benchmarks/EndToEnd/Text/queries/\(half)/\(name).csv")
        let table = try AttributeTable(path: file.path(percentEncoded: false), schema: ["query": .string])
        var (order, right): ([String], [String: Set<String>]) = ([], [:])
        for row in table.rows {
            guard let query = row.attributes["query"]?.written, let id = row.id else { continue }
            if right[query] == nil { order.append(query) }
            right[query, default: []].insert(id)
        }
        return order.map { ($0, right[$0] ?? []) }
    }

    /// nDCG of the first ten.
    static func gain(_ ids: [String], _ right: Set<String>) -> Double {
        let discount = { (rank: Int) in 1 / log2(Double(rank + 2)) }
        let best = (0..<min(10, right.count)).reduce(0) { $0 + discount($1) }
        return ids.enumerated().reduce(0) { right.contains($1.element) ? $0 + discount($1.offset) : $0 } / best
    }

    /// Nil where the catalog is not there.
    static func items(_ name: String) throws -> [StoredItem]? {
        if name == "drawn" {
            return try rows(SharedData.package.appending(path: "samples/catalog.csv")).map { row in
                StoredItem(row.id ?? "", row.attributes)
            }
        }
        guard let folder = SharedData.folder("catalog") else { return nil }
        if name == "books" {
            return try rows(folder.appending(path: "books/books.csv"), ["book_id", "title", "authors"]).map { row in
                StoredItem(
                    row.attributes["book_id"]?.written ?? "",
                    row.attributes.filter { $0.key == "title" || $0.key == "authors" })
            }
        }
        var items: [StoredItem] = []
        let columns = [
            "name", "product_type", "categories", "description", "additional_attributes", "configurable_variations",
        ]
        for row in try rows(folder.appending(path: "magento/products.csv"), columns) {
            let cells = row.attributes.mapValues(\.written)
            guard cells["product_type"] == "configurable" else { continue }
            var attributes: [String: AttributeValue] = [
                "title": .text(plain(cells["name"])), "description": .text(plain(cells["description"])),
                "category": .string(cells["categories"] ?? ""),
            ]
            for pair in (cells["additional_attributes"] ?? "").split(separator: ",") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2,
                    ["material", "pattern", "climate"].contains(parts[0]) || parts[0].hasPrefix("style")
                else { continue }
                attributes[String(parts[0])] = .list(parts[1].split(separator: "|").map { plain(String($0)) })
            }
            let variations = (cells["configurable_variations"] ?? "").split { "|,".contains($0) }
            let colors = Set(variations.filter { $0.hasPrefix("color=") }.map { String($0.dropFirst(6)) })
            attributes["color"] = .list(colors.sorted())
            items.append(StoredItem(row.id ?? "", attributes))
        }
        for part in ["bags", "fitness_equipment", "watches"] {
            let columns = [
                "name", "category", "description", "material", "style_bags", "activity", "features_bags",
                "category_gear",
                "gender",
            ]
            for row in try rows(folder.appending(path: "magento/products_gear_\(part).csv"), columns) {
                let cells = row.attributes.mapValues { plain($0.written) }
                var attributes: [String: AttributeValue] = ["title": .text(cells["name"] ?? "")]
                for (name, text) in cells where columns.dropFirst().contains(name) { attributes[name] = .string(text) }
                items.append(StoredItem(row.id ?? "", attributes))
            }
        }
        return items
    }

    /// All columns as strings where some are named.
    private static func rows(_ file: URL, _ columns: [String] = []) throws -> [AttributeTable.Row] {
        let schema = Dictionary(uniqueKeysWithValues: columns.map { ($0, AttributeType.string) })
        return try AttributeTable(path: file.path(percentEncoded: false), schema: schema).rows
    }

    /// Without HTML.
    private static func plain(_ text: String?) -> String {
        (text ?? "").replacing(/<[^>]*>|&\w+;/, with: " ")
    }
}
