import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Effects of rules", .timeLimit(.minutes(5)))
struct RuleEffectTests {
    private let shop: RuleShop

    init() throws { shop = try RuleShop(TemporaryFolder()) }

    @Test("pins are at their places over all pages, and every item is there once")
    func pages() throws {
        let rules = [
            SearchRule.pin("bag-25", at: 1), .pin("bag-02", at: 7), .pin("shoe-0", at: 11), .pin("bag-00", at: 900),
        ]
        let whole = try shop.search(rules: rules)
        let ids = whole.hits.map(\.id)
        #expect(whole.total == 31 && ids.count == 31 && Set(ids).count == 31)
        #expect(ids[0] == "bag-25" && ids[6] == "bag-02" && ids[10] == "shoe-0" && ids[30] == "bag-00")
        #expect(
            ids.filter { !["bag-25", "bag-02", "shoe-0", "bag-00"].contains($0) }
                == RuleShop.ids((1..<30).filter { ![2, 25].contains($0) }))
        for scope in SearchRequest.Scope.allCases {
            for limit in [1, 4, 10, 31] {
                var paged: [String] = []
                for page in 1...(31 / limit + 1) {
                    let answer = try shop.search(rules: rules, page: page, limit: limit) { $0.scope = scope }
                    #expect(answer.total == 31)
                    paged += answer.hits.map(\.id)
                }
                #expect(paged == ids, "\(limit) a page")
            }
        }
    }

    @Test("pages of a search by picture over all items agree with pins and boosts as well")
    func picture() throws {
        let catalog = try SampleCatalog.shared.get()
        let pins = [SearchRule.pin("shoe-003", at: 2), .pin("bag-001", at: 13), .pin("mug-001", at: 400)]
        let boost = SearchRule("boost", then: .init(boosts: [.init("color:red", by: 2)]))
        for rules in [pins, [boost], pins + [boost]] {
            var whole: [String] = []
            for (limit, pages) in [(100, 2), (12, 14), (7, 24)] {
                var ids: [String] = []
                for page in 1...pages {
                    let request = SearchRequest(
                        .item("bag-007"), page: page, limit: limit, fields: [], scope: .all,
                        rules: .init(inline: rules))
                    let answer = try catalog.engine.searchBlocking(request)
                    #expect(answer.total == catalog.items.count - 1)
                    ids += answer.hits.map(\.id)
                }
                if whole.isEmpty { whole = ids }
                #expect(ids == whole && Set(ids).count == catalog.items.count - 1)
            }
            if rules.count > 1 { #expect(whole[1] == "shoe-003" && whole[12] == "bag-001") }
        }
    }

    @Test("a pin never breaks the filter of the request, and does not bring back the item that is searched with")
    func filter() throws {
        let rules = [SearchRule.pin("shoe-0", at: 1), .pin("bag-03", at: 2)]
        let answer = try shop.search(rules: rules, filter: .equal("category", .string("Bags")))
        #expect(answer.total == 20 && answer.hits[1].id == "bag-03")
        #expect(!answer.hits.contains { $0.id == "shoe-0" })
        #expect(
            answer.rules.first { $0.name == "pin shoe-0" }
                == AppliedRule(
                    "pin shoe-0", effects: [],
                    skipped: ["the pin of `shoe-0` at 1: the filter of the search leaves it out"]))
        let own = try shop.engine.searchBlocking(
            SearchRequest(.item("bag-03"), limit: 100, scope: .all, rules: .init(inline: rules)))
        #expect(!own.hits.contains { $0.id == "bag-03" } && own.hits.first?.id == "shoe-0")
    }

    @Test("hidden items leave hits, totals, facets and the nearest items, and hidden wins over pinned")
    func hidden() throws {
        let rules = [
            SearchRule("hide", then: .init(hiddenIDs: ["bag-01", "bag-02"], hidden: "brand:Lumo")),
            .pin("bag-01", at: 1, priority: 5), .pin("shoe-0", at: 2, priority: 5),
        ]
        let answer = try shop.search(rules: rules) { $0.facets = .init(["brand"]) }
        let left = (0..<30).filter { !$0.isMultiple(of: 3) && $0 != 1 && $0 != 2 }
        #expect(answer.hits.map(\.id) == RuleShop.ids(left))
        #expect(answer.total == left.count)
        #expect(answer.facets.first?.values.map(\.count) == [left.count])
        #expect(answer.rules.filter { $0.name != "hide" }.allSatisfy { $0.effects.isEmpty && $0.skipped.count == 1 })
        let none = try shop.search(rules: [SearchRule("all", then: .init(hidden: "price:>0"))])
        #expect(none.total == 0 && none.hits.isEmpty && none.nearest.isEmpty)
    }

    @Test("boosts and burials change places and no scores; a burial of weight 1 comes last")
    func weights() throws {
        let plain = try shop.search(rules: [])
        let rule = SearchRule(
            "weigh", then: .init(boosts: [.init("brand:Lumo", by: 1)], burials: [.init("price:>95", by: 1)]))
        let answer = try shop.search(rules: [rule])
        let (lumo, borgo) = ((5..<30).filter { $0.isMultiple(of: 3) }, (5..<30).filter { !$0.isMultiple(of: 3) })
        #expect(answer.hits.map(\.id) == RuleShop.ids(lumo + borgo + Array(0..<5)))
        #expect(answer.total == plain.total)
        let scores = Dictionary(uniqueKeysWithValues: plain.hits.map { ($0.id, $0.score) })
        #expect(answer.hits.allSatisfy { $0.score == scores[$0.id] })
        #expect(answer.hits.last?.explanation?.rules == [RuleMove("weigh", .burials, 1)])
        #expect(
            answer.hits.first { $0.id == "bag-00" }?.explanation?.rules
                == [RuleMove("weigh", .boosts, 1), RuleMove("weigh", .burials, 1)])
        #expect(plain.hits.allSatisfy { $0.explanation?.rules == [] })
    }

    @Test("an order by a field stays as it is: pins, boosts and burials are off, hidden items and redirects are not")
    func sort() throws {
        let rule = SearchRule(
            "all",
            then: .init(
                pins: [.init("bag-05", at: 1)], boosts: [.init("brand:Lumo")], burials: [.init("brand:Borgo")],
                hiddenIDs: ["bag-29"], redirect: "/sale"))
        let answer = try shop.search(rules: [rule]) { $0.sort = .init("price") }
        #expect(answer.hits.map(\.id) == RuleShop.ids((0..<29).reversed()))
        #expect(answer.redirect == "/sale" && answer.rules.map(\.effects) == [[.hides, .redirect]])
        #expect(answer.rules[0].skipped.count == 3)
    }

    @Test("the group of a pinned item takes its place, with the item first in it")
    func groups() throws {
        let rules = [SearchRule.pin("bag-07", at: 1), .pin("bag-09", at: 1, named: "z"), .pin("shoe-0", at: 2)]
        func groups(_ rules: [SearchRule], page: Int = 1, limit: Int = 10) throws -> SearchAnswer {
            try shop.search(rules: rules, page: page, limit: limit) { $0.grouping = .init("category", limit: 2) }
        }
        #expect(try groups([]).groups.map(\.value) == ["Bags", "Bags > Handbags"])
        let answer = try groups(rules)
        #expect(answer.total == 3 && answer.groups.map(\.value) == ["Bags", "Shoes", "Bags > Handbags"])
        #expect(answer.groups[0].hits.map(\.id) == ["bag-07", "bag-00"])
        #expect(try groups(rules, page: 2, limit: 1).groups.map(\.value) == ["Shoes"])
        let later = try groups([.pin("bag-22", at: 1), .pin("bag-23", at: 2)])
        #expect(later.groups.map(\.value) == ["Bags > Handbags", "Bags"])
        #expect(later.groups[0].hits.map(\.id) == ["bag-22", "bag-23"])
    }

    @Test("dedup keeps a pinned item beside its copies, and leaves copies of it out")
    func dedup() throws {
        let answer = try shop.search(rules: [.pin("bag-07", at: 2), .pin("bag-09", at: 3)]) { $0.dedup = 0.95 }
        #expect(answer.hits.map(\.id) == ["bag-07", "bag-09"] && answer.total == 2)
        #expect(try shop.search { $0.dedup = 0.95 }.hits.map(\.id) == ["bag-00"])
    }

    @Test("facets count what is shown: pinned items that the query does not find, once")
    func facets() throws {
        let answer = try shop.search(rules: [.pin("shoe-0", at: 1), .pin("bag-00", at: 2)]) {
            $0.facets = .init(["category"])
        }
        #expect(
            answer.facets.first?.values.map { "\($0.value) \($0.count)" } == [
                "Bags 20", "Bags > Handbags 10", "Shoes 1",
            ])
    }

    @Test("synonyms hold for the searches of their rule alone")
    func synonyms() throws {
        let rule = SearchRule(
            "satchels", when: .init(campaigns: ["school"]), then: .init(synonyms: ["zorb => bag", "glim, sneaker"]))
        #expect(try shop.search("zorb", rules: [rule]).total == 0)
        let answer = try shop.search("zorb", rules: [rule]) { $0.rules.campaign = "school" }
        #expect(answer.total == 30 && answer.rules.map(\.effects) == [[.synonyms]])
        #expect(try shop.search("glim", rules: [rule]) { $0.rules.campaign = "school" }.hits.map(\.id) == ["shoe-0"])
        #expect(try shop.search("zorb", rules: []).total == 0)
    }

    @Test("a pinned item that does not exist is a notice, and the campaign that no rule has another one")
    func notices() throws {
        let answer = try shop.search(rules: [.pin("bag-99", at: 1)]) { $0.rules.campaign = "sumer" }
        #expect(answer.total == 30 && answer.notices.map(\.kind) == [.unknownItem, .unknownCampaign])
        let known = SearchRule("s", when: .init(campaigns: ["summer"]), then: .init(redirect: "/s"))
        let other = try shop.search(rules: [known]) { $0.rules.campaign = "sumer" }
        #expect(other.notices.map(\.suggestion) == ["summer"] && other.redirect == nil)
    }

    @Test("a rule of the request that does not fit the fields is an error with its name, place and suggestion")
    func errors() {
        let rule = SearchRule("r", then: .init(boosts: [.init("brand:Lumo"), .init("brnd:Lumo")]))
        #expect {
            try shop.search(rules: [rule])
        } throws: { error in
            let text = "\(error)"
            return text.contains("rule `r`: then.boosts[1].filter") && text.contains("did you mean `brand`?")
        }
        #expect(throws: SearchError.self) {
            try shop.search(rules: [SearchRule("r", then: .init(synonyms: ["alone"]))])
        }
        #expect(throws: SearchError.self) { try shop.search(rules: [rule, rule]) }
    }

    @Test("rules see the picture of a query, and the object of a discovery")
    func pictures() throws {
        let rules = [
            SearchRule("picture", when: .init(query: [.picture]), then: .init(redirect: "/camera")),
            SearchRule("words", when: .init(query: [.words]), then: .init(redirect: "/words")),
        ]
        #expect(try shop.search(rules: rules).redirect == "/words")
        let picture = SearchRequest.Query.image(.pixels(Pictures.scene(64, 64)))
        let answer = try shop.engine.searchBlocking(SearchRequest(picture, rules: .init(inline: rules)))
        #expect(answer.redirect == "/camera")
        let found = try shop.engine.discoverBlocking(
            DiscoverRequest(.pixels(Pictures.scene(64, 64)), each: SearchRequest(.init(), rules: .init(inline: rules))))
        #expect(!found.objects.isEmpty && found.objects.allSatisfy { $0.answer.redirect == "/camera" })
    }
}
