import ContentSearch
import EngineTestSupport
import TestSupport
import Testing

@Suite("The contract of content in a file", .timeLimit(.minutes(5)))
struct ContentContractTests {
    private static let content = Result { try TemporaryContent(ContentContract.modules, ContentContract.instances) }
    private static let books = Result { try Books(600) }

    @Test("a file keeps the contract of content", arguments: ContentContract.rules)
    func contract(_ rule: ContentContract.Rule) async throws {
        let store = try Self.content.get().store
        await #expect(throws: Never.self, "\(rule)") { try await rule.check(store) }
    }

    @Test(
        "sixty queries over books find what an independent reading finds",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"),
        arguments: ContentQueries.all)
    func books(_ asked: ContentQueries) throws {
        let books = try #require(try Self.books.get())
        let expected = try books.reference.searchBlocking(asked.query)
        let found = try books.content.store.searchBlocking(asked.query)
        #expect(found == expected, "\(asked): \(found.items.map(\.id).prefix(8))")
    }
}
