import Foundation
import TestSupport
import Testing

@testable import VisualSearch
@testable import store_writer

@Suite("A damaged file is noticed, never crashes, and gives back what it can")
struct DamageTests {
    let folder: TemporaryFolder
    let sound: [UInt8]
    let model: WorkModel

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("sound")
        var model = WorkModel()
        do {
            let store = try CatalogStore(path: path, describer: Work.describer, mode: .create)
            let work = Work()
            for number in 1...60 { try work.run(number, in: store) }
        }
        model.advance(to: 60)
        self.model = model
        sound = try Array(Data(contentsOf: URL(filePath: path)))
    }

    /// Everything that a search may read.
    private func readAll(_ store: CatalogStore) throws(SearchError) -> [String: StoredItem] {
        try store.read { snapshot throws(SearchError) in
            _ = try snapshot.wordMatches("item batch 7 tiem")
            _ = try snapshot.matching(
                .and([.less("batch", .int(5)), .like("title", "%1%"), .equal("tags", .string("t0"))]))
            _ = try snapshot.facets(.init(["*"]), over: snapshot.live())
            try snapshot.eachVector { _, _ in }
            try snapshot.eachColors { _, _ in }
            var found: [String: StoredItem] = [:]
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot), let picture = try snapshot.picture(at: slot) else {
                    continue
                }
                found[item.id] = StoredItem(
                    item, picture: picture,
                    fingerprint: try snapshot.fingerprint(ofSource: item.source ?? "")?.fingerprint)
            }
            return found
        }
    }

    @Test("after any flipped byte the store is refused, or `check` finds it, or nothing is different")
    func flips() throws {
        var numbers = SplitMix(seed: 3)
        var (refused, found, harmless) = (0, 0, 0)
        for round in 0..<Effort.inputs(200, of: 600) {
            var bytes = sound
            // The first page, with the header and the schema, gets its share.
            let place = round < 120 ? round : Int.random(in: 0..<bytes.count, using: &numbers)
            let mask = UInt8.random(in: 1...255, using: &numbers)
            bytes[place] ^= mask
            let path = folder.path("flipped-\(round)")
            try Data(bytes).write(to: URL(filePath: path))
            defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
            do throws(SearchError) {
                let store = try CatalogStore(path: path, describer: Work.describer)
                let read = try? readAll(store)
                if try !store.check().isEmpty {
                    found += 1
                } else {
                    harmless += 1
                    #expect(read == model.items, "byte \(place) ^ \(mask)")
                }
            } catch { refused += 1 }
        }
        #expect(refused > 0 && found > 0 && harmless > 0)
    }

    @Test("a file cut short, or with a page of noise, is refused or found out; the rest of the items is saved")
    func repair() throws {
        var numbers = SplitMix(seed: 4)
        for round in 0..<30 {
            var bytes = sound
            let pages = bytes.count / 8192
            if round.isMultiple(of: 3) {
                bytes.removeLast(Int.random(in: 1..<pages / 2, using: &numbers) * 8192)
            } else {
                let page = Int.random(in: 1..<pages, using: &numbers)
                for index in page * 8192..<(page + 1) * 8192 {
                    bytes[index] = UInt8.random(in: 0...255, using: &numbers)
                }
            }
            let path = folder.path("damaged-\(round)")
            try Data(bytes).write(to: URL(filePath: path))
            if let store = try? CatalogStore(path: path, describer: Work.describer), try store.check().isEmpty {
                #expect(try readAll(store) == model.items)
            }
            let target = folder.path("saved-\(round)")
            guard let report = try? CatalogStore.repair(path: path, to: target, describer: Work.describer) else {
                continue
            }
            let saved = try CatalogStore(path: target, describer: Work.describer)
            #expect(try saved.check().isEmpty)
            let items = try readAll(saved)
            #expect(items.count == report.kept)
            for (id, item) in items where !report.doubtful.contains(id) {
                #expect(item == model.items[id], "round \(round)")
            }
        }
    }

    @Test("repair keeps every item that was there, while another connection adds more")
    func repairInUse() throws {
        let path = folder.path("used")
        let store = try CatalogStore(path: path, describer: .small, mode: .create)
        // More than a batch, and no whole number of them.
        _ = try store.upsert((0..<750).map { StoredItem("\($0)", seed: $0) })
        let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isWanted = Locked(true)
        Thread.detachNewThread {
            for number in 0..<5000 where isWanted.withLock({ $0 }) {
                _ = try? store.upsert([StoredItem("new \(number)")])
                if number == 0 { hasBegun.signal() }
            }
            hasEnded.signal()
        }
        hasBegun.wait()
        let report = try CatalogStore.repair(path: path, to: folder.path("saved"))
        isWanted.withLock { $0 = false }
        hasEnded.wait()
        #expect(report.kept >= 750)
        #expect(report.lost == [] && report.doubtful == [])
        let saved = try CatalogStore(path: folder.path("saved"), mode: .readOnly)
        try saved.read { snapshot throws(SearchError) in
            for number in 0..<750 { #expect(try snapshot.slot(of: "\(number)") != nil, "\(number)") }
        }
    }

    @Test("repairing a sound store keeps everything and reports nothing")
    func repairSound() throws {
        let report = try CatalogStore.repair(path: folder.path("sound"), to: folder.path("copy"))
        #expect(report == RepairReport(kept: model.items.count))
        #expect(try readAll(try CatalogStore(path: folder.path("copy"))) == model.items)
        #expect(throws: SearchError.self) {
            try CatalogStore.repair(path: folder.path("sound"), to: folder.path("copy"))
        }
    }
}
