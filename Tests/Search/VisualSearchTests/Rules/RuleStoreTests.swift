import Foundation
import TestSupport
import Testing

@testable import SQLite
@testable import VisualSearch

@Suite("Rules of a store", .timeLimit(.minutes(5)))
struct RuleStoreTests {
    private let folder: TemporaryFolder
    private let shop: RuleShop

    init() throws {
        folder = try TemporaryFolder()
        shop = try RuleShop(folder)
    }

    private let rules = [
        SearchRule("first", when: .init(words: .init(.contains, ["bag"])), then: .init(pins: [.init("bag-09", at: 1)])),
        SearchRule("second", then: .init(hiddenIDs: ["bag-00"])),
    ]

    @Test("rules of the store are followed from the next search on, by other engines as well, until they are cleared")
    func stored() throws {
        let other = try SearchEngine(path: folder.path("shop.magpie"), mode: .readOnly)
        #expect(try other.rulesBlocking() == [] && shop.found([])[0] == "bag-00")
        #expect(try shop.engine.replaceRulesBlocking(rules) == [])
        for engine in [shop.engine, other] {
            #expect(try engine.rulesBlocking() == rules)
            let answer = try engine.searchBlocking(SearchRequest(.text("bag"), limit: 3))
            #expect(answer.hits.map(\.id) == ["bag-09", "bag-01", "bag-02"] && answer.total == 29)
            var without = SearchRequest(.text("bag"), limit: 3)
            without.rules.usesRules = false
            #expect(try engine.searchBlocking(without).hits[0].id == "bag-00")
        }
        // Other writes leave the rules.
        _ = try shop.engine.removeBlocking(["bag-01"])
        #expect(try other.searchBlocking(SearchRequest(.text("bag"))).hits[0].id == "bag-09")
        try shop.engine.replaceRulesBlocking([])
        #expect(try other.rulesBlocking() == [] && other.searchBlocking(SearchRequest(.text("bag"))).rules == [])
    }

    @Test("a rule of the request takes the place of the stored one of its name")
    func preview() throws {
        try shop.engine.replaceRulesBlocking(rules)
        let changed = SearchRule("first", then: .init(pins: [.init("bag-11", at: 1)]))
        #expect(try shop.found([changed])[0] == "bag-11")
    }

    @Test("an import that has one wrong rule changes nothing")
    func atomic() throws {
        try shop.engine.replaceRulesBlocking(rules)
        for wrong in [
            SearchRule("x", then: .init()), SearchRule("first", then: .init(redirect: "/a")),
            SearchRule("x", then: .init(boosts: [.init("prise:>3")])),
            SearchRule("x", when: .init(words: .init(.exact, ["a b c d e f g h i"])), then: .init(redirect: "/a")),
            SearchRule("x", then: .init(redirect: "javascript:alert(1)")),
        ] {
            #expect(throws: SearchError.self) { try shop.engine.replaceRulesBlocking(rules + [wrong]) }
            #expect(try shop.engine.rulesBlocking() == rules)
        }
        let many = (0...SearchRule.limit).map { SearchRule("\($0)", then: .init(redirect: "/a")) }
        #expect(throws: SearchError.self) { try shop.engine.replaceRulesBlocking(many) }
        #expect(try shop.engine.rulesBlocking() == rules)
    }

    @Test("an addition keeps the other rules, and is refused beyond the most rules of a store")
    func addition() throws {
        try shop.engine.replaceRulesBlocking(rules)
        let more = [
            SearchRule("second", then: .init(redirect: "/b")), SearchRule("third", then: .init(redirect: "/c")),
        ]
        #expect(try shop.engine.store.keep(more, replacingAll: false).count == 3)
        #expect(try shop.engine.rulesBlocking() == [rules[0]] + more)
        #expect(throws: SearchError.self) {
            try shop.engine.store.keep(rules: [("fourth", "{}")], replacingAll: false, limit: 3)
        }
        #expect(try shop.engine.rulesBlocking().count == 3)
    }

    @Test("a missing item is a warning at import, and a field is checked only where the store has items")
    func warnings() throws {
        let texts = try shop.engine.replaceRulesBlocking([.pin("bag-77", at: 1)])
        #expect(texts == ["rule `pin bag-77` pins `bag-77`, and the store has no such item"])
        let empty = try SearchEngine(path: folder.path("empty.magpie"), mode: .create)
        try empty.replaceRulesBlocking([SearchRule("x", then: .init(boosts: [.init("brand:Lumo")]))])
        #expect(try empty.searchBlocking(SearchRequest(.text("bag"))).total == 0)
    }

    @Test("a backup, a copy and a repair take the rules along, and a merge refuses them")
    func along() throws {
        try shop.engine.replaceRulesBlocking(rules)
        let store = shop.engine.store
        _ = try store.backup(to: folder.path("backup.magpie"))
        _ = try store.copyItems(toFile: folder.path("copy.magpie"))
        #expect(try CatalogStore.repair(path: store.path, to: folder.path("repaired.magpie")).lost == [])
        for name in ["backup", "copy", "repaired"] {
            let other = try CatalogStore(path: folder.path("\(name).magpie"), mode: .readOnly)
            #expect(try other.read { snapshot throws(SearchError) in try snapshot.rules().rules } == rules, "\(name)")
        }
        #expect {
            _ = try MergePart(store.path)
        } throws: { error in "\(error)".contains("it holds rules, which a merge would lose") }
    }

    @Test("a damaged rule is found by the check, not followed, and told in each answer")
    func damage() throws {
        try shop.engine.replaceRulesBlocking(rules)
        try Database(path: shop.engine.store.path, access: .write)
            .run("UPDATE search_rules SET record = replace(record, 'bag-00', 'bag-02') WHERE name = 'second'")
        let fresh = try SearchEngine(path: shop.engine.store.path, mode: .readWrite)
        #expect(try fresh.store.check() == ["rules: the rule `second` is damaged; import it again"])
        let answer = try fresh.searchBlocking(SearchRequest(.text("bag")))
        #expect(answer.rules.map(\.name) == ["first"] && answer.notices.map(\.kind) == [.unusableRule])
        #expect(throws: SearchError.self) { try fresh.rulesBlocking() }
    }
}
