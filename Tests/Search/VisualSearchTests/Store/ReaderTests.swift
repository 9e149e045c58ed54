import Dispatch
import Foundation
import SQLite
import SearchAPI
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Readers of a store", .timeLimit(.minutes(5)))
struct ReaderTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let items = (0..<20).map { StoredItem("\($0)", seed: $0, ["slow": .int($0), "quick": .int($0)]) }
        #expect(try store.upsert(items).allSatisfy { $0 == nil })
    }

    /// Temporary tables of the connection that the next reader gets.
    private func marks() throws -> Int {
        try store.read { snapshot throws(SearchError) in
            try snapshot.database.integer("SELECT count(*) FROM sqlite_temp_schema")
        }
    }

    @Test("a connection is used again, but for one whose transaction could not be ended")
    func pool() throws {
        let mark = "PRAGMA query_only = OFF; CREATE TEMP TABLE mark(x)"
        try store.read { snapshot throws(SearchError) in try snapshot.database.script(mark) }
        #expect(try marks() == 1)
        #expect(try marks() == 1)
        // A row without what it refers to lets no transaction end.
        try store.read { snapshot throws(SearchError) in
            try snapshot.database.script(
                """
                COMMIT; PRAGMA foreign_keys = ON; CREATE TEMP TABLE whole(id PRIMARY KEY);
                CREATE TEMP TABLE part(whole REFERENCES whole DEFERRABLE INITIALLY DEFERRED);
                BEGIN; INSERT INTO part VALUES (1)
                """)
            #expect(throws: SearchError.self) { try snapshot.database.run("COMMIT") }
            #expect(!snapshot.database.isOutsideTransaction)
        }
        #expect(try marks() == 0)
        #expect(try store.read { snapshot in snapshot.count } == 20)
        #expect(try store.revision() > 0)
    }

    @Test("a connection whose reader failed is used again")
    func failure() throws {
        #expect(throws: SearchError.self) {
            try store.read { snapshot throws(SearchError) in
                try snapshot.database.script("PRAGMA query_only = OFF; CREATE TEMP TABLE mark(x); SELECT nonsense")
            }
        }
        #expect(try marks() == 1)
    }

    @Test("a column in memory does not keep every string that items ever had")
    func columnGrowth() throws {
        for number in 0..<300 {
            _ = try store.upsert([StoredItem("7", ["name": .string("name \(number)"), "slow": 7, "quick": 7])])
            let found = try store.read { snapshot throws(SearchError) in
                try snapshot.matching(.equal("name", .string("name \(number)"))).count
            }
            #expect(found == 1)
        }
        let column = try store.read { snapshot throws(SearchError) in
            try snapshot.field("name").map { field throws(SearchError) in try snapshot.column(field, .whole) }
        }
        guard case .strings(let names)? = column else {
            Issue.record("a field of strings has no column of strings")
            return
        }
        // As many left over as there are slots, and the one that is there.
        #expect(names.strings.count <= 22)
    }

    @Test("an error of the disk outside of a transaction does not close the store for writing")
    func earlierError() throws {
        let log = URL(filePath: store.path + "-wal")
        let bytes = try Data(contentsOf: log)
        let file = try FileHandle(forUpdating: log)
        try file.truncate(atOffset: 0)
        try store.outsideTransaction { database throws(SearchError) in
            try database.script("PRAGMA shrink_memory")
            #expect(throws: SearchError.self) { try database.integer("SELECT count(*) FROM attributes") }
            #expect(database.diskFailed)
        }
        // The disk is back, and the next write is refused for another reason.
        try file.seek(toOffset: 0)
        try file.write(contentsOf: bytes)
        #expect(throws: SearchError.self) { try store.define(["slow": .date]) }
        #expect(try store.upsert([StoredItem("b")]) == [nil])
        #expect(try store.check() == [])
    }

    @Test("a column that is being read holds up no filter on another one")
    func columns() throws {
        // Reading `slow` takes one table that tells that it has begun, then waits for one that is locked.
        let paths = ["begun", "gate"].map(folder.path)
        let side = try paths.map { path throws(SearchError) in
            let database = try Database(path: path, access: .create)
            try database.script("PRAGMA busy_timeout = 0; CREATE TABLE one(x); INSERT INTO one VALUES (1)")
            return database
        }
        let (isReady, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let slow = Locked<Result<Int, any Error>?>(nil)
        let quick = Locked<Result<Int, any Error>?>(nil)
        let store = store
        DispatchQueue(label: "slow").async {
            let result = Result {
                try store.read { snapshot throws(SearchError) in
                    try snapshot.database.script(
                        """
                        COMMIT; PRAGMA query_only = OFF; PRAGMA busy_timeout = 600000;
                        ATTACH '\(paths[0])' AS begun; ATTACH '\(paths[1])' AS gate;
                        CREATE TEMP VIEW attributes AS SELECT a.* FROM main.attributes a, begun.one, gate.one;
                        BEGIN
                        """)
                    isReady.signal()
                    go.wait()
                    return try snapshot.matching(.less("slow", .int(5))).count
                }
            }
            isReady.signal()
            slow.withLock { $0 = result }
        }
        isReady.wait()
        try side[1].script("BEGIN EXCLUSIVE")
        go.signal()
        defer { try? side[1].script("COMMIT") }
        try wait(for: "the column that is read") {
            guard (try? side[0].script("BEGIN EXCLUSIVE")) != nil else { return true }
            try side[0].script("COMMIT")
            return slow.withLock { $0 != nil }
        }
        #expect(slow.withLock { $0 == nil })
        DispatchQueue(label: "quick").async {
            let result = Result {
                try store.read { snapshot throws(SearchError) in try snapshot.matching(.less("quick", .int(7))).count }
            }
            quick.withLock { $0 = result }
        }
        try wait(for: "the other column") { quick.withLock { $0 != nil } }
        #expect(try quick.withLock { $0 }?.get() == 7)
        #expect(slow.withLock { $0 == nil })
        try side[1].script("COMMIT")
        try wait(for: "the column that was read") { slow.withLock { $0 != nil } }
        #expect(try slow.withLock { $0 }?.get() == 5)
    }
}
