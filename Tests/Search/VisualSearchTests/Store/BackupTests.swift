import Dispatch
import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("A backup of a store in use")
struct BackupTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("it holds all that was acknowledged, which a copy of the file does not, and what was removed")
    func complete() throws {
        let store = try folder.store()
        for number in 0..<20 { _ = try store.upsert([StoredItem("\(number)", seed: number, ["x": .int(number)])]) }
        _ = try store.remove(["7"])
        let reader = try folder.store(mode: .readOnly)
        let info = try reader.backup(to: folder.path("copy"))
        #expect(info.items == 19 && info.removed == 1 && info.path == folder.path("copy"))
        let copy = try CatalogStore(path: folder.path("copy"))
        #expect(try copy.check() == [])
        #expect(try copy.restore(nil).restored == ["7"])
        for slot in 0..<20 {
            let (one, other) = (try store.picture(slot), try copy.picture(slot))
            #expect(slot == 7 || one == other)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(!names.contains { $0.contains("partial") })
    }

    @Test("beside a writer it is one state of the store, and never takes a file's place")
    func beside() throws {
        let store = try folder.store()
        _ = try store.upsert([StoredItem("a", ["x": .int(0)]), StoredItem("b", ["x": .int(0)])])
        let isDone = Locked(false)
        let writing = DispatchQueue(label: "writing")
        writing.async {
            var number = 0
            while !isDone.withLock({ $0 }) {
                number += 1
                let items = ["a", "b"].map { StoredItem($0, seed: number, ["x": .int(number)]) }
                _ = try? store.upsert(items)
            }
        }
        defer {
            isDone.withLock { $0 = true }
            writing.sync {}
        }
        for round in 0..<5 {
            let target = folder.path("copy-\(round)")
            _ = try folder.store(mode: .readOnly).backup(to: target)
            try CatalogStore(path: target).read { snapshot throws(SearchError) in
                #expect(try snapshot.item("a")?.attributes == snapshot.item("b")?.attributes)
            }
            #expect(throws: SearchError.store(path: target, reason: "there is a file already; name one that is new")) {
                try store.backup(to: target)
            }
        }
    }

    @Test("a folder that is not there is an error with the reason, and leaves nothing")
    func nowhere() throws {
        let store = try folder.store()
        #expect(throws: SearchError.self) { try store.backup(to: folder.path("no/such/copy")) }
        #expect(try store.upsert([StoredItem("a")]) == [nil])
    }
}

extension CatalogStore {
    fileprivate func picture(_ slot: Int) throws(SearchError) -> StoredPicture? {
        try read { snapshot throws(SearchError) in try snapshot.picture(at: slot) }
    }
}
