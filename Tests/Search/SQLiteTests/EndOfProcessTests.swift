import Foundation
import SearchAPI
import Synchronization
import TestSupport
import Testing

@testable import SQLite

@Suite("The connections of a process that ends", .timeLimit(.minutes(5)))
struct EndOfProcessTests {
    /// Opens a file whose log takes long to be taken into it.
    private static func withLongLog(_ path: String) throws -> Database {
        let database = try Database.sideFile(
            path, kind: .jobs, steps: ["CREATE TABLE one(x)"])
        try database.script("PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF")
        try database.transaction { () throws(SearchError) in
            for _ in 0..<64 { try database.run("INSERT INTO one VALUES (zeroblob(1000000))") }
        }
        return database
    }

    @Test("one that another thread ends at that moment leaves no log")
    func ending() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "one").path(percentEncoded: false)
            let held = Locked<Database?>(try EndOfProcessTests.withLongLog(path))
            let begins = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let last = Locked(held.withLock { database in database.take() })
                begins.signal()
                last.withLock { $0 = nil }
            }
            begins.wait()
            usleep(5000)
            let logged = FileManager.default.fileExists(atPath: path + "-wal")
            Database.closeAll()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            print(logged ? "the connection was ending" : "the connection had ended")
        }
    }

    @Test("one that is to end is not asked for its state any more")
    func asked() throws {
        let database = try Database(path: ":memory:", access: .create)
        try database.script("CREATE TABLE one(x)")
        try database.run("INSERT INTO one VALUES (1)")
        try database.script("BEGIN")
        #expect(!database.isOutsideTransaction && database.changes == 1)
        database.isEnding.store(true, ordering: .sequentiallyConsistent)
        #expect(database.isOutsideTransaction && database.changes == 0)
    }

    /// The thread sanitizer sees a use of what has ended.
    @Test("one that another thread uses is ended after it")
    func used() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "one").path(percentEncoded: false)
            let database = Locked(try EndOfProcessTests.withLongLog(path))
            let begins = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                database.withLock { database in
                    begins.signal()
                    while (try? database.run("UPDATE one SET x = x WHERE rowid = 1")) != nil {
                        _ = (database.isOutsideTransaction, database.changes)
                    }
                }
            }
            begins.wait()
            usleep(5000)
            Database.closeAll()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test("one that is opened while they end leaves no log, and the next is refused")
    func opening() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "one").path(percentEncoded: false)
            let first = try EndOfProcessTests.withLongLog(path)
            let begins = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                begins.signal()
                while (try? Database(path: path, access: .read)) != nil {}
            }
            begins.wait()
            usleep(5000)
            Database.closeAll()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(throws: SearchError.cancelled) { try Database(path: path, access: .read) }
            withExtendedLifetime(first) {}
        }
    }

    @Test("connections that several threads end at one moment leave no log", arguments: 0..<20)
    func together(_: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "one").path(percentEncoded: false)
        let databases = Locked<[Database?]>([])
        let writer = try Database.sideFile(path, kind: .jobs, steps: ["CREATE TABLE one(x)"])
        databases.withLock { $0.append(writer) }
        for _ in 0..<7 {
            let reader = try Database(path: path, access: .read)
            _ = try reader.integer("SELECT count(*) FROM one")
            databases.withLock { $0.append(reader) }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { place in
            let one = databases.withLock { $0[place].take() }
            one?.end()
        }
        withExtendedLifetime(writer) {}
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["one"])
    }

    @Test("one that was ended says so")
    func ended() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "one").path(percentEncoded: false)
        let database = try Database(path: path, access: .create)
        try database.script("PRAGMA journal_mode = WAL; CREATE TABLE one(x)")
        let rows = try Rows("SELECT x FROM one", in: database)
        #expect(try rows.next() == nil)
        database.end()
        database.end()
        let closed = SearchError.store(path: path, reason: Database.closed)
        #expect(throws: closed) { try database.run("INSERT INTO one VALUES (1)") }
        #expect(throws: closed) { try database.integer("SELECT count(*) FROM one") }
    }

    @Test("a program that ends with open connections leaves no log")
    func exiting() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "one").path(percentEncoded: false)
            Self.left.withLock { $0.path = path }
            // The first one that is registered is called last.
            atexit {
                let path = EndOfProcessTests.left.withLock { $0.path }
                if FileManager.default.fileExists(atPath: path + "-wal") { _exit(9) }
            }
            let first = try EndOfProcessTests.withLongLog(path)
            let second = try Database(path: path, access: .read)
            _ = try second.integer("SELECT count(*) FROM one")
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            Self.left.withLock { ($0.folder, $0.databases) = (folder, [first, second]) }
            exit(0)
        }
    }

    private static let left = Locked<(path: String, folder: TemporaryFolder?, databases: [Database])>(("", nil, []))

    @Test("connections for reading that are the last ones of a file leave no log either", arguments: 0..<4)
    func readers(_: Int) async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "one").path(percentEncoded: false)
            let first = try EndOfProcessTests.withLongLog(path)
            // Connections end in any order, so that one of these is mostly the last.
            let readers = try (0..<8).map { _ in try Database(path: path, access: .read) }
            for reader in readers { _ = try reader.integer("SELECT count(*) FROM sqlite_schema") }
            Database.closeAll()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            withExtendedLifetime((first, readers)) {}
        }
    }
}
