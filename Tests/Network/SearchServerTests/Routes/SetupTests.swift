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
            var setup = ViSearchServer.Setup()
            setup.jobs = value
            #expect(throws: SearchError.invalidArgument("jobs is \(value); it must be 1…1024")) {
                try ViSearchServer(engine, setup: setup)
            }
            setup = ViSearchServer.Setup()
            setup.fetch = FetchPolicy(concurrency: value)
            #expect(throws: SearchError.invalidArgument("fetch.concurrency is \(value); it must be 1…1024")) {
                try ViSearchServer(engine, setup: setup)
            }
        }
        var setup = ViSearchServer.Setup()
        setup.http.limits.waitingJobs = -1
        #expect(throws: SearchError.invalidArgument("http.limits.waitingJobs is -1; it must be at least 0")) {
            try ViSearchServer(engine, setup: setup)
        }
        setup = ViSearchServer.Setup()
        setup.dynamicYield.suggestionDays = 0
        #expect(throws: SearchError.invalidArgument("dynamicYield.suggestionDays is 0; it must be 1…3650")) {
            try ViSearchServer(engine, setup: setup)
        }
        setup = ViSearchServer.Setup()
        setup.dynamicYield.facets = Array(repeating: "color", count: 51)
        #expect(throws: SearchError.invalidArgument("the number of dynamicYield.facets is 51; it must be 0…50")) {
            try ViSearchServer(engine, setup: setup)
        }
    }
}
