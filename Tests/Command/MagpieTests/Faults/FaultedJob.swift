import Foundation
import SQLite
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
        FaultedJob(testDescription: "prep", words: ["prep", "in", "-o", "out", "-q"]),
    ]
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
    }

    /// Puts everything back as it is before a job.
    func reset(for job: FaultedJob) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path.text)
        where ["w.", "made.", "out", "report"].contains(where: name.hasPrefix) {
            try FileManager.default.removeItem(atPath: (place / name).text)
        }
        guard let store = job.store else { return }
        try FileManager.default.copyItem(atPath: (place / store).text, toPath: (place / FaultedJob.name).text)
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
        return content
    }
}

extension Workplace {
    /// Runs the command, which must succeed.
    fileprivate func demand(_ words: String...) throws {
        let ended = try magpie(words)
        if ended.code != 0 { throw SetupError("\(words): \(ended.errors)") }
    }
}
