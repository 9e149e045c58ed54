import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

/// A shop of 48 items in 16 products of three variants: the variants of a product differ in color and price, and some
/// products have the same picture.
struct StageShop {
    static let shared = Result { try StageShop() }
    static let types = ["bag", "hat", "shoe"]
    static let colors = ["black", "red", "white"]

    let engine: SearchEngine
    private let folder: TemporaryFolder

    private init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        // Nine pictures for 48 items.
        let pictures = try (1...9).map { try engine.describe(.pixels(Pictures.scene(64, 64, seed: $0))) }
        let items = (0..<48).map { number in
            (
                Item(
                    id: Self.id(number),
                    attributes: [
                        "title": .text("\(Self.type(number)) number \(number)"), "color": .string(Self.color(number)),
                        "price": .float(Self.price(number)), "product": .string("p\(number / 3)"),
                        "category": .string(Self.type(number)), "brand": .string(["Lumo", "Borgo"][number % 2]),
                    ]), pictures[number / 3 % 9], nil as Fingerprint?
            )
        }
        for result in try engine.insertDescribed(items) { try result.get() }
    }

    static func id(_ number: Int) -> String { "item-" + (number < 10 ? "0" : "") + "\(number)" }
    static func type(_ number: Int) -> String { types[number / 3 % 3] }
    static func color(_ number: Int) -> String { colors[number % 3] }
    /// 5 to 99, all different.
    static func price(_ number: Int) -> Double { Double(5 + (number * 37) % 48 * 2) }
}

/// Requests that are drawn at random: any way to search with any of the stages.
struct StageDraw: CustomStringConvertible {
    let seed: UInt64
    private(set) var request = SearchRequest(.text("bag"), limit: 100)
    /// The pins of the rules, by the names of these.
    private(set) var pins: [String: (id: String, place: Int)] = [:]
    /// The hits of each page, when the answer is read page by page.
    private(set) var pageSize = 3

    var description: String { "seed \(seed): \(request)" }

    init(seed: UInt64) {
        self.seed = seed
        var numbers = SplitMix(seed: seed)
        func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &numbers) < one }
        func any<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &numbers)]
        }
        request.query = any([
            .text("bag"), .text("hat"), .text("bag shoe"), .text("cheapest hat"), .text("red bag"),
            .text("bag under 50"), .text("bag not red"), .text("red bag or white shoe"),
            .text("shoe neither red nor black"),
            .text("shoe over 20 under 70"), .text("zzz"), .text("number"), .item("item-07"), .item("item-20"),
            .init(colors: [.init(RGB(red: 200, green: 30, blue: 30))]),
            .init(example: .item(id: "item-03"), text: "bag"),
        ])
        pageSize = any([1, 3, 7])
        request.query.readsPhrases = chance(2, in: 3)
        if chance(1, in: 4) { request.scope = .all }
        if chance(1, in: 3) {
            request.filter = any([.equal("color", .string("red")), .equal("brand", .string("Lumo"))])
        }
        if chance(1, in: 3) { request.variants = .init("product") }
        if chance(1, in: 4) { request.dedup = 0.95 }
        if chance(1, in: 4) { request.grouping = .init("category", limit: any([1, 3])) }
        if chance(1, in: 3) {
            request.diversity = .init(any([0.2, 0.5, 1]), by: any([.look, .field("color")]), reach: any([5, 200]))
        } else if chance(1, in: 3) {
            request.sort = .init("price", ascending: chance(1, in: 2))
        }
        if chance(1, in: 2) { request.facets = .init(["color", "category"]) }
        if chance(1, in: 2) {
            for number in 0..<any([1, 2, 4]) {
                let pin = (id: StageShop.id(Int.random(in: 0..<48, using: &numbers)), place: any([1, 2, 5, 6, 7, 20]))
                pins["rule \(number)"] = pin
                request.rules.inline.append(
                    SearchRule("rule \(number)", then: .init(pins: [.init(pin.id, at: pin.place)])))
            }
        }
        if chance(1, in: 4) {
            request.rules.inline.append(SearchRule("boost", then: .init(boosts: [.init("brand:Borgo", by: 2)])))
        }
    }

    /// The same request with one part less, for each part that it has.
    var simpler: [StageDraw] {
        let defaults = SearchRequest(request.query)
        func without<Part: Equatable>(_ part: WritableKeyPath<SearchRequest, Part>) -> StageDraw? {
            if request[keyPath: part] == defaults[keyPath: part] { return nil }
            var draw = self
            draw.request[keyPath: part] = defaults[keyPath: part]
            return draw
        }
        let rules = request.rules.inline.indices.map { index in
            var draw = self
            draw.pins[draw.request.rules.inline.remove(at: index).name] = nil
            return draw
        }
        return [
            without(\.filter), without(\.variants), without(\.dedup), without(\.grouping), without(\.diversity),
            without(\.sort), without(\.facets), without(\.scope), without(\.query.readsPhrases),
        ].compactMap(\.self) + rules
    }
}
