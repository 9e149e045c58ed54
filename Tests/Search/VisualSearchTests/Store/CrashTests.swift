import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch
@testable import store_writer

@Suite("Crashes, bad disks and damage", .serialized)
struct CrashTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("catalog.magpie")
    }

    /// `MAGPIE_TESTS_LONG=1` kills 200 times.
    private static let kills = Effort.inputs(60, of: 200)

    @Test("kill -9 at random moments of writing loses nothing acknowledged and leaves no half transaction")
    func kills() throws {
        var model = WorkModel()
        var numbers = SplitMix(seed: 11)
        var acknowledged = 0
        var killed = 0
        for round in 0..<Self.kills {
            let writer = try StoreWriterProcess(path, batches: 100_000)
            // One in four dies while it starts or opens the store, the others while they write.
            if !round.isMultiple(of: 4) { writer.waitForFirst() }
            usleep(UInt32.random(in: 0..<20_000, using: &numbers))
            writer.kill()
            let result = writer.finish()
            if result.wasKilled { killed += 1 }
            acknowledged = max(acknowledged, result.acknowledged.last ?? 0)
            let store = try CatalogStore(path: path, describer: Work.describer, mode: .create)
            let number = try store.batches()
            #expect(
                number == acknowledged || number == acknowledged + 1, "round \(round): \(number) after \(acknowledged)")
            acknowledged = number
            model.advance(to: number)
            if round.isMultiple(of: 10) {
                try model.expectSame(store, "round \(round)")
                #expect(try store.check().isEmpty, "round \(round)")
            }
        }
        #expect(killed == Self.kills)
        #expect(acknowledged > Self.kills / 2)
        try model.expectSame(try CatalogStore(path: path), "at the end")
    }

    @Test("two processes that write at once take turns, and a reader beside them sees whole transactions")
    func twoWriters() throws {
        let store = try CatalogStore(path: path, describer: Work.describer, mode: .create)
        let writers = try (0..<2).map { _ in try StoreWriterProcess(path, batches: 30) }
        var last = 0
        for _ in 0..<50 {
            let (count, revision) = try store.read { snapshot throws(SearchError) in
                let found = try snapshot.database.integer("SELECT count(*) FROM vectors")
                #expect(found == snapshot.count)
                return (snapshot.count, snapshot.revision)
            }
            #expect(count <= 91 && revision >= last)
            last = revision
        }
        for writer in writers { #expect(writer.finish().status == 0) }
        #expect(try store.check().isEmpty)
    }

    @Test(
        "an error of the disk at any call is said, and leaves the old or the new state",
        .enabled(if: StoreWriterProcess.strace != nil, "skipped: there is no strace"),
        arguments: ["pwrite64", "fdatasync", "fsync", "ftruncate"], ["EIO", "ENOSPC"])
    func injected(_ call: String, _ error: String) throws {
        var failures = 0
        for occurrence in 1...400 {
            // Every call at first, then ever fewer of them.
            let step = Effort.inputs(12, of: 24)
            if occurrence > step, !occurrence.isMultiple(of: 1 << ((occurrence - 1) / step)) { continue }
            let path = folder.path("\(call)-\(error)-\(occurrence)")
            let writer = try StoreWriterProcess(
                path, batches: 4,
                tracing: [
                    "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                    "inject=\(call):error=\(error):when=\(occurrence)",
                ])
            let result = writer.finish()
            let note: Comment = "\(call) \(error) at \(occurrence): \(result.said)"
            #expect(!result.wasKilled && (result.status == 0 || result.status == 1), note)
            if result.status == 1 {
                // While the file is being made, syncs of a journal that is gone by then fail without a reason.
                let isFull = error == "ENOSPC" && (call == "pwrite64" || call == "fdatasync" && occurrence > 3)
                #expect(result.said.contains(isFull ? "error: the disk of the store" : "error: "), note)
                if error == "EIO" { #expect(!result.said.contains("is full"), note) }
                failures += 1
            }
            let store = try CatalogStore(path: path, describer: Work.describer, mode: .create)
            let number = try store.batches()
            let acknowledged = result.acknowledged.last ?? 0
            #expect(number == acknowledged || number == acknowledged + 1, note)
            var model = WorkModel()
            model.advance(to: number)
            try model.expectSame(store, note)
            #expect(try store.check().isEmpty, note)
            // It goes on as if nothing had been.
            #expect(try StoreWriterProcess(path, batches: 1).finish().status == 0, note)
            if result.status == 0, occurrence > 24 { break }
        }
        // Syncing, writing: what fails there must not be acknowledged. (A store this small never cuts a file that matters.)
        if call == "pwrite64" || call == "fdatasync" { #expect(failures > 0) }
    }

    @Test(
        "a full disk is an error, reading goes on, and writing too once there is room",
        .enabled(if: SmallDisk.isPossible, "skipped: cannot mount"))
    func fullDisk() throws {
        let disk = try SmallDisk(folder.url.appending(path: "disk"), bytes: 1 << 20)
        try #require(disk.isMounted)
        let store = try CatalogStore(path: disk.path("s"), describer: Work.describer, mode: .create)
        let work = Work()
        var model = WorkModel()
        var failure: SearchError?
        while failure == nil, model.number < 3000 {
            do throws(SearchError) {
                try work.prepare(model.number + 1, in: store)
                let filler = StoredItem(
                    Item(id: "filler \(model.number)"),
                    picture: StoredPicture(
                        vector: [Int8](repeating: 1, count: 16), thumbnail: [UInt8](repeating: 7, count: 4000)))
                _ = try store.upsert(work.upserts(model.number + 1) + [filler])
                model.advance(to: model.number + 1)
            } catch { failure = error }
        }
        #expect(failure == .diskFull(path: disk.path("s")))
        #expect(try store.batches() == model.number)
        try disk.grow(to: 16 << 20)
        _ = try store.upsert(work.upserts(model.number + 1))
        #expect(try store.batches() == model.number + 1)
        #expect(try store.check().isEmpty)
    }
}

/// A memory disk of its own, where the system lets us mount one.
final class SmallDisk {
    static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(folder.url.appending(path: "disk"), bytes: 1 << 20))?.isMounted == true
    }()

    private let url: URL
    let isMounted: Bool

    init(_ url: URL, bytes: Int) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        isMounted = SmallDisk.run([
            "mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", url.path(percentEncoded: false),
        ])
    }

    deinit { if isMounted { _ = SmallDisk.run(["umount", "-l", url.path(percentEncoded: false)]) } }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    func grow(to bytes: Int) throws {
        #expect(SmallDisk.run(["mount", "-o", "remount,size=\(bytes)", url.path(percentEncoded: false)]))
    }

    private static func run(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
