import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Filters, facets, order and groups agree with the slow, obvious answer")
struct FilterPropertyTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.define(CatalogModel.fields)
    }

    @Test(
        "on random catalogs that change, seen by the writer and by another handle",
        arguments: [1, 2, 3, 4] as [UInt64])
    func random(_ seed: UInt64) throws {
        var catalog = RandomCatalog(numbers: SplitMix(seed: seed))
        var model = CatalogModel()
        let reader = try folder.store(mode: .readOnly)
        // A sanitizer takes half an hour for all.
        for round in 0..<(Sanitizer.isOn ? 3 : Effort.inputs(5, of: 12)) {
            // Many changes at first, then few: columns are read anew, or catch up.
            let changes = round == 0 ? 150 : round.isMultiple(of: 3) ? 40 : 4
            let items = (0..<changes).map { _ in catalog.item("\(Int.random(in: 0..<200, using: &catalog.numbers))") }
            #expect(
                try store.upsert(items.map { item in StoredItem(item.id, item.attributes) }).allSatisfy { $0 == nil })
            for item in items { model.items[item.id] = item }
            let leaving = (0..<changes / 4).map { _ in "\(Int.random(in: 0..<200, using: &catalog.numbers))" }
            #expect(try Set(store.remove(leaving)) == Set(leaving).intersection(model.items.keys))
            for id in leaving { model.items[id] = nil }
            for _ in 0..<16 {
                let filter = catalog.filter()
                for handle in [store, reader] { try expectSame(handle, model, filter) }
            }
        }
        #expect(try store.check().isEmpty)
    }

    private func expectSame(_ store: CatalogStore, _ model: CatalogModel, _ filter: Filter) throws {
        let expected = model.matching(filter)
        try store.read { snapshot throws(SearchError) in
            let found = try snapshot.matching(filter)
            var names: [Int: String] = [:]
            for slot in found.slots { names[slot] = try snapshot.id(at: slot) }
            #expect(Set(names.values) == expected, "\(filter)")

            let items = expected.compactMap { model.items[$0] }
            for facet in try snapshot.facets(.init(["*", "title", "unknown"], limit: 5, bins: 0), over: found) {
                let obvious = CatalogModel.facet(facet.field, limit: 5, items)
                // Both means are rounded on their way.
                let scale = max(abs(facet.range?.lowerBound ?? 0), abs(facet.range?.upperBound ?? 0), 1)
                #expect((facet.mean == nil) == (obvious.mean == nil))
                #expect(abs((facet.mean ?? 0) - (obvious.mean ?? 0)) <= 1e-9 * scale)
                var rest = facet
                rest.mean = obvious.mean
                #expect(rest == obvious)
            }
            for field in CatalogModel.fields.keys.sorted() + ["unknown"] {
                for ascending in [true, false] {
                    let sorted = try snapshot.sorted(found.slots, by: .init(field, ascending: ascending))
                    let obvious = CatalogModel.sorted(
                        found.slots.compactMap { model.items[names[$0] ?? ""] }, field, ascending: ascending)
                    #expect(sorted.map { names[$0] } == obvious.map(\.id))
                }
                let groups = try snapshot.groups(found.slots, by: .init(field, limit: 2))
                let obvious = CatalogModel.groups(
                    found.slots.compactMap { model.items[names[$0] ?? ""] }, field, limit: 2)
                #expect(groups.map(\.value) == obvious.map(\.value))
                #expect(groups.map { $0.slots.map { names[$0] } } == obvious.map { $0.items.map(\.id) })
            }
        }
    }

    @Test("comparisons agree with SQL over the same file")
    func agreesWithSQL() throws {
        var catalog = RandomCatalog(numbers: SplitMix(seed: 99))
        _ = try store.upsert((0..<300).map { StoredItem("\($0)", catalog.item("\($0)").attributes) })
        let cases: [(Filter, String, String)] = [
            (.equal("brand", .string("acme")), "brand", "value = 'acme'"),
            (.differs("brand", .string("acme")), "brand", "value <> 'acme'"),
            (.between("price", .float(-1), .float(0.5)), "price", "value BETWEEN -1 AND 0.5"),
            (.less("stock", .int(2)), "stock", "value < 2"),
            (.greaterOrEqual("stock", .int(.max)), "stock", "value >= 9223372036854775807"),
            (.oneOf("stock", [.int(1), .int(3)]), "stock", "value IN (1, 3)"),
            (.like("brand", "A%e"), "brand", "value LIKE 'A%e' ESCAPE '\\'"),
            (.like("brand", "_y\\%"), "brand", "value LIKE '_y\\%' ESCAPE '\\'"),
            (.equal("tags", .string("nord")), "tags", "value = 'nord'"), (.exists("new"), "new", "1"),
        ]
        try store.read { snapshot throws(SearchError) in
            for (filter, field, sql) in cases {
                var expected: Set<Int> = []
                try snapshot.database.each(
                    "SELECT slot FROM attributes JOIN fields USING (field) WHERE name = ? AND (\(sql))", .text(field)
                ) { expected.insert($0.integer(0)) }
                #expect(try Set(snapshot.matching(filter).slots) == expected, "\(filter)")
                #expect(!expected.isEmpty, "\(filter)")
            }
        }
    }

    @Test("a filter too deep is refused")
    func tooDeep() throws {
        let filter = (0..<200).reduce(Filter.all) { filter, _ in .not(filter) }
        #expect(throws: SearchError.invalidArgument("a filter is at most 100 deep")) { try count(filter) }
        #expect(try count((0..<50).reduce(Filter.all) { filter, _ in .not(filter) }) == 0)
    }

    private func count(_ filter: Filter) throws(SearchError) -> Int {
        try store.read { snapshot throws(SearchError) in try snapshot.matching(filter).count }
    }
}

extension CatalogModel {
    static func facet(_ name: String, limit: Int, _ items: [Item]) -> Facet {
        let values = items.compactMap { $0.attributes[name] }
        switch fields[name] {
        case .int, .float, .date:
            let numbers = values.compactMap(\.number)
            let isDate = fields[name] == .date
            guard let low = numbers.min(), let high = numbers.max() else { return Facet(field: name, isDate: isDate) }
            let mean = numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
            return Facet(field: name, range: low...high, isDate: isDate, mean: mean)
        default:
            var counts: [String: Int] = [:]
            for value in values {
                let own = value.type == .bool ? [value.written] : Array(Set(strings(value)))
                for string in own { counts[string, default: 0] += 1 }
            }
            let all = counts.map { Facet.Value($0.key, count: $0.value) }
            let best = all.sorted {
                ($1.count, CollationKey($0.value)) < ($0.count, CollationKey($1.value))
            }
            return Facet(field: name, values: Array(best.prefix(limit)), more: max(all.count - limit, 0))
        }
    }

    static func sorted(_ items: [Item], _ name: String, ascending: Bool) -> [Item] {
        guard fields[name] != nil else { return items }
        let (with, without) = (items.filter { key($0, name) != nil }, items.filter { key($0, name) == nil })
        let ordered = with.enumerated().sorted { left, right in
            guard let a = key(left.element, name), let b = key(right.element, name) else { return false }
            let order = compare(a, b)
            return order == 0 ? left.offset < right.offset : (order < 0) == ascending
        }
        return ordered.map(\.element) + without
    }

    private static func key(_ item: Item, _ name: String) -> AttributeValue? {
        guard let value = item.attributes[name] else { return nil }
        if case .list(let strings) = value { return strings.first.map(AttributeValue.string) }
        return value
    }

    private static func compare(_ left: AttributeValue, _ right: AttributeValue) -> Int {
        if case .int(let a) = left, case .int(let b) = right { return a < b ? -1 : a > b ? 1 : 0 }
        if let a = left.number, let b = right.number { return a < b ? -1 : a > b ? 1 : 0 }
        let (a, b) = (CollationKey(left.written), CollationKey(right.written))
        return a < b ? -1 : b < a ? 1 : 0
    }

    static func groups(_ items: [Item], _ name: String, limit: Int) -> [(value: String, items: [Item])] {
        var groups: [(value: String, items: [Item])] = []
        for item in items {
            let value = fields[name] == nil ? "" : key(item, name)?.written ?? ""
            if let place = groups.firstIndex(where: { $0.value == value }) {
                if groups[place].items.count < limit { groups[place].items.append(item) }
            } else {
                groups.append((value, [item]))
            }
        }
        return groups
    }
}
