import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import SQLite

@Suite("A database file of our own")
struct DatabaseTests {
    private let folder: TemporaryFolder
    private static let form = "CREATE TABLE one(x)"

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    private func open(
        _ name: String = "one", kind: FileKind = .jobs, steps: [String] = [form]
    ) throws(SearchError) -> Database {
        try Database.sideFile(path(name), kind: kind, steps: steps)
    }

    private func reason(_ work: () throws(SearchError) -> Void) -> String {
        do throws(SearchError) { try work() } catch { return "\(error)" }
        return "nothing"
    }

    @Test("only its owner may read it, nor its log")
    func rights() throws {
        let database = try open()
        try database.run("INSERT INTO one VALUES (1)")
        for end in ["", "-wal"] {
            let facts = try FileManager.default.attributesOfItem(atPath: path("one") + end)
            #expect(facts[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("what a transaction did before an error is undone, and the transaction is not counted")
    func undone() throws {
        let database = try open()
        let before = try database.stamp()
        #expect(throws: SearchError.cancelled) {
            try database.transaction { () throws(SearchError) in
                try database.run("INSERT INTO one VALUES (1)")
                throw .cancelled
            }
        }
        #expect(try database.integer("SELECT count(*) FROM one") == 0)
        #expect(try database.stamp() == before && database.isOutsideTransaction)
        try database.transaction { () throws(SearchError) in try database.run("INSERT INTO one VALUES (1)") }
        #expect(try database.stamp()?.number == (before?.number ?? 0) + 1)
    }

    @Test("values come back as they were bound: NUL in a text, empty texts and blobs, numbers, nothing")
    func values() throws {
        let database = try open()
        let values: [Value] = [
            .text("a\0b"), .text(""), .blob([]), .blob([0, 255]), .signed([-1, 1]), .integer(.min), .real(0.5), .null,
        ]
        for value in values { try database.run("INSERT INTO one VALUES (?)", value) }
        var read: [String] = []
        try database.each("SELECT x FROM one ORDER BY rowid") { read.append("\($0.value(0))") }
        let expected = values.map { if case .signed = $0 { "\(Value.blob([255, 1]))" } else { "\($0)" } }
        #expect(read == expected)
    }

    @Test("a query runs inside the rows of the same query")
    func nested() throws {
        let database = try open()
        for number in 1...3 { try database.run("INSERT INTO one VALUES (?)", .integer(number)) }
        var pairs: [[Int]] = []
        let sql = "SELECT x FROM one ORDER BY x"
        try database.each(sql) { outer throws(SearchError) in
            let left = outer.integer(0)
            try database.each(sql) { pairs.append([left, $0.integer(0)]) }
        }
        #expect(pairs == (1...3).flatMap { left in (1...3).map { [left, $0] } })
    }

    @Test("one of an older form gets what it lacks; one of a newer form, of another kind or program is refused")
    func forms() throws {
        try open().run("INSERT INTO one VALUES (7)")
        let steps = [Self.form, "ALTER TABLE one ADD COLUMN y DEFAULT 5"]
        #expect(try open(steps: steps).integer("SELECT x + y FROM one") == 12)
        let newer = reason { () throws(SearchError) in _ = try open() }
        #expect(newer.contains("by a newer version (form 2, this one knows up to 1); update Magpie"), "\(newer)")
        let other = reason { () throws(SearchError) in _ = try open(kind: .events, steps: steps) }
        #expect(
            other.contains("it holds insertions that a server has accepted, not the events of a server"), "\(other)")
        try Database(path: path("foreign"), access: .create).script("CREATE TABLE t(a)")
        let foreign = reason { () throws(SearchError) in _ = try open("foreign") }
        #expect(foreign.contains("an SQLite database of another program"), "\(foreign)")
    }

    @Test("the log of another file is never played in, that of its own is")
    func logs() throws {
        let files = FileManager.default
        for name in ["a", "b"] {
            let database = try open(name)
            try database.transaction { () throws(SearchError) in
                try database.run("INSERT INTO one VALUES (?)", .text(name))
            }
            // As a process leaves them that is killed.
            for end in ["", "-wal"] {
                try files.copyItem(atPath: path(name + end), toPath: path("killed-\(name)" + end))
            }
        }
        #expect(try open("killed-a").integer("SELECT count(*) FROM one WHERE x = 'a'") == 1)
        let log = try Data(contentsOf: URL(filePath: path("killed-b-wal")))
        try files.removeItem(atPath: path("killed-b"))
        try files.copyItem(atPath: path("killed-a"), toPath: path("killed-b"))
        let text = reason { () throws(SearchError) in _ = try open("killed-b") }
        #expect(text.contains("killed-b-wal belongs to another file"), "\(text)")
        #expect(try Data(contentsOf: URL(filePath: path("killed-b-wal"))) == log)
    }

    @Test("one that was replaced while it is open is not written any more")
    func replaced() throws {
        let database = try open()
        try FileManager.default.moveItem(atPath: path("one"), toPath: path("away"))
        _ = try open("two")
        try FileManager.default.copyItem(atPath: path("two"), toPath: path("one"))
        let text = reason { () throws(SearchError) in
            try database.transaction { () throws(SearchError) in try database.run("INSERT INTO one VALUES (1)") }
        }
        #expect(text.contains("removed or replaced while it was open"), "\(text)")
    }
}
