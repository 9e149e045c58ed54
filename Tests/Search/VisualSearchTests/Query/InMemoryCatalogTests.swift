import Dispatch
import Essentials
import PictureTestSupport
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searches while memory follows the file", .timeLimit(.minutes(5)))
struct InMemoryCatalogTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("catalog.magpie") }
    private static let few = 8

    init() throws { folder = try TemporaryFolder() }

    @Test("many changes of another process are loaded beside the searches, which go on with what they have")
    func beside() throws {
        let (writer, reader) = (try folder.store(), try folder.store(mode: .readOnly))
        _ = try writer.upsert(items(0..<10))
        let catalog = InMemoryCatalog(reader, fewChanges: Self.few)
        #expect(try found(catalog).count == 10)
        // Somebody is loading for as long as this lasts: whoever waited for it would wait for ever.
        try catalog.loading.withLock { () throws(SearchError) in
            _ = try writer.upsert(items(10..<40))
            #expect(try found(catalog) == (0..<10).map(String.init))
            // A removed item is not found, and the one that took its slot is not taken for it.
            _ = try writer.remove(["3"])
            _ = try writer.upsert([StoredItem("new", seed: 77)])
            #expect(try found(catalog) == (0..<10).filter { $0 != 3 }.map(String.init))
            // An item with another picture stays in the answer.
            _ = try writer.upsert([StoredItem("5", seed: 55)])
            #expect(try found(catalog).contains("5"))
        }
        try wait(for: "the load aside") { try found(catalog).count == 40 }
        #expect(Set(try found(catalog)) == Set((0..<40).filter { $0 != 3 }.map(String.init) + ["new"]))
    }

    @Test("nothing that is found without the newest items, or without what was learned last, is for keeping")
    func incomplete() throws {
        let (writer, reader) = (try folder.store(), try folder.store())
        _ = try writer.upsert(items(0..<10))
        let catalog = InMemoryCatalog(reader, fewChanges: Self.few)
        func revision() throws(SearchError) -> Int? {
            try catalog.read(withPalettes: false) { snapshot throws(SearchError) in snapshot.completeRevision }
        }
        #expect(try catalog.completeRevision() == nil)
        #expect(try revision() == writer.revision() && catalog.completeRevision() == writer.revision())
        try catalog.loading.withLock { () throws(SearchError) in
            _ = try writer.upsert(items(10..<40))
            #expect(try revision() == nil)
            #expect(try catalog.completeRevision() == nil)
        }
        try wait(for: "the load aside") { try revision() == writer.revision() }
        // The revision is taken in at once, what was learned beside the searches.
        _ = try writer.learn()
        try wait(for: "what was learned") { try revision() == writer.revision() }
        #expect(try catalog.completeRevision() == writer.revision())
    }

    @Test("few changes of another process are seen by the next search")
    func few() throws {
        let (writer, reader) = (try folder.store(), try folder.store(mode: .readOnly))
        let catalog = InMemoryCatalog(reader, fewChanges: Self.few)
        #expect(try found(catalog) == [])
        for number in 0..<30 {
            _ = try writer.upsert(items(number..<number + 1))
            if number.isMultiple(of: 5) { _ = try writer.remove(["\(number)"]) }
            #expect(try found(catalog).count == (try writer.info().items))
        }
    }

    @Test("what this process has written is seen by the next search, however much it is")
    func own() throws {
        let store = try folder.store()
        let catalog = InMemoryCatalog(store, fewChanges: Self.few)
        #expect(try found(catalog) == [])
        for round in 0..<5 {
            _ = try store.upsert(items(round * 100..<round * 100 + 100))
            catalog.follow()
            #expect(try found(catalog).count == round * 100 + 100)
        }
        _ = try store.remove((0..<300).map(String.init))
        catalog.follow()
        #expect(try found(catalog).count == 200)
    }

    @Test("a slot that another item takes without colors has none of the colors of the first")
    func colors() throws {
        let engine = try SearchEngine(path: path, mode: .create)
        let red = Pictures.solid(32, 32, RGB(hex: "#c02020")!)
        _ = try engine.insertBlocking([Entry(Item(id: "red"), image: .pixels(red))])
        let query = SearchRequest(.init(colors: [.init(RGB(hex: "#c02020")!)]))
        #expect(try engine.searchBlocking(query).hits.first?.score ?? 0 > 0.5)
        let picture = try engine.store.read { snapshot throws(SearchError) in try snapshot.picture(at: 0) }
        _ = try engine.removeBlocking(["red"])
        let bare = StoredPicture(vector: try #require(picture).vector)
        _ = try engine.store.upsert([StoredItem(Item(id: "bare"), picture: bare)])
        #expect(try engine.searchBlocking(query).hits.first?.score ?? 0 < 0.1)
    }

    @Test("a warm engine has nothing to load")
    func warm() throws {
        _ = try folder.store().upsert(items(0..<10))
        let catalog = InMemoryCatalog(try folder.store(mode: .readOnly))
        try catalog.warmUp()
        try catalog.loading.withLock { () throws(SearchError) in #expect(try found(catalog).count == 10) }
    }

    @Test("searches beside writers of this and of another process never fail, and end with all")
    func stress() throws {
        let (writer, other) = (try folder.store(), try folder.store())
        // On a busy machine one may have to wait for the other for long.
        for store in [writer, other] {
            try store.outsideTransaction { database throws(SearchError) in
                try database.script("PRAGMA busy_timeout = 600000")
            }
        }
        let catalog = InMemoryCatalog(writer, fewChanges: Self.few)
        let failures = Locked<[String]>([])
        let isDone = Locked(false)
        defer { isDone.withLock { $0 = true } }
        let (searches, writers) = (DispatchGroup(), DispatchGroup())
        func run(_ group: DispatchGroup, _ body: @escaping @Sendable () throws -> Void) {
            // A queue each: the threads of the shared one are no more than the cores.
            DispatchQueue(label: "stress").async(group: group) {
                do { try body() } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        for _ in 0..<3 {
            run(searches) {
                while !isDone.withLock({ $0 }) {
                    let ids = try found(catalog)
                    if ids.contains("none") || Set(ids).count != ids.count {
                        failures.withLock { $0.append("an answer with \(ids)") }
                    }
                }
            }
        }
        run(writers) {
            for round in 0..<15 {
                _ = try writer.upsert(items(round * 20..<round * 20 + 20, seed: round))
                catalog.follow()
                let ids = Set(try found(catalog))
                if !(round * 20..<round * 20 + 20).allSatisfy({ ids.contains("\($0)") }) {
                    failures.withLock { $0.append("round \(round): not all of its own") }
                }
            }
        }
        run(writers) {
            for round in 0..<15 {
                let ids = (0..<25).map { "other \(round) \($0)" }
                _ = try other.upsert(ids.map { StoredItem($0, seed: round) })
                _ = try other.remove(Array(ids.prefix(20)))
            }
        }
        writers.wait()
        try wait(for: "everything to be loaded") { try found(catalog).count == 300 + 15 * 5 }
        isDone.withLock { $0 = true }
        searches.wait()
        #expect(failures.withLock { $0 } == [])
    }
}

private func items(_ ids: Range<Int>, seed: Int = 0) -> [StoredItem] {
    ids.map { StoredItem("\($0)", seed: $0 + seed) }
}

/// The ids of the items that a search by vector sees, by slot.
private func found(_ catalog: InMemoryCatalog) throws(SearchError) -> [String] {
    try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
        let slots = try snapshot.matching(.all)
        let rows = catalog.vectors.nearest([1, 2, 3, 4], count: 10_000, filter: slots, mode: .exact)
        _ = catalog.vectors.dots([1, 2, 3, 4], at: slots.slots)
        var ids: [String] = []
        for slot in rows.map(\.slot).sorted() { ids.append(try snapshot.id(at: slot) ?? "none") }
        return ids
    }
}
