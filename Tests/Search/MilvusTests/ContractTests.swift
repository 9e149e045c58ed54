import EngineTestSupport
import PictureTestSupport
import TestSupport
import Testing

@testable import MilvusCatalog

@Suite(
    .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct ContractTests {
    @Test(
        "a catalog in Milvus keeps the contract",
        arguments: Self.product(SearchContract.rules, ["index=flat", "index=hnsw"])
            + Self.product(SearchContract.pictureRules, ["index=flat"]))
    func contract(_ rule: SearchContract.Rule, _ index: String) async throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress(index)
        await #expect(throws: Never.self) {
            try await rule.check { try Server.open(address, in: folder) }
        }
        try MilvusCatalog.drop(address)
    }

    private static func product(
        _ rules: [SearchContract.Rule], _ settings: [String]
    ) -> [(SearchContract.Rule, String)] {
        rules.flatMap { rule in settings.map { (rule, $0) } }
    }

    @Test("a catalog with one picture for each item keeps its form, and the first item with several gives it the next")
    func form() async throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress()
        let catalog = try Server.open(address, in: folder)
        let client = try MilvusCalls(address, token: nil).client()
        func form() throws -> Int? {
            try client.query(address.metaCollection, FilterText.oneOf([MetaRow.catalog]), ["id", "rev", "record"])
                .first.flatMap { try MetaRow($0).identity?.format }
        }
        let picture = ImageInput.pixels(Pictures.scene(64, 64))
        for result in try await catalog.insert([Entry(Item(id: "one"), image: picture)]) { try result.get() }
        #expect(try form() == 1 && client.description(of: address.pictureCollection) == nil)
        let several = Entry(Item(id: "several"), image: picture, pictures: [.init(picture, role: .back)])
        for result in try await catalog.insert([several]) { try result.get() }
        try waitUntil("the form is written") { try form() == MetaRow.Identity.withPictures }
        #expect(try client.count(address.pictureCollection) == 1)
        #expect(try await catalog.remove(["several"]) == ["several"])
        #expect(try client.count(address.pictureCollection) == 0)
        #expect(try Server.open(address, in: TemporaryFolder(), creates: false).engine.countBlocking() == 1)
        try MilvusCatalog.drop(address)
        #expect(try client.description(of: address.pictureCollection) == nil)
    }
}
