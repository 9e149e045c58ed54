import Foundation
import TestSupport
import Testing

@testable import magpie

/// Small exports of shops, with the items that they make.
@Suite(
    "Exports of shops as they are", .timeLimit(.minutes(5)),
    .enabled(if: SharedData.folder("feeds") != nil, "skipped: there is no ../shared/data/feeds"))
struct FeedCaseTests {
    struct Feed: Sendable, CustomTestStringConvertible {
        var name: String
        /// The pictures of each item, by their names without the extension.
        var items: [String: [String]]
        /// Values that its items have, as they are exported.
        var values: [String: [String: String]] = [:]
        var testDescription: String { name }
    }

    private static let shopify = [
        "canvas-bag/Red/S": ["bag-001", "bag-003"], "canvas-bag/Blue/S": ["bag-002", "bag-003"],
        "canvas-bag/Red/L": ["bag-001", "bag-003"], "knit-sneaker/42": ["shoe-001"],
        "knit-sneaker/42 2/3": ["shoe-001"],
    ]

    static let feeds = [
        Feed(name: "array.json", items: ["a": ["bag-001"], "b": ["shoe-001"]]),
        Feed(name: "cell-add.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-amazon.csv", items: ["x": ["bag-001", "bag-002"]]),
        Feed(name: "cell-bar.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-comma.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-semi.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-space.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-newline.csv", items: ["x": ["bag-001", "bag-002", "bag-003"]]),
        Feed(name: "cell-json.csv", items: ["x": ["bag-001", "bag-002"]]),
        Feed(name: "cell-names.csv", items: ["x": ["bag-001", "bag-002"]]),
        Feed(name: "cell-etsy.csv", items: ["x": ["bag-001", "bag-002"]]),
        Feed(
            name: "cell-c1.csv",
            items: ["1": ["bag-001"], "2": ["bag-002"], "3": ["bag-003"], "4": ["bag-004"]]),
        Feed(
            name: "cell-c2.csv",
            items: ["1": ["bag-001"], "2": ["bag-002"], "3": ["bag-003"], "4": ["bag-004"]]),
        Feed(
            name: "quotes-tab.tsv",
            items: [
                "0001": ["bag-001"], "0002": ["bag-002"], "0003": ["bag-003"], "0004": ["bag-004"], "0005": ["bag-005"],
            ]),
        Feed(
            name: "cell-shared.csv",
            items: ["T-S": ["bag-001"], "T-M": ["bag-001"], "T-L": ["bag-001"], "U": ["bag-002"]]),
        Feed(name: "cell-sharedurl.csv", items: ["T-S": ["bag-001"], "T-M": ["bag-001"]]),
        Feed(name: "shared.jsonl", items: ["T-S": ["bag-001"], "T-M": ["bag-001"]]),
        Feed(
            name: "google-sizes.tsv",
            items: [
                "SB-38": ["shoe-002", "shoe-003"], "SB-39": ["shoe-002", "shoe-003"],
                "SB-40": ["shoe-002", "shoe-003"], "SB-41": ["shoe-002", "shoe-003"], "LB": ["bag-001"],
            ], values: ["SB-38": ["price": "114.9", "currency": "EUR"]]),
        Feed(
            name: "google.tsv",
            items: [
                "CB-RED": ["bag-001", "bag-002", "bag-003"], "KS-42": ["shoe-001"], "SH-2": ["shoe-002", "shoe-003"],
            ],
            values: [
                "KS-42": ["price": "79", "regular_price": "89.5", "in_stock": "false"],
                "SH-2": ["price": "1114.9", "in_stock": "true"],
            ]),
        Feed(
            name: "google-sale.tsv",
            items: ["1": ["shoe-001"], "2": ["shoe-002"], "3": ["shoe-003"], "4": ["shoe-004"]],
            values: ["1": ["price": "79"], "2": ["price": "75"], "3": ["price": "60"], "4": ["price": "95"]]),
        Feed(
            name: "woo-prices.csv",
            items: ["1": ["shoe-001"], "2": ["shoe-002"], "3": ["shoe-003"], "4": ["shoe-004"]],
            values: ["1": ["price": "79"], "2": ["price": "75"], "4": ["price": "95"]]),
        Feed(
            name: "cell-w.csv", items: ["1": ["bag-001"], "2": ["bag-002"], "3": ["bag-003"]],
            values: ["1": ["in_stock": "true"], "2": ["in_stock": "false"], "3": ["in_stock": "false"]]),
        Feed(
            name: "cell-g.tsv",
            items: ["1": ["bag-001"], "2": ["bag-002"], "3": ["bag-003"], "4": ["bag-004"]],
            values: ["1": ["in_stock": "true"], "2": ["in_stock": "false"], "3": ["in_stock": "false"]]),
        Feed(
            name: "jsonld.jsonl", items: ["a": ["bag-001", "bag-002"]],
            values: ["a": ["price": "49", "currency": "EUR", "in_stock": "true", "brand": "Lumo"]]),
        Feed(
            name: "google-rss.xml", items: ["CB-RED": ["bag-001", "bag-002"]],
            values: ["CB-RED": ["price": "49", "currency": "EUR", "in_stock": "true", "title": "Canvas bag, red"]]),
        Feed(name: "prestashop.csv", items: ["1": ["bag-001", "bag-002"]], values: ["1": ["price": "49"]]),
        Feed(
            name: "shopify-2026.csv", items: shopify,
            values: ["canvas-bag/Blue/S": ["Color": "Blue", "Title": "Canvas bag", "item_group_id": "canvas-bag"]]),
        Feed(
            name: "shopify-classic.csv", items: shopify,
            values: ["canvas-bag/Red/L": ["Size": "L", "Vendor": "Lumo", "Variant Price": "55"]]),
        Feed(
            name: "woocommerce.csv",
            items: [
                "44": ["bag-001", "bag-002", "bag-003"], "45": ["bag-001"], "46": ["bag-002"],
                "47": ["shoe-001", "shoe-002"],
            ], values: ["46": ["price": "55", "Short description": "A bag"]]),
        Feed(name: "shopify-products.jsonl", items: ["1": ["bag-001"]]),
        Feed(
            name: "cell-html.csv", items: ["a": ["bag-001"], "b": ["shoe-001"]],
            values: ["b": ["Body (HTML)": "Soft sole"]]),
    ]

    private func place() throws -> Workplace {
        let place = try Workplace()
        for (seed, name) in ["bag", "shoe"].flatMap({ kind in (1...5).map { "\(kind)-00\($0)" } }).enumerated() {
            try place.write(try picture(seed: seed), to: "in/\(name).jpg")
        }
        return place
    }

    private func index(_ place: Workplace, _ feed: String) throws -> Ended {
        let file = try #require(SharedData.folder("feeds")).appending(path: feed)
        try place.write(Array(try Data(contentsOf: file)), to: feed)
        return try place.magpie("index", "in", "--catalog", feed, "--no-learning")
    }

    @Test(arguments: feeds)
    func `Each row is its item, with its pictures in their order`(feed: Feed) throws {
        let place = try place()
        let ended = try index(place, feed.name)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(!ended.text.contains("0 of "), "\(ended.text)")
        var (found, values) = ([String: [String]](), [String: [String: Any]]())
        for line in try place.magpie("store", "export").json() {
            let all = [line] + (line["pictures"] as? [[String: Any]] ?? [])
            found[line.itemID] = all.map { picture in
                String((picture["source"] as? String ?? "–").split(separator: "/").last?.dropLast(4) ?? "–")
            }
            values[line.itemID] = line["attributes"] as? [String: Any]
        }
        for (id, pictures) in feed.items { #expect(found[id] == pictures, "\(id): \(ended)") }
        for (id, wanted) in feed.values {
            for (name, value) in wanted {
                let cell = values[id]?[name]
                let same =
                    Double(value).map { (cell as? NSNumber)?.doubleValue == $0 }
                    ?? (Bool(value).map { (cell as? Bool) == $0 } ?? (cell as? String == value))
                #expect(same, "\(id) \(name): \(cell ?? "nothing") in place of \(value)")
            }
        }
    }

    @Test func `Variants of a product are one hit, and a product that gets variants leaves for them`() throws {
        let place = try place()
        let feed = try #require(SharedData.folder("feeds")).appending(path: "shopify-2026.csv")
        let lines = try String(contentsOf: feed, encoding: .utf8).split(separator: "\n").map(String.init)
        func index(_ lines: [String]) throws -> Ended {
            try place.write(Array(lines.joined(separator: "\n").utf8), to: "rows.csv")
            return try place.magpie("index", "in", "--catalog", "rows.csv", "--no-learning", "--prune")
        }
        #expect(try index(Array(lines[...1])).code == 0)
        #expect(try place.ids().contains("canvas-bag"))
        let ended = try index(lines)
        #expect(ended.errors.contains("(Shopify's products: 5 variants of 2 products)"), "\(ended)")
        let ids = try place.ids()
        #expect(!ids.contains("canvas-bag") && ids.isSuperset(of: Self.shopify.keys), "\(ids) \(ended)")
        let found = try place.magpie("search", "--text", "blue bag", "--variants", "item_group_id", "--json").json()
        #expect(found.first?.ids.first == "canvas-bag/Blue/S" && found.first?.ids.count == 1, "\(found)")
    }

    @Test func `What is paid, and what is in stock, answers a shop's visitors`() throws {
        let place = try place()
        _ = try index(place, "google.tsv")
        func ids(_ text: String) throws -> [String] {
            try place.magpie("search", "--text", text, "--json").json().first?.ids ?? []
        }
        #expect(try ids("sneaker under 80") == ["KS-42"])
        #expect(try ids("bag in stock") == ["CB-RED"])
        // Another currency than that of the catalog is no condition.
        let other = try place.magpie("search", "--text", "bag under $50", "--json")
        #expect(try other.json().first?.ids == ["CB-RED"], "\(other.text)")
        #expect(!other.text.contains(#""filter":"price"#))
    }
}
