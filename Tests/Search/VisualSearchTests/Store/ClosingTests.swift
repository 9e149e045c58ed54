import Foundation
import PictureTestSupport
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("A store that is closed", .timeLimit(.minutes(5)))
struct ClosingTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shop.magpie")
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
    }

    /// Opens a copy of the one file, elsewhere.
    private func copied() throws -> SearchEngine {
        let other = folder.path("elsewhere/shop.magpie")
        try FileManager.default.createDirectory(atPath: folder.path("elsewhere"), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: other)
        try FileManager.default.copyItem(atPath: path, toPath: other)
        let engine = try SearchEngine(path: other, mode: .readOnly)
        #expect(try engine.store.check() == [])
        return engine
    }

    private func entry(_ number: Int) -> Entry {
        let color = RGB(red: UInt8(number * 37 % 256), green: UInt8(number * 91 % 256), blue: 90)
        return Entry(
            Item(id: "\(number)", attributes: ["title": .text("number \(number)")]),
            image: .pixels(Pictures.solid(40, 30, color)))
    }

    private func filled(_ count: Int = 5) throws -> SearchEngine {
        let engine = try SearchEngine(path: path)
        for result in try engine.insertBlocking((0..<count).map(entry)) { try result.get() }
        return engine
    }

    @Test("is one file with all that it has, and every later use is an error that says so")
    func closed() async throws {
        let engine = try filled()
        #expect(try await engine.search(SearchRequest(.item("1"), scope: .all)).hits.count == 4)
        let store = engine.store
        engine.close()
        engine.close()
        #expect(files == ["shop.magpie"])
        let closed = SearchError.store(path: path, reason: "it was closed; open it again")
        await #expect(throws: closed) { try await engine.search(.item("1")) }
        await #expect(throws: closed) { try await engine.insert(entry(9)) }
        await #expect(throws: closed) { try await engine.remove(["1"]) }
        await #expect(throws: closed) { try await engine.item("1") }
        await #expect(throws: closed) { try await engine.suggest(SuggestRequest("num")) }
        await #expect(throws: closed) { try await engine.learn() }
        #expect(throws: closed) { try engine.countBlocking() }
        #expect(throws: closed) { try store.revision() }
        #expect(throws: closed) { try store.backup(to: folder.path("backup")) }
        #expect(files == ["shop.magpie"])
        #expect(try copied().countBlocking() == 5)
        // It opens as any other.
        #expect(try SearchEngine(path: path).countBlocking() == 5)
    }

    @Test("by itself or by its engine, for reading or for writing, is one file", arguments: [true, false])
    func modes(_ writes: Bool) throws {
        do { try filled().close() }
        let engine = try SearchEngine(path: path, mode: writes ? .readWrite : .readOnly)
        #expect(try engine.searchBlocking(SearchRequest(.item("1"), scope: .all)).hits.count == 4)
        engine.store.close()
        #expect(files == ["shop.magpie"])
        #expect(throws: SearchError.store(path: path, reason: Database.closed)) { try engine.countBlocking() }
    }

    @Test("lets the calls come to their end that run")
    func running() throws {
        let engine = try filled(40)
        let failures = Locked<[SearchError]>([])
        let answers = Locked(0)
        let threads = DispatchGroup()
        for thread in 0..<6 {
            threads.enter()
            Thread.detachNewThread {
                defer { threads.leave() }
                for round in 0... {
                    do throws(SearchError) {
                        if thread == 0 {
                            for result in try engine.insertBlocking([entry(100 + round)]) { try result.get() }
                        } else {
                            _ = try engine.searchBlocking(SearchRequest(.item("\(round % 40)")))
                        }
                        answers.withLock { $0 += 1 }
                    } catch {
                        return failures.withLock { $0.append(error) }
                    }
                }
            }
        }
        try wait(for: "answers") { answers.withLock { $0 } > 30 }
        engine.close()
        #expect(files == ["shop.magpie"])
        threads.wait()
        #expect(failures.withLock { $0 } == Array(repeating: .store(path: path, reason: Database.closed), count: 6))
        #expect(files == ["shop.magpie"])
        #expect(try copied().countBlocking() >= 40)
    }

    @Test("with its last reference is one file")
    func released() throws {
        do {
            let engine = try filled()
            _ = try engine.searchBlocking(SearchRequest(.item("1")))
            _ = try engine.learnBlocking()
        }
        // A thread of the engine may have it for a moment longer.
        try wait(for: "the end of the engine") { files == ["shop.magpie"] }
        #expect(try copied().countBlocking() == 5)
    }

    @Test("by the end of a process that forgot it is one file")
    func process() throws {
        let writer = try StoreWriterProcess(path, batches: 7)
        let end = writer.finish()
        #expect(end.status == 0 && end.acknowledged == Array(1...7))
        #expect(files == ["shop.magpie"])
        let other = folder.path("alone")
        try FileManager.default.copyItem(atPath: path, toPath: other)
        #expect(try CatalogStore(path: other, mode: .readOnly).batches() == 7)
    }

    @Test("shows that it is open only while another process has it open")
    func elsewhere() throws {
        #expect(!Database.isOpenElsewhere(path))
        let writer = try StoreWriterProcess(path, batches: 100_000)
        writer.waitForFirst()
        #expect(Database.isOpenElsewhere(path))
        writer.kill()
        _ = writer.finish()
        #expect(!Database.isOpenElsewhere(path))
    }
}
