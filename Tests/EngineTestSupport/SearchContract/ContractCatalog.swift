import Foundation
public import Imaging
import PictureTestSupport
public import SearchAPI
import TestSupport

/// Items with drawn pictures and random attributes, the same for the same seed.
public struct ContractCatalog: Sendable {
    public let items: [Item]
    public let pictures: [PixelBuffer]

    static let brands = ["Alder", "alder", "Señal", "", "O'Neil \"%_\\", "日本"]
    static let tags = ["new", "sale", "old stock", "new, used"]
    static let words = ["red", "blue", "leather", "linen", "bag", "boot", "striped", "plain"]

    public init(count: Int = 60, seed: UInt64 = 7) {
        var random = SplitMix(seed: seed)
        var items: [Item] = []
        var pictures: [PixelBuffer] = []
        for index in 0..<count {
            var item = Item(id: "item-\(index)", source: "pictures/\(index).jpg")
            item.attributes["title"] = .text(
                (0..<3).map { _ in Self.words.randomElement(using: &random)! }.joined(separator: " "))
            if Bool.random(using: &random) {
                item.attributes["brand"] = .string(Self.brands.randomElement(using: &random)!)
            }
            if Int.random(in: 0..<4, using: &random) > 0 {
                item.attributes["price"] = .float(Double(Int.random(in: 0..<400, using: &random)) / 4)
            }
            item.attributes["stock"] = .int(Int.random(in: -2...5, using: &random))
            if Bool.random(using: &random) { item.attributes["fair"] = .bool(Bool.random(using: &random)) }
            if Bool.random(using: &random) {
                let count = Int.random(in: 1...2, using: &random)
                item.attributes["tags"] = .list(Array(Self.tags.shuffled(using: &random).prefix(count)))
            }
            item.attributes["added"] = .date(
                Date(timeIntervalSince1970: Double(86400 * Int.random(in: 0..<30, using: &random))))
            items.append(item)
            pictures.append(Pictures.scene(96, 72, seed: UInt64(1000 * seed) + UInt64(index)))
        }
        self.items = items
        self.pictures = pictures
    }

    public var entries: [Entry] { zip(items, pictures).map { Entry($0, image: .pixels($1)) } }

    /// Any filter over the fields of the items and one that nobody knows.
    func filter(_ random: inout SplitMix, depth: Int = 0) -> Filter {
        let field = ["brand", "price", "stock", "fair", "tags", "added"].randomElement(using: &random)!
        func value() -> AttributeValue {
            switch field {
            case "brand": .string(Self.brands.randomElement(using: &random)!)
            case "price": .float(Double(Int.random(in: 0..<400, using: &random)) / 4)
            case "stock": .int(Int.random(in: -2...5, using: &random))
            case "fair": .bool(Bool.random(using: &random))
            case "tags": .string(Self.tags.randomElement(using: &random)!)
            case "added": .date(Date(timeIntervalSince1970: Double(86400 * Int.random(in: 0..<30, using: &random))))
            default: .string("red")
            }
        }
        switch Int.random(in: 0..<(depth < 3 ? 12 : 9), using: &random) {
        case 0, 1: return .equal(field, value())
        case 2: return .differs(field, value())
        case 3: return field == "fair" || field == "brand" || field == "tags" ? .exists(field) : .less(field, value())
        case 4:
            return field == "fair" || field == "brand" || field == "tags"
                ? .exists(field) : .greaterOrEqual(field, value())
        case 5:
            return field == "fair" || field == "brand" || field == "tags"
                ? .oneOf(field, [value(), value()]) : .between(field, value(), value())
        case 6: return .oneOf(field, [value(), value(), value()])
        case 7: return .differsFromAll(field, [value(), value()])
        case 8: return .exists(field)
        case 9: return .and([filter(&random, depth: depth + 1), filter(&random, depth: depth + 1)])
        case 10: return .or([filter(&random, depth: depth + 1), filter(&random, depth: depth + 1)])
        default: return .not(filter(&random, depth: depth + 1))
        }
    }

    /// The ids of the items for which the filter holds, one item after the other.
    func ids(_ filter: Filter) -> Set<String> {
        let known = Set(items.flatMap(\.attributes.keys))
        return Set(items.filter { filter.holds($0.attributes, known: known) }.map(\.id))
    }
}

extension Filter {
    /// The verdict of the filter on one item, straight from its description. For items of ``ContractCatalog``.
    fileprivate func holds(_ attributes: [String: AttributeValue], known: Set<String>) -> Bool {
        func compare(_ field: String, _ body: (AttributeValue) -> Bool) -> Bool {
            guard known.contains(field) else { return true }
            return attributes[field].map(body) ?? false
        }
        func isEqual(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
            if case .list(let strings) = left, case .string(let text) = right { return strings.contains(text) }
            return left == right
        }
        func number(_ value: AttributeValue) -> Double { value.number ?? .nan }
        switch self {
        case .equal(let field, let value): return compare(field) { isEqual($0, value) }
        case .differs(let field, let value): return compare(field) { !isEqual($0, value) }
        case .less(let field, let value): return compare(field) { number($0) < number(value) }
        case .lessOrEqual(let field, let value): return compare(field) { number($0) <= number(value) }
        case .greater(let field, let value): return compare(field) { number($0) > number(value) }
        case .greaterOrEqual(let field, let value): return compare(field) { number($0) >= number(value) }
        case .between(let field, let low, let high):
            return compare(field) { number($0) >= number(low) && number($0) <= number(high) }
        case .oneOf(let field, let values): return compare(field) { found in values.contains { isEqual(found, $0) } }
        case .differsFromAll(let field, let values):
            return compare(field) { found in !values.contains { isEqual(found, $0) } }
        case .like: return false
        case .exists(let field): return attributes[field] != nil
        case .and(let filters): return filters.allSatisfy { $0.holds(attributes, known: known) }
        case .or(let filters): return filters.contains { $0.holds(attributes, known: known) }
        case .not(let filter): return !filter.holds(attributes, known: known)
        case .all: return true
        }
    }
}
