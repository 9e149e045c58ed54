import Foundation
import TestSupport
import Testing

@testable import SearchServer

@Suite("Setups of servers", .timeLimit(.minutes(5)))
struct SetupTests {
    @Test("a number that no queue can have is an error with its range, not the end of the process")
    func numbers() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.url.appending(path: "catalog.magpie").path, mode: .create)
        for value in [Int.min, -1, 0, 1025] {
            var setup = SearchServer.Setup()
            setup.jobs = value
            #expect(throws: SearchError.invalidArgument("jobs is \(value); it must be 1…1024")) {
                try SearchServer(engine, setup: setup)
            }
            setup = SearchServer.Setup()
            setup.fetch = FetchPolicy(concurrency: value)
            #expect(throws: SearchError.invalidArgument("fetch.concurrency is \(value); it must be 1…1024")) {
                try SearchServer(engine, setup: setup)
            }
        }
        var setup = SearchServer.Setup()
        setup.http.limits.waitingJobs = -1
        #expect(throws: SearchError.invalidArgument("http.limits.waitingJobs is -1; it must be at least 0")) {
            try SearchServer(engine, setup: setup)
        }
        setup = SearchServer.Setup()
        setup.suggestions.days = 0
        #expect(throws: SearchError.invalidArgument("suggestions.days is 0; it must be 1…3650")) {
            try SearchServer(engine, setup: setup)
        }
        setup = SearchServer.Setup()
        setup.columns.facets = Array(repeating: "color", count: 51)
        #expect(throws: SearchError.invalidArgument("the number of columns.facets is 51; it must be 0…50")) {
            try SearchServer(engine, setup: setup)
        }
    }
}
