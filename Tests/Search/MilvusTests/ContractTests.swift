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

    @Test("an item with several pictures is refused, with the kind of store that keeps them, and one picture is taken")
    func severalPictures() async throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress()
        let service = try Server.open(address, in: folder)
        let picture = ImageInput.pixels(Pictures.scene(64, 64))
        let several = Entry(Item(id: "several"), image: picture, pictures: [.init(picture, role: .back)])
        let results = try await service.insert([several, Entry(Item(id: "one"), image: picture)])
        guard case .failure(.invalidArgument(let text)) = results[0] else {
            Issue.record("\(results[0])")
            return
        }
        #expect(text.contains("has one picture, not 2; a store file keeps several"))
        #expect(throws: Never.self) { try results[1].get() }
        #expect(try await service.item("several") == nil)
        #expect(try await service.item("one") != nil)
        try MilvusCatalog.drop(address)
    }
}
