import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists that a command builds", .timeLimit(.minutes(30)))
struct BuiltListsTests {
    private let folder: TemporaryFolder
    private let store: CatalogStore
    private let rows: [[Int8]]

    init() throws {
        folder = try TemporaryFolder()
        var vectors = Vectors(dimensions: 64)
        rows = (0..<2000).map { _ in vectors.bytes() }
        let describer = DescriberIdentity(name: "wide", dimensions: 64, colors: 3)
        store = try CatalogStore(path: folder.path("catalog.magpie"), describer: describer, mode: .create)
        let items = rows.enumerated().map { number, row in
            StoredItem(Item(id: "\(number)"), picture: StoredPicture(vector: row))
        }
        _ = try store.upsert(items)
    }

    /// Sets the size that the file may have, and returns the one that it has, in pages.
    @discardableResult
    private func limit(pages: Int?) throws -> Int {
        var present = 0
        try store.outsideTransaction { database throws(SearchError) in
            present = try database.integer("PRAGMA page_count")
            _ = try database.integer("PRAGMA max_page_count = \(pages ?? present)")
        }
        return present
    }

    @Test("without room for them building fails, and a search that builds them for itself goes on")
    func full() throws {
        try limit(pages: nil)
        #expect(throws: SearchError.diskFull(path: store.path)) { try store.buildLists(.small) }
        #expect(!store.keepsLists)
        let catalog = InMemoryCatalog(store, tuning: .small)
        try catalog.warmUp()
        catalog.vectors.finishBuilding()
        let found = try catalog.read(withPalettes: false) { _ in catalog.vectors.search(rows[70], count: 1) }
        #expect(found.map(\.slot) == [70] && !store.keepsLists)
        try limit(pages: 1 << 30)
        #expect(try store.buildLists(.small) && store.keepsLists)
    }
}
