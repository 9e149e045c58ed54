import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// A shop of 30 items that all say `bag`, `bag-00` to `bag-29`: without rules a search for it has them in this order.
/// Every third one is of the brand Lumo, the others of Borgo; the last ten are handbags, and `shoe-0` is a shoe.
struct RuleShop {
    let engine: SearchEngine
    private let folder: TemporaryFolder

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        var items = (0..<30).map { number in
            Item(
                id: Self.id(number),
                attributes: [
                    "title": .string("bag"), "brand": .string(number.isMultiple(of: 3) ? "Lumo" : "Borgo"),
                    "price": .float(Double(100 - number)),
                    "category": .string(number < 20 ? "Bags" : "Bags > Handbags"),
                ])
        }
        items.append(
            Item(
                id: "shoe-0",
                attributes: [
                    "title": .string("sneaker"), "brand": .string("Lumo"), "price": .float(5),
                    "category": .string("Shoes"),
                ]))
        let picture = try engine.describe(.pixels(Pictures.scene(64, 64)))
        for result in try engine.insertDescribed(items.map { ($0, picture, nil) }) { try result.get() }
    }

    static func id(_ number: Int) -> String { "bag-" + (number < 10 ? "0" : "") + "\(number)" }
    static func ids(_ numbers: some Sequence<Int>) -> [String] { numbers.map(id) }

    func search(
        _ text: String = "bag", rules: [SearchRule] = [], filter: Filter = .all, page: Int = 1, limit: Int = 100,
        change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> SearchAnswer {
        var request = SearchRequest(.text(text), filter: filter, page: page, limit: limit, explains: true)
        request.rules.inline = rules
        change(&request)
        return try engine.searchBlocking(request)
    }

    /// The ids of the hits of a search for `bag`.
    func found(_ rules: [SearchRule]) throws -> [String] { try search(rules: rules).hits.map(\.id) }
}

extension SearchRule {
    static func pin(_ id: String, at place: Int, named name: String? = nil, priority: Int = 0) -> SearchRule {
        SearchRule(name ?? "pin \(id)", priority: priority, then: .init(pins: [.init(id, at: place)]))
    }
}
