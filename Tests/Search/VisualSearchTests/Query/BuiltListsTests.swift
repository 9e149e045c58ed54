import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists that a command builds", .timeLimit(.minutes(5)))
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

    @Test("cancelled at any moment, it leaves none or all of them, and the items as they are")
    func cancelled() throws {
        let raised = Cancellation()
        raised.cancel()
        #expect(throws: SearchError.cancelled) { try store.buildLists(.small, cancellation: raised) }
        var cancelled = 0
        for step in 0..<400 {
            let cancellation = Cancellation()
            // A thread of its own: those that tests share may all be at work for longer than the building takes.
            Thread.detachNewThread {
                usleep(useconds_t((Effort.isFull ? 300 : 1500) * step))
                cancellation.cancel()
            }
            do throws(SearchError) {
                _ = try store.buildLists(.small, cancellation: cancellation)
                #expect(store.keepsLists)
                break
            } catch {
                #expect(error == .cancelled)
                cancelled += 1
                // Cancelled after the last of them was written.
                if store.keepsLists { break }
            }
        }
        #expect(try cancelled > 1 && store.check() == [])
        _ = try store.buildLists(.small)
        #expect(store.keepsLists)
    }

    @Test("an index whose building is cancelled finds the same as before, and takes changes")
    func index() {
        let cancellation = Cancellation()
        let index = VectorIndex(dimensions: 64, scale: 127, tuning: .small, cancellation: cancellation)
        cancellation.cancel()
        index.update { changes in for (slot, row) in rows.enumerated() { changes.set(slot, row.span) } }
        index.finishBuilding()
        index.set(2000, rows[7].map { -$0 })
        #expect(index.search(rows[70], count: 1).map(\.slot) == [70])
        #expect(index.search(rows[7].map { -$0 }, count: 1).map(\.slot) == [2000])
        #expect(index.lock.reading { unsafe index.listing.lists == nil && !index.listing.isBuilding })
    }
}
