internal import WireFormat

/// Reports the actions of visitors to the service.
///
/// ``track(_:)`` takes an event and returns at once: it waits in a bounded queue, on disk where a file is named, until
/// it is sent; what was not sent is there again after a restart. Events are sent on their own after
/// the delay of the configuration, many at a time, and again after a failure. An event may arrive twice when a connection
/// breaks at the wrong moment. One that does not arrive is counted in ``Counts`` and reported.
public final class Tracker: Sendable {
    private struct State {
        var sent = 0
        var dropped = 0
        var delivery: Task<Result<Int, ClientError>, Never>?
        var isScheduled = false
        var failures = 0
    }

    /// The configuration of the tracker.
    package let configuration: Configuration
    /// The session that gives the names of the visitor and of the visit.
    package let session: VisitorSession
    private let client: SearchClient
    private let queue: EventQueue
    private let report: @Sendable (Loss) -> Void
    private let state = Locked(State())

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - configuration: The service, the code and the queue.
    ///   - session: The visitor who acts.
    ///   - transport: The way to the service.
    ///   - onLoss: Called with each loss, on any thread.
    public init(
        _ configuration: Configuration, session: VisitorSession, transport: any Transport = URLSessionTransport(),
        onLoss: @escaping @Sendable (Loss) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.session = session
        report = onLoss
        client = SearchClient(
            ClientConfiguration(
                .none, at: configuration.baseURL, timeout: configuration.timeout, retry: configuration.retry),
            transport: transport)
        queue = EventQueue(file: configuration.file, limit: configuration.limit) { onLoss(.notStored(reason: $0)) }
        if queue.unreadableLines > 0 {
            state.withLock { $0.dropped = queue.unreadableLines }
            onLoss(.unreadable(lines: queue.unreadableLines))
        }
        if queue.count > 0 { schedule() }
    }

    /// The number of waiting events, and of those sent and lost since this object began.
    public var counts: Counts { state.withLock { Counts(waiting: queue.count, sent: $0.sent, dropped: $0.dropped) } }

    /// Queues an event; never waits. Returns false when the queue is full and the event is dropped.
    @discardableResult
    public func track(_ event: Event) -> Bool {
        var members = event.members
        members["sid"] = .string(session.sid())
        for (name, value) in configuration.device where members[name] == nil { members[name] = .string(value) }
        guard queue.append(members, uid: session.uid) else {
            state.withLock { $0.dropped += 1 }
            report(.full)
            return false
        }
        schedule()
        return true
    }

    /// Sends all waiting events, and returns the number that the service accepted. Events that cannot be sent stay in
    /// the queue.
    @discardableResult
    public func flush() async throws(ClientError) -> Int {
        var total = 0
        repeat {
            let delivery = state.withLock { state in
                if let delivery = state.delivery { return delivery }
                let delivery = Task { await self.deliver() }
                state.delivery = delivery
                return delivery
            }
            total += try await delivery.value.get()
        } while queue.count > 0
        return total
    }

    /// Waits until all events that were taken are on disk. Blocks; for the end of a program.
    public func settle() {
        queue.settle()
        session.settle()
    }

    /// Runs one delivery at a time, so that no event is sent twice.
    private func deliver() async -> Result<Int, ClientError> {
        defer { state.withLock { $0.delivery = nil } }
        var total = 0
        /// Events that a refused batch left to go one by one.
        var singles = 0
        while true {
            let events = queue.first(singles > 0 ? 1 : configuration.batch)
            guard let last = events.last else { return .success(total) }
            do throws(ClientError) {
                guard let refusals = try await send(events) else {
                    // One of them is to blame, or there are too many.
                    singles = events.count
                    continue
                }
                singles = max(0, singles - 1)
                queue.remove(through: last.id)
                let taken = events.count - refusals.count
                total += taken
                state.withLock {
                    $0.sent += taken
                    $0.dropped += refusals.count
                }
                for reason in refusals { report(.refused(reason: reason)) }
            } catch {
                return .failure(error)
            }
        }
    }

    private func schedule() {
        guard let delay = configuration.delay else { return }
        let pause: Double? = state.withLock { state in
            if state.isScheduled { return nil }
            state.isScheduled = true
            return min(300, delay * Double(1 << min(state.failures, 10)))
        }
        guard let pause else { return }
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(pause))
            await self?.scheduledFlush()
        }
    }

    private func scheduledFlush() async {
        let isDone = (try? await flush()) != nil
        state.withLock { state in
            state.isScheduled = false
            state.failures = isDone ? 0 : state.failures + 1
        }
        if queue.count > 0 { schedule() }
    }

    /// Sends a few events in one request; returns the reasons of those that the service refused, nil when it refused
    /// several as one.
    private func send(_ events: [EventQueue.Waiting]) async throws(ClientError) -> [String]? {
        var parameters = Parameters()
        parameters.append("code", configuration.code)
        let sdk = (name: "magpie swift", version: "1")
        let request: HTTPRequest
        if events.count == 1, let single = events.first {
            for (name, value) in [("sdk", sdk.name), ("v", sdk.version), ("uid", single.uid)] {
                parameters.append(name, value)
            }
            for (name, value) in single.event.sorted(by: { $0.key < $1.key }) {
                if let text = value.text { parameters.append(name, text) }
            }
            request = HTTPRequest("GET", try client.url("/v3/__va.gif", query: parameters.urlEncoded))
        } else {
            var writer = JSONWriter()
            writer.value([
                "v": .string(sdk.version), "sdk": .string(sdk.name), "uid": .string(events.first?.uid ?? ""),
                "events": .array(events.map { .object($0.event) }),
            ])
            request = HTTPRequest(
                "POST", try client.url("/v3/events", query: parameters.urlEncoded),
                headers: ["Content-Type": "application/json"], body: writer.bytes)
        }
        let reply = try await client.send(request, isRepeatable: true)
        switch reply.status {
        case 200..<300:
            return events.count > 1 ? Array(Self.refusals(reply.body).prefix(events.count)) : []
        case 400, 413, 422: return events.count > 1 ? nil : [reply.excerpt]
        default: throw .httpStatus(reply.status, body: reply.excerpt)
        }
    }

    /// Returns the refusals among the messages of a batch's answer. An unknown message is no refusal.
    private static func refusals(_ body: [UInt8]) -> [String] {
        guard case .object(let members)? = try? JSONValue(parsing: body), case .array(let entries)? = members["result"]
        else { return [] }
        return entries.compactMap { entry in
            guard case .object(let entry) = entry, let code = entry["code"]?.text, code != "0" else { return nil }
            return entry["message"]?.text ?? code
        }
    }
}
