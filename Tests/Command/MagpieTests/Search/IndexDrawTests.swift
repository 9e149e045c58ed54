import Foundation
import PictureTestSupport
import SQLite
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// Changes drawn at random to a small folder of pictures and to its catalog.
@Suite("Drawn changes of a folder and of its catalog", .timeLimit(.minutes(15)))
struct IndexDrawTests {
    /// `MAGPIE_TESTS_LONG=1` draws 400, `MAGPIE_INDEX_DRAWS=5000` more.
    private static let draws =
        ProcessInfo.processInfo.environment["MAGPIE_INDEX_DRAWS"].flatMap(Int.init) ?? Effort.inputs(12, of: 400)
    private static let seed = 55

    @Test func `After each change a store has what a fresh index of the folder makes`() throws {
        var folder = try DrawnFolder(seed: Self.seed)
        for step in 0..<Self.draws {
            let change = try folder.change()
            let told = "seed \(Self.seed), step \(step): \(change)"
            try folder.removeStore("fresh.magpie")
            try #require(try folder.index("s.magpie").code == 0, "\(told)")
            try #require(try folder.index("fresh.magpie").code == 0, "\(told)")
            let (kept, fresh) = try (folder.items("s.magpie"), folder.items("fresh.magpie"))
            try #require(Set(kept.keys) == Set(fresh.keys), "\(told)")
            for (id, item) in fresh {
                var expected = item
                // A picture whose row is gone keeps the values of the row.
                if let price = folder.formerPrice(of: id) { expected.attributes = ["price": .float(price)] }
                var known = kept[id]
                // A run with a catalog gives no names, and takes none.
                if expected.attributes["file_name"] == nil {
                    known?.attributes["folder"] = nil
                    known?.attributes["file_name"] = nil
                }
                try #require(known == expected, "\(told), \(id)")
            }
            try #require(try folder.vectors("s.magpie") == folder.vectors("fresh.magpie"), "\(told)")
        }
    }
}

/// A folder whose files have names of their own, so that no id depends on the order of the changes.
private struct DrawnFolder {
    /// A picture of the folder, as a JPEG, a RAW file or both.
    private struct Shot {
        let name: String
        var folder: String
        var hasJPEG = true
        var hasRAW = false
        /// In its row of the catalog; nil without one.
        var price: Double?
        /// In the row that it had before.
        var formerPrice: Double?

        var stem: String { folder.isEmpty ? name : "\(folder)/\(name)" }
        var jpeg: String { "in/\(stem).jpg" }
        var raw: String { "in/\(stem).NEF" }
        /// A row may be added, or was there.
        var isPlain: Bool { hasJPEG && !hasRAW }
        var hadRow: Bool { price != nil || formerPrice != nil }
    }

    private let place: Workplace
    private var random: SplitMix
    private var shots: [Shot] = []
    /// Counts names, contents and prices.
    private var count = 0
    private let raw: [UInt8]

    init(seed: Int) throws {
        place = try Workplace()
        random = SplitMix(seed: seed)
        raw = RawParts(
            preview: try RawParts.jpeg(Pictures.scene(320, 200)),
            thumbnail: try RawParts.jpeg(Pictures.solid(32, 20, RGB(red: 90, green: 90, blue: 90)))
        ).file(.nef)
        for _ in 0..<3 { _ = try add() }
    }

    private enum Change: CaseIterable {
        case add, delete, replace, addRAW, deleteJPEG, addRow, dropRow, changePrice, move
    }

    /// Makes a change that the folder allows, and tells which.
    mutating func change() throws -> String {
        while true {
            guard let change = Change.allCases.randomElement(using: &random) else { continue }
            if let told = try make(change) { return told }
        }
    }

    /// Nil where no picture is fit for the change.
    private mutating func make(_ change: Change) throws -> String? {
        switch change {
        case .add: return shots.count < 6 ? try add() : nil
        case .delete:
            guard shots.count > 2, let index = pick({ _ in true }) else { return nil }
            let shot = shots[index]
            // Of two files the RAW, so that the picture stays.
            if shot.hasRAW {
                try remove(shot.raw)
                shots[index].hasRAW = false
            } else {
                try remove(shot.jpeg)
            }
            if !shots[index].hasJPEG || !shot.hasRAW { shots.remove(at: index) }
            return "delete \(shot.hasRAW ? shot.raw : shot.jpeg)"
        case .replace:
            guard let index = pick(\.hasJPEG) else { return nil }
            try write(shots[index].jpeg)
            return "replace \(shots[index].jpeg)"
        case .addRAW:
            guard let index = pick({ $0.isPlain && !$0.hadRow }) else { return nil }
            try place.write(raw, to: shots[index].raw)
            shots[index].hasRAW = true
            return "add \(shots[index].raw)"
        case .deleteJPEG:
            guard let index = pick({ $0.hasJPEG && $0.hasRAW }) else { return nil }
            try remove(shots[index].jpeg)
            shots[index].hasJPEG = false
            return "delete \(shots[index].jpeg)"
        case .addRow, .changePrice:
            guard let index = pick({ $0.isPlain && ($0.price == nil) == (change == .addRow) }) else { return nil }
            count += 1
            shots[index].price = Double(count) + 0.5
            shots[index].formerPrice = nil
            return "\(change) \(shots[index].jpeg)"
        case .dropRow:
            guard let index = pick({ $0.price != nil }) else { return nil }
            shots[index].formerPrice = shots[index].price
            shots[index].price = nil
            return "\(change) \(shots[index].jpeg)"
        case .move:
            guard let index = pick({ $0.isPlain && $0.folder != "moved/here" }) else { return nil }
            let old = shots[index].jpeg
            shots[index].folder = "moved/here"
            // Another path is another item without a row.
            shots[index].formerPrice = nil
            try place.folder("in/moved/here")
            try FileManager.default.moveItem(atPath: (place / old).text, toPath: (place / shots[index].jpeg).text)
            return "move \(old)"
        }
    }

    private mutating func pick(_ isFit: (Shot) -> Bool) -> Int? {
        shots.indices.filter { isFit(shots[$0]) }.randomElement(using: &random)
    }

    private mutating func add() throws -> String {
        count += 1
        let shot = Shot(name: "p\(count)", folder: ["", "sub", "sub/deep"].randomElement(using: &random) ?? "")
        try write(shot.jpeg)
        shots.append(shot)
        return "add \(shot.jpeg)"
    }

    private mutating func write(_ name: String) throws {
        count += 1
        try place.write(try picture(seed: count), to: name)
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: (place / name).text) }

    func removeStore(_ name: String) throws {
        for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: (place / (name + end)).text) {
            try remove(name + end)
        }
    }

    /// Without a row there is no catalog: one whose rows have no images is an error.
    func index(_ store: String) throws -> Ended {
        let rows = shots.compactMap { shot in shot.price.map { "\(shot.jpeg),\($0)\n" } }
        try place.write(Array(("file,price\n" + rows.joined()).utf8), to: "rows.csv")
        let words = ["index", "in", "--store", store, "--prune=all", "--no-learning", "--json", "--quiet"]
        return try place.magpie(words + (rows.isEmpty ? [] : ["--catalog", "rows.csv"]))
    }

    func items(_ store: String) throws -> [String: Item] {
        let store = try CatalogStore(path: (place / store).text, mode: .readOnly)
        #expect(try store.check() == [])
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            var items: [String: Item] = [:]
            for id in ids { items[id] = try snapshot.item(id) }
            return items
        }
    }

    /// The descriptors of the pictures, by their sources.
    func vectors(_ store: String) throws -> [String: String] {
        var found: [String: String] = [:]
        let database = try Database(path: (place / store).text, access: .read)
        try database.each(
            "SELECT items.source, hex(vectors.bytes) FROM items JOIN vectors ON vectors.slot = items.slot"
        ) { row in
            found[row.optionalText(0) ?? "-"] = row.optionalText(1)
        }
        return found
    }

    /// The price in the row that an item had before; nil for one that has a row, or never had one.
    func formerPrice(of id: String) -> Double? { shots.first { $0.stem == id }?.formerPrice }
}
