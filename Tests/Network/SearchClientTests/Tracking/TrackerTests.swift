import ClientTestSupport
import Foundation
import TestSupport
import Testing
import WireFormat

@testable import SearchClient

@Suite(.timeLimit(.minutes(5))) struct TrackerTests {
    private final class Losses: Sendable {
        private let list = Locked<[Tracker.Loss]>([])
        var all: [Tracker.Loss] { list.withLock { $0 } }
        var note: @Sendable (Tracker.Loss) -> Void { { loss in self.list.withLock { $0.append(loss) } } }
    }

    private func tracker(
        _ url: URL, file: URL? = nil, limit: Int = 100, batch: Int = 3, losses: Losses = Losses()
    ) -> Tracker {
        var configuration = Tracker.Configuration(
            "CODE:1", at: url, file: file, limit: limit, delay: nil, timeout: 300, retry: RetryPolicy(tries: 1),
            device: ["os": "Linux"])
        configuration.batch = batch
        // On a clock that stands still: a visit ends with the day.
        let session = VisitorSession(uid: "u1", now: { Date(timeIntervalSince1970: 1_700_000_000) })
        return Tracker(configuration, session: session, onLoss: losses.note)
    }

    private func click(_ number: Int) throws -> Event {
        try Event(
            .productClick, queryID: "q\(number)", product: .init("p", imageURL: "http://x/?a=1&b", position: 1),
            time: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private static let nobody = URL(string: "http://127.0.0.1:9")!

    @Test("one event is a GET, several are a POST, each with visitor, visit and device")
    func forms() async throws {
        let server = try ScriptedServer { request, _ in request.method == "GET" ? .status(200, "GIF89a") : .json("{}") }
        let tracker = tracker(server.url)
        #expect(tracker.track(try click(0)))
        #expect(try await tracker.flush() == 1)
        for number in 1...4 { tracker.track(try click(number)) }
        #expect(try await tracker.flush() == 4)
        #expect(server.requests.map(\.method) == ["GET", "POST", "GET"])
        let single = server.requests[0]
        #expect(single.path == "/v3/__va.gif")
        #expect(single.query["code"] == "CODE:1")
        #expect(single.query["uid"] == "u1")
        #expect(single.query["sid"] == tracker.session.sid())
        #expect(single.query["os"] == "Linux")
        #expect(single.query["imUrl"] == "http://x/?a=1&b")
        #expect(single.query["ts"] == "1700000000000")
        let batch = server.requests[1]
        #expect(batch.target == "/v3/events?code=CODE%3A1")
        guard case .object(let members) = try JSONValue(parsing: batch.body),
            case .array(let events) = members["events"]
        else {
            Issue.record("the batch is no object with events")
            return
        }
        #expect(members["uid"] == .string("u1"))
        #expect(events.count == 3)
        guard case .object(let event) = events[0] else { return }
        #expect(event["queryId"] == .string("q1"))
        #expect(event["sid"] == .string(tracker.session.sid()))
        #expect(tracker.counts == Tracker.Counts(waiting: 0, sent: 5, dropped: 0))
    }

    @Test("what the service refuses is reported, and does not come again")
    func refused() async throws {
        let server = try ScriptedServer { request, _ in
            request.method == "GET"
                ? .status(400, #"{"status":"fail","error":{"code":104,"message":"no"}}"#)
                : .json(#"{"status":"OK","result":[{"code":0},{"code":104,"message":"bad event"},{"code":0}]}"#)
        }
        let losses = Losses()
        let tracker = tracker(server.url, losses: losses)
        for number in 0..<4 { tracker.track(try click(number)) }
        #expect(try await tracker.flush() == 2)
        #expect(tracker.counts == Tracker.Counts(waiting: 0, sent: 2, dropped: 2))
        #expect(losses.all.count == 2)
        #expect(losses.all.first == .refused(reason: "bad event"))
        #expect(server.requests.count == 2)
    }

    @Test("one bad event does not take those beside it along when the service refuses a batch as one")
    func refusedBatch() async throws {
        let server = try ScriptedServer { request, _ in
            let isBad = request.text.contains(#""q1""#) || request.query["queryId"] == "q1"
            return .status(isBad ? 400 : 200, "no")
        }
        let losses = Losses()
        let tracker = tracker(server.url, losses: losses)
        for number in 0..<7 { tracker.track(try click(number)) }
        #expect(try await tracker.flush() == 6)
        #expect(tracker.counts == Tracker.Counts(waiting: 0, sent: 6, dropped: 1))
        #expect(losses.all == [.refused(reason: "no")])
        #expect(server.requests.map(\.method) == ["POST", "GET", "GET", "GET", "POST", "GET"])
    }

    @Test("a file whose events cannot be read is left alone, and reported")
    func unreadableFile() async throws {
        let folder = try TemporaryFolder()
        let losses = Losses()
        let tracker = tracker(Self.nobody, file: folder.url, losses: losses)
        #expect(losses.all == [.notStored(reason: "\(folder.url.path(percentEncoded: false)) cannot be read")])
        #expect(tracker.track(try click(0)))
        tracker.settle()
        #expect(losses.all.count == 1)
    }

    @Test("a full queue drops the new event and says so")
    func full() throws {
        let losses = Losses()
        let tracker = tracker(Self.nobody, limit: 2, losses: losses)
        #expect(tracker.track(try click(0)))
        #expect(tracker.track(try click(1)))
        #expect(!tracker.track(try click(2)))
        #expect(losses.all == [.full])
        #expect(tracker.counts == Tracker.Counts(waiting: 2, sent: 0, dropped: 1))
    }

    @Test("events that could not be sent wait, and are there after a restart, in order, once")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "events.jsonl")
        let before = tracker(Self.nobody, file: file)
        for number in 0..<7 { before.track(try click(number)) }
        let failure = await error { () async throws(ClientError) in try await before.flush() }
        #expect(failure != nil)
        #expect(before.counts.waiting == 7)
        before.settle()

        let server = try ScriptedServer { _, index in index == 1 ? .status(500) : .json("{}") }
        let losses = Losses()
        let after = tracker(server.url, file: file, losses: losses)
        #expect(after.counts.waiting == 7)
        _ = await error { () async throws(ClientError) in try await after.flush() }
        #expect(after.counts == Tracker.Counts(waiting: 4, sent: 3, dropped: 0))
        after.settle()

        let last = tracker(server.url, file: file)
        #expect(last.counts.waiting == 4)
        #expect(try await last.flush() == 4)
        last.settle()
        #expect(tracker(server.url, file: file).counts.waiting == 0)
        var numbers: [String] = []
        for (index, request) in server.requests.enumerated() where index != 1 {
            if request.method == "GET" { numbers.append(request.query["queryId"] ?? "") }
            guard case .object(let members)? = try? JSONValue(parsing: request.body),
                case .array(let events)? = members["events"]
            else { continue }
            for case .object(let event) in events { numbers.append(event["queryId"]?.text ?? "") }
        }
        #expect(numbers == (0..<7).map { "q\($0)" })
        #expect(losses.all.isEmpty)
    }

    @Test("a last line that a crash cut off is counted, and the others are kept")
    func torn() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "events.jsonl")
        let before = tracker(Self.nobody, file: file)
        for number in 0..<3 { before.track(try click(number)) }
        before.settle()
        let whole = try Data(contentsOf: file)
        for cut in [1, 10, 40] {
            let file = folder.url.appending(path: "events-\(cut).jsonl")
            try whole.dropLast(cut).write(to: file)
            let losses = Losses()
            let after = tracker(Self.nobody, file: file, losses: losses)
            // Without its line end only, the last event is still whole.
            #expect(after.counts.waiting == (cut == 1 ? 3 : 2))
            #expect(losses.all == (cut == 1 ? [] : [.unreadable(lines: 1)]))
            after.track(try click(9))
            after.settle()
            #expect(tracker(Self.nobody, file: file).counts.waiting == (cut == 1 ? 4 : 3))
        }
        let rubbish = folder.url.appending(path: "rubbish.jsonl")
        try Data([0xFF, 0x0A, 0x00, 0x0A]).write(to: rubbish)
        #expect(tracker(Self.nobody, file: rubbish).counts == Tracker.Counts(waiting: 0, sent: 0, dropped: 2))
    }

    @Test("the file does not grow with what was sent")
    func compaction() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "events.jsonl")
        let queue = EventQueue(file: file, limit: 10) { _ in }
        for round in 0..<Effort.inputs(1000, of: 3000) {
            #expect(queue.append(["n": .int(round)], uid: "u"))
            if round % 3 == 2 { queue.remove(through: try #require(queue.first(2).last).id) }
            if queue.count > 8 { queue.remove(through: try #require(queue.first(100).last).id) }
        }
        queue.settle()
        #expect(try Data(contentsOf: file).count < 200_000)
        let again = EventQueue(file: file, limit: 10) { _ in }
        #expect(again.first(100) == queue.first(100))
    }

    @Test("a file that cannot be written is reported, and the event is sent all the same")
    func unwritable() async throws {
        let server = try ScriptedServer { _, _ in .json("{}") }
        let losses = Losses()
        let tracker = tracker(server.url, file: URL(filePath: "/nowhere/events.jsonl"), losses: losses)
        tracker.track(try click(0))
        tracker.settle()
        guard case .notStored = losses.all.first else {
            Issue.record("\(losses.all)")
            return
        }
        #expect(try await tracker.flush() == 1)
    }

    @Test("events are sent by themselves after a while")
    func byItself() async throws {
        let server = try ScriptedServer { _, _ in .json("{}") }
        var configuration = Tracker.Configuration("C", at: server.url, delay: 1, timeout: 300)
        configuration.retry.tries = 1
        let tracker = Tracker(configuration, session: VisitorSession())
        for number in 0..<20 { tracker.track(try click(number)) }
        try await waitAsync(for: "the events") { tracker.counts.sent == 20 }
        // Together; on a busy machine some came later than the others.
        #expect(server.requests.count < 20)
    }

    @Test("many threads track and flush at once, and each event goes once")
    func threads() async throws {
        let server = try ScriptedServer { _, _ in .json("{}") }
        let tracker = tracker(server.url, limit: 10_000, batch: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<50 { tracker.track(try click(worker * 100 + number)) }
                    _ = try await tracker.flush()
                }
            }
            try await group.waitForAll()
        }
        _ = try await tracker.flush()
        #expect(tracker.counts == Tracker.Counts(waiting: 0, sent: 400, dropped: 0))
    }
}
