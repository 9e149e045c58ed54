import Foundation
import Histories
import TestSupport
import Testing

@testable import MilvusCatalog

@Suite(
    "Histories of a catalog in Milvus", .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct SharedHistoryTests {
    private func open(_ address: MilvusAddress, in folder: TemporaryFolder) throws -> SearchEngine {
        try Server.open(address, in: folder) { $0.engine.describer = MeanDescriber() }.engine
    }

    @Test("eight threads on one copy see one order of what they do")
    func threads() throws {
        let folder = try TemporaryFolder()
        let address = try Server.newAddress()
        let engine = try open(address, in: folder)
        var recorded = 0
        for seed in Workload.seeds(few: 3) {
            let workload = Workload(seed: seed)
            try CatalogAction.clear(engine)
            let operations = workload.run(on: EngineSubject(engine))
            guard isExplained(History(operations, keys: workload.keys), seed) else { break }
            recorded += 1
        }
        print("Milvus, one server: \(recorded) histories, each with an order")
        #expect(try engine.store.check() == [])
        try MilvusCatalog.drop(address)
    }

    @Test("two servers of four threads each see one order for each item, each with its own changes at once")
    func servers() throws {
        let folders = try [TemporaryFolder(), TemporaryFolder()]
        let address = try Server.newAddress()
        let engines = try folders.map { try open(address, in: $0) }
        var recorded = 0
        for seed in Workload.seeds(few: 3) {
            let workload = Workload(seed: seed)
            let keys = Array(0..<workload.keys)
            try CatalogAction.clear(engines[0])
            try waitUntil("the second server is empty") { try engines[1].countBlocking() == 0 }
            let done = Locked<[RecordedCall]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { server in
                let own = workload.run(on: EngineSubject(engines[server]), part: server * 4..<server * 4 + 4)
                done.withLock { $0 += own }
            }
            // A copy that is made now has what Milvus holds.
            let folder = try TemporaryFolder()
            let fresh = try open(address, in: folder)
            try waitUntil("all copies hold the same") {
                let held = try fresh.held(keys)
                return try engines.allSatisfy { engine in try engine.held(keys) == held }
            }
            // The final state of all must come from the change that was the last for both servers.
            let end = done.withLock { $0.map(\.end).max() ?? 0 } + 1
            for (key, outcome) in zip(keys, try fresh.held(keys)) {
                done.withLock { $0.append(RecordedCall(8, .get(key: key), outcome, begin: end, end: end)) }
            }
            let history = History(done.withLock { $0 }, keys: workload.keys, servers: [0..<4, 4..<8])
            guard isExplained(history, seed) else { break }
            recorded += 1
        }
        print("Milvus, two servers: \(recorded) histories, each with an order")
        for engine in engines { #expect(try engine.store.check() == []) }
        try MilvusCatalog.drop(address)
    }

    private func isExplained(_ history: History, _ seed: UInt64) -> Bool {
        #expect(history.overlaps > history.operations.count / 2)
        guard let violation = history.violation() else { return true }
        Issue.record("seed \(seed): no order explains\n\(violation.map(\.description).joined(separator: "\n"))")
        return false
    }
}

extension SearchEngine {
    fileprivate func held(_ keys: [Int]) throws(SearchError) -> [Outcome] {
        var outcomes: [Outcome] = []
        for key in keys { outcomes.append(CatalogAction.outcome(of: try itemBlocking(CatalogAction.id(key)))) }
        return outcomes
    }
}
