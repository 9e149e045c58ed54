import Foundation
import SQLite
import TestSupport
import Testing
import VisualSearch
import WireFormat

@testable import magpie

@Suite("magpie index in parts, and magpie store merge", .timeLimit(.minutes(5)))
struct PartStoreTests {
    /// Indexes one part of `shop` into `parts`, which is beside the pictures.
    @discardableResult
    private func index(
        _ shard: Shard, of shop: LabelledCatalog, _ more: String..., environment: [String: String] = [:]
    ) throws -> Ended {
        let words = [
            "index", "shop", "--catalog", "shop/catalog.csv", "--shard", "\(shard)", "--quiet", "--json",
            "--store", "parts/\(shard.index).magpie",
        ]
        try shop.place.folder("parts")
        return try Running(magpieBinary, words + more, in: shop.place.path, environment: environment).wait()
    }

    private func merge(_ place: Workplace, _ parts: [Int], _ more: String..., to output: String = "all.magpie") throws
        -> Ended
    {
        let words = ["store", "merge"] + parts.map { "parts/\($0).magpie" } + ["-o", output] + more
        return try Running(magpieBinary, words, in: place.path).wait()
    }

    /// The rows of a store, apart from revisions, in their order.
    private func dump(_ place: Workplace, _ store: String) throws -> String {
        let queries = [
            "SELECT slot, id, source, size, modified, hash, checksum, picture_checksum FROM items ORDER BY slot",
            "SELECT * FROM fields ORDER BY field", "SELECT * FROM attributes ORDER BY field, slot, ordinal",
            "SELECT * FROM vectors ORDER BY slot", "SELECT * FROM colors ORDER BY slot",
            "SELECT * FROM thumbnails ORDER BY slot", "SELECT * FROM texts ORDER BY slot",
            "SELECT * FROM vocabulary ORDER BY term",
        ]
        let database = try Database(path: (place / store).text, access: .read)
        var lines: [String] = []
        for query in queries {
            try database.each(query) { row in lines.append((0..<14).map { "\(row.value($0))" }.joined(separator: "|")) }
        }
        return lines.joined(separator: "\n")
    }

    /// The answer of a search, without the time that it took.
    private func answer(_ place: Workplace, _ store: String, _ words: [String]) throws -> String {
        let ended = try Running(
            magpieBinary, ["search"] + words + ["--store", store, "--json", "--limit", "50"], in: place.path
        ).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        var line = try #require(ended.json().first)
        line["ms"] = nil
        return String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self)
    }

    @Test("four parts, merged in any order, are row for row what one run makes, and answer the same")
    func same() throws {
        let shop = try LabelledCatalog(["bag", "mug", "shoe", "lamp"], each: 5)
        try shop.index("--thumbnails", "64")
        var lines = 0
        for number in 0..<4 {
            let ended = try index(
                Shard(index: number, count: 4), of: shop, "--thumbnails", "64", "--jobs", "\(number % 3 + 1)")
            #expect(ended.code == 0, "\(ended.errors)")
            lines += ended.lines.count
        }
        #expect(lines == 20)
        let ended = try merge(shop.place, [2, 0, 3, 1], "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        let line = try #require(ended.json().first)
        #expect(line["items"] as? Int == 20 && line["parts"] as? Int == 4 && line["learned"] is [String: Any])
        #expect(try shop.place.magpie("store", "check", "all.magpie").code == 0)
        #expect(try dump(shop.place, "catalog.magpie") == dump(shop.place, "all.magpie"))
        let searches = [
            ["shop/images/bag-001.jpg", "--all"], ["shop/images/mug-003.jpg"], ["--text", "red bag"],
            ["--text", "lampp", "--all"], ["--color", "#b8482a", "--all"],
            ["shop/images/shoe-002.jpg", "--filter", "price:20,90", "--facets", "color,brand,category", "--all"],
            ["--text", "shoe", "--sort", "price:desc", "--facets", "brand"],
        ]
        for words in searches {
            #expect(try answer(shop.place, "catalog.magpie", words) == answer(shop.place, "all.magpie", words))
        }
        // It goes on as the store of one run would.
        let again = try shop.place.magpie(
            "index", "shop", "--catalog", "shop/catalog.csv", "--store", "all.magpie", "--json", "-q")
        #expect(try again.json().actions == ["unchanged": 20])
    }

    @Test("a list in any order gives the same store as one run over it, and sources fit the place of the new store")
    func list() throws {
        let place = try Workplace()
        let names = [5, 2, 9, 0, 7, 1, 8, 3, 6, 4].map { "in/\($0).jpg" }
        for (seed, name) in names.enumerated() { try place.write(try picture(seed: seed), to: name) }
        try place.write(Array((names + ["in/no.jpg"]).joined(separator: "\n").utf8), to: "list")
        try place.folder("parts")
        try place.magpie("index", "--list", "list", "--store", "one.magpie")
        for number in 0..<3 {
            let ended = try place.magpie(
                "index", "--list", "list", "--shard", "\(number)/3", "--store", "parts/\(number).magpie")
            #expect(ended.code == 0, "\(ended.errors)")
        }
        #expect(try merge(place, [0, 1, 2]).code == 0)
        #expect(try dump(place, "one.magpie") == dump(place, "all.magpie"))
        #expect(try place.magpie("store", "export", "all.magpie").json()[0]["source"] as? String == "in/5.jpg")
    }

    @Test("what does not belong together is refused by name, and nothing is written")
    func refusals() throws {
        let shop = try LabelledCatalog(["mug"], each: 5)
        for number in 0..<3 { try index(Shard(index: number, count: 3), of: shop) }
        func refused(_ parts: [Int], _ reason: String) throws {
            let ended = try merge(shop.place, parts)
            #expect(ended.code == 2 && ended.output.isEmpty)
            #expect(ended.errors.contains(reason), "\(ended.errors)")
            #expect(try shop.place.magpie("info", "--store", "all.magpie").code == 2)
        }
        try refused([0, 2], "1 part of 3 is missing: 1/3; --partial merges the others")
        try refused([0, 1, 2, 1], "parts/1.magpie and parts/1.magpie both hold part 1/3")
        try index(Shard(index: 1, count: 4), of: shop, "--store", "parts/4.magpie")
        try refused([0, 4, 2], "parts/0.magpie and parts/4.magpie are not of one run: they are parts 0/3 and 1/4")
        try index(Shard(index: 1, count: 3), of: shop, "--store", "parts/5.magpie", "--max-pixels", "1000000")
        try refused([0, 5, 2], "not of one run: limits is '100000000 pixels")
        try shop.place.write(Array("file\nimages/mug-001.jpg\n".utf8), to: "other.csv")
        try index(Shard(index: 1, count: 3), of: shop, "--store", "parts/6.magpie", "--catalog", "other.csv")
        try refused([0, 6, 2], "not of one run: catalog is ")
        try shop.place.write(try picture(), to: "shop/images/new.jpg")
        try index(Shard(index: 1, count: 3), of: shop, "--store", "parts/7.magpie")
        try refused([0, 7, 2], "their lists of inputs differ (5 inputs")
        try shop.index("--store", "parts/8.magpie")
        try refused([0, 8, 2], "parts/8.magpie is no part of a run in shards")
        try shop.place.write([1, 2, 3], to: "parts/9.magpie")
        try refused([9], "cannot use the store parts/9.magpie")
        let partial = try merge(shop.place, [0, 2], "--partial")
        #expect(partial.code == 0, "\(partial.errors)")
        let again = try merge(shop.place, [0, 1, 2])
        #expect(again.code == 2 && again.errors.contains("there is a file already"))
    }

    @Test("a store is of one part: another shard, and a run over all inputs, go elsewhere")
    func ownStore() throws {
        let shop = try LabelledCatalog(["mug"], each: 3)
        #expect(try index(Shard(index: 0, count: 2), of: shop).code == 0)
        let other = try index(Shard(index: 1, count: 2), of: shop, "--store", "parts/0.magpie")
        #expect(other.code == 2)
        #expect(
            other.errors == "magpie: parts/0.magpie holds part 0/2; part 1/2 goes into a store of its own\n")
        let whole = try shop.place.magpie("index", "shop", "--store", "parts/0.magpie")
        #expect(whole.code == 2)
        #expect(whole.errors == "magpie: parts/0.magpie holds part 0/2; give --shard 0/2, or another store\n")
        try shop.index("--store", "parts/9.magpie")
        let mixed = try index(Shard(index: 0, count: 2), of: shop, "--store", "parts/9.magpie")
        #expect(mixed.code == 2 && mixed.errors.contains("is no part of a run in shards"))
        // Without --store each part has a name of its own.
        #expect(try shop.place.magpie("index", "shop", "--shard", "1/2", "-q").code == 0)
        #expect(try shop.place.magpie("info", "--store", "catalog.1-of-2.magpie").code == 0)
    }

    @Test("a part whose run was killed counts as unfinished until it was run again")
    func killed() throws {
        let place = try Workplace()
        for number in 0..<120 { try place.write(try picture(40, 30, seed: number), to: "in/\(number).jpg") }
        try place.folder("parts")
        try place.magpie("index", "in", "--store", "one.magpie", "-q")
        func index(_ number: Int) throws -> Running {
            try place.start(
                "index", "in", "--shard", "\(number)/2", "--store", "parts/\(number).magpie", "--json", "--jobs", "2")
        }
        #expect(try index(1).wait().code == 0)
        let store = "parts/0.magpie"
        repeat {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: (place / store).text + end) }
            let running = try index(0)
            running.wait { FileManager.default.fileExists(atPath: (place / store).text + "-wal") }
            usleep(100_000)
            running.send(SIGKILL)
            _ = try running.wait()
            // On a busy machine the run may be over before, or not have begun.
        } while (try? MergePart((place / store).text).record.map { $0.list != nil }) ?? true
        let ended = try merge(place, [0, 1])
        #expect(ended.code == 2)
        #expect(ended.errors.contains("part 0/2 in parts/0.magpie is not complete"), "\(ended.errors)")
        #expect(try merge(place, [0, 1], "--partial", to: "some.magpie").code == 0)
        #expect(try index(0).wait().code == 0)
        #expect(try merge(place, [0, 1]).code == 0)
        #expect(try dump(place, "one.magpie") == dump(place, "all.magpie"))
    }

    @Test("a part that was killed before it began is called so")
    func empty() throws {
        let shop = try LabelledCatalog(["mug"], each: 4)
        for number in 0..<2 { try index(Shard(index: number, count: 3), of: shop) }
        let describer = try CatalogStore(path: (shop.place / "parts/0.magpie").text, mode: .readOnly).describer
        _ = try CatalogStore(path: (shop.place / "parts/2.magpie").text, describer: describer, mode: .create)
        let ended = try merge(shop.place, [0, 1, 2])
        #expect(ended.code == 2)
        #expect(ended.errors.contains("parts/2.magpie is empty: its run ended before it began"), "\(ended.errors)")
        #expect(try merge(shop.place, [0, 2, 1], "--partial").code == 0)
    }

    @Test("of two files with one id in two parts the first stays, as in one run, where that is asked for")
    func sameID() throws {
        let place = try Workplace()
        // Two names with one id, which two shards share out.
        let shards = ["jpg", "jpeg", "png"].map { end in
            (end, (0..<2).first { Shard(index: $0, count: 2).contains(Path("a.\(end)")) })
        }
        let first = try #require(shards.first { $0.1 == 0 }?.0)
        let second = try #require(shards.first { $0.1 == 1 }?.0)
        for (seed, end) in [first, second].enumerated() { try place.write(try picture(seed: seed), to: "a.\(end)") }
        let list = "a.\(first)\na.\(second)\n"
        try place.folder("parts")
        try place.magpie("index", "-", "--store", "one.magpie", input: list)
        for number in 0..<2 {
            try place.magpie(
                "index", "-", "--shard", "\(number)/2", "--store", "parts/\(number).magpie", input: list)
        }
        let ended = try merge(place, [0, 1])
        #expect(ended.code == 2)
        #expect(
            ended.errors.contains(
                "the id `a` is in two parts: parts/0.magpie (") && ended.errors.contains("a.\(second))"),
            "\(ended.errors)")
        #expect(try merge(place, [1, 0], "--same-id", "first").code == 0)
        #expect(try dump(place, "one.magpie") == dump(place, "all.magpie"))
    }

    @Test(
        "calls of merge that make no sense are explained",
        arguments: [
            ["store", "merge"], ["store", "merge", "a", "b"], ["store", "merge", "-o", "x"],
            ["store", "merge", "a", "-o", "x", "--same-id", "older"], ["store", "merge", "a", "-o", "x", "--all"],
            ["store", "check", "a", "--partial"], ["store", "check", "a", "--json"],
            ["store", "learn", "a", "--no-learning"],
        ])
    func usage(words: [String]) throws {
        let ended = try Running(magpieBinary, words).wait()
        #expect(ended.code == 1 && ended.errors.hasPrefix("magpie: "))
    }
}
