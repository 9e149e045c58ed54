import EngineTestSupport
import Foundation
import Recommendations
import SQLite
import SearchAPI
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// A small job of the command, to be tried with each call that may fail.
struct FaultedJob: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    /// The store that the job begins with; nil for none.
    var store: String? = "base.magpie"
    /// The items that are there however it ends.
    var acknowledged: Set<String> = ["baseline", "rgb", "subsampled"]
    /// Has events, consents and content beside the store.
    var isBeside = false

    /// The name of the store in the words of a job.
    static let name = "w.magpie"

    static let all = [
        FaultedJob(
            testDescription: "index into a new store", words: ["index", "two", "-q", "--store", name], store: nil,
            acknowledged: []),
        FaultedJob(
            testDescription: "index of more pictures, with thumbnails",
            words: ["index", "more", "-q", "--thumbnails", "32", "--store", name]),
        FaultedJob(
            testDescription: "removal", words: ["index", "in", "--prune", "-q", "--store", name],
            store: "large.magpie"),
        FaultedJob(testDescription: "search by picture", words: ["search", "in/baseline.jpg", "--store", name]),
        FaultedJob(testDescription: "search by words", words: ["search", "--text", "baseline", "--store", name]),
        FaultedJob(testDescription: "discover", words: ["discover", "in/rgb.png", "--store", name]),
        FaultedJob(testDescription: "suggest", words: ["suggest", "base", "--store", name]),
        FaultedJob(testDescription: "info", words: ["info", name]),
        FaultedJob(testDescription: "store check", words: ["store", "check", name]),
        FaultedJob(testDescription: "store compact", words: ["store", "compact", name]),
        FaultedJob(testDescription: "store export", words: ["store", "export", name]),
        FaultedJob(testDescription: "store backup", words: ["store", "backup", name, "made.magpie"]),
        FaultedJob(testDescription: "store copy", words: ["store", "copy", name, "made.magpie"]),
        FaultedJob(testDescription: "store repair", words: ["store", "repair", name]),
        FaultedJob(testDescription: "store learn", words: ["store", "learn", name]),
        FaultedJob(testDescription: "store restore", words: ["store", "restore", name, "--from", "base.magpie"]),
        FaultedJob(
            testDescription: "store merge",
            words: ["store", "merge", "part0.magpie", "part1.magpie", "-o", "made.magpie"]),
        FaultedJob(testDescription: "rules import", words: ["rules", "import", "rules.json", "--store", name]),
        FaultedJob(
            testDescription: "steps import", words: ["steps", "import", "rows.jsonl", "-o", "made.steps"]),
        beside("events", ["events", "--store", name]),
        beside("events forget", ["events", "forget", "c-81", "--store", name], forgetting: "c-81"),
        beside("consents import", ["consents", "import", "categories.json", "--store", name]),
        beside("consents set", ["consents", "set", "c-83", "personalization", "no", "--store", name]),
        beside("content import", ["content", "import", "articles.csv", "--store", name]),
        beside("content search", ["content", "search", "--text", "note", "--store", name]),
        FaultedJob(testDescription: "prep", words: ["prep", "in", "-o", "out", "-q"]),
    ]

    /// Those whose names have `MAGPIE_TESTS_ALLOCATIONS_OF` in them; all without it.
    static let chosen: [FaultedJob] = {
        let part = ProcessInfo.processInfo.environment["MAGPIE_TESTS_ALLOCATIONS_OF"] ?? ""
        return all.filter { part.isEmpty || $0.testDescription.contains(part) }
    }()

    /// A job with the files beside the store, in which all that is there of others than the customer `forgetting` stays.
    private static func beside(_ title: String, _ words: [String], forgetting: String = "") -> FaultedJob {
        let kept = ["c-81", "c-82"].filter { $0 != forgetting }.flatMap { ["events of \($0)", "consent of \($0)"] }
        return FaultedJob(
            testDescription: title, words: words,
            acknowledged: Set(["baseline", "rgb", "subsampled", "content n1"] + kept), isBeside: true)
    }
}

/// A folder with pictures, stores and files for all jobs.
struct FaultedPlace {
    let place: Workplace
    private static let pictures = [
        "in": ["baseline.jpg", "subsampled.jpg", "rgb.png"], "two": ["baseline.jpg", "rgb.png"],
        "more": ["baseline.jpg", "rgb.png", "lossy.webp", "cmyk.jpg", "rgb16.png"],
    ]

    init() throws {
        place = try Workplace()
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
        for (folder, names) in Self.pictures {
            for name in names {
                try place.write(Array(try Data(contentsOf: fixtures.appending(path: name))), to: "\(folder)/\(name)")
            }
        }
        for (folder, store) in [("in", "base.magpie"), ("in", "large.magpie")] {
            try place.demand("index", folder, "-q", "--store", store)
        }
        try place.write(try picture(seed: 5), to: "in/gone.jpg")
        try place.demand("index", "in", "-q", "--store", "large.magpie")
        try FileManager.default.removeItem(atPath: (place / "in/gone.jpg").text)
        for part in 0..<2 {
            try place.demand("index", "more", "-q", "--shard", "\(part)/2", "--store", "part\(part).magpie")
        }
        let rules = #"{"rules":[{"name":"first","then":{"pins":[{"id":"baseline","place":1}]}}]}"#
        try place.write(Array(rules.utf8), to: "rules.json")
        try place.write(Array(StepContract.lines.utf8), to: "rows.jsonl")
        try makeFilesBeside()
    }

    private func makeFilesBeside() throws {
        try place.write(Array(#"[{"id":"personalization"},{"id":"mail"}]"#.utf8), to: "categories.json")
        try place.write(Array("id,title\na1,First\na2,Second\n".utf8), to: "articles.csv")
        try place.write(Array("id,title\nn1,a note\n".utf8), to: "notes.csv")
        try place.demand("content", "import", "notes.csv", "--store", "base.magpie")
        try place.demand("consents", "import", "categories.json", "--store", "base.magpie")
        for customer in ["c-81", "c-82"] {
            try place.demand("consents", "set", customer, "personalization", "yes", "--store", "base.magpie")
        }
        let events = try EventStore(path: (place / "base.magpie.events").text)
        try events.add(
            (0..<60).map { number in
                TrackedEvent(
                    action: "product_view", user: number.isMultiple(of: 3) ? "c-81" : "c-82", query: "\(number)",
                    item: "rgb")
            })
    }

    /// Puts everything back as it is before a job.
    func reset(for job: FaultedJob) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path.text)
        where ["w.", "made.", "out", "report"].contains(where: name.hasPrefix) {
            try FileManager.default.removeItem(atPath: (place / name).text)
        }
        guard let store = job.store else { return }
        for ending in [""] + (job.isBeside ? [".events", ".content"] : []) {
            try FileManager.default.copyItem(
                atPath: (place / (store + ending)).text, toPath: (place / (FaultedJob.name + ending)).text)
        }
    }

    /// Removes the files that jobs make, beside the one that they begin with.
    func removeMade() {
        for name in ["made.magpie", "made.steps", "w.magpie.repaired", "w.repaired.magpie"] {
            try? FileManager.default.removeItem(atPath: (place / name).text)
        }
    }

    /// The files that a job has not finished, which it should not leave. A log may stay where nothing was left to take it
    /// into the store; the next command does.
    var leftovers: [String] {
        place.names(in: "").filter { name in [".partial-", ".restoring-", ".importing-"].contains(where: name.contains)
        }
    }

    /// The items and their vectors, by id; nil for a store that nothing was put into. Throws where it is not sound.
    func content() throws -> [String: [UInt8]]? {
        let path = (place / FaultedJob.name).text
        guard let status = try? FileManager.default.attributesOfItem(atPath: path), status[.size] as? Int != 0 else {
            return nil
        }
        let database = try Database(path: path, access: .unchanged)
        // SQLite may have begun the file, and put nothing into it.
        guard try database.integer("SELECT count(*) FROM sqlite_schema") > 0 else { return nil }
        if let first = try CatalogStore(path: path, mode: .readOnly).check().first {
            throw SearchError.damaged(path: path, detail: first)
        }
        var content: [String: [UInt8]] = [:]
        try database.each("SELECT id, bytes FROM items LEFT JOIN vectors USING (slot) WHERE id IS NOT NULL") { row in
            content[row.text(0)] = row.bytes(1)
        }
        return try content.merging(contentBeside()) { first, _ in first }
    }

    /// The events and the latest consent of each customer, the categories, and the content.
    private func contentBeside() throws -> [String: [UInt8]] {
        var content: [String: [UInt8]] = [:]
        let path = (place / FaultedJob.name).text
        guard FileManager.default.fileExists(atPath: path + ".events") else { return content }
        let events = try Database(path: path + ".events", access: .read)
        for finding in try events.rows("PRAGMA integrity_check") where finding != "ok" {
            throw SearchError.damaged(path: path, detail: finding)
        }
        for row in try events.rows("SELECT 'events of ' || user || '=' || count(*) FROM events GROUP BY user") {
            content.note(row)
        }
        let consents = "SELECT 'consent of ' || customer || '=' || category || given FROM consents ORDER BY id"
        for row in try events.rows(consents) { content.note(row) }
        for row in try events.rows("SELECT 'category ' || id || '=' || definition FROM categories") {
            content.note(row)
        }
        let store = try CatalogStore(path: path + ".content", mode: .readOnly, kind: .content)
        if let first = try store.check().first { throw SearchError.damaged(path: store.path, detail: first) }
        let items = try Database(path: store.path, access: .read)
        let rows = "SELECT 'content ' || id || '=' || content FROM items JOIN content USING (slot)"
        for row in try items.rows(rows) { content.note(row) }
        return content
    }
}

extension Workplace {
    /// Runs the command, which must succeed.
    func demand(_ words: String...) throws {
        let ended = try magpie(words)
        if ended.code != 0 { throw SetupError("\(words): \(ended.errors)") }
    }
}

extension Database {
    /// The first column of all rows.
    fileprivate func rows(_ query: String) throws(SearchError) -> [String] {
        var rows: [String] = []
        try each(query) { rows.append($0.text(0)) }
        return rows
    }
}

extension [String: [UInt8]] {
    /// Keeps a text such as `name=value`; a later one of the name takes its place.
    fileprivate mutating func note(_ row: String) {
        let parts = row.split(separator: "=", maxSplits: 1)
        self[String(parts[0])] = Array((parts.count > 1 ? parts[1] : "").utf8)
    }
}
