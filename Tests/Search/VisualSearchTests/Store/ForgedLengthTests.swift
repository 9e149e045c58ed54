import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Kept arrays whose rows name more bytes than the file has", .timeLimit(.minutes(5)))
struct ForgedLengthTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ mode: CatalogStore.Mode = .readWrite) throws(SearchError) -> CatalogStore {
        try CatalogStore(path: folder.path("catalog.magpie"), describer: .small, mode: mode)
    }

    /// The bytes of a number in a head of a row, in five bytes.
    private static func wide(_ number: Int) -> [UInt8] {
        (0..<5).map { place -> UInt8 in
            let bits = UInt8(truncatingIfNeeded: number >> (28 - 7 * place)) & 0x7F
            return place < 4 ? bits | 0x80 : bits
        }
    }

    /// Makes a store whose table has one row of part 1 with 200 bytes, and lets the head of that row name `claim` bytes.
    private func forge(_ kept: KeptArrays, claim: Int) throws {
        let bytes = [UInt8](repeating: 0xA5, count: 200)
        let hash = bytes.contentHash
        do {
            let store = try open(.create)
            _ = try store.upsert([StoredItem("a", seed: 1)])
            try store.write { database throws(SearchError) in
                try database.run("DELETE FROM \(kept.rawValue)")
                try database.run(
                    "INSERT INTO \(kept.rawValue)(part, number, bytes, hash) VALUES (1, 0, ?, ?)", .blob(bytes),
                    .blob(hash))
            }
        }
        let file = URL(filePath: folder.path("catalog.magpie"))
        var data = try Data(contentsOf: file)
        let place = try #require(data.firstRange(of: Data(bytes)))
        // Before the bytes of a row are the size of the row in two bytes, its number, and a head of six.
        let start = place.lowerBound - 9
        #expect(Array(data[start + 2..<start + 6]) == [1, 6, 9, 8])
        let head: [UInt8] = [9, 9, 8] + Self.wide(2 * claim + 12) + [UInt8(2 * hash.count + 12)]
        let forged = Self.wide(head.count + claim + hash.count) + [1] + head
        data.replaceSubrange(start..<start + forged.count, with: forged)
        try data.write(to: file)
    }

    @Test("are refused before any memory is taken for them", arguments: [KeptArrays.lists, .types, .densities])
    func refused(_ kept: KeptArrays) throws {
        let claim = 2_000_000_000
        try forge(kept, claim: claim)
        do throws(SearchError) {
            let areHeld = try open(.readOnly).read { snapshot throws(SearchError) in
                try snapshot.database.hold(claim, of: kept)
            }
            #expect(!areHeld)
        } catch {
            // SQLite refuses a row that is longer than its page and those that follow it.
            guard case .damaged = error else { throw error }
        }
    }

    @Test("sound ones are taken", arguments: [KeptArrays.lists, .types, .densities])
    func sound(_ kept: KeptArrays) throws {
        let store = try open(.create)
        try store.write { database throws(SearchError) in
            try database.keep(["a": 1], [KeptTable(AlignedBuffer<UInt8>(5000, of: 7))], in: kept)
        }
        try store.read { snapshot throws(SearchError) in
            #expect(try snapshot.database.hold(5000, of: kept))
            #expect(try !snapshot.database.hold(4999, of: kept))
        }
    }
}
