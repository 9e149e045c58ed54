import Foundation
import TestSupport
import Testing

@testable import magpie

/// Catalogs whose values must come out of the store as they were written.
@Suite("Catalogs after public bug reports", .enabled(if: CaseTable.folder != nil, "\(CaseTable.skipped)"))
struct CatalogCaseTests {
    static let exported = CaseTable.rows("magpie index").filter { $0.command.contains("store export S") }
    static let ordered = CaseTable.rows("magpie index").filter { $0.command.contains("--sort") }
    static let filtered = CaseTable.rows("magpie search --color ffffff --all --filter")

    @Test("a value is kept as it was written, or the catalog is refused", arguments: exported)
    func export(_ test: Case) throws {
        let run = try CaseRun()
        let (index, export) = CaseRun.split(test)
        let indexed = try run.run(index)
        // Read as it is written is more than refused.
        if test.expected == "refused", indexed.code != 0 || test.kind != "csv-utf16" {
            #expect(indexed.code != 0, "\(test.id)")
            return
        }
        // Its rows have no picture in the folder, so that nothing can be kept; its columns must be read.
        if test.id == "csv-sep-tie.csv" {
            #expect(indexed.code == 2 && indexed.errors.contains("i1"), "\(indexed.errors)")
            return
        }
        let ended = try run.run(export)
        if test.expected == "warned or right" || test.expected == "refused" {
            #expect(!ended.text.contains("\u{FFFD}") || indexed.code != 0, "\(test.id): \(indexed.errors)")
            return
        }
        let items = Dictionary(
            try ended.json().map { ($0["id"] as? String ?? "", $0["attributes"] as? [String: Any] ?? [:]) }
        ) { first, _ in first }
        for match in test.expected.matches(of: /(i[0-9]+) (\{.*?\})(?= i[0-9]+ |$)/) {
            let wanted = try JSONSerialization.jsonObject(with: Data(match.2.utf8)) as? [String: Any]
            let found = try #require(items[String(match.1)], "\(test.id): \(indexed.errors)")
            for (name, value) in wanted ?? [:] {
                let same = (found[name] as? NSObject)?.isEqual(value)
                #expect(same == true, "\(test.id): \(String(describing: found[name])) in place of \(value)")
            }
        }
    }

    /// Names that begin with another word may stand either way.
    @Test("names are ordered as people order them", arguments: ordered)
    func order(_ test: Case) throws {
        let run = try CaseRun()
        let (index, search) = CaseRun.split(test)
        _ = try run.run(index)
        let titles = try CaseRun.titles(try run.run(search)).filter { !$0.hasPrefix("Size") }
        #expect(titles == ["Adam", "alice", "Álvaro", "Öl", "Zoe", "-"].filter(titles.contains))
        #expect(titles.count >= 5)
    }

    @Test("a filter on a part of a name finds it with and without accents", arguments: filtered)
    func filter(_ test: Case) throws {
        let run = try CaseRun()
        _ = try run.run("magpie index pics --catalog csv/sort-names.csv --store S")
        #expect(try CaseRun.titles(try run.run(test.command)) == [test.expected])
    }
}
