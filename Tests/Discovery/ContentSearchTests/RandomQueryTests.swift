import ContentSearch
import EngineTestSupport
import Foundation
import TestSupport
import Testing

/// Random queries on real books, each compared with the independent reading of the same JSON.
@Suite("Random queries on content", .timeLimit(.minutes(5)))
struct RandomQueryTests {
    @Test(
        "random trees of conditions, orders, languages and relations give what an independent reading gives",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"))
    func trees() throws {
        let books = try #require(try Books(300))
        var random = QuerySource(books.instances, seed: 7)
        for number in 0..<Effort.inputs(200, of: 600) {
            let query = random.query()
            let expected = try books.reference.searchBlocking(query)
            let found = try books.content.store.searchBlocking(query)
            #expect(found.total == expected.total, "query \(number): \(query)")
            #expect(found.items.map(\.id) == expected.items.map(\.id), "query \(number): \(query)")
            if let (one, other) = zip(found.items, expected.items).first(where: { $0 != $1 }) {
                Issue.record("query \(number): \(query)\n\(one)\n\(other)")
                return
            }
        }
    }
}

/// Queries at random, the same for the same seed, whose values come from the content.
private struct QuerySource {
    private var random: SeededGenerator
    private let instances: [ContentInstance]
    private static let locales = ["en", "en-GB", "fr", "fr-CA", "de", "pt_br", "EN-gb"]
    private static let meta = Field.ofAllContent.map(\.name)

    init(_ instances: [ContentInstance], seed: UInt64) {
        self.instances = instances
        random = SeededGenerator(seed: seed)
    }

    mutating func query() -> ContentQuery {
        let module = ["books", "authors", nil].randomElement(using: &random)!
        var query = ContentQuery(modules: module.map { [$0] } ?? [])
        query.filter = filter(depth: Int.random(in: 0...4, using: &random), module)
        if chance(3) { query.locale = Self.locales.randomElement(using: &random) }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            query.order.append(SearchRequest.Sort(field(module), ascending: chance(2)))
        }
        if chance(4) {
            let relations = module == "authors" ? ["books", "edited"] : ["authors", "editor", "sequel"]
            let name = relations.randomElement(using: &random)!
            query.relations = [.init(name, ids: chance(2) ? nil : ids(5))]
        }
        if chance(4) {
            let tags = instances.randomElement(using: &random)!.tags + instances.randomElement(using: &random)!.tags
            query.audience = .init(tags, mode: chance(2) ? .all : .any)
        }
        if chance(6) { query.ids = ids(200) }
        if chance(4) { query.population = .all }
        if chance(4) { query.fields = module == "authors" ? ["name", "bio"] : chance(3) ? [] : ["title", "marks"] }
        if module == nil, query.fields != nil { query.fields = ["title", "name"] }
        query.window =
            chance(6)
            ? .all : .page(Int.random(in: 1...3, using: &random), limit: Int.random(in: 1...40, using: &random))
        return query
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func ids(_ count: Int) -> [String] {
        (0..<count).map { _ in instances.randomElement(using: &random)!.id }
    }

    private mutating func field(_ module: String?) -> String {
        if chance(4) { return Self.meta.randomElement(using: &random)! }
        let modules = BookCatalog.modules.filter { module == nil || $0.name == module }
        return modules.randomElement(using: &random)!.fields.randomElement(using: &random)!.name
    }

    private mutating func filter(depth: Int, _ module: String?) -> Filter {
        if depth == 0 { return comparison(field(module)) }
        let children = (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(depth: depth - 1, module) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: return .and(children)
        case 2: return .or(children)
        case 3: return .not(filter(depth: depth - 1, module))
        default: return comparison(field(module))
        }
    }

    private mutating func comparison(_ name: String) -> Filter {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .exists(name)
        case 1: return .oneOf(name, [value(name), value(name), value(name)])
        case 2: return .differsFromAll(name, [value(name), value(name)])
        case 3: return .differs(name, value(name))
        case 4: return .less(name, value(name))
        case 5: return .lessOrEqual(name, value(name))
        case 6: return .greater(name, value(name))
        case 7: return .greaterOrEqual(name, value(name))
        case 8: return .between(name, value(name), value(name))
        case 9:
            return .like(name, ["%the%", "%r\\_%%ing", "_he %", "%and%er%", "https%"].randomElement(using: &random)!)
        default: return .equal(name, value(name))
        }
    }

    /// A value that an instance has in the field, or sometimes one of another kind.
    private mutating func value(_ name: String) -> AttributeValue {
        if chance(8) {
            let others: [AttributeValue] = [
                "true", 5, 4.25, true, "The Hobbit", .date(Date(timeIntervalSince1970: 1.7e9)),
            ]
            return others.randomElement(using: &random)!
        }
        for _ in 0..<20 {
            guard case .object(let members) = instances.randomElement(using: &random)!.json else { continue }
            var value = members[String(name.dropFirst())] ?? .null
            if !name.hasPrefix("@"), case .object(let values)? = members["values"] { value = values[name] ?? .null }
            if let value = scalar(value, isDate: name.hasSuffix("At") || name == "published") { return value }
        }
        return "nothing"
    }

    private mutating func scalar(_ value: JSONValue, isDate: Bool) -> AttributeValue? {
        switch value {
        case .null: return nil
        case .bool(let flag): return .bool(flag)
        case .int, .number, .string:
            if isDate { return Date(content: value).map { .date($0) } }
            if case .int(let number) = value { return .int(number) }
            return value.asNumber.map { .float($0) } ?? value.text.map { .string($0) }
        case .array(let values): return values.randomElement(using: &random).flatMap { scalar($0, isDate: isDate) }
        case .object(let members):
            return members.keys.sorted().randomElement(using: &random).flatMap { scalar(members[$0]!, isDate: isDate) }
        }
    }
}
