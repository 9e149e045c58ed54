import EngineTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite(.timeLimit(.minutes(5))) struct EngineContractTests {
    @Test("the embedded engine keeps the contract", arguments: SearchContract.rules + SearchContract.pictureRules)
    func contract(_ rule: SearchContract.Rule) async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: Never.self) {
            try await rule.check { try SearchEngine(path: folder.path("catalog.magpie"), mode: .create) }
        }
    }
}
