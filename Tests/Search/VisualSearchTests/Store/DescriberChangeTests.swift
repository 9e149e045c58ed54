import Foundation
import Imaging
import PictureTestSupport
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

/// A describer of the mean color, whose vectors begin with other values for each name.
private struct Mean: Describer {
    var identity = "mean 1"
    var dimensions = 4
    let scale = 127
    /// Counts the pictures, and fails from one on.
    var count = Locked(0)
    var fails = Int.max

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let number = count.withLock {
            $0 += 1
            return $0
        }
        if number >= fails { throw .failed(detail: "the model is gone") }
        let sums = (0..<3).map { channel in
            stride(from: channel, to: pixels.bytes.count, by: pixels.channels).reduce(0) { $0 + Int(pixels.bytes[$1]) }
        }
        let whole = max(sums.reduce(0, +), 1)
        let shares = sums.map { Int8($0 * 100 / whole) }
        let rest = [Int8](repeating: Int8(identity.utf8.last ?? 0), count: dimensions - 3)
        return Descriptor(vector: shares + rest)
    }
}

@Suite("A store changes its describer")
struct DescriberChangeTests {
    let folder: TemporaryFolder
    let path: String
    private let old = Mean(identity: "mean 1")
    private let new = Mean(identity: "mean 2", dimensions: 5)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("catalog.magpie")
    }

    private func file(_ number: Int) -> String { folder.path("\(number).png") }

    /// A store of `count` files of different colors, with titles and thumbnails.
    private func fill(_ count: Int, thumbnails: Int? = nil) throws {
        var settings = SearchEngine.Settings(describer: old)
        settings.thumbnailSide = thumbnails
        let engine = try SearchEngine(path: path, settings: settings)
        for number in 0..<count { try add(number, to: engine) }
    }

    private func add(_ number: Int, red: UInt8? = nil, to engine: SearchEngine) throws {
        let color = RGB(red: red ?? UInt8(number * 7 % 256), green: UInt8(number * 13 % 256), blue: 90)
        let pixels = Pictures.solid(40, 30, color)
        let output = try prepare(.pixels(pixels), as: Recipe(Output(.fit(40), encoding: .png))).outputs[0]
        try Data(output.bytes).write(to: URL(filePath: file(number)))
        let item = Item(
            id: "item \(number)", source: file(number), attributes: ["title": .text("chair number \(number)")])
        let picture = try engine.describe(.bytes(output.bytes))
        let mark = Fingerprint(size: output.bytes.count, modified: number, hash: output.bytes.contentHash)
        for result in try engine.insertDescribed([(item, picture, mark)]) { try result.get() }
    }

    /// Reads a file if its bytes are those that were described.
    @Sendable
    private static func read(_ source: String, _ mark: Fingerprint) -> DescriberChange.Source {
        guard let bytes = try? [UInt8](Data(contentsOf: URL(filePath: source))) else { return .none("no file") }
        return bytes.contentHash == mark.hash ? .bytes(bytes) : .none("it has changed")
    }

    private func change(
        to describer: any Describer, _ cancellation: Cancellation = Cancellation()
    ) throws(SearchError) -> DescriberChange {
        try DescriberChange(
            CatalogStore(path: path), to: describer, workers: 2, cancellation: cancellation, source: Self.read)
    }

    /// Runs a change to its end, and lets go of the store.
    private func run(_ change: consuming DescriberChange, _ progress: (Int) -> Void) throws -> DescriberChange.Report {
        #expect(change.isNeeded)
        #expect(try change.need().pictures == 70)
        #expect(try change.need().bytes > 70 * 400)
        return try change.run { done, all in
            progress(done)
            #expect(all == 70)
        }
    }

    /// The vectors by id.
    private func vectors() throws -> [String: [Int8]] {
        try CatalogStore(path: path, mode: .readOnly).read { snapshot throws(SearchError) in
            var vectors: [String: [Int8]] = [:]
            for slot in 0..<snapshot.slots {
                if let id = try snapshot.id(at: slot) { vectors[id] = try snapshot.vector(at: slot) }
            }
            return vectors
        }
    }

    private func expectSound() throws { #expect(try CatalogStore(path: path).check() == []) }

    @Test("further pictures are described anew as first ones are, also those of removed items")
    func further() throws {
        let engine = try SearchEngine(path: path, describer: old)
        func picture(_ number: Int) throws -> VisualSearch.DescribedPicture {
            let color = RGB(red: UInt8(number * 47), green: UInt8(255 - number * 31), blue: 90)
            let recipe = Recipe(Output(.fit(40), encoding: .png))
            let bytes = try prepare(.pixels(Pictures.solid(40, 30, color)), as: recipe).outputs[0].bytes
            try Data(bytes).write(to: URL(filePath: file(number)))
            return VisualSearch.DescribedPicture(
                try engine.describe(.bytes(bytes)), role: .back, source: file(number),
                fingerprint: Fingerprint(size: bytes.count, modified: number, hash: bytes.contentHash))
        }
        for (id, numbers) in [("a", [1, 2, 3]), ("b", [4, 5])] {
            let first = try picture(numbers[0])
            let front = URL(filePath: file(numbers[0]))
            let entry = DescribedEntry(
                Item(id: id, source: front.path), image: try engine.describe(.file(front)),
                fingerprint: first.fingerprint, pictures: try numbers.dropFirst().map(picture))
            for result in try engine.insertDescribed([entry]) { try result.get() }
        }
        #expect(try engine.store.remove(["b"]) == ["b"])
        let report = try change(to: new).run()
        #expect(report.isFinished && report.missing == [] && report.missingRemoved == 0)
        try expectSound()
        #expect(try CatalogStore(path: path).restore(["b"]).restored == ["b"])
        try expectSound()
        let changed = try SearchEngine(path: path, describer: new)
        let kept = try changed.store.read { snapshot throws(SearchError) in
            var kept: [String: [[Int8]]] = [:]
            for id in ["a", "b"] {
                guard let slot = try snapshot.slot(of: id), let first = try snapshot.vector(at: slot) else { continue }
                let further = try ItemReading(database: snapshot.database).furtherPictures(of: slot)
                kept[id] = [first] + further.map(\.picture.vector)
            }
            return kept
        }
        for (id, numbers) in [("a", [1, 2, 3]), ("b", [4, 5])] {
            let wanted = try numbers.map { try changed.describe(.file(URL(filePath: file($0)))).stored.vector }
            #expect(kept[id] == wanted && Set(wanted).count == numbers.count)
        }
    }

    @Test("all pictures are described anew from their files; the items keep the rest, and what was learned goes")
    func change() throws {
        try fill(70)
        let before = try CatalogStore(path: path).read { snapshot throws(SearchError) in try snapshot.item("item 5") }
        _ = try CatalogStore(path: path).learn()
        var steps: [Int] = []
        let report = try run(change(to: new)) { steps.append($0) }
        #expect(report.isFinished && report.fromFiles == 70 && report.missing == [])
        #expect(steps == [0, 32, 64, 70])
        let store = try CatalogStore(path: path)
        #expect(store.describer == DescriberIdentity(name: "mean 2", dimensions: 5, colors: 32))
        #expect(try store.learningReport() == nil)
        #expect(try vectors().values.allSatisfy { $0.count == 5 && $0.last == Int8("2".utf8.first!) })
        #expect(
            try store.read { snapshot throws(SearchError) in try snapshot.item("item 5") } == before)
        try expectSound()
        let engine = try SearchEngine(path: path, describer: new)
        let look = SearchRequest.Example.image(.file(URL(filePath: file(9))))
        let answer = try engine.searchBlocking(SearchRequest(.init(example: look), scope: .all))
        #expect(answer.total == 70 && answer.hits.first.map { $0.score > 0.99 } == true)
        // And once more, to a third one: the tables change their places again.
        let third = Mean(identity: "mean 3")
        #expect(try self.change(to: third).run().isFinished)
        #expect(try vectors().values.allSatisfy { $0.count == 4 && $0.last == Int8("3".utf8.first!) })
        try expectSound()
        #expect(try !self.change(to: third).isNeeded)
    }

    @Test("the old vectors answer until all new ones are there, also after a change that was cut short")
    func cutShort() throws {
        try fill(100)
        let former = try vectors()
        var failing = new
        failing.fails = 50
        #expect(throws: SearchError.self) { try change(to: failing).run() }
        #expect(try vectors() == former)
        try expectSound()
        let state = try #require(try CatalogStore(path: path).describerChange())
        #expect(state.describer.name == "mean 2" && state.described == 32 && state.pictures == 100)
        let engine = try SearchEngine(path: path, describer: old)
        let look = SearchRequest.Example.image(.file(URL(filePath: file(9))))
        #expect(try engine.searchBlocking(SearchRequest(.init(example: look), scope: .all)).total == 100)
        let cancellation = Cancellation()
        #expect(throws: SearchError.cancelled) {
            try change(to: new, cancellation).run { done, _ in if done >= 64 { cancellation.cancel() } }
        }
        #expect(try CatalogStore(path: path).describerChange()?.described == 64)
        let report = try change(to: new).run()
        #expect(report.isFinished && report.before == 64 && report.fromFiles == 36)
        try expectSound()
        #expect(try CatalogStore(path: path).describerChange() == nil)
    }

    @Test("another describer begins anew, and its vectors are its own")
    func otherDescriber() throws {
        try fill(40)
        var failing = new
        failing.fails = 35
        #expect(throws: SearchError.self) { try change(to: failing).run() }
        let third = Mean(identity: "mean 3", dimensions: 6)
        let report = try change(to: third).run()
        #expect(report.isFinished && report.before == 0 && report.fromFiles == 40)
        #expect(try vectors().values.allSatisfy { $0.count == 6 })
        try expectSound()
    }

    @Test("what comes, changes and goes during the change is described at the end")
    func meanwhile() throws {
        try fill(64)
        let engine = try SearchEngine(path: path, describer: old)
        var isDone = false
        let report = try change(to: new).run { done, _ in
            guard done >= 32, !isDone else { return }
            isDone = true
            do {
                try add(100, to: engine)
                try add(3, red: 255, to: engine)
                _ = try engine.removeBlocking(["item 1", "item 60"])
                try add(101, to: engine)
            } catch { Issue.record(error) }
        }
        #expect(report.isFinished)
        let found = try vectors()
        #expect(found.count == 64)
        #expect(found.values.allSatisfy { $0.count == 5 })
        let pixels = Pictures.solid(40, 30, RGB(red: 255, green: 39, blue: 90))
        #expect(found["item 3"] == (try Mean(identity: "mean 2", dimensions: 5).describe(pixels)).vector)
        try expectSound()
        // The removed ones come back with new vectors.
        let store = try CatalogStore(path: path)
        let restored = try store.restore(["item 1", "item 60"])
        #expect(restored.restored.count == 2)
        #expect(try vectors()["item 60"]?.count == 5)
        try expectSound()
    }

    @Test("a file that is gone or changed gives way to the small picture in the store")
    func thumbnails() throws {
        try fill(6, thumbnails: 32)
        try FileManager.default.removeItem(atPath: file(0))
        try Data([1, 2, 3]).write(to: URL(filePath: file(1)))
        let report = try change(to: new).run()
        #expect(report.isFinished && report.fromFiles == 4 && report.fromThumbnails == 2)
        try expectSound()
    }

    @Test("an item without a picture holds the change up, unless it is accepted; it keeps its data and its words")
    func missing() throws {
        try fill(5)
        try FileManager.default.removeItem(atPath: file(2))
        try Data([1, 2, 3]).write(to: URL(filePath: file(4)))
        let former = try vectors()
        let report = try change(to: new).run()
        #expect(!report.isFinished)
        #expect(
            report.missing == [
                DescriberChange.Missing(id: "item 2", reason: "no file"),
                DescriberChange.Missing(id: "item 4", reason: "it has changed"),
            ])
        #expect(try vectors() == former)
        let accepted = try change(to: new).run(acceptingMissing: true)
        #expect(accepted.isFinished && accepted.before == 3 && accepted.missing.count == 2)
        try expectSound()
        #expect(try vectors()["item 2"] == [0, 0, 0, 0, 0])
        let engine = try SearchEngine(path: path, describer: new)
        let words = try engine.searchBlocking(SearchRequest(.init(text: "chair"), scope: .all))
        #expect(words.hits.count == 5)
        let look = SearchRequest.Example.image(.file(URL(filePath: file(3))))
        let hits = try engine.searchBlocking(SearchRequest(.init(example: look), scope: .all)).hits
        #expect(Set(hits.suffix(2).map(\.id)) == ["item 2", "item 4"])
        #expect(hits.suffix(2).allSatisfy { $0.score == 0 })
        // The next index sees no known file.
        let marks = try CatalogStore(path: path).read { snapshot throws(SearchError) in
            (try snapshot.fingerprint(ofSource: file(2)), try snapshot.fingerprint(ofSource: file(3)))
        }
        #expect(marks.0?.fingerprint == nil && marks.1?.fingerprint != nil)
    }

    @Test("a removed item without a picture can be restored all the same")
    func missingRemoved() throws {
        try fill(3)
        _ = try SearchEngine(path: path, describer: old).removeBlocking(["item 2"])
        try FileManager.default.removeItem(atPath: file(2))
        let report = try change(to: new).run()
        #expect(report.isFinished && report.missingRemoved == 1)
        try expectSound()
        #expect(try CatalogStore(path: path).restore(["item 2"]).restored.count == 1)
        try expectSound()
        #expect(try vectors()["item 2"] == [0, 0, 0, 0, 0])
    }

    @Test("one process at a time changes a store")
    func twoAtOnce() throws {
        try fill(3)
        let first = try change(to: new)
        let error = #expect(throws: SearchError.self) { try change(to: new) }
        #expect(error?.description.contains("another process is describing its pictures anew") == true)
        #expect(FileManager.default.fileExists(atPath: path + ".describing"))
        #expect(try first.run().isFinished)
        #expect(try !change(to: new).isNeeded)
        #expect(!FileManager.default.fileExists(atPath: path + ".describing"))
    }

    @Test("who opened the store before the change compares nothing with the new vectors, and writes none of the old")
    func openedBefore() throws {
        try fill(8)
        let engine = try SearchEngine(path: path, describer: old)
        let request = SearchRequest(.init(example: .image(.file(URL(filePath: file(1))))), scope: .all)
        #expect(try engine.searchBlocking(request).hits.count == 8)
        let reader = try Database(path: path, access: .read)
        let ofOlderVersion = "SELECT slot, bytes FROM vectors WHERE slot = 1"
        #expect(try reader.first(ofOlderVersion) { $0.bytes(1).count } == 4)
        // As long as before: only the identity tells them apart.
        #expect(try change(to: Mean(identity: "mean 2")).run().isFinished)
        let sentence = SearchError.store(path: path, reason: CatalogStore.describedAnew)
        let former = engine.store
        #expect(throws: sentence) { try former.read { _ in } }
        #expect(throws: sentence) { try former.upsert([]) }
        #expect(throws: sentence) { try former.learn() }
        // An engine opens it again, and says that it does not know the new describer.
        let error = #expect(throws: SearchError.self) { try engine.searchBlocking(request) }
        #expect(error?.description.contains("magpie store describe") == true)
        #expect(engine.isOfAbsentDescriber)
        #expect(throws: SearchError.self) { try add(50, to: engine) }
        #expect(throws: SearchError.self) { try reader.first(ofOlderVersion) { $0.bytes(1).count } }
        try expectSound()
    }

    @Test("searches and insertions beside the change are of one describer throughout, the old one and then the new one")
    func beside() throws {
        try fill(150)
        let engine = try SearchEngine(path: path, describer: old)
        let next = Mean(identity: "mean 2")
        let isOver = Locked(false)
        let counts = Locked((searches: 0, insertions: 0))
        let group = DispatchGroup()
        for thread in 0..<3 {
            group.enter()
            Thread.detachNewThread {
                var number = thread
                while !isOver.withLock({ $0 }) {
                    number += 3
                    do {
                        // The same vector has exactly 1, those of two describers have not.
                        let look = SearchRequest.Example.image(.file(URL(filePath: file(number % 150))))
                        let answer = try engine.searchBlocking(
                            SearchRequest(.init(example: look), limit: 1, scope: .all))
                        #expect(answer.hits.first?.score == 1)
                        counts.withLock { $0.searches += 1 }
                        if thread == 0, number.isMultiple(of: 4) {
                            try add(1000 + number, to: engine)
                            counts.withLock { $0.insertions += 1 }
                        }
                    } catch SearchError.store(_, CatalogStore.describedAnew) {
                        // An insertion that was described before and written after the change is to be made again.
                    } catch { Issue.record(error) }
                }
                group.leave()
            }
        }
        let report = try engine.describeAnew(with: next, source: Self.read)
        #expect(report?.isFinished == true)
        let before = counts.withLock { $0.searches }
        while counts.withLock({ $0.searches }) < before + 30 { usleep(1000) }
        isOver.withLock { $0 = true }
        group.wait()
        #expect(engine.describer.identity == "mean 2" && counts.withLock { $0.insertions } > 0)
        let found = try vectors()
        #expect(found.count == 150 + counts.withLock { $0.insertions })
        #expect(found.values.allSatisfy { $0.last == Int8("2".utf8.first!) })
        #expect(try engine.describeAnew(with: next, source: Self.read) == nil)
        try expectSound()
    }

    @Test("a copy and a backup in the midst of a change are sound; the backup goes on with it")
    func copies() throws {
        try fill(40)
        var failing = new
        failing.fails = 35
        #expect(throws: SearchError.self) { try change(to: failing).run() }
        let store = try CatalogStore(path: path)
        _ = try store.backup(to: folder.path("backup"))
        _ = try store.copyItems(toFile: folder.path("copy"))
        #expect(try CatalogStore(path: folder.path("backup")).describerChange()?.described == 32)
        #expect(try CatalogStore(path: folder.path("copy")).describerChange() == nil)
        let repaired = try CatalogStore.repair(path: path, to: folder.path("repaired"))
        #expect(repaired.kept == 40 && repaired.lost == [])
        for name in ["backup", "copy", "repaired"] { #expect(try CatalogStore(path: folder.path(name)).check() == []) }
        // After the change as well.
        #expect(try change(to: new).run().isFinished)
        #expect(try CatalogStore(path: path).copyItems(toFile: folder.path("copy of new")).items == 40)
        let merge = try StoreMerge([try MergePart(path)])
        #expect(try merge.write(to: folder.path("merged")).items == 40)
        #expect(try CatalogStore.repair(path: path, to: folder.path("repaired of new")).kept == 40)
        for name in ["copy of new", "merged", "repaired of new"] {
            #expect(try CatalogStore(path: folder.path(name)).check() == [])
        }
    }

    @Test("damage of the new vectors is named")
    func damage() throws {
        try fill(40)
        var failing = new
        failing.fails = 35
        #expect(throws: SearchError.self) { try change(to: failing).run() }
        let database = try Database(path: path, access: .write)
        try database.run("UPDATE new_vectors SET bytes = zeroblob(5) WHERE slot = 3")
        #expect(try CatalogStore(path: path).check().count == 1)
    }

    @Test("without the describer of a store all answers but those to pictures, and the error names what helps")
    func absent() throws {
        try fill(4)
        let engine = try SearchEngine(path: path)
        #expect(engine.isOfAbsentDescriber)
        #expect(try engine.searchBlocking(SearchRequest(.init(text: "chair"))).hits.count == 4)
        #expect(
            try engine.searchBlocking(SearchRequest(.init(example: .item(id: "item 1")), scope: .all)).hits.count == 3)
        let look = SearchRequest.Example.image(.file(URL(filePath: file(1))))
        let error = #expect(throws: SearchError.self) { try engine.searchBlocking(SearchRequest(.init(example: look))) }
        #expect(error?.description.contains("magpie store describe") == true)
        #expect(throws: SearchError.self) { try add(7, to: engine) }
        #expect(try engine.countBlocking() == 4)
    }

    @Test("a store of the describer before is searched with that describer")
    func former() throws {
        let former = BuiltInDescriber.former
        #expect(former.identity == "magpie-2-1d08a9e59cd5f802" && former.dimensions == 256)
        _ = try SearchEngine(path: path, describer: former)
        let engine = try SearchEngine(path: path)
        #expect(engine.describer.identity == former.identity)
        #expect(engine.isOfFormerDescriber == (former.identity != BuiltInDescriber.shared.identity))
    }
}
