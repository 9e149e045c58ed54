import MilvusCatalog
import TestSupport
import Testing

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct ContractTests {
    @Test("a catalog in Milvus keeps the contract", arguments: SearchContract.rules, ["index=flat", "index=hnsw"])
    func contract(_ rule: SearchContract.Rule, _ index: String) async throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress(index)
        await #expect(throws: Never.self) {
            try await rule.check { try Server.open(address, in: folder) }
        }
        try MilvusCatalog.drop(address)
    }
}
