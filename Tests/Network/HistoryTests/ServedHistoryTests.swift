import Foundation
import Histories
import SearchClientImaging
import SearchServer
import TestSupport
import Testing
import TransportTestSupport

@Suite("Histories of a server", .timeLimit(.minutes(15)))
struct ServedHistoryTests {
    @Test("eight callers of one server see one order of what they do")
    func callers() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "catalog.magpie").path
        let engine = try SearchEngine(path: path, mode: .create, describer: MeanDescriber())
        var setup = SearchServer.Setup()
        setup.http.timeouts = .patient
        let server = try SearchServer(engine, setup: setup)
        let url = URL(string: "http://127.0.0.1:\(try server.start())")!
        defer { server.stop() }
        let configuration = ClientConfiguration(.none, at: url, timeout: 600, totalTimeout: 600)
        let client = SearchClient(configuration, preparer: .imaging)
        let subject = RemoteSubject(engine: try RemoteEngine(client))
        var runs = HistoryRuns("server")
        for seed in Workload.seeds(few: 15) {
            let workload = Workload(seed: seed)
            try CatalogAction.clear(engine)
            let calls = await onOwnThread { workload.run(on: subject) }
            guard runs.judge(calls, of: workload) else { break }
        }
        runs.finish()
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
    }
}

/// An engine behind HTTP.
private struct RemoteSubject: Subject {
    let engine: RemoteEngine

    func perform(_ action: Action) -> Outcome {
        let answer = Locked<Outcome?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Task {
            let outcome: Outcome
            do throws(SearchError) {
                outcome = try await ask(action)
            } catch {
                outcome = .failed("\(error)")
            }
            answer.withLock { $0 = outcome }
            ended.signal()
        }
        ended.wait()
        return answer.withLock { $0 } ?? .failed("no answer")
    }

    private func ask(_ action: Action) async throws(SearchError) -> Outcome {
        switch action {
        case .insert(let key, let value):
            CatalogAction.outcome(
                of: try await engine.insert([CatalogAction.entry(key, value, hasPicture: true)]).first)
        case .update(let key, let value):
            CatalogAction.outcome(
                of: try await engine.insert([CatalogAction.entry(key, value, hasPicture: false)]).first)
        case .remove(let key):
            CatalogAction.outcome(ofRemoved: try await engine.remove([CatalogAction.id(key)]), key)
        case .get(let key): CatalogAction.outcome(of: try await engine.item(CatalogAction.id(key)))
        case .find(let key): CatalogAction.outcome(of: try await engine.search(CatalogAction.finding(key)), key)
        case .show(let key): CatalogAction.outcome(of: try await engine.search(CatalogAction.showing(key)), key)
        case .count: .number(try await engine.count())
        }
    }
}
