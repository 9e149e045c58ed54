import Foundation
import TestSupport
import Testing
import VisualSearch
import WireFormat

@testable import MilvusCatalog

@Suite("Rows of a catalog in Milvus")
struct RowTests {
    static let ids = ["a", "02", "", "a\"] or id != \"", "\u{1}\n", "𝒳", "é", String(repeating: "ü", count: 256)]

    @Test("the key of a picture gives its number and the id of its item back, whatever the id is", arguments: ids)
    func key(id: String) throws {
        for number in 2...Item.pictureLimit {
            let picture = SharedPicture(id: id, number: number)
            #expect(SharedPicture(key: picture.key, .further) == picture)
            #expect(picture.key.utf8.count <= MilvusCalls.keyBytes)
        }
        #expect(SharedPicture(key: id, .first) == SharedPicture(id: id, number: 1))
    }

    @Test("a key that is none of ours finds no picture", arguments: ["", "1", "01a", "-2a", "xya", "é"])
    func foreign(key: String) { #expect(SharedPicture(key: key, .further) == nil) }

    @Test("an item with its pictures is read back as it was written")
    func record() throws {
        var items = RandomItems(seed: 12, mostFurther: 3)
        for number in 0..<20 {
            var stored = items.item("item-\(number)")
            stored.fingerprint = Fingerprint(size: number, modified: 7, hash: [1, 2, 3])
            if stored.pictures?.isEmpty == false {
                stored.pictures?[0].fingerprint = Fingerprint(size: 1, modified: number, hash: [4])
                stored.pictures?[0].picture.thumbnail = [9, 8]
                stored.pictures?[0].picture.builtIn = BuiltInVector(describer: "form", values: [1, -1])
            }
            let row = try JSONValue(parsing: MilvusRow.encode(stored, revision: 5))
            let (found, revision) = try MilvusRow.decode(row)
            #expect(revision == 5)
            #expect(found.pictures == stored.pictures && found.picture == stored.picture)
            #expect(found.fingerprint == stored.fingerprint && found.item.source == stored.item.source)
            #expect(found.item.attributes == stored.item.attributes)
            let further = try MilvusRow.pictures(of: stored, revision: 5).map { try JSONValue(parsing: $0) }
            #expect(further.count == stored.pictures?.count)
            #expect(further.allSatisfy { $0["record"] == .string(stored.item.id) && $0["a"] == row["a"] })
        }
    }

    @Test("a record of an item with one picture has the members that it had before items had several")
    func plain() throws {
        var items = RandomItems(seed: 13)
        let stored = items.item("a")
        let record = try MilvusRow.record(of: stored, try #require(stored.picture))
        guard case .object(let members) = try JSONValue(parsing: Array(record.utf8)) else {
            Issue.record("\(record)")
            return
        }
        #expect(Set(members.keys) == ["attributes", "colors", "source", "vector"])
        let row: JSONValue = .object(["id": "a", "rev": 3, "record": .string(record)])
        #expect(try MilvusRow.decode(row).item.pictures == [])
    }

    @Test("an item whose record is too large is refused with what can be shortened")
    func large() throws {
        var items = RandomItems(seed: 14, mostFurther: 3)
        var stored = items.item("a")
        var further = FurtherPicture(try #require(stored.picture), role: .back)
        further.picture.thumbnail = [UInt8](repeating: 1, count: 30_000)
        stored.pictures = [further, further]
        let picture = try #require(stored.picture)
        #expect {
            try MilvusRow.record(of: stored, picture)
        } throws: { error in
            "\(error)".contains("a row of Milvus at most 65535; shorten its texts, or keep smaller thumbnails or fewer")
        }
    }
}
