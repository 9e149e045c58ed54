import Foundation
import TestSupport
import Testing

@testable import magpie

/// Queries whose hits are known by their titles.
@Suite("Words after public bug reports", .enabled(if: CaseTable.folder != nil, "\(CaseTable.skipped)"))
struct WordCaseTests {
    static let searched = CaseRun.byStore(CaseTable.rows("magpie index tiny").filter { $0.command.contains("--text") })
    static let suggested = CaseTable.rows("magpie suggest ")

    @Test("the words of a query find the titles that say them", arguments: searched)
    func search(_ tests: [Case]) throws {
        let run = try CaseRun()
        #expect(try run.run(CaseRun.split(tests[0]).index).code == 0)
        for test in tests {
            let titles = try CaseRun.titles(try run.run(CaseRun.split(test).asks))
            for part in test.expected.split(separator: "; ") {
                let (rule, value) = try #require(part.wholeMatch(of: /([a-z ]+): (.*)/).map { ($0.1, $0.2) })
                let values = value.split(separator: ", ").map(String.init)
                switch rule {
                case "first" where value.hasPrefix("a "):
                    #expect(
                        titles.first?.hasPrefix(value.dropFirst(2).prefix { $0 != " " }) == true, "\(test): \(titles)")
                case "first": #expect(titles.first == String(value), "\(test): \(titles)")
                case "among the hits": for value in values { #expect(titles.contains(value), "\(test): \(titles)") }
                case "not a hit": for value in values { #expect(!titles.contains(value), "\(test): \(titles)") }
                default: Issue.record("\(test): no rule \(rule)")
                }
            }
        }
    }

    @Test("a suggestion begins with the words of a title as they are written", arguments: suggested)
    func suggest(_ test: Case) throws {
        let run = try CaseRun()
        let name = try #require(test.id.firstMatch(of: /fold-[a-z]+/)).0
        _ = try run.run("magpie index tiny --catalog words/\(name).jsonl --schema title=text --store S")
        let beginning = try #require(test.expected.split(separator: " ").last).lowercased()
        let suggestions = try run.run(test.command).text.lowercased()
        #expect(suggestions.contains("\"\(beginning)"), "\(test): \(suggestions)")
    }
}
