import Foundation
import TestSupport
import Testing

@testable import SearchClient

@Suite("The queue of events in a file") struct EventQueueTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func queue(_ lines: String...) throws -> EventQueue {
        let file = folder.url.appending(path: "events")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        return EventQueue(file: file, limit: 10) { Issue.record("\($0)") }
    }

    @Test("a new event has a number above every delivery, so that none of them can stand for it")
    func afterDeliveries() throws {
        let delivered = try queue(#"{"id":4,"uid":"u","event":{}}"#, #"{"done":7}"#)
        #expect(delivered.append([:], uid: "u"))
        #expect(delivered.first(10).map(\.id) == [8])
        delivered.settle()
        let waiting = try queue(#"{"done":2}"#, #"{"id":9,"uid":"u","event":{}}"#)
        #expect(waiting.append([:], uid: "u"))
        #expect(waiting.first(10).map(\.id) == [9, 10])
        waiting.settle()
    }

    @Test("a number that no queue gives makes a line unreadable, and ends nothing")
    func strangeNumbers() throws {
        let most = Int.max
        let queue = try queue(
            #"{"id":\#(most),"uid":"u","event":{}}"#, #"{"done":\#(most)}"#, #"{"id":0,"uid":"u","event":{}}"#)
        #expect(queue.unreadableLines == 3)
        #expect(queue.append([:], uid: "u"))
        #expect(queue.first(10).map(\.id) == [1])
        queue.settle()
    }
}
