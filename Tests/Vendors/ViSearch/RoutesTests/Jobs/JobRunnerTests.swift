import Dispatch
import Foundation
import SQLite
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Accepted insertions when something else fails", .timeLimit(.minutes(5)))
struct JobRunnerTests {
    private let folder = Result { try TemporaryFolder() }
    private let notes = Locked<[String]>([])

    private var path: String { get throws { try folder.get().url.appending(path: "x.magpie").path } }

    private func runner(_ jobs: JobStore, _ engine: SearchEngine) -> JobRunner {
        JobRunner(
            jobs, engine: engine, fetcher: Fetcher(), limits: Limits(), workers: 1, describers: Describers(count: 1)
        ) { [notes] note in
            notes.withLock { $0.append(note) }
        }
    }

    @Test("while the outside describer is down they wait, and none is counted as failed")
    func describerDown() throws {
        let describer = RemoteDescriber()
        describer.isDown.withLock { $0 = true }
        let engine = try SearchEngine(path: path, mode: .create, describer: describer)
        let jobs = try JobStore(path: path + ".jobs")
        let runner = runner(jobs, engine)
        let entries = try ["a", "b", "c"].map { JobStore.Entry($0, picture: try Shop.picture("mug-001")) }
        let name = try #require(try jobs.add(entries))
        #expect(runner.start())
        try wait(for: "the note") { notes.withLock { !$0.isEmpty } }
        #expect(notes.withLock { $0.first?.contains("the model does not answer") } == true)
        #expect(runner.waitsBecause == "pictures cannot be described")
        #expect(try jobs.progress(of: name)?.percent == 0)
        describer.isDown.withLock { $0 = false }
        try wait(for: "the insertions") { try jobs.count() == 0 }
        #expect(try jobs.progress(of: name)?.successCount == 3 && engine.countBlocking() == 3)
        try wait(for: "the end of the warning") { runner.waitsBecause == nil }
        runner.stop()
    }

    @Test("one that cannot be read from its file stays there, and the server stops all the same")
    func unreadable() throws {
        do { _ = try JobStore(path: path + ".jobs").add([JobStore.Entry("a", values: ["price": "1"])]) }
        do { try Database(path: path + ".jobs", access: .write).run("UPDATE waiting SET fields = '{'") }
        let jobs = try JobStore(path: path + ".jobs")
        let runner = runner(jobs, try SearchEngine(path: path, mode: .create))
        #expect(runner.start())
        try wait(for: "the note") { notes.withLock { !$0.isEmpty } }
        #expect(notes.withLock { $0.first?.contains("are no JSON") } == true)
        runner.stop()
        #expect(try jobs.count() == 1)
    }

    @Test("a server that was not started, could not start, or has stopped, stops at once")
    func stopping() throws {
        let idle = try SearchServer(SearchEngine(path: path, mode: .create))
        idle.stop()
        idle.stop()
        var setup = SearchServer.Setup()
        let taken = try ReservedPort(setup.http)
        setup.http.port = taken.number
        let late = try SearchServer(SearchEngine(path: path + ".late", mode: .create), setup: setup)
        #expect(throws: StartError.self) { try late.start() }
        late.stop()
        let shop = try Shop()
        shop.server.stop()
        shop.server.stop()
    }
}
