import Foundation
import TestSupport
import Testing

@testable import ContentSearch

@Suite("Queries of clients", .timeLimit(.minutes(5)))
struct BudgetTests {
    private let content: TemporaryContent

    init() throws {
        let books = ContentModule(
            "books",
            fields: [
                ContentField("text", .text), ContentField("author", .relation, module: "people", inverse: "books"),
            ])
        let people = ContentModule("people", fields: [ContentField("name", .text)])
        var instances = (0..<20).map { number in
            ContentInstance(id: "p\(number)", module: "people", values: ["name": .string("Person \(number)")])
        }
        instances += (0..<6000).map { number in
            ContentInstance(
                id: "b\(number)", module: "books",
                values: ["text": .string("Story \(number) of the sea"), "author": .string("p\(number % 20)")])
        }
        content = try TemporaryContent([books, people], instances)
    }

    private func served(_ query: ContentQuery, _ budget: Budget = Budget()) throws -> Int {
        try Budget.$current.withValue(budget) { try content.store.searchBlocking(query).total }
    }

    private func patterns(_ count: Int) -> Filter { .or((0..<count).map { .like("text", "%zz\($0)%") }) }

    @Test("conditions stop at the budget of their request with its size, and have none without a client")
    func conditions() throws {
        // A little more than 200,000, and 32 for each item.
        let query = ContentQuery("books").where(patterns(70))
        let error = #expect(throws: SearchError.self) { try served(query) }
        #expect(error?.description.contains("comparisons") == true, "\(error?.description ?? "")")
        #expect(try content.store.searchBlocking(query).total == 0)
        // All conditions of a request share it.
        #expect(
            try served(ContentQuery("books").where(patterns(30) || .like("text", "story 12%"))) == 111)
    }

    @Test("relations to many ids stop at it, and those to the most ids of one list do not")
    func relations() throws {
        let ids = (0..<5000).map { "b\($0)" }
        #expect(try served(ContentQuery("people").related(to: ids, through: "books")) == 20)
        var query = ContentQuery("people")
        for _ in 0..<100 { query = query.related(to: ids, through: "books") }
        #expect(throws: SearchError.self) { try served(query) }
    }

    @Test("a query ends when its client has left")
    func left() throws {
        let budget = Budget()
        budget.cancellation.cancel()
        #expect(throws: SearchError.cancelled) { try served(ContentQuery("books").where(patterns(1)), budget) }
        #expect(throws: SearchError.cancelled) { try served(ContentQuery("books").saying("story"), budget) }
    }

    @Test("without pages a client gets 5,000 instances at most, and long words are refused")
    func everything() throws {
        #expect(throws: SearchError.self) { try served(ContentQuery("books").everything()) }
        #expect(try served(ContentQuery("people").everything()) == 20)
        #expect(try content.store.searchBlocking(ContentQuery("books").everything()).items.count == 6000)
        #expect(throws: SearchError.self) {
            try served(ContentQuery("books").saying(String(repeating: "a", count: 100_000)))
        }
    }
}
