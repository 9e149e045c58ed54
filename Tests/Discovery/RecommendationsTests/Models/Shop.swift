import Foundation
import PictureTestSupport
import TestSupport

@testable import Recommendations
@testable import VisualSearch

/// The behavior of visitors, as a test states it.
struct SaidBehavior: Behavior {
    var wanted: [String: [Companion]] = [:]
    var bought: [String: [Companion]] = [:]
    var popular: [Companion] = []
    var interests: [String: [Interest]] = [:]
    var purchases: [String: Set<String>] = [:]

    func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] {
        Array(((relation == .wanted ? wanted : bought)[item] ?? []).prefix(limit))
    }

    func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] { Array(popular.prefix(limit)) }

    func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest] {
        var seen: Set<String> = []
        return Array(customer.flatMap { interests[$0] ?? [] }.filter { seen.insert($0.item).inserted }.prefix(limit))
    }

    func purchases(of customer: [String]) throws(SearchError) -> Set<String> {
        customer.reduce(into: []) { $0.formUnion(purchases[$1] ?? []) }
    }
}

/// The impressions, for tests that ask.
final class KeptImpressions: ImpressionLog {
    let kept = Locked<[(items: [String], customer: [String])]>([])

    func keepImpressions(_ answer: RecommendationAnswer, for customer: [String]) throws(SearchError) {
        kept.withLock { $0.append((answer.items.map(\.id), customer)) }
    }
}

/// A catalog of drawn vectors: four types in two branches, five brands; items of one type are alike.
final class Shop: Sendable {
    static let types = ["Fashion > Bags", "Fashion > Shoes", "Home > Lamps", "Home > Mugs"]
    static let brands = ["Lumo", "Borgo", "Nord", "Alder", "Oro"]

    let engine: SearchEngine
    let path: String
    private let folder: TemporaryFolder

    init(items count: Int, seed: UInt64 = 1) throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "shop.magpie").path(percentEncoded: false)
        engine = try SearchEngine(path: path, mode: .create)
        var random = SplitMix(seed: seed)
        let dimensions = engine.describer.dimensions
        let centers = Shop.types.map { _ in
            (0..<dimensions).map { _ in Double.random(in: -9...9, using: &random) }
        }
        let palette = Palette(of: Pictures.solid(8, 8, .black))
        let entries = (0..<count).map { index -> (Item, DescribedImage?, Fingerprint?) in
            let type = index % Shop.types.count
            let vector = centers[type].map { Int8(($0 + Double.random(in: -6...6, using: &random)).rounded()) }
            let image = DescribedImage(
                descriptor: Descriptor(vector: vector), palette: palette, uprightSize: Size(width: 8, height: 8),
                box: Box(left: 0, top: 0, width: 8, height: 8))
            let item = Item(
                id: Shop.id(index),
                attributes: [
                    "title": .text("Thing \(index)"), "category": .string(Shop.types[type]),
                    "brand": .string(Shop.brands[index / 4 % 5]), "price": .int(index),
                    "in_stock": .bool(!index.isMultiple(of: 3)),
                ])
            return (item, image, nil)
        }
        for result in try engine.insertDescribed(entries) { try result.get() }
    }

    static func id(_ index: Int) -> String { "i\(index)" }

    func recommender(_ behavior: SaidBehavior = SaidBehavior(), impressions: (any ImpressionLog)? = nil) -> Recommender
    {
        Recommender(
            engine: engine, behavior: behavior, impressions: impressions,
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    /// The attributes of an item.
    func attributes(_ id: String) throws -> [String: AttributeValue] { try engine.itemBlocking(id)?.attributes ?? [:] }

    /// Visits in which items wanted what follows them.
    static func behavior(items count: Int, seed: UInt64 = 1) -> SaidBehavior {
        var random = SplitMix(seed: seed)
        var behavior = SaidBehavior()
        func some(_ most: Int) -> [Companion] {
            let items = Set(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    Int.random(in: 0..<max(count, 1), using: &random)
                })
            let scored = items.sorted().map {
                Companion(item: id($0), score: Double.random(in: 0.01...1, using: &random), count: 2)
            }
            return scored.sorted { ($1.score, $0.item) < ($0.score, $1.item) }
        }
        for index in 0..<count {
            behavior.wanted[id(index)] = some(6)
            behavior.bought[id(index)] = some(3)
        }
        behavior.popular = some(30)
        for customer in ["ann", "ben"] {
            behavior.interests[customer] = some(8).map { Interest(item: $0.item, weight: $0.score, latest: .now) }
            behavior.purchases[customer] = Set(some(8).map(\.item))
        }
        return behavior
    }
}
