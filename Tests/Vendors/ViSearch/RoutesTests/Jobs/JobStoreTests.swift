import Foundation
import Recommendations
import SQLite
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Accepted insertions", .timeLimit(.minutes(5)))
struct JobStoreTests {
    private let folder = Result { try TemporaryFolder() }
    private var path: String { get throws { try folder.get().url.appending(path: "x.jobs").path } }

    @Test("what was accepted is there when the file is opened again, in its order")
    func reopening() throws {
        let entries = (0..<5).map { JobStore.Entry("n\($0)", url: "u\($0)", values: ["a": "\($0)", "ü": "\"\n"]) }
        var names: [Int] = []
        do {
            let jobs = try JobStore(path: path)
            for entry in entries { names.append(try #require(try jobs.add([entry]))) }
            try jobs.finish([(place: try jobs.next(1)[0].place, fault: nil)])
        }
        #expect(names == names.sorted() && Set(names).count == 5)
        let jobs = try JobStore(path: path)
        #expect(try jobs.next(10).map(\.entry) == Array(entries.dropFirst()))
        #expect(try jobs.progress(of: names[0])?.isDone == true)
        #expect(try jobs.progress(of: names[1])?.percent == 0)
        #expect(try jobs.progress(of: 1) == nil)
    }

    @Test("each entry is counted once, as done or as failed")
    func counting() throws {
        let jobs = try JobStore(path: path)
        let name = try #require(try jobs.add((0..<4).map { JobStore.Entry("n\($0)") }))
        let waiting = try jobs.next(2)
        for _ in 0..<2 {
            try jobs.finish([(waiting[0].place, nil), (waiting[1].place, .cannotDownload)])
        }
        var progress = try #require(try jobs.progress(of: name))
        #expect(progress.percent == 50 && progress.successCount == 1 && progress.failCount == 1)
        try jobs.giveUp(["n2"])
        progress = try #require(try jobs.progress(of: name, errorPage: 1, errorLimit: 10))
        #expect(progress.faults.map(\.name) == ["n1", "n2"] && progress.faults.map(\.code) == [201, 102])
        #expect(try !jobs.isWaiting("n2") && jobs.isWaiting("n3"))
        #expect(try jobs.stillWaiting([waiting[0].place, waiting[1].place + 2]) == [waiting[1].place + 2])
    }

    @Test("when too much waits, nothing more is accepted")
    func capacity() throws {
        var capacity = JobStore.Capacity()
        (capacity.entries, capacity.bytes) = (3, 100)
        let jobs = try JobStore(path: path, capacity: capacity)
        #expect(try jobs.add([JobStore.Entry("a"), JobStore.Entry("b")]) != nil)
        #expect(try jobs.add([JobStore.Entry("c"), JobStore.Entry("d")]) == nil)
        #expect(try jobs.add([JobStore.Entry("c", picture: [UInt8](repeating: 0, count: 101))]) == nil)
        #expect(try jobs.count() == 2)
        #expect(try jobs.add([]) != nil)
    }

    @Test("of jobs that are done only the latest are remembered; those that are not done stay")
    func history() throws {
        var capacity = JobStore.Capacity()
        capacity.jobs = 3
        let jobs = try JobStore(path: path, capacity: capacity)
        let first = try #require(try jobs.add([JobStore.Entry("waits")]))
        let others = try (0..<6).map { number in
            let name = try #require(try jobs.add([JobStore.Entry("n\(number)")]))
            let waiting = try #require(try jobs.next(9).last)
            try jobs.finish([(waiting.place, number.isMultiple(of: 2) ? .cannotDownload : nil)])
            return name
        }
        let known = try others.filter { try jobs.progress(of: $0) != nil }
        #expect(known == others.suffix(3))
        #expect(try jobs.progress(of: first)?.percent == 0)
        try jobs.finish([(try jobs.next(1)[0].place, nil)])
        _ = try jobs.add([])
        #expect(try jobs.progress(of: first) == nil)
    }

    @Test("what a picture takes is known without reading the picture")
    func columns() throws {
        do { _ = try JobStore(path: path) }
        let file = try Database(path: path, access: .read)
        var columns: [String] = []
        try file.each("SELECT name FROM pragma_table_info('waiting') ORDER BY cid") { columns.append($0.text(0)) }
        #expect(columns.firstIndex(of: "bytes") == 2 && columns.last == "picture")
    }

    @Test("attributes that cannot be read are damage, not an item without attributes")
    func unreadable() throws {
        do { _ = try JobStore(path: path).add([JobStore.Entry("a", values: ["price": "1"])]) }
        do { try Database(path: path, access: .write).run("UPDATE waiting SET fields = '{\"pri'") }
        let jobs = try JobStore(path: path)
        let detail = "the attributes of the insertion at place 1 are no JSON"
        #expect(throws: SearchError.damaged(path: try path, detail: detail)) { try jobs.entry(at: 1) }
        #expect(try jobs.count() == 1)
    }

    @Test("a file of something else is not touched")
    func foreign() throws {
        try Data("no database".utf8).write(to: URL(filePath: path))
        #expect(throws: SearchError.self) { try JobStore(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("no database".utf8))
        let other = try folder.get().url.appending(path: "other").path
        _ = try EventStore(path: other)
        #expect(throws: SearchError.self) { try JobStore(path: other) }
    }
}

extension JobStore {
    /// The next entries in the order in which they were accepted.
    fileprivate func next(_ count: Int) throws(SearchError) -> [Waiting] {
        var found: [Waiting] = []
        for place in try line(after: 0).prefix(count).map(\.place) {
            if let entry = try entry(at: place) { found.append(entry) }
        }
        return found
    }
}
