import TestSupport
import Testing

@testable import VisualSearch

@Suite("Giving fields that have values another kind")
struct ConversionTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func values(_ name: String) throws -> [AttributeValue?] {
        try store.read { snapshot throws(SearchError) in
            var values: [AttributeValue?] = []
            for slot in 0..<snapshot.slots { values.append(try snapshot.item(at: slot)?.attributes[name]) }
            return values
        }
    }

    @Test("numbers become wider and strings, and these numbers again; texts and filters follow")
    func there() throws {
        _ = try store.upsert([
            StoredItem("a", ["price": .int(38), "title": .text("red bag")]), StoredItem("b", ["price": .int(40)]),
        ])
        let reader = try folder.store(mode: .readOnly)
        for type in [AttributeType.float, .string, .text, .list, .string, .int, .float, .int] {
            try store.define(["price": type])
            #expect(try store.info().fields["price"] == type)
            #expect(try values("price").map { $0?.written } == ["38", "40"])
            let said = try reader.read { snapshot throws(SearchError) in try snapshot.wordMatches("38 ").matches.count }
            #expect(said == (type.hasWords ? 1 : 0))
            let equal = try reader.read { snapshot throws(SearchError) in
                try snapshot.matching(.equal("price", .string("40"))).slots
            }
            #expect(equal == [1], "\(type)")
            #expect(try store.check().isEmpty)
        }
        #expect(try store.read { snapshot throws(SearchError) in try snapshot.wordMatches("bag").matches.count } == 1)
    }

    @Test("strings come back as they were given after they were numbers")
    func back() throws {
        _ = try store.upsert([StoredItem("a", ["v": .string("1.10")]), StoredItem("b", ["v": .string("3e8")])])
        try store.define(["v": .float])
        #expect(try values("v") == [.float(1.1), .float(3e8)])
        try store.define(["v": .string])
        #expect(try values("v") == [.string("1.10"), .string("3e8")])
    }

    @Test("values that do not fit are named and stop it, or are dropped on demand")
    func misfits() throws {
        _ = try store.upsert([
            StoredItem("a", ["price": .string("9.50"), "title": .text("lamp")]),
            StoredItem("b", ["price": .string("cheap")]), StoredItem("c", ["price": .string("")]),
        ])
        let error = #expect(throws: SearchError.self) { try store.define(["price": .float, "title": .string]) }
        guard case .invalidArgument(let text) = error else { return }
        #expect(text.contains("2 of its 3 values"))
        #expect(text.contains("`cheap` of `b`"))
        #expect(try store.info().fields == ["price": .string, "title": .text])
        #expect(try values("price") == [.string("9.50"), .string("cheap"), .string("")])
        try store.define(["price": .float, "title": .string], droppingMisfits: true)
        #expect(try values("price") == [.float(9.5), nil, nil])
        #expect(try store.read { snapshot throws(SearchError) in try snapshot.wordMatches("cheap").matches.isEmpty })
        #expect(try store.check().isEmpty)
    }

    @Test("what would be rounded or taken apart does not fit")
    func lossless() throws {
        _ = try store.upsert([
            StoredItem("a", ["n": .int((1 << 53) + 1), "low": .int(.min), "l": .list(["x", "y"]), "f": .float(1.5)])
        ])
        #expect(throws: SearchError.self) { try store.define(["n": .float]) }
        #expect(throws: SearchError.self) { try store.define(["low": .float]) }
        #expect(throws: SearchError.self) { try store.define(["l": .string]) }
        #expect(throws: SearchError.self) { try store.define(["f": .int]) }
        try store.define(["n": .string, "low": .string])
        #expect(try values("n") == [.string("9007199254740993")])
        #expect(try values("low") == [.string("-9223372036854775808")])
    }
}
