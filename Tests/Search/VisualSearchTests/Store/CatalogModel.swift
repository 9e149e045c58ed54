import Foundation
import TestSupport

@testable import VisualSearch

/// A catalog in plain Swift that answers the slow, obvious way.
struct CatalogModel {
    static let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "stock": .int, "price": .float, "new": .bool, "tags": .list, "made": .date,
    ]
    var items: [String: Item] = [:]

    /// The ids of the items that a filter lets through.
    func matching(_ filter: Filter) -> Set<String> {
        Set(items.values.filter { CatalogModel.holds(filter, $0) }.map(\.id))
    }

    static func holds(_ filter: Filter, _ item: Item) -> Bool {
        switch filter {
        case .all: return true
        case .and(let filters): return filters.allSatisfy { holds($0, item) }
        case .or(let filters): return filters.contains { holds($0, item) }
        case .not(let filter): return !holds(filter, item)
        case .exists(let name): return item.attributes[name] != nil
        case .equal(let name, let value): return compare(name, item) { same($0, value) }
        case .oneOf(let name, let values): return compare(name, item) { own in values.contains { same(own, $0) } }
        case .differs(let name, let value): return compare(name, item) { !same($0, value) }
        case .differsFromAll(let name, let values):
            return compare(name, item) { own in !values.contains { same(own, $0) } }
        case .less(let name, let value): return compare(name, item) { order($0, value) { $0 < 0 } }
        case .lessOrEqual(let name, let value): return compare(name, item) { order($0, value) { $0 <= 0 } }
        case .greater(let name, let value): return compare(name, item) { order($0, value) { $0 > 0 } }
        case .greaterOrEqual(let name, let value): return compare(name, item) { order($0, value) { $0 >= 0 } }
        case .between(let name, let low, let high):
            return compare(name, item) { own in
                if case .list(let strings) = own {
                    return strings.contains { string in
                        order(.string(string), low) { $0 >= 0 } && order(.string(string), high) { $0 <= 0 }
                    }
                }
                return order(own, low) { $0 >= 0 } && order(own, high) { $0 <= 0 }
            }
        case .like(let name, let pattern):
            return compare(name, item) { own in
                strings(own).contains { like(composed($0), composed(pattern)) }
            }
        }
    }

    private static func compare(_ name: String, _ item: Item, _ body: (AttributeValue) -> Bool) -> Bool {
        guard let value = item.attributes[name] else { return false }
        return body(value)
    }

    static func strings(_ value: AttributeValue) -> [String] {
        switch value {
        case .string(let value), .text(let value): [value]
        case .list(let values): values
        case .int, .float, .bool, .date: []
        }
    }

    private static func same(_ own: AttributeValue, _ other: AttributeValue) -> Bool {
        switch own {
        case .text(let text):
            let words = Set(Words(text))
            return strings(other).contains { Words($0).contains { words.contains($0) } }
        case .string, .list: return strings(own).contains { strings(other).contains($0) }
        default: return own.number == other.number
        }
    }

    private static func order(_ own: AttributeValue, _ other: AttributeValue, _ holds: (Int) -> Bool) -> Bool {
        if let left = own.number, let right = other.number { return holds(left < right ? -1 : left > right ? 1 : 0) }
        return strings(own).contains { left in
            strings(other).contains { right in holds(left < right ? -1 : left > right ? 1 : 0) }
        }
    }

    private static func composed(_ text: String) -> ArraySlice<Unicode.Scalar> {
        Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)[...]
    }

    /// By recursion, unlike the matcher of the store.
    private static func like(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "%" { return like(text, rest) || (!text.isEmpty && like(text.dropFirst(), pattern)) }
        guard let letter = text.first else { return false }
        if first == "_" { return like(text.dropFirst(), rest) }
        var (wanted, after) = (first, rest)
        if first == "\\" {
            guard let escaped = rest.first else { return false }
            (wanted, after) = (escaped, rest.dropFirst())
        }
        let plain = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? letter
        return [fold(letter), fold(plain)].contains(fold(wanted)) && like(text.dropFirst(), after)
    }

    private static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
        (65...90).contains(scalar.value) ? scalar.value + 32 : scalar.value
    }
}

/// Random items and filters over the fields of ``CatalogModel``.
struct RandomCatalog {
    var numbers: SplitMix
    static let strings =
        ["acme", "Acme", "nord", "ny%", "a_b", "été", "e\u{301}te\u{301}"] + Hostile.strings.filter { $0.count < 100 }
    static let words = [
        "red", "Red", "leather", "bag", "été", "sac", "shoe", "3", "*", "\"", "NEAR(", "\0", "🦊", "שלום",
    ]

    mutating func item(_ id: String) -> Item {
        var item = Item(id: id)
        for (name, type) in CatalogModel.fields where Int.random(in: 0..<4, using: &numbers) > 0 {
            item.attributes[name] = value(type)
        }
        return item
    }

    mutating func value(_ type: AttributeType) -> AttributeValue {
        switch type {
        case .string: .string(string())
        case .text: .text((0..<Int.random(in: 0..<5, using: &numbers)).map { _ in word() }.joined(separator: " "))
        case .int:
            .int([Int.random(in: -3...3, using: &numbers), .max, .min][Int.random(in: 0..<12, using: &numbers) / 5])
        case .float: .float(Double(Int.random(in: -4...4, using: &numbers)) / 2)
        case .bool: .bool(Bool.random(using: &numbers))
        case .list: .list((0..<Int.random(in: 0..<4, using: &numbers)).map { _ in string() })
        case .date: .date(Date(timeIntervalSince1970: Double(Int.random(in: 0..<5, using: &numbers)) / 2))
        }
    }

    mutating func string() -> String {
        let few = Int.random(in: 0..<3, using: &numbers) > 0
        return (few ? RandomCatalog.strings[0..<4] : RandomCatalog.strings[...]).randomElement(using: &numbers) ?? ""
    }

    mutating func word() -> String { RandomCatalog.words.randomElement(using: &numbers) ?? "" }

    mutating func filter(depth: Int = 3) -> Filter {
        let name =
            Int.random(in: 0..<15, using: &numbers) == 0
            ? "unknown" : CatalogModel.fields.keys.sorted().randomElement(using: &numbers) ?? ""
        let type = CatalogModel.fields[name] ?? .string
        switch Int.random(in: 0..<(depth > 0 ? 16 : 12), using: &numbers) {
        case 0: return .equal(name, value(type))
        case 1: return .differs(name, value(type))
        case 2: return .less(name, value(type))
        case 3: return .lessOrEqual(name, value(type))
        case 4: return .greater(name, value(type))
        case 5: return .greaterOrEqual(name, value(type))
        case 6: return .between(name, value(type), value(type))
        case 7: return .oneOf(name, [value(type), value(type), value(type)])
        case 8: return .differsFromAll(name, [value(type), value(type)])
        case 9: return .like(["brand", "title", "tags"].randomElement(using: &numbers) ?? "", pattern())
        case 10: return .exists(name)
        case 11: return .all
        case 12: return .not(filter(depth: depth - 1))
        case 13: return .or((0..<Int.random(in: 0..<4, using: &numbers)).map { _ in filter(depth: depth - 1) })
        default: return .and((0..<Int.random(in: 0..<3, using: &numbers)).map { _ in filter(depth: depth - 1) })
        }
    }

    private mutating func pattern() -> String {
        let parts = ["%", "_", "a", "C", "\\%", "\\", "red", "é"]
        return (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in parts.randomElement(using: &numbers) ?? "" }
            .joined()
    }
}
