import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What a store learns from the types of its items", .timeLimit(.minutes(5)))
struct LearningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("pictures of the right type come first, more of them than before")
    func learned() throws {
        let catalog = try KindCatalog(folder)
        let before = try catalog.precision()
        let report = try catalog.engine.learnBlocking()
        #expect(report.adoption == .map && report.reason == nil)
        #expect(report.items == 96 && report.types == 4)
        let (first, second) = (try #require(report.precisionBefore), try #require(report.precisionAfter))
        #expect(second > first + 0.1)
        let after = try catalog.precision()
        #expect(after > before + 0.1, "\(before), then \(after)")
        // The figures of the trial are about those of pictures that it never saw.
        #expect(abs(after - second) < 0.15)
        #expect(try catalog.precision { $0.query.kindWeight = 0 } == before)
    }

    @Test("scores are from 0 to 1, in order, and the parts of each add up to it")
    func scores() throws {
        let catalog = try KindCatalog(folder)
        _ = try catalog.engine.learnBlocking()
        let hits = try catalog.hits("bag", limit: 60)
        #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
        for hit in hits {
            let parts = try #require(hit.explanation)
            let sum = parts.shape + parts.color + parts.pattern + parts.text + parts.kind
            #expect((0...1).contains(hit.score) && abs(sum - hit.score) < 1e-9, "\(hit.id)")
        }
        #expect(try #require(hits[0].explanation).kind > 0.2)
        // Pages are parts of one order.
        let pages = try (1...6).flatMap { page in try catalog.hits("bag") { $0.page = page } }
        #expect(pages.map(\.id) == hits.map(\.id))
    }

    @Test("a picture that the catalog holds scores 1, and so does an item like the one searched with")
    func same() throws {
        let catalog = try KindCatalog(folder)
        _ = try catalog.engine.insertDescribed([
            (Item(id: "twin", attributes: ["product_type": "mug"]), KindCatalog.image("mug", 3), nil)
        ])
        _ = try catalog.engine.learnBlocking()
        let hits = try catalog.hits("mug", number: 3)
        #expect(Set(hits.prefix(2).map(\.id)) == ["mug-3", "twin"])
        #expect(hits[0].score == 1 && hits[1].score == 1)
        let similar = try catalog.engine.searchBlocking(SearchRequest(.init(example: .item(id: "mug-3"))))
        #expect(similar.hits.first?.id == "twin" && similar.hits.first?.score == 1)
        #expect(!similar.hits.contains { $0.id == "mug-3" })
    }

    @Test("types that pictures do not show are not learned, and hits stay as they were")
    func random() throws {
        var random = SplitMix(seed: 77)
        let catalog = try KindCatalog(folder) { _, _ in KindCatalog.kinds.randomElement(using: &random) }
        let before = try catalog.hits("lamp", limit: 40)
        let report = try catalog.engine.learnBlocking()
        #expect(report.adoption == .nothing && report.reason != nil && report.precisionAfter == nil)
        #expect(try catalog.hits("lamp", limit: 40) == before)
    }

    @Test("too few types, or none, are said to be the reason")
    func tooFew() throws {
        let two = try KindCatalog(folder) { kind, _ in kind == "shoe" ? "shoe" : "other" }
        #expect(try two.engine.learnBlocking().reason == "fewer than 3 types have 5 items")
        let other = try TemporaryFolder()
        let none = try KindCatalog(other) { _, _ in nil }
        let fields = "product_type, category, type, product_category, categories, google_product_category"
        #expect(try none.engine.learnBlocking().reason == "no item has a type in \(fields)")
        #expect(try none.engine.store.learningReport()?.adoption == .nothing)
    }

    @Test("items without a type are neither favored nor pushed back for it")
    func untyped() throws {
        let catalog = try KindCatalog(folder) { kind, number in number.isMultiple(of: 3) ? nil : kind }
        _ = try catalog.engine.learnBlocking()
        let hits = try catalog.hits("shoe", limit: 20)
        let own = hits.filter { $0.id.hasPrefix("shoe") }
        #expect(own.count > 14)
        #expect(own.contains { $0.attributes["product_type"] == nil })
        let kinds = hits.map { ($0.attributes["product_type"] == nil, $0.explanation?.kind ?? 0) }
        #expect(kinds.contains { $0.0 } && kinds.filter { !$0.0 }.allSatisfy { $0.1 > 0 })
    }

    @Test("the same content gives the same outcome")
    func deterministic() throws {
        let catalog = try KindCatalog(folder)
        _ = try catalog.engine.learnBlocking()
        let first = try #require(try catalog.engine.store.learned())
        _ = try catalog.engine.learnBlocking()
        let second = try #require(try catalog.engine.store.learned())
        #expect(first.map?.bytes == second.map?.bytes && first.types == second.types)
        #expect(first.report.precisionAfter == second.report.precisionAfter)
    }

    @Test("levels of a type count each: a sibling is nearer than a stranger")
    func levels() throws {
        let parents = [
            "shoe": "Fashion > Shoes", "bag": "Fashion > Bags", "lamp": "Home > Lamps", "mug": "Home > Mugs",
        ]
        let catalog = try KindCatalog(folder) { kind, _ in parents[kind] }
        #expect(try catalog.engine.learnBlocking().types == 4)
        func kind(_ prefix: String) throws -> Double {
            let hits = try catalog.hits("bag", limit: 96).filter { $0.id.hasPrefix(prefix) }
            return hits.reduce(0) { $0 + $1.score } / Double(hits.count)
        }
        #expect(try kind("bag") > kind("shoe"))
        #expect(try kind("shoe") > kind("lamp"))
    }

    @Test("a cancelled run leaves what was learned before")
    func cancelled() throws {
        let catalog = try KindCatalog(folder)
        let report = try catalog.engine.learnBlocking()
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: SearchError.cancelled) { try catalog.engine.learnBlocking(cancellation: cancellation) }
        #expect(try catalog.engine.store.learningReport() == report)
    }
}
