import Foundation
import TestSupport
import Testing
import TransportTestSupport

@testable import MilvusCatalog

@Suite(
    .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct FollowTests {
    /// The items of a store, as Milvus has to give them back.
    private func contents(_ catalog: MilvusCatalog) throws -> [String: StoredItem] {
        try catalog.engine.store.follow()
        return try catalog.engine.store.read { snapshot throws(SearchError) in
            var items: [String: StoredItem] = [:]
            for slot in try snapshot.live().slots {
                guard let item = try snapshot.item(at: slot), let vector = try snapshot.vector(at: slot) else {
                    continue
                }
                var stored = StoredItem(
                    item, picture: StoredPicture(vector: vector, colors: try snapshot.colors(at: slot) ?? []))
                stored.pictures = try snapshot.furtherPictures(of: item.id)
                items[item.id] = stored
            }
            return items
        }
    }

    @Test("what one process writes, changes and removes is the same in another, and in one that comes later")
    func follows() throws {
        let (here, there, later) = try (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
        let address = try Server.newAddress()
        let first = try Server.open(address, in: here)
        let second = try Server.open(address, in: there, creates: false)
        var items = RandomItems(seed: 3, mostFurther: 2)
        let hostile = ["a\"] or id != \"", "\\", "ключ", "\u{1}\n\t", "𝒳", String(repeating: "ü", count: 256)]
        for id in hostile + (0..<600).map({ "n\($0)" }) {
            #expect(try first.engine.store.upsert([items.item(id)]) == [nil])
        }
        try waitUntil("the second has all") { try contents(second) == contents(first) }
        #expect(try contents(second).count == 606)
        // Both change, also attributes alone, and remove.
        var bare = items.item("n7")
        bare.picture = nil
        bare.pictures = nil
        var single = items.item("n9")
        single.pictures = []
        #expect(try second.engine.store.upsert([bare, items.item("n8"), single]) == [nil, nil, nil])
        #expect(try first.engine.store.remove(["n1", hostile[0], hostile[5], "nobody"]).count == 3)
        #expect(try second.engine.store.remove(["n2", hostile[3]]).count == 2)
        #expect(try second.engine.store.restore(["n2"]).restored == ["n2"])
        try waitUntil("both agree") { try contents(second) == contents(first) }
        #expect(try contents(first).count == 602)
        let third = try Server.open(address, in: later, creates: false)
        #expect(try contents(third) == contents(first))
        #expect(try first.engine.store.check() == [])
        #expect(try second.engine.store.check() == [])
        try MilvusCatalog.drop(address)
    }

    @Test("what a process has written is never undone in its copy by a late read")
    func neverGoesBack() throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress()
        let catalog = try Server.open(address, in: folder)
        var items = RandomItems(seed: 6)
        var item = items.item("a")
        for price in 0..<40 {
            item.item.attributes["price"] = .float(Double(price))
            #expect(try catalog.engine.store.upsert([item]) == [nil])
            #expect(try contents(catalog)["a"]?.item.attributes["price"] == .float(Double(price)))
        }
        try MilvusCatalog.drop(address)
    }

    @Test("models of recommendations are the same everywhere")
    func models() throws {
        let (here, there, later) = try (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
        let address = try Server.newAddress()
        let first = try Server.open(address, in: here)
        let second = try Server.open(address, in: there, creates: false)
        func models(_ catalog: MilvusCatalog) throws -> [String: String?] {
            try catalog.engine.store.follow()
            return try catalog.engine.store.read { snapshot throws(SearchError) in try snapshot.models() }
        }
        try first.engine.store.define(models: ["a": "{}", "b": "[]"])
        try waitUntil("both are there") { try models(second) == ["a": "{}", "b": "[]"] }
        try second.engine.store.define(models: ["a": nil, "b": "{\"x\":1}"])
        try waitUntil("they changed") { try models(first) == ["b": "{\"x\":1}"] }
        let third = try Server.open(address, in: later, creates: false)
        #expect(try models(third) == ["b": "{\"x\":1}"])
        try MilvusCatalog.drop(address)
    }

    @Test("fields have one kind everywhere, also those that become wider")
    func fields() throws {
        let (here, there, later) = try (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
        let address = try Server.newAddress()
        let first = try Server.open(address, in: here)
        let second = try Server.open(address, in: there, creates: false)
        var items = RandomItems(seed: 4)
        func item(_ id: String, _ attributes: [String: AttributeValue]) -> StoredItem {
            var item = items.item(id)
            item.item.attributes = attributes
            return item
        }
        try first.engine.store.guess(["size": .int, "price": .int])
        #expect(try first.engine.store.upsert([item("a", ["size": 4, "price": 1])]) == [nil])
        try waitUntil("a is there") { try contents(second)["a"] != nil }
        #expect(try second.engine.store.upsert([item("b", ["size": "XL", "price": 1.5])]) == [nil])
        try waitUntil("b is there") { try contents(first)["b"] != nil }
        let third = try Server.open(address, in: later, creates: false)
        for catalog in [first, second, third] {
            let fields = try catalog.engine.store.read { snapshot throws(SearchError) in try snapshot.fields() }
            #expect(fields == ["size": .string, "price": .float])
            let all = try contents(catalog)
            #expect(all["a"]?.item.attributes == ["size": "4", "price": 1.0])
            #expect(all["b"]?.item.attributes == ["size": "XL", "price": 1.5])
        }
        try MilvusCatalog.drop(address)
    }

    @Test("a copy goes on where it was, and a copy of a catalog that was made anew is not used")
    func reopens() throws {
        let (here, there) = try (TemporaryFolder(), TemporaryFolder())
        let address = try Server.newAddress()
        var items = RandomItems(seed: 6)
        var first: MilvusCatalog? = try Server.open(address, in: here)
        #expect(try first?.engine.store.upsert(items.items(0..<50)).count == 50)
        first = nil
        let second = try Server.open(address, in: there, creates: false)
        #expect(try second.engine.store.upsert(items.items(50..<60)).count == 10)
        #expect(try second.engine.store.remove(["item-3"]).count == 1)
        let again = try Server.open(address, in: here, creates: false)
        try waitUntil("all changes are there") { try contents(again) == contents(second) }
        #expect(try contents(again).count == 59)
        try MilvusCatalog.drop(address)
        let empty = try Server.open(address, in: here)
        #expect(try contents(empty).isEmpty)
        try MilvusCatalog.drop(address)
    }

    @Test("a catalog of another describer, or none, and an item that is too large are refused by name")
    func refuses() throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress()
        #expect {
            try Server.open(address, in: folder, creates: false)
        } throws: { error in
            guard case .store(_, let reason)? = error as? SearchError else { return false }
            return reason.contains("no such collection")
        }
        let catalog = try Server.open(address, in: folder)
        var items = RandomItems(seed: 8)
        var large = items.item("large")
        large.item.attributes["text"] = .text(String(repeating: "word ", count: 14_000))
        let results = try catalog.engine.store.upsert([items.item("a"), large])
        guard case .invalidArgument(let reason)? = results[1] else { throw WaitError(what: "a refusal") }
        #expect(results[0] == nil && reason.contains("at most 65535"))
        #expect(throws: SearchError.self) {
            try Server.open(address, in: folder) { $0.engine.describer = OtherDescriber() }
        }
        try MilvusCatalog.drop(address)
    }

    private struct OtherDescriber: Describer {
        let identity = "other"
        let scale = 127
        let dimensions = BuiltInDescriber.shared.dimensions
        let parts: [VectorPart] = []
        func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
            throw .undescribable(detail: "never")
        }
    }
}

struct WaitError: Error { var what: String }

/// Waits for what another process has written.
func waitUntil(_ what: String, seconds: Double = 60, _ holds: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !holds() {
        guard ContinuousClock.now < end else { throw WaitError(what: what) }
        Thread.sleep(forTimeInterval: 0.2)
    }
}

extension CatalogStore {
    /// Takes in what others have written.
    fileprivate func follow() throws(SearchError) {
        try home?.changing(self) {}
    }
}
