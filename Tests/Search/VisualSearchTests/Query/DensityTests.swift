import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Densities of the items of a store", .timeLimit(.minutes(5)))
struct DensityTests {
    private let folder: TemporaryFolder
    private static let describer = DescriberIdentity(name: "wide", dimensions: 64, colors: 3)
    private let rows: [[Int8]]

    init() throws {
        folder = try TemporaryFolder()
        var vectors = Vectors(dimensions: 64)
        rows = (0..<3000).map { _ in vectors.bytes() }
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

    /// The mean similarity of a row to the ten nearest of others.
    private func density(of row: Int, among others: some Sequence<Int>) -> Double {
        let whole = rows[row].reduce(0) { $0 + Int($1) * Int($1) }
        let dots = others.filter { $0 != row }.map { other in
            zip(rows[row], rows[other]).reduce(0) { $0 + Int($1.0) * Int($1.1) }
        }
        let nearest = dots.sorted(by: >).prefix(10)
        return min(max(Double(nearest.reduce(0, +)) / Double(nearest.count * whole), 0), 1)
    }

    private func expect(
        _ catalog: InMemoryCatalog, _ slots: [Int], among others: some Sequence<Int>,
        at place: SourceLocation = #_sourceLocation
    ) {
        for (slot, known) in zip(slots, catalog.densities[slots]) {
            let right = density(of: slot, among: others)
            #expect(abs((known ?? -9) - right) <= 0.5 / 254 + 1e-9, "slot \(slot)", sourceLocation: place)
        }
    }

    @Test("a density is the mean similarity to the ten nearest, and the next process has it")
    func kept() throws {
        let store = try store()
        _ = try store.upsert(items(0..<400))
        #expect(try !store.buildLists(.small))
        let other = try catalog(self.store(.readOnly))
        expect(other, Array(stride(from: 0, to: 400, by: 7)), among: 0..<400)
        #expect(try store.check() == [])
    }

    @Test("densities of few items stand for what is there")
    func few() throws {
        let store = try store()
        _ = try store.upsert(items(0..<1))
        _ = try store.buildLists(.small)
        #expect(try catalog(store).densities[[0]] == [0])
        _ = try store.upsert(items(1..<4))
        _ = try store.buildLists(.small)
        expect(try catalog(store), [0, 1, 2, 3], among: 0..<4)
    }

    @Test("what comes and goes makes the densities around it unknown, and they are computed anew")
    func following() throws {
        let store = try store()
        _ = try store.upsert(items(0..<300))
        let catalog = try catalog(store)
        #expect(try catalog.keepDensities())
        #expect(catalog.densities.unknown(among: Array(0..<300), limit: 300) == [])

        // A copy of item 7, which is the nearest of all to it from then on.
        _ = try store.upsert([StoredItem(Item(id: "copy"), picture: StoredPicture(vector: rows[7]))])
        catalog.follow()
        let around = catalog.densities.unknown(among: Array(0...300), limit: 301)
        #expect(around.contains(7) && around.contains(300))
        #expect(around.count <= 12, "bounded: \(around.count)")
        let before = density(of: 7, among: 0..<300)
        #expect(try catalog.keepDensities())
        #expect(try #require(catalog.densities[[7]][0]) > before + 0.02)

        _ = try store.remove(["copy"])
        catalog.follow()
        let left = catalog.densities.unknown(among: Array(0..<300), limit: 300)
        #expect(left.contains(7) && left.count <= 11)
        #expect(try catalog.keepDensities())
        expect(catalog, Array(0..<300), among: 0..<300)
        expect(try self.catalog(self.store(.readOnly)), Array(0..<300), among: 0..<300)
    }

    @Test("a large store computes those of new items and of their neighbors where many came, and none for few")
    func many() throws {
        let store = try store()
        _ = try store.upsert(items(0..<2000))
        _ = try store.buildLists(.small)
        _ = try store.upsert(items(2000..<2050))
        _ = try store.buildLists(.small)
        var other = try catalog(self.store(.readOnly))
        #expect(other.densities.unknown(among: Array(0..<2050), limit: 9999) == Array(2000..<2050))
        _ = try store.upsert(items(2050..<2400))
        _ = try store.buildLists(.small)
        other = try catalog(self.store(.readOnly))
        #expect(other.densities.unknown(among: Array(0..<2400), limit: 9999) == [])
    }

    @Test("an unknown density is estimated from the neighbors of the query")
    func estimated() throws {
        let store = try store()
        _ = try store.upsert(items(0..<400))
        let catalog = try catalog(store)
        let found = try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
            try catalog.densities(at: [3, 9], among: Array(0..<400), in: snapshot)
        }
        for (density, slot) in zip(found, [3, 9]) {
            #expect(abs(density - self.density(of: slot, among: 0..<400)) < 1e-9)
        }
    }

    @Test("a store of an older form opens without densities, and keeps them once it is opened for writing")
    func older() throws {
        let path = folder.path("older")
        let steps = Array(Schema.current.steps.prefix(10))
        do {
            let store = try CatalogStore(
                path: path, describer: Self.describer, mode: .create, schema: Schema(steps: steps, readable: 1))
            _ = try store.upsert(items(0..<100))
        }
        let read = try catalog(CatalogStore(path: path, mode: .readOnly))
        #expect(read.densities[[5]] == [nil])
        #expect(try read.keepDensities(), "nothing to do where nothing can be written")
        _ = try CatalogStore(path: path, mode: .readWrite).buildLists(.small)
        expect(try catalog(CatalogStore(path: path, mode: .readOnly)), [5], among: 0..<100)
    }

    @Test("damaged densities are told by the check, and searches estimate")
    func damaged() throws {
        let store = try store()
        _ = try store.upsert(items(0..<100))
        _ = try store.buildLists(.small)
        try store.write { database throws(SearchError) in
            try database.run("UPDATE densities SET bytes = zeroblob(length(bytes)) WHERE part = 0")
        }
        #expect(
            try store.check() == ["densities: the densities of the items are damaged; searches estimate them"])
        #expect(try catalog(self.store(.readOnly)).densities[[5]] == [nil])
        _ = try store.buildLists(.small)
        #expect(try store.check() == [])
    }
}
