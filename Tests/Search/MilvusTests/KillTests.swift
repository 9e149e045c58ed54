import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import MilvusCatalog

/// Alone, because they end the server:
/// `MAGPIE_MILVUS_KILLS=1 Tests/Search/MilvusTests/with-milvus swift test --filter KillTests`.
@Suite(
    .serialized, .timeLimit(.minutes(30)),
    .enabled(if: Server.isThere && Server.kills > 0, "skipped: needs with-milvus and MAGPIE_MILVUS_KILLS=COUNT"))
struct KillTests {
    @Test("a server that is killed while it is written to and searched loses nothing that was acknowledged")
    func killed() throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress("index=flat&wait=2")
        let catalog = try Server.open(address, in: folder) { $0.limits = MilvusHome.Limits(fewRows: 20, mostFresh: 0) }
        var writer = Writer(catalog.engine)
        for _ in 0..<20 { try writer.write() }
        for kill in 1...Server.kills {
            let searches = Searches(catalog.engine)
            let delay = Double(kill * 37 % 50) / 50
            Thread {
                Thread.sleep(forTimeInterval: delay)
                try? Server.run("kill")
            }.start()
            let reason = try #require(try writer.writeUntilFailure())
            #expect(reason.contains("does not answer"), "\(reason)")
            try searches.end()
            // The copy holds what was acknowledged, no more.
            let held = try catalog.engine.contents()
            let different = Set(held.keys).union(writer.acknowledged.keys).filter {
                held[$0] != writer.acknowledged[$0]
            }
            let first = different.sorted().prefix(3).map { ($0, held[$0], writer.acknowledged[$0], writer.tried[$0]) }
            #expect(different.isEmpty, "kill \(kill): \(different.count), such as \(first)")

            let start = ContinuousClock.now
            try Server.run("restart")
            try waitUntil("the server takes rows again", seconds: 240) { (try? writer.write()) != nil }
            let writable = start.duration(to: .now) / .seconds(1)
            let request = SearchRequest(.init(example: .item(id: "item-0")), scope: .all)
            try waitUntil("searches find again", seconds: 240) { (try? catalog.engine.searchBlocking(request)) != nil }
            // Another machine finds all of it, as it was acknowledged.
            let other = try TemporaryFolder()
            var fresh: MilvusCatalog?
            try waitUntil("a new copy", seconds: 240) {
                fresh = try? Server.open(address, in: other, creates: false)
                return fresh != nil
            }
            let found = try #require(fresh).engine
            let contents = try found.contents()
            // A refused change may be kept all the same; then it is whole, and both know it.
            let lost = writer.acknowledged.filter { id, price in
                contents[id] != price && (contents[id] == nil || contents[id] != writer.tried[id])
            }
            #expect(lost.isEmpty, "kill \(kill): \(lost.count) of \(writer.acknowledged.count) lost")
            #expect(
                contents.filter { writer.acknowledged[$0.key] == nil }.allSatisfy { writer.tried[$0.key] == $0.value })
            try waitUntil("both copies agree") { try catalog.engine.contents() == found.contents() }
            writer.acknowledged = contents
            for engine in [catalog.engine, found] { #expect(try engine.store.check() == []) }
            print(
                "kill \(kill) after \(delay) s: \(writer.acknowledged.count) items, writable after \(Int(writable)) s, "
                    + "\(searches.count) searches meanwhile")
        }
    }
}

/// Alone as well: `MAGPIE_MILVUS_DISK=400 Tests/Search/MilvusTests/with-milvus swift test --filter FullDiskTests`.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(
        if: Server.isThere && Server.hasSmallDisk, "skipped: needs with-milvus and MAGPIE_MILVUS_DISK=MEGABYTES"))
struct FullDiskTests {
    // Milvus 2.3.5 ends when it cannot write.
    @Test(
        "a server whose disk is full refuses what it cannot keep, and has all that was acknowledged once there is room")
    func full() throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress("index=flat&wait=2")
        let catalog = try Server.open(address, in: folder)
        var writer = Writer(catalog.engine)
        for _ in 0..<20 { try writer.write() }
        try Server.run("fill")
        let reason = try #require(try writer.writeUntilFailure())
        #expect(reason.contains("does not answer"), "\(reason)")
        let held = try catalog.engine.contents()
        #expect(held == writer.acknowledged)
        try Server.run("free")
        try Server.run("restart")
        try waitUntil("the server takes rows again", seconds: 240) { (try? writer.write()) != nil }
        let other = try TemporaryFolder()
        var fresh: MilvusCatalog?
        try waitUntil("a new copy", seconds: 240) {
            fresh = try? Server.open(address, in: other, creates: false)
            return fresh != nil
        }
        let contents = try #require(fresh).engine.contents()
        let lost = writer.acknowledged.filter { id, price in contents[id] != price && contents[id] != writer.tried[id] }
        #expect(lost.isEmpty, "\(lost.count) of \(writer.acknowledged.count) lost")
        print("full disk: \(writer.acknowledged.count) items acknowledged, \(lost.count) lost; \(reason)")
    }
}

/// Writes new items and changes old ones, and remembers what was acknowledged.
private struct Writer {
    private let engine: SearchEngine
    private var items = RandomItems(seed: 31, mostFurther: 2)
    private var number = 0
    /// The prices of the items that were acknowledged.
    var acknowledged: [String: AttributeValue] = [:]
    /// The prices that were sent last.
    var tried: [String: AttributeValue] = [:]

    init(_ engine: SearchEngine) { self.engine = engine }

    mutating func write() throws(SearchError) {
        var batch = items.items(number..<number + 18)
        if number > 0 { batch += [items.item("item-\(number / 2)"), items.item("item-0")] }
        number += 18
        for index in batch.indices {
            batch[index].item.attributes["price"] = .float(Double(number) + Double(index) / 4)
        }
        let prices = batch.map { ($0.item.id, $0.item.attributes["price"]!) }
        for (id, price) in prices { tried[id] = price }
        for problem in try engine.store.upsert(batch) { if let problem { throw problem } }
        for (id, price) in prices { acknowledged[id] = price }
    }

    /// Returns the words of the error.
    mutating func writeUntilFailure() throws -> String? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            do throws(SearchError) { try write() } catch {
                guard case .service(let reason) = error else { throw error }
                return reason
            }
        }
        return nil
    }
}

/// Searches in another thread until it is stopped.
private final class Searches: Sendable {
    private let state = Locked((count: 0, ends: false, failure: SearchError?.none, isDone: false))

    init(_ engine: SearchEngine) {
        Thread { [self] in
            let request = SearchRequest(.init(example: .item(id: "item-1")), scope: .all)
            while !state.withLock({ $0.ends }) {
                do throws(SearchError) {
                    _ = try engine.searchBlocking(request)
                    state.withLock { $0.count += 1 }
                } catch {
                    if case .service = error { continue }
                    state.withLock { $0.failure = error }
                }
            }
            state.withLock { $0.isDone = true }
        }.start()
    }

    var count: Int { state.withLock { $0.count } }

    /// - Throws: What no killed server explains.
    func end() throws {
        state.withLock { $0.ends = true }
        try waitUntil("a search ends") { state.withLock { $0.isDone } }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

extension SearchEngine {
    /// The prices of all items of the copy.
    fileprivate func contents() throws(SearchError) -> [String: AttributeValue] {
        try store.readCopy { snapshot throws(SearchError) in
            var prices: [String: AttributeValue] = [:]
            for slot in try snapshot.live().slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                prices[item.id] = item.attributes["price"]
            }
            return prices
        }
    }
}
