import Foundation
import SQLite
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
        _ = try? store.export { _ in }
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

    /// A store of six items, two of them removed, as the bytes of its file.
    private static let sound = Result {
        let folder = try TemporaryFolder()
        let path = folder.path("sound")
        do {
            let store = try CatalogStore(path: path, describer: .small, mode: .create)
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
        return try Data(contentsOf: URL(filePath: path))
    }

    /// A column of the sound store whose table has rows.
    struct Column: Sendable, CustomTestStringConvertible {
        let table: String
        let name: String
        var testDescription: String { "\(table).\(name)" }
    }

    private static let columns: [Column] = {
        guard let folder = try? TemporaryFolder(), let bytes = try? sound.get(),
            (try? bytes.write(to: URL(filePath: folder.path("sound")))) != nil,
            let database = try? Database(path: folder.path("sound"), access: .read)
        else { return [] }
        var columns: [Column] = []
        try? database.each(
            """
            SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c
            WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND c.hidden = 0
            """
        ) { columns.append(Column(table: $0.text(0), name: $0.text(1))) }
        return columns.filter { column in
            ((try? database.integer("SELECT count(*) FROM \"\(column.table)\"")) ?? 0) > 0
        }
    }()

    /// Writes a value into the last row, or into all rows of a table without row numbers; how many rows have it now.
    private func write(_ value: String, in column: Column, of path: String) throws -> Int {
        let database = try Database(path: path, access: .write)
        // An attacker is not bound by the constraints of our tables.
        try database.script("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        let update = "UPDATE OR IGNORE \"\(column.table)\" SET \"\(column.name)\" = \(value)"
        let last = " WHERE rowid = (SELECT max(rowid) FROM \"\(column.table)\")"
        guard (try? database.run(update + last)) != nil || (try? database.run(update)) != nil else { return 0 }
        return try database.integer("SELECT changes()")
    }

    @Test("the attack reaches the columns of all tables with rows")
    func reach() {
        #expect(Self.columns.count > 50)
        #expect(Set(Self.columns.map(\.table)).count > 8)
    }

    @Test("a number, text or blob in a column ends no process", .timeLimit(.minutes(5)), arguments: columns)
    func values(_ column: Column) throws {
        let bytes = try Self.sound.get()
        var changed = 0
        for (number, value) in Self.values.enumerated() {
            let path = folder.path("\(number)")
            try bytes.write(to: URL(filePath: path))
            changed += try write(value, in: column, of: path)
            use(path, repairs: number % 4 == 1)
        }
        #expect(changed > 0)
    }

    @Test(
        "a file that says it is of another kind or version is refused",
        arguments: ["user_version = -5", "user_version = 2147483647", "application_id = -1", "user_version = 0"])
    func pragmas(_ pragma: String) throws {
        let path = folder.path("pragma")
        try Self.sound.get().write(to: URL(filePath: path))
        try Database(path: path, access: .write).script("PRAGMA \(pragma)")
        #expect(throws: SearchError.self) { try CatalogStore(path: path, describer: .small) }
    }
}
