import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Bounds of filters: days, fractions, depth and the comparisons that a request may make")
struct FilterBoundTests {
    private let folder: TemporaryFolder
    private let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func ids(_ filter: Filter) throws -> Set<String> {
        try store.read { snapshot throws(SearchError) in
            var ids: Set<String> = []
            for slot in try snapshot.matching(filter).slots { ids.insert(try snapshot.id(at: slot) ?? "?") }
            return ids
        }
    }

    @Test(
        "a day is all moments from its first millisecond to its last one",
        arguments: [
            (.equal("made", "2024-05-31"), "bcd"), (.differs("made", "2024-05-31"), "ae"),
            (.less("made", "2024-05-31"), "a"), (.lessOrEqual("made", "2024-05-31"), "abcd"),
            (.greater("made", "2024-05-31"), "e"), (.greaterOrEqual("made", "2024-05-31"), "bcde"),
            (.between("made", "2024-05-31", "2024-05-31"), "bcd"),
            (.oneOf("made", ["2024-05-31", "2024-06-01T00:00:00Z"]), "bcde"),
            (.oneOf("made", ["2024-05-30", "2024-05-31T12:00:00Z"]), "ac"),
            (.differsFromAll("made", ["2024-05-30", "2024-05-31T12:00:00Z"]), "bde"),
            (.less("made", "2024-05-31T12:00:00Z"), "ab"), (.greaterOrEqual("made", "2024-05-31T12:00:00Z"), "cde"),
        ] as [(Filter, String)])
    func days(_ filter: Filter, _ expected: String) throws {
        let moments = [
            "a": "2024-05-30T23:59:59.999Z", "b": "2024-05-31T00:00:00Z", "c": "2024-05-31T12:00:00Z",
            "d": "2024-05-31T23:59:59.999Z", "e": "2024-06-01T00:00:00Z",
        ]
        _ = try store.upsert(moments.map { StoredItem($0, ["made": try #require(AttributeValue($1, as: .date))]) })
        #expect(try ids(filter) == Set(expected.map(String.init)))
    }

    @Test(
        "a text that looks like a day is no day in a field of texts or of whole numbers",
        arguments: [
            (.equal("code", "2024-05-31"), "b"), (.lessOrEqual("code", "2024-05-31"), "ab"),
            (.equal("year", "2024-05-31"), ""), (.greater("year", "2024-05-31"), ""),
        ] as [(Filter, String)])
    func noDays(_ filter: Filter, _ expected: String) throws {
        let codes = ["a": "2024-05-30", "b": "2024-05-31", "c": "2024-05-31T12"]
        _ = try store.upsert(codes.map { StoredItem($0, ["code": .string($1), "year": .int(1_717_113_600_000)]) })
        #expect(try ids(filter) == Set(expected.map(String.init)))
    }

    @Test(
        "whole numbers equal those that are written with a fraction of zero, alone and beside others",
        arguments: [
            (.equal("stock", .float(2)), "2"), (.equal("stock", .float(2.5)), ""),
            (.oneOf("stock", [.float(1), .int(3)]), "13"), (.oneOf("stock", [.float(1.5), .int(3)]), "3"),
            (.oneOf("stock", [.float(1), .float(2.5)]), "1"), (.oneOf("stock", [.int(1), .int(3)]), "13"),
            (.differsFromAll("stock", [.float(1), .int(3)]), "2"),
        ] as [(Filter, String)])
    func fractions(_ filter: Filter, _ expected: String) throws {
        _ = try store.upsert((1...3).map { StoredItem("\($0)", ["stock": .int($0)]) })
        #expect(try ids(filter) == Set(expected.map(String.init)))
    }

    @Test(
        "a filter is 100 deep and no deeper, whatever it is nested in",
        arguments: [{ .and([$0]) }, { .or([$0]) }, { .not($0) }] as [@Sendable (Filter) -> Filter])
    func depth(_ nest: @Sendable (Filter) -> Filter) throws {
        _ = try store.upsert([StoredItem("a")])
        let deepest = (0..<100).reduce(Filter.all) { filter, _ in nest(filter) }
        #expect(try ids(deepest) == ["a"])
        #expect(throws: SearchError.invalidArgument("a filter is at most 100 deep")) { try ids(nest(deepest)) }
    }

    /// A store of 768 items: a look at a set of its slots counts as 4 comparisons.
    @Test(
        "each condition counts as the comparisons that it makes",
        arguments: [
            (.all, 4), (.and([.all, .all]), 12), (.not(.or([.all])), 12), (.exists("code"), 4),
            (.equal("code", "7"), 4), (.oneOf("code", (0..<72).map { .string("\($0)") }), 4 + 9),
            (.less("code", "7"), 4 + 192), (.less("code", .list(["1", "2", "3", "4", "5"])), 4 + 960),
            (.between("code", "1", "7"), 4 + 384), (.between("code", .list(["1", "2"]), "7"), 4 + 576),
            (.like("code", "%7%"), 4 + 768), (.like("code", String(repeating: "7", count: 64)), 4 + 1536),
        ] as [(Filter, Int)])
    func comparisons(_ filter: Filter, _ expected: Int) throws {
        _ = try store.upsert((0..<768).map { StoredItem("\($0)", ["code": .string("\($0)")]) })
        /// True if so many more fit beside those of the filter.
        func leaves(_ count: Int) throws -> Bool {
            let budget = Budget()
            _ = try Budget.$current.withValue(budget) { try ids(filter) }
            do { try budget.spend(count, items: 768) } catch { return false }
            return true
        }
        let most = Budget.comparisons + Budget.comparisonsPerItem * 768
        #expect(try leaves(most - expected))
        #expect(try !leaves(most - expected + 1))
    }
}
