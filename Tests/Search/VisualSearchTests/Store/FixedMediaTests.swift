import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Stores where nothing can be written")
struct FixedMediaTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mount(_ disk: SmallDisk, _ mode: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["mount", "-o", "remount,\(mode)", disk.path("")]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "a store on a read-only mount is searched, also one that was not closed",
        .enabled(if: SmallDisk.isPossible, "skipped: cannot mount"))
    func mounted() throws {
        let disk = try SmallDisk(folder.url.appending(path: "disk"), bytes: 8 << 20)
        try #require(disk.isMounted)
        do {
            let store = try CatalogStore(path: disk.path("s"), describer: .small, mode: .create)
            _ = try store.upsert((0..<20).map { StoredItem("\($0)", seed: $0, ["x": .int($0)]) })
        }
        // As a process leaves it that was killed: the newest items are in the log beside it.
        do {
            let open = try CatalogStore(path: disk.path("s"))
            _ = try open.upsert([StoredItem("new")])
            for end in ["", "-wal", "-shm"] {
                try FileManager.default.copyItem(atPath: disk.path("s") + end, toPath: disk.path("killed") + end)
                if end == "-shm" { continue }
                try FileManager.default.copyItem(atPath: disk.path("s") + end, toPath: disk.path("alone") + end)
            }
            _ = try open.compact()
        }
        try FileManager.default.copyItem(atPath: disk.path("s"), toPath: disk.path("closed"))
        try mount(disk, "ro")
        defer { try? mount(disk, "rw") }
        for name in ["closed", "killed"] {
            let store = try CatalogStore(path: disk.path(name), describer: .small, mode: .readOnly)
            try store.read { snapshot throws(SearchError) in
                #expect(snapshot.count == 21, "\(name)")
                #expect(try snapshot.matching(.less("x", .int(5))).count == 5)
            }
            #expect(try store.check() == [])
            #expect(throws: SearchError.self) { try store.remove(["1"]) }
        }
        let error = #expect(throws: SearchError.self) {
            try CatalogStore(path: disk.path("alone"), describer: .small, mode: .readOnly)
        }
        guard case .store(_, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("not closed"))
        let reader = try CatalogStore(path: disk.path("closed"), describer: .small, mode: .readOnly)
        #expect(try reader.info().items == 21)
        // Another user, who may write, does so.
        try mount(disk, "rw")
        do { _ = try CatalogStore(path: disk.path("closed")).upsert([StoredItem("later", ["x": .int(1)])]) }
        #expect(try reader.info().items == 22)
        #expect(try reader.read { snapshot throws(SearchError) in try snapshot.item("later") } != nil)
    }
}
