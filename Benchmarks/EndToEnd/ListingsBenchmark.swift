import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// Facets, variants and diverse hits of a large catalog, on one core.
struct ListingsBenchmark {
    let options: CatalogOptions

    func run() throws {
        say("\(Machine.current())\n")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "listings-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let engine = try SearchEngine(path: folder.appending(path: "catalog.magpie").path, mode: .create)
        var items = ListedItems()
        for first in stride(from: 0, to: options.items, by: 4096) {
            let portion = (first..<min(first + 4096, options.items)).map { items.item($0) }
            for problem in try engine.store.upsert(portion) { if let problem { throw problem } }
        }
        try engine.warmUpBlocking()
        var table = Table("ms CPU", "first", "median", "largest")
        try facets(in: engine, &table)
        try searches(in: engine, &table)
        say("\(options.items) items, \(options.rounds) rounds, one thread\n\n" + table.formatted())
    }

    /// Counting alone, over all items.
    private func facets(in engine: SearchEngine, _ table: inout Table) throws {
        let single = [
            "category", "brand", "color", "sizes", "sale", "price", "stock", "added", "sku", Facet.pictureColors,
        ]
        let requests =
            single.map { ("facet \($0)", SearchRequest.FacetRequest([$0])) } + [
                ("facet category with branches and tree", .init(["category"], branches: true, tree: true)),
                ("all ten but sku", .init(single.filter { $0 != "sku" }, tree: true)),
            ]
        for (name, request) in requests {
            try measure(name, &table) {
                try engine.store.read { snapshot throws(SearchError) in
                    sink(try snapshot.facets(request, over: snapshot.matching(.all)))
                }
            }
        }
    }

    /// Whole searches for 24 hits with their attributes.
    private func searches(in engine: SearchEngine, _ table: inout Table) throws {
        let facets = SearchRequest.FacetRequest(["category", "brand", "color", "price"], tree: true)
        let variants = SearchRequest.Variants("group_id")
        let all = SearchRequest.Scope.all
        func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
            var request = SearchRequest(.init(example: .item(id: "item-7")), limit: 24, scope: all)
            change(&request)
            return request
        }
        let requests: [(String, SearchRequest)] = [
            ("search", request { _ in }),
            ("search with four facets", request { $0.facets = facets }),
            ("search with variants", request { $0.variants = variants }),
            ("search with variants, relevant items", request { ($0.variants, $0.scope) = (variants, .relevant) }),
            ("search with variants and four facets", request { ($0.variants, $0.facets) = (variants, facets) }),
            ("search with 24 groups", request { $0.grouping = .init("group_id") }),
            ("search, page of hits 977 to 1,000", request { ($0.limit, $0.page) = (20, 50) }),
            ("diverse looks among 200", request { $0.diversity = .init(0.3) }),
            ("diverse looks among 1,000", request { $0.diversity = .init(0.3, reach: 1000) }),
            (
                "the last page of diverse looks among 1,000",
                request {
                    ($0.diversity, $0.limit, $0.page) = (.init(0.3, reach: 1000), 20, 50)
                }
            ),
            ("diverse brands among 1,000", request { $0.diversity = .init(0.3, by: .field("brand"), reach: 1000) }),
            ("diverse in all fields among 1,000", request { $0.diversity = .init(0.3, by: .allFields, reach: 1000) }),
        ]
        for (name, request) in requests {
            try measure(name, &table) { sink(try engine.searchBlocking(request)) }
        }
    }

    private func measure(_ name: String, _ table: inout Table, _ body: () throws -> Void) throws {
        var times: [Double] = []
        for _ in 0...max(options.rounds, 1) {
            let start = Clock.process()
            try body()
            times.append((Clock.process() - start) * 1000)
        }
        let later = times.dropFirst().sorted()
        table.rows.append(
            [name] + [times[0], later[later.count / 2], later[later.count - 1]].map { $0.formatted(digits: 2) })
    }
}

/// Items of a shop: five variants of each product, 240 categories in three levels, palettes of three colors.
private struct ListedItems {
    private var source = ClusteredVectors()
    private var vector = [Float](repeating: 0, count: ClusteredVectors.dimensions)
    private var random: UInt64 = 7
    private static let colors = ["red", "navy", "yellow", "teal", "pink", "brown", "green", "black", "white", "gray"]

    private mutating func below(_ limit: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % limit
    }

    mutating func item(_ number: Int) -> StoredItem {
        source.next(into: &vector)
        let product = number / 5
        let category = product &* 7919 % 240
        let path = "Room \(category / 48) > Shelf \(category / 8) > Kind \(category)"
        let sizes = ["S", "M", "L", "XL"].filter { _ in below(2) == 0 }
        let day = 19_000 + below(800)
        let item = Item(
            id: "item-\(number)", source: "pictures/\(number).jpg",
            attributes: [
                "group_id": .string("product \(product)"), "sku": .string("\(number)-\(below(1000))"),
                "category": .string(path), "brand": .string("brand \(below(50))"),
                "color": .string(Self.colors[below(10)]), "sizes": .list(sizes), "sale": .bool(below(5) == 0),
                "price": .float(Double(below(20_000)) / 100), "stock": .int(below(500)),
                "added": .date(Date(timeIntervalSince1970: Double(day) * 86_400 + Double(below(86_400)))),
            ])
        let palette = (0..<8).flatMap { place -> [UInt8] in
            place < 3
                ? [UInt8(below(256)), UInt8(80 + below(96)), UInt8(80 + below(96)), UInt8(120 - 40 * place)]
                : [0, 0, 0, 0]
        }
        let values = vector.map { Int8(clamping: Int(($0 * 127).rounded())) }
        return StoredItem(item, picture: StoredPicture(vector: values, colors: palette))
    }
}
