import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists that a store keeps", .timeLimit(.minutes(5)))
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

    @Test("a command that only writes builds them once, and again after many changes")
    func built() throws {
        let store = try store()
        _ = try store.upsert(items(0..<900))
        #expect(try !store.buildLists(.small), "a small store needs none")
        _ = try store.upsert(items(900..<2000))
        #expect(try store.buildLists(.small))
        let other = try catalog(self.store(.readOnly))
        #expect(hasLists(other) && fresh(other) == 0)
        #expect(try !store.buildLists(.small))
        _ = try store.upsert(items(2000..<2050))
        #expect(try !store.buildLists(.small), "few are new")
        _ = try store.upsert(items(2050..<2400))
        #expect(try store.buildLists(.small))
        #expect(try fresh(catalog(self.store(.readOnly))) == 0)
        #expect(try !self.store(.readOnly).buildLists(.small))
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

    @Test("a catalog for few searches reads what its lists choose, and finds what one does that reads all")
    func asNeeded() throws {
        let store = try filled()
        _ = try store.upsert(items(2000..<2010))
        _ = try store.remove(["5"])
        let far = rows[6].map { -$0 }
        _ = try store.upsert([StoredItem(Item(id: "6"), picture: StoredPicture(vector: far))])
        let whole = InMemoryCatalog(try self.store(.readOnly), tuning: .small)
        let few = InMemoryCatalog(try self.store(.readOnly), tuning: .small, readsOnDemand: true)
        #expect(few.readsAsNeeded && !whole.readsAsNeeded)
        func found(_ catalog: InMemoryCatalog, _ query: [Int8], _ count: Int, _ mode: SearchMode) throws -> [[Int]] {
            try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                let all = try snapshot.live()
                var some = Bitmap(size: all.size)
                for slot in all.slots where slot.isMultiple(of: 3) { some[slot] = true }
                var found: [[Int]] = []
                for slots in [all, some] {
                    let rows = try catalog.nearest(query, count: count, among: slots, mode: mode, in: snapshot)
                    found += [rows.map(\.slot), rows.map(\.dot)]
                }
                let sample = try catalog.sample(50, in: snapshot)
                found.append(sample.slots)
                found.append(catalog.vectors.dots(query, with: sample).map(Int.init))
                let slots = [3, 2007, 5, 6, 2999, 700] + Array(100..<400)
                return found + [try catalog.dots(query, at: slots, in: snapshot).map(Int.init)]
            }
        }
        for slot in stride(from: 0, to: 2010, by: 131) {
            for count in [1, 20, 1000, 5000] {
                for mode in [SearchMode.default, .exact] {
                    #expect(try found(few, rows[slot], count, mode) == found(whole, rows[slot], count, mode))
                }
            }
        }
        #expect(try found(few, far, 1, .default)[0] == [6])
        // It follows changes, and never builds lists of what it has not read.
        _ = try store.upsert(items(2010..<2900))
        let slot = try store.read { snapshot throws(SearchError) in try snapshot.slot(of: "2500") }
        #expect(try found(few, rows[2500], 1, .default)[0] == [slot])
        #expect(fresh(few) > 890 && few.vectors.tuning.plainRows == .max)
    }

    @Test("a catalog for few searches without lists, or with damaged ones, finds the same")
    func asNeededWithout() throws {
        let store = try store()
        _ = try store.upsert(items(0..<2000))
        #expect(!InMemoryCatalog(store, tuning: .small, readsOnDemand: true).readsAsNeeded)
        try catalog(store).vectors.finishBuilding()
        try store.write { database throws(SearchError) in
            try database.run("UPDATE lists SET bytes = zeroblob(length(bytes)) WHERE part = 2")
        }
        let few = InMemoryCatalog(store, tuning: .small, readsOnDemand: true)
        let slots = try few.read(withPalettes: false) { snapshot throws(SearchError) in
            try few.nearest(rows[700], count: 1, among: try snapshot.live(), mode: .default, in: snapshot).map(\.slot)
        }
        #expect(few.readsAsNeeded && slots == [700])
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
        let steps = Array(Schema.current.steps.prefix(7))
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
