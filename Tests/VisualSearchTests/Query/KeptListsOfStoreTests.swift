import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists that a store keeps", .timeLimit(.minutes(30)))
struct KeptListsOfStoreTests {
    private let folder: TemporaryFolder
    private static let size = 3000
    private static let describer = DescriberIdentity(name: "wide", dimensions: 64, colors: 3)
    private let rows: [[Int8]]

    init() throws {
        folder = try TemporaryFolder()
        var vectors = Vectors(dimensions: 64)
        rows = (0..<Self.size).map { _ in vectors.bytes() }
    }

    private func store(_ mode: CatalogStore.Mode = .create) throws -> CatalogStore {
        try CatalogStore(path: folder.path("catalog.magpie"), describer: Self.describer, mode: mode)
    }

    private func items(_ range: Range<Int>) -> [StoredItem] {
        range.map { StoredItem(Item(id: "\($0)"), picture: StoredPicture(vector: rows[$0])) }
    }

    private func catalog(_ store: CatalogStore) throws -> InMemoryCatalog {
        let catalog = InMemoryCatalog(store, tuning: .small)
        try catalog.warmUp()
        return catalog
    }

    private func hasLists(_ catalog: InMemoryCatalog) -> Bool {
        catalog.vectors.lock.reading { unsafe catalog.vectors.listing.lists != nil }
    }

    private func fresh(_ catalog: InMemoryCatalog) -> Int {
        catalog.vectors.lock.reading { unsafe catalog.vectors.listing.freshCount }
    }

    /// A store with lists of 2,000 items.
    private func filled() throws -> CatalogStore {
        let store = try store()
        _ = try store.upsert(items(0..<2000))
        try catalog(store).vectors.finishBuilding()
        return store
    }

    @Test("what one process has built, the next one has when it is loaded, also for reading only")
    func kept() throws {
        _ = try filled()
        let other = try catalog(store(.readOnly))
        #expect(hasLists(other) && fresh(other) == 0)
        for slot in stride(from: 0, to: 2000, by: 97) {
            #expect(other.vectors.search(rows[slot], count: 1).map(\.slot) == [slot])
        }
    }

    @Test("items that came, changed or went since are found as they are")
    func later() throws {
        let store = try filled()
        _ = try store.upsert(items(2000..<2010))
        _ = try store.remove(["5"])
        let far = rows[6].map { -$0 }
        _ = try store.upsert([StoredItem(Item(id: "6"), picture: StoredPicture(vector: far))])
        let other = try catalog(self.store(.readOnly))
        #expect(hasLists(other) && fresh(other) == 11)
        #expect(other.vectors.search(rows[2005], count: 1).map(\.slot) == [2005])
        #expect(other.vectors.search(far, count: 1).map(\.slot) == [6])
        #expect(!other.vectors.search(rows[5], count: 2000, mode: .exact).map(\.slot).contains(5))
    }

    @Test("they are written again after many changes, not after few, and a revision is none of theirs")
    func again() throws {
        let store = try filled()
        func revision() throws -> Int? {
            try store.read { snapshot throws(SearchError) in try snapshot.database.listsHeading()?.revision }
        }
        let first = try #require(try revision())
        #expect(try store.revision() == first)
        _ = try store.upsert(items(2000..<2050))
        try catalog(store).vectors.finishBuilding()
        #expect(try revision() == first)
        _ = try store.upsert(items(2050..<2300))
        try catalog(store).vectors.finishBuilding()
        #expect(try revision() ?? 0 > first)
        #expect(try store.check() == [])
    }

    @Test("damaged ones are named by the check, and searches do without them until they are built anew")
    func damaged() throws {
        let store = try filled()
        try store.write { database throws(SearchError) in
            try database.run("UPDATE lists SET bytes = zeroblob(length(bytes)) WHERE part = 3")
        }
        #expect(try store.check() == ["lists: the lists of the vectors are damaged; searches do without them"])
        let other = try catalog(self.store(.readOnly))
        other.vectors.finishBuilding()
        #expect(other.vectors.search(rows[5], count: 1).map(\.slot) == [5])
        _ = try store.upsert(items(2000..<2300))
        try catalog(store).vectors.finishBuilding()
        #expect(try store.check() == [])
    }

    @Test("a store of an older form is loaded without them")
    func older() throws {
        let steps = Array(Schema.current.steps.dropLast())
        let path = folder.path("older")
        do {
            let store = try CatalogStore(
                path: path, describer: Self.describer, mode: .create, schema: Schema(steps: steps, readable: 1))
            _ = try store.upsert(items(0..<1500))
        }
        let catalog = try catalog(CatalogStore(path: path, mode: .readOnly))
        #expect(catalog.vectors.search(rows[5], count: 1).map(\.slot) == [5])
    }

    @Test("a load that failed can be tried again")
    func failing() throws {
        let store = try store()
        _ = try store.upsert(items(0..<10))
        try store.write { database throws(SearchError) in
            try database.run("INSERT INTO colors(slot, bytes) VALUES (3, x'00')")
        }
        let catalog = InMemoryCatalog(try self.store(.readOnly))
        for _ in 0..<3 { #expect(throws: SearchError.self) { try catalog.warmUp() } }
        let count = try catalog.read(withPalettes: false) { _ in catalog.vectors.count }
        #expect(count == 10)
    }

    @Test("vectors that several connections read are those of the store, with gaps as well")
    func parts() throws {
        let store = try store()
        _ = try store.upsert(items(0..<Self.size))
        _ = try store.remove((1000..<1900).map(String.init))
        let catalog = try catalog(self.store(.readOnly))
        #expect(catalog.vectors.count == Self.size - 900)
        for slot in stride(from: 0, to: Self.size, by: 41) {
            #expect(catalog.vectors.row(slot) == ((1000..<1900).contains(slot) ? nil : rows[slot]))
        }
    }
}
