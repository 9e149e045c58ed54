import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("A file made by an attacker is refused or found out, and never ends the process")
struct HostileFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let values = [
        "-1", "-9223372036854775808", "9223372036854775807", "20000", "1e300", "NULL", "'text'", "x''",
    ]

    /// Everything that a command or a server does with a store; errors are answers here.
    private func use(_ path: String, repairs: Bool) {
        guard let store = try? CatalogStore(path: path, describer: .small) else { return }
        _ = try? store.info()
        _ = try? store.check()
        try? store.export { _ in }
        try? store.eachRemoved { _ in }
        let catalog = InMemoryCatalog(store, fewChanges: 2)
        for round in 0..<2 {
            try? catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                let slots = try snapshot.matching(.not(.equal("x", .int(3))))
                _ = catalog.vectors.nearest([1, 2, 3, 4], count: 10, filter: slots, mode: .default)
                _ = catalog.vectors.dots([1, 2, 3, 4], at: slots.slots)
                _ = try snapshot.facets(.init(["*"]), over: slots)
                _ = try snapshot.sorted(slots.slots, by: .init("x"))
                _ = try snapshot.groups(slots.slots, by: .init("s", limit: 2))
                _ = try snapshot.orderedByID(slots.slots)
                _ = try snapshot.wordMatches("word")
                _ = try snapshot.completions(of: "wo", limit: 3)
                for id in ["0", "1", "2", "3"] {
                    guard let slot = try snapshot.slot(of: id) else { continue }
                    var own = slots
                    own[slot] = false
                    _ = try? snapshot.item(at: slot)
                    _ = try? snapshot.picture(at: slot)
                }
                var ids: [String] = []
                ids.reserveCapacity(snapshot.count)
                try snapshot.eachItem { id, _, _ in ids.append(id) }
            }
            _ = try? store.upsert([StoredItem("1", seed: 5, ["x": .int(round)]), StoredItem("new \(round)")])
            _ = try? store.remove(["2"])
            _ = try? store.restore(nil)
        }
        if repairs { _ = try? CatalogStore.repair(path: path, to: path + ".saved", describer: .small) }
    }

    @Test("any number, text or blob in any column of any table", .timeLimit(.minutes(30)))
    func columns() throws {
        let sound = folder.path("sound")
        do {
            let store = try CatalogStore(path: sound, describer: .small, mode: .create)
            _ = try store.upsert(
                (0..<6).map {
                    var item = StoredItem(
                        "\($0)", seed: $0, ["x": .int($0), "s": .string("word\($0)"), "l": .list(["a"])])
                    item.fingerprint = Fingerprint(size: 1, modified: 2, hash: [3])
                    item.picture?.thumbnail = [1]
                    return item
                })
            _ = try store.remove(["4", "5"])
        }
        let database = try Database(path: sound, access: .read)
        var columns: [(table: String, column: String)] = []
        try database.each(
            """
            SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c
            WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND c.hidden = 0
            """
        ) { columns.append(($0.text(0), $0.text(1))) }
        #expect(columns.count > 50)
        let bytes = try Data(contentsOf: URL(filePath: sound))
        var changed = 0
        for (table, column) in columns {
            for (number, value) in Self.values.enumerated() {
                let path = folder.path("\(table)-\(column)-\(number)")
                defer {
                    for end in ["", "-wal", "-shm", ".saved", ".saved-wal", ".saved-shm"] {
                        try? FileManager.default.removeItem(atPath: path + end)
                    }
                }
                try bytes.write(to: URL(filePath: path))
                do throws(SearchError) {
                    let database = try Database(path: path, access: .write)
                    // The constraints that our own tables have bind no attacker.
                    try database.script("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
                    try database.run(
                        "UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value) WHERE rowid = (SELECT max(rowid) FROM \"\(table)\")"
                    )
                } catch {
                    // A table without row numbers; all of its rows then.
                    guard let database = try? Database(path: path, access: .write),
                        (try? database.run("UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value)")) != nil
                    else { continue }
                }
                changed += 1
                use(path, repairs: number % 4 == 1)
            }
        }
        #expect(changed > 300)
        for pragma in ["user_version = -5", "user_version = 2147483647", "application_id = -1", "user_version = 0"] {
            let path = folder.path("pragma")
            try bytes.write(to: URL(filePath: path))
            try Database(path: path, access: .write).script("PRAGMA \(pragma)")
            #expect(throws: SearchError.self) { try CatalogStore(path: path, describer: .small) }
        }
    }
}
