import EngineTestSupport
import Foundation
import StepwiseAPI
import StepwiseSearch
import TestSupport
import Testing

@Suite("A hierarchy in a file", .timeLimit(.minutes(5)))
struct StepContractTests {
    @Test("the file keeps the contract", arguments: StepContract.rules)
    func contract(_ rule: StepContract.Rule) async throws {
        let importer = try Importer()
        try importer.load(["rows.jsonl": StepContract.lines])
        try await rule.check(try importer.store())
    }

    @Test("an empty hierarchy has no data")
    func empty() throws {
        let importer = try Importer()
        try importer.load(["rows.csv": "id,label\n"])
        #expect(throws: StepError.noData) { try importer.store().stepBlocking(StepCall()) }
    }

    @Test("a file that is missing or holds something else is said to be")
    func wrongFiles() throws {
        let importer = try Importer()
        #expect(throws: StepError.unavailable("there is no file \(importer.path); 'magpie steps import' makes one")) {
            try importer.store()
        }
        for text in ["", "no database at all, but long enough to be read as the head of one, or so it seems here"] {
            try text.write(toFile: importer.path, atomically: true, encoding: .utf8)
            do throws(StepError) {
                _ = try StepStore(path: importer.path)
                Issue.record("it was opened")
            } catch {
                guard case .unavailable(let reason) = error else { throw error }
                #expect(reason.contains(importer.path))
            }
        }
    }

    @Test("many threads may ask at once, while the file is replaced")
    func concurrency() async throws {
        let importer = try Importer()
        try importer.load(["rows.jsonl": StepContract.lines])
        let store = try importer.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let answer = try await store.step(StepCall(words: index % 2 == 0 ? "negishi 5" : "東町1"))
                    #expect(answer.found.first?.ids.last == (index % 2 == 0 ? "negishi-5" : "h7"))
                }
            }
            for _ in 0..<5 { try importer.load(["rows.jsonl": StepContract.lines]) }
            try await group.waitForAll()
        }
    }
}
