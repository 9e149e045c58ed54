import BenchmarkKit
import Foundation
import MilvusCatalog
import SearchAPI
import VisualSearch

/// The same items in a store file and in Milvus: building, memory, searches with filters, and facets.
struct HomesBenchmark {
    let options: HomesOptions
    private static let queries = 100
    /// The items of a thousand that a filter keeps.
    private static let shares = [1000, 500, 100, 10, 1]

    func run() throws {
        say("\(Machine.current())\n")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "homes-\(ProcessInfo.processInfo.processIdentifier)")
        let (own, copy, other) = ("file", "copy", "other")
        for name in [own, copy, other] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let items = HomeItems(options.items)
        let truth = items.nearest(Self.queries, passing: Self.shares)

        var table = Table("", "milvus, \(options.address.index)", "store file")
        let shared = try measure("Milvus", items, truth) {
            try MilvusCatalog.drop(options.address)
            var settings = MilvusCatalog.Settings()
            (settings.folder, settings.creates) = (folder.appending(path: copy), true)
            return try MilvusCatalog(options.address, settings).engine
        }
        let start = Clock.wall()
        var settings = MilvusCatalog.Settings()
        settings.folder = folder.appending(path: other)
        _ = try MilvusCatalog(options.address, settings)
        say("a new copy on another machine took \((Clock.wall() - start).formatted(digits: 1)) s")
        let file = try measure("file", items, truth) {
            try SearchEngine(path: folder.appending(path: "\(own)/catalog.magpie").path, mode: .create)
        }
        for (left, right) in zip(shared, file) { table.rows.append([left.0, left.1, right.1]) }
        say(
            "\n\(options.items) items of 256 values, k = 20, one thread, \(Self.queries) queries; the server on this machine\n"
        )
        say(table.formatted())
        if !options.keeps { try MilvusCatalog.drop(options.address) }
    }

    /// The rows of the table.
    private func measure(
        _ name: String, _ items: HomeItems, _ truth: [[Set<Int>]], _ open: () throws -> SearchEngine
    ) throws -> [(String, String)] {
        var rows: [(String, String)] = []
        func note(_ title: String, _ value: String) {
            rows.append((title, value))
            say("\(name): \(title) \(value)")
        }
        let (before, start) = (Self.memory, Clock.wall())
        let engine = try open()
        for first in stride(from: 0, to: items.count, by: 2000) {
            let part = (first..<min(first + 2000, items.count)).map(items.item)
            for problem in try engine.store.upsert(part) { if let problem { throw problem } }
        }
        note("items/s inserted", Int(Double(items.count) / (Clock.wall() - start)).formatted())
        if name == "Milvus" { try waitForIndex() }
        let warm = Clock.wall()
        try engine.warmUpBlocking()
        note("s to warm up", (Clock.wall() - warm).formatted(digits: 1))
        note("MB of memory of the process more", Int((Self.memory - before) / 1e6).formatted())
        let bytes = (try? FileManager.default.attributesOfItem(atPath: engine.store.path)[.size]) as? NSNumber
        note("MB of file", Int((bytes?.doubleValue ?? 0) / 1e6).formatted())
        for (share, wanted) in zip(Self.shares, truth) {
            var times: [Double] = []
            var found = 0
            for query in 0..<Self.queries {
                var request = SearchRequest(
                    .init(example: .item(id: items.id(items.query(query)))), limit: 20, fields: [])
                request.scope = .all
                if share < 1000 { request.filter = .less("share", .int(share)) }
                let begin = Clock.wall()
                let answer = try engine.searchBlocking(request)
                times.append((Clock.wall() - begin) * 1000)
                found += answer.hits.count { wanted[query].contains(items.number($0.id)) }
            }
            times.sort()
            let recall = Double(found) / Double(wanted.reduce(0) { $0 + $1.count })
            note(
                "ms a search, filter keeps \((Double(share) / 10).formatted(digits: 1)) % (p50, p95, recall@20)",
                "\(times[50].formatted(digits: 2)), \(times[94].formatted(digits: 2)), \(recall.formatted(digits: 3))")
        }
        var times: [Double] = []
        for query in 0..<20 {
            var request = SearchRequest(.init(example: .item(id: items.id(items.query(query)))), limit: 20, fields: [])
            request.scope = .all
            request.facets = .init(["brand"])
            let begin = Clock.wall()
            _ = try engine.searchBlocking(request)
            times.append((Clock.wall() - begin) * 1000)
        }
        note("ms a search with the facet of 50 brands (p50)", times.sorted()[10].formatted(digits: 1))
        let learning = Clock.wall()
        let report = try engine.learnBlocking()
        note("s to learn from 20 types, \(report.adoption) adopted", (Clock.wall() - learning).formatted(digits: 1))
        times = []
        for query in 0..<Self.queries {
            var request = SearchRequest(.init(example: .item(id: items.id(items.query(query)))), limit: 20, fields: [])
            request.scope = .all
            let begin = Clock.wall()
            _ = try engine.searchBlocking(request)
            times.append((Clock.wall() - begin) * 1000)
        }
        let first = times[0]
        times.sort()
        note(
            "ms a search with what was learned (the first, p50, p95)",
            "\(first.formatted(digits: 0)), \(times[50].formatted(digits: 1)), \(times[94].formatted(digits: 1))")
        return rows
    }

    /// Waits until the server has the rows in its graph, which it builds some time after they came in.
    private func waitForIndex() throws {
        let start = Clock.wall()
        let place = "http://\(options.address.host):\(options.address.adminPort)/api/v1"
        let name = options.address.collection
        func call(_ method: String, _ path: String, _ body: String) throws -> String {
            try Command(
                "/usr/bin/curl",
                ["-s", "-X", method, "-H", "Content-Type: application/json", "-d", body, "\(place)/\(path)"]
            ).run().output
        }
        _ = try call("POST", "persist", #"{"collection_names":["\#(name)"]}"#)
        while Clock.wall() - start < 3600 {
            let text = try call("GET", "index", #"{"collection_name":"\#(name)","field_name":"vector"}"#)
            let indexed = text.firstMatch(of: /"indexed_rows":"?(\d+)/).flatMap { Int($0.1) } ?? 0
            if indexed >= options.items {
                return say("Milvus: in the graph after another \(Int(Clock.wall() - start)) s")
            }
            Thread.sleep(forTimeInterval: 1)
        }
        throw UsageError("the server has not built its graph within an hour")
    }

    /// Bytes of memory of this process.
    private static var memory: Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return 1024 * (Double(line.filter(\.isNumber)) ?? 0)
    }
}

/// The words after `benchmarks homes`.
struct HomesOptions {
    var address: MilvusAddress
    var items = 100_000
    /// Leaves the items in Milvus, for `Benchmarks/EndToEnd/Homes/servers.py`.
    var keeps = false

    init(_ words: [String]) throws {
        guard let place = words.first else { throw UsageError("homes needs HOST:PORT of a Milvus server") }
        var index = "hnsw"
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if word == "--keep" {
                keeps = true
                continue
            }
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch (word, Int(value)) {
            case ("--items", let number?) where (1000...10_000_000).contains(number): items = number
            case ("--index", _): index = value
            default: throw UsageError("\(word) \(value) makes no sense")
            }
        }
        address = try MilvusAddress("milvus://\(place)/homes_benchmark?index=\(index)&wait=300")
    }
}

/// Items with clustered vectors, a share from 0 to 999 for filters, and one of 50 brands.
private struct HomeItems {
    let count: Int
    private let vectors: [Int8]
    /// The items that stand for a type each; every item is of the type of the nearest.
    private static let types = 20
    private static let width = ClusteredVectors.dimensions

    init(_ count: Int) {
        self.count = count
        var source = ClusteredVectors()
        var vector = [Float](repeating: 0, count: Self.width)
        var vectors: [Int8] = []
        vectors.reserveCapacity(count * Self.width)
        for _ in 0..<count {
            source.next(into: &vector)
            for value in vector { vectors.append(Int8(clamping: Int((value * 127).rounded()))) }
        }
        self.vectors = vectors
    }

    func query(_ number: Int) -> Int { number * (count / 100) }
    func id(_ number: Int) -> String { "item-\(number)" }
    func number(_ id: String) -> Int { Int(id.dropFirst(5)) ?? -1 }
    private func share(_ number: Int) -> Int { number &* 7919 % 1000 }

    func item(_ number: Int) -> StoredItem {
        let item = Item(
            id: id(number), source: "pictures/\(number).jpg",
            attributes: [
                "share": .int(share(number)), "price": .float(Double(number % 400) / 4),
                "brand": .string("brand \(number % 50)"), "title": .text("drawn item red bag"),
                "product_type": .string("type \(type(number))"),
            ])
        let vector = vector(number)
        return StoredItem(item, picture: StoredPicture(vector: vector))
    }

    private func vector(_ number: Int) -> [Int8] {
        Array(vectors[number * Self.width..<(number + 1) * Self.width])
    }

    private func type(_ number: Int) -> Int {
        let own = vector(number)
        let dots = (0..<Self.types).map { type in
            zip(own, vector(query(type))).reduce(0) { $0 + Int($1.0) * Int($1.1) }
        }
        return dots.indices.max { dots[$0] < dots[$1] } ?? 0
    }

    /// For each share, the 20 nearest of each query among the items of lower shares, by a scan. Of equal ones the first.
    func nearest(_ queries: Int, passing shares: [Int]) -> [[Set<Int>]] {
        let index = VectorIndex(dimensions: Self.width)
        index.update { changes in
            for number in 0..<count {
                changes.set(number, vectors.span.extracting(number * Self.width..<(number + 1) * Self.width))
            }
        }
        return shares.map { most in
            var passing = Bitmap(size: count)
            for number in 0..<count where share(number) < most { passing[number] = true }
            return (0..<queries).map { number in
                let own = query(number)
                let query = Array(vectors[own * Self.width..<(own + 1) * Self.width])
                let found = index.search(query, count: 21, filter: passing, mode: .exact).map(\.slot)
                return Set(found.filter { $0 != own }.prefix(20))
            }
        }
    }
}
