import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch
@testable import store_writer

@Suite("The index of words of older files", .serialized)
struct WordIndexFormTests {
    let folder: TemporaryFolder
    let path: String
    /// The form before the index had stems.
    private static let before = Schema(
        steps: Array(Schema.current.steps.prefix { $0 != Schema.stems }), readable: 1)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("old")
    }

    /// A sound store of the older form.
    private func make(_ path: String, items: Int) throws {
        let store = try CatalogStore(
            path: path, describer: Work.describer, mode: .create, schema: WordIndexFormTests.before)
        try store.write { database throws(SearchError) in
            try database.script(
                "INSERT INTO fields(field, name, type) VALUES (1, 'tags', 'list'), (2, 'title', 'text')")
            for slot in 0..<items {
                let picture = StoredPicture(
                    vector: [Int8](repeating: Int8(slot % 100), count: 16), colors: [UInt8](repeating: 7, count: 8))
                let rows: [(Int, [Value])] = [
                    (1, [.text("t\(slot % 7)")]), (2, [.text("Leather bags number \(slot)")]),
                ]
                let sum = Checksum.ofItem(id: "\(slot)", source: nil, fingerprint: nil, attributes: rows)
                try database.run(
                    """
                    INSERT INTO items(slot, id, revision, picture_revision, checksum, picture_checksum)
                    VALUES (?, ?, 1, 1, ?, ?)
                    """, .integer(slot), .text("\(slot)"), .integer(sum), .integer(picture.checksum))
                try database.run("INSERT INTO vectors VALUES (?, ?)", .integer(slot), .signed(picture.vector))
                try database.run("INSERT INTO colors VALUES (?, ?)", .integer(slot), .blob(picture.colors))
                for (field, values) in rows {
                    try database.run(
                        "INSERT INTO attributes VALUES (?, ?, 0, ?)", .integer(field), .integer(slot), values[0])
                }
                try database.run(
                    "INSERT INTO words(rowid, text) VALUES (?, ?)", .integer(slot),
                    .text("t\(slot % 7)\nLeather bags number \(slot)"))
            }
            try database.run("UPDATE state SET revision = 1, items = ?", .integer(items))
        }
    }

    private func count(_ text: String, _ store: CatalogStore) throws -> Int {
        try store.read { snapshot throws(SearchError) in try snapshot.wordMatches(text).matches.count }
    }

    @Test("a file that is only read is searched as it is; opened for writing it gets stems, once")
    func migration() throws {
        try make(path, items: 20)
        let reader = try CatalogStore(path: path, mode: .readOnly)
        for text in ["bags ", "lether ", "numb", "t3 "] { #expect(try count(text, reader) > 0, "\(text)") }
        #expect(try count("bag ", reader) == 20 || count("bag ", reader) == 0)
        #expect(try reader.check().isEmpty)
        let completions = try reader.read { snapshot throws(SearchError) in
            try snapshot.completions(of: "lea", limit: 3)
        }
        #expect(completions.map(\.text) == ["Leather"])

        var told: [Int] = []
        let writer = try CatalogStore(path: path) { told.append($0) }
        #expect(told == [20])
        _ = try CatalogStore(path: path) { told.append($0) }
        _ = try CatalogStore(path: path, mode: .readOnly) { told.append($0) }
        _ = try CatalogStore(path: folder.path("new"), describer: .small, mode: .create) { told.append($0) }
        #expect(told == [20])
        #expect(try writer.check().isEmpty)
        #expect(try count("bag ", writer) == 20)
        #expect(try count("t3 ", writer) == 3)
        // Whoever had it open goes on.
        #expect(try count("leather ", reader) == 20)
        #expect(
            try writer.upsert([StoredItem(Item(id: "3", attributes: ["title": .text("Hat")]), picture: nil)]) == [nil])
        #expect(try count("bag ", CatalogStore(path: path)) == 19)
        #expect(try writer.check().isEmpty)
    }

    @Test("a step that fails after the index leaves the older file")
    func failure() throws {
        try make(path, items: 5)
        let broken = Schema(steps: Schema.current.steps + ["nonsense"])
        #expect(throws: SearchError.self) {
            try CatalogStore(path: path, describer: nil, mode: .readWrite, schema: broken)
        }
        #expect(try count("bags ", CatalogStore(path: path, mode: .readOnly)) == 5)
        #expect(try CatalogStore(path: path).check().isEmpty)
    }

    @Test("kill -9 at random moments of bringing a file up to date leaves the older or the newer form, sound")
    func kills() throws {
        try make(path, items: 3000)
        var numbers = SplitMix(seed: 21)
        for round in 0..<12 {
            let copy = folder.path("copy-\(round)")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let process = try StoreWriterProcess(copy, batches: 1)
            usleep(UInt32.random(in: 0..<150_000, using: &numbers))
            process.kill()
            _ = process.finish()
            let store = try CatalogStore(path: copy)
            #expect(try count("bag ", store) >= 2990, "round \(round)")
            #expect(try store.check().isEmpty, "round \(round)")
        }
    }
}
