import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Searches in the form of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldSearchTests {
    private let shop: Shop

    init() throws { shop = try Shop.shared.get() }

    private static let facets = SearchRequest.FacetRequest(
        ["brand", "category", "new", "price", "stock", "tags"], limit: 50, bins: 0, excludesOwnFilter: true)

    /// Everything that both ways of asking must agree on.
    private func expectSame(
        _ found: DynamicYield.Answer<JSONValue>, _ wanted: SearchAnswer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found.skus == wanted.hits.map(\.id), sourceLocation: sourceLocation)
        #expect(found.total == wanted.total, sourceLocation: sourceLocation)
        let facets = wanted.facets.compactMap { facet -> DynamicYield.Facet? in
            if let range = facet.range {
                return .init(
                    facet.field, displayName: facet.field.nameForPeople,
                    .range(min: range.lowerBound, max: range.upperBound))
            }
            if facet.values.isEmpty { return nil }
            let name = facet.field.nameForPeople
            return .init(facet.field, displayName: name, .values(facet.values.map { .init($0.value, count: $0.count) }))
        }
        #expect(found.facets == facets, sourceLocation: sourceLocation)
    }

    @Test("the text that was read in pictures finds a product, and is in no answer")
    func pictureText() throws {
        let shop = try Shop(names: Shop.names)
        let letter = Entry(
            Item(id: "letter", attributes: [Item.pictureText: .text("Dear Anna secret"), "title": .text("A letter")]),
            image: .file(Shop.file("shoe-002")))
        for result in try shop.engine.insertBlocking([letter]) { try result.get() }
        let request = DynamicYield.Search(.text("secret"), on: Shop.page, window: .init(numItems: 100))
        let (answer, _) = try shop.dynamicYield(.search, request.json())
        #expect(answer.status == 200 && answer.body.contains("letter"), "\(answer.body)")
        #expect(!answer.body.contains("Anna") && !answer.body.contains("picture_text"), "\(answer.body)")
        var ordered = request
        ordered.sort = .field("picture_text", type: .string, .ascending)
        let (refused, _) = try shop.dynamicYield(.search, ordered.json())
        #expect(refused.status == 400 && !refused.body.contains("Anna"), "\(refused.body)")
    }

    @Test("a text finds over HTTP what the embedded engine finds: filters, order, facets, windows")
    func text() async throws {
        let plain = try shop.search("fine shoe")
        expectSame(
            plain,
            try await shop.engine.search(
                SearchRequest(.init(text: "fine shoe"), limit: 100, facets: Self.facets, scope: .all)))
        // Every title says "fine"; six say "shoe" as well, and an item with fewer words is then no hit.
        #expect(plain.total == 6 && plain.skus.prefix(6).allSatisfy { $0.hasPrefix("shoe") })

        let filter = Filter.and([.oneOf("category", ["mug", "lamp"]), .between("price", .float(40), .float(200.5))])
        let narrow = try shop.search("fine") {
            $0.filters = [.anyOf("category", ["mug", "lamp"]), .range("price", min: 40, max: 200.5)]
            $0.sort = .field("price", type: .number, .descending)
        }
        expectSame(
            narrow,
            try await shop.engine.search(
                SearchRequest(
                    .init(text: "fine"), filter: filter, limit: 100, facets: Self.facets,
                    sort: .init("price", ascending: false), scope: .all)))
        #expect(narrow.total == 8 && narrow.status == .success)
        // The facet of a filter's own column leaves the filter out.
        guard case .values(let categories)? = narrow.facet("category") else { throw Failed("no facet") }
        #expect(Set(categories.map(\.name)) == ["shoe", "bag", "mug", "lamp"])

        let all = plain.skus
        for window in [DynamicYield.Window(numItems: 2, offset: 3), .init(numItems: 7, offset: 4), .init(numItems: 1)] {
            let part = try shop.search("fine shoe") { $0.window = window }
            #expect(part.skus == Array(all.dropFirst(window.offset).prefix(window.numItems)))
            #expect(part.total == 6)
        }
        for offset in [6, 999, 1000, 100_000, Int.max] {
            let beyond = try shop.search("fine shoe") { $0.window = .init(numItems: 100, offset: offset) }
            #expect(beyond.skus == [] && beyond.total == 6)
        }
    }

    @Test("a picture finds over HTTP what the embedded engine finds")
    func picture() async throws {
        let bytes = try Shop.picture("mug-002")
        let plain = try shop.search(.init(.image(.bytes(bytes)), on: Shop.page))
        expectSame(
            plain,
            try await shop.engine.search(
                SearchRequest(.init(example: .image(.bytes(bytes))), limit: 100, facets: Self.facets, scope: .all)))
        #expect(plain.skus.first == "mug-002" && plain.total == 24)
        #expect(plain.choices.first?.kind == .visualSearch && plain.choices.first?.name == "Visual Search")
        #expect(plain.results?.query == nil)
        let narrow = try shop.search(
            .init(
                .image(.bytes(bytes)), on: Shop.page, filters: [.anyOf("category", ["bag"]), .anyOf("new", ["true"])],
                window: .init(numItems: 2, offset: 1), sort: .field("price")))
        expectSame(
            narrow,
            try await {
                var answer = try await shop.engine.search(
                    SearchRequest(
                        .init(example: .image(.bytes(bytes))),
                        filter: .and([.oneOf("category", ["bag"]), .oneOf("new", [true])]), limit: 100,
                        facets: Self.facets, sort: .init("price"), scope: .all))
                answer.hits = Array(answer.hits.dropFirst().prefix(2))
                return answer
            }())
    }

    @Test("an empty text lists what passes the filters, in any order, and by sku")
    func listing() throws {
        let all = try shop.search("  ")
        #expect(all.skus == Shop.names && all.total == 24)
        let cheap = try shop.search("") {
            $0.filters = [.anyOf("brand", ["acme"]), .range("stock", max: 9)]
            $0.sort = .field("price", .descending)
        }
        #expect(cheap.total == 5)
        #expect(cheap.slots.map { $0.item["stock"] } == [8, 6, 4, 2, 0])
        guard case .values(let brands)? = cheap.facet("brand"), case .range(let least, let most)? = cheap.facet("stock")
        else { throw Failed("no facets") }
        #expect(brands == [.init("acme", count: 5), .init("Nord", count: 5)])
        #expect(least == 0 && most == 22)
        let skus = try shop.search("") { $0.filters = [.anyOf("sku", ["mug-003", "nobody", "bag-001"])] }
        #expect(Set(skus.skus) == ["mug-003", "bag-001"] && skus.total == 2)
        let none = try shop.search("") { $0.filters = [.anyOf("sku", ["mug-003"]), .anyOf("category", ["bag"])] }
        #expect(none.skus == [] && none.total == 0)
        let beyond = try shop.search("") { $0.window = .init(numItems: 10, offset: Int.max) }
        #expect(beyond.skus == [] && beyond.total == 24)
        let last = try shop.search("") { $0.window = .init(numItems: 10, offset: 20) }
        #expect(last.skus == Array(Shop.names.suffix(4)))
    }

    @Test("spelling is corrected where that is asked for, and only there")
    func spelling() throws {
        let wrong = try shop.search("Shooe")
        #expect(wrong.total == 0 && wrong.results?.correctedQuery == nil && wrong.facets == [])
        let right = try shop.search("") { $0.query = .text("A fine  Shooe", correctsSpelling: true) }
        #expect(right.results?.query == "A fine  Shooe" && right.results?.normalizedQuery == "a fine shoe")
        #expect(right.results?.correctedQuery == "A fine  shoe" && right.skus.first?.hasPrefix("shoe") == true)
        #expect(right.status == .success)
        let half = try shop.search("fine Shooe")
        #expect(half.total == 24 && half.results?.correctedQuery == nil)
        #expect(try shop.search("shoe -fine").total == shop.search("shoe fine").total, "a minus is a blank")
        let unchanged = try shop.search("") { $0.query = .text("shoe", correctsSpelling: true) }
        #expect(unchanged.results?.correctedQuery == nil)
    }

    @Test("product data has all columns, those that were chosen, or none")
    func productData() throws {
        func first(_ data: DynamicYield.ProductData) throws -> JSONValue? {
            try shop.search("") {
                $0.filters = [.anyOf("sku", ["bag-001"])]
                $0.productData = data
            }.slots.first?.item
        }
        #expect(
            try first(.all) == [
                "title": "A fine bag number 1", "category": "bag", "price": .number(10.5), "stock": 1, "new": false,
                "brand": "Nord", "tags": ["t1", "bag"], "image_url": "https://img.example/bag-001.jpg",
                "name": "A fine bag number 1", "categories": ["bag"], "keywords": ["t1", "bag"],
            ])
        #expect(try first(.skusOnly) == [:])
        #expect(
            try first(.fields(["price", "image_url"])) == [
                "price": .number(10.5), "image_url": "https://img.example/bag-001.jpg",
            ])
        let odd = try shop.search("") { $0.productData = .fields(["price", "prise"]) }
        #expect(odd.status == .warning && odd.warnings.first?.message.contains("did you mean `price`") == true)
    }

    @Test(
        "an answer has cookies, a decision, names of the campaign where they are wanted, and a remark on strange members"
    )
    func envelope() throws {
        let visitor = DynamicYield.Visitor(id: "u-81", session: "s-44")
        let answer = try shop.search("shoe") {
            $0.visitor = visitor
            $0.returnsAnalytics = true
            $0.pageAttributes = ["a": 1]
        }
        #expect(answer.visitorID == "u-81" && answer.sessionID == "s-44" && answer.status == .success)
        #expect(answer.cookies.map(\.maxAge) == ["31556951", "1800"])
        #expect(answer.choices.first?.variations.first?.analytics?.campaignName == "Semantic Search")
        let second = try shop.search("shoe")
        let third = try shop.search("shoe")
        #expect(second.visitorID?.isEmpty == false && second.visitorID != third.visitorID)
        #expect(second.choices.first?.variations.first?.analytics == nil)
        #expect(second.choices.first?.decisionID != answer.choices.first?.decisionID)
        #expect(Set(answer.slots.map(\.id) + second.slots.map(\.id)).count == 12)
        guard case .object(var body) = DynamicYield.Search(.text("shoe"), on: Shop.page, window: .init()).json() else {
            return
        }
        body["later"] = 1
        let (_, json) = try shop.dynamicYield(.search, .object(body))
        #expect(json["warnings"]?[0]?["code"]?.text == "unknownMember")
        #expect(
            json["choices"]?[0]?["type"]?.text == "SEMANTIC_SEARCH_DECISION" && json["choices"]?[0]?["id"] == .int(1))
        #expect(json["choices"]?[0]?["variations"]?[0]?["payload"]?["type"]?.text == "SEARCH")
        let wrongType = try shop.search("shoe") { $0.sort = .field("price", type: .date) }
        #expect(wrongType.warnings.map(\.code) == ["sortType"])
    }

    @Test("every fault that the catalog shows is named at once")
    func catalogFaults() throws {
        let found = try shop.faults {
            $0.query = .text("shoe")
            $0.filters = [
                .anyOf("colour", ["red"]), .anyOf("stock", ["1", "many"]), .range("brand", min: 3),
                .anyOf("prize", ["1"]),
                .anyOf("sku", ["a"]),
            ]
            $0.sort = .field("prise")
        }
        #expect(found.count == 6)
        #expect(found[0].hasPrefix("query.filters[0].field | there is no field `colour`; the store has: brand, "))
        #expect(found[1] == "query.filters[1].values[1] | `many` is no int, as stock is")
        #expect(found[2] == "query.filters[2] | brand holds string values; min and max are for numbers and dates")
        #expect(found[3].contains("did you mean `price`?"))
        #expect(found[4] == "query.filters[4] | products can be chosen by sku where the text is empty")
        #expect(found[5].hasPrefix("query.sortBy.field | there is no field `prise`; did you mean `price`?"))
        let image = try shop.faults {
            $0.query = .image(.bytes(Array("no picture at all".utf8)))
            $0.window = nil
        }
        #expect(image.count == 1 && image[0].hasPrefix("query.imageBase64 | "))
        let empty = try Shop()
        #expect(try empty.search("shoe") { $0.filters = [.anyOf("colour", ["red"])] }.total == 0)
    }
}
