import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite(
    "magpie on the set of good, odd and hostile files", .timeLimit(.minutes(5)),
    .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
struct InputSetTests {
    let place: Workplace
    let inputs: String

    init() throws {
        place = try Workplace()
        inputs = try #require(SharedData.folder("inputs")).path
    }

    /// File and what is expected of it, of the rows that are files.
    func manifest() throws -> [String: String] {
        var expected: [String: String] = [:]
        let text = try String(contentsOfFile: inputs + "/manifest.csv", encoding: .utf8)
        for row in text.split(separator: "\n").dropFirst() where !row.hasPrefix("recipe") {
            let cells = row.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
            // file,format,source,licence,property,expected: the last two may be quoted.
            let rest = Self.cells(cells[4])
            if rest.count > 1 { expected[cells[0]] = rest[1] }
        }
        return expected
    }

    static func cells(_ row: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in row {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    @Test("every file gives one line; no file ends the run or spoils the output of another")
    func everyFile() throws {
        let ended = try place.magpie("prep", inputs, "-o", "out", "--all-files", "--json")
        #expect(ended.code == 0)
        #expect(ended.errors.split(separator: "\n").count == ErrorReport.shownLimit + 1)
        let found = try ended.byPath()
        var expected = try manifest().filter { FileManager.default.fileExists(atPath: inputs + "/" + $0.key) }
        expected = expected.filter { !$0.key.split(separator: "/").contains { $0.hasPrefix(".") } }
        #expect(expected.count > 400)
        var agreed = 0
        for (file, verdict) in expected {
            let line = try #require(found[inputs + "/" + file], "\(file)")
            if verdict.hasPrefix("ok") != line.isOK { continue }
            agreed += 1
        }
        // Differences are looked at one by one in the tests of the library.
        #expect(agreed * 100 >= expected.count * 95)
        let outputs = found.values.flatMap { $0.outputs }.compactMap { $0["path"] as? String }
        #expect(Set(outputs).count == outputs.count)
        #expect(place.names(in: "out").count == outputs.count)
    }

    @Test("an undisturbed good file has the same output with all the bad ones around it")
    func neighbors() throws {
        let good = inputs + "/made/orient"
        try place.magpie("prep", good, "-o", "alone", "--jobs", "1")
        try place.magpie("prep", inputs + "/made", "-o", "among", "--jobs", "4")
        #expect(!place.files(in: "alone").isEmpty)
        #expect(place.files(in: "alone") == place.files(in: "among/orient"))
    }
}
