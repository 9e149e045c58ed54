/// Several events in one request: POST `/v3/events?code=…` with a JSON body. A single event is a GET of
/// `/v3/__va.gif` with its parameters, `code`, `uid` and `sid` among them.
public struct EventBatch: Sendable {
    /// Of the client library.
    public var version: String
    public var sdk: String
    /// The visitor.
    public var uid: String
    /// As they came; one that is no good does not spoil the others.
    public var events: [Result<Event, EventError>]

    public init(version: String, sdk: String, uid: String, events: [Event]) {
        self.version = version
        self.sdk = sdk
        self.uid = uid
        self.events = events.map { .success($0) }
    }

    /// Transactions without a name get the same one.
    public init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        var members = try JSONMembers(JSONValue(parsing: bytes))
        version = try members.text("v") ?? ""
        sdk = try members.text("sdk") ?? ""
        uid = try members.text("uid") ?? ""
        var common: String?
        let read = try members.array("events") { json, _ throws(MalformedJSON) in
            Result { () throws(EventError) in try Event(json: json, transaction: &common) }
        }
        guard let read else { throw MalformedJSON(path: "events", reason: "expected an array, found nothing") }
        events = read
    }

    /// What a client sends.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value([
            "v": .string(version), "sdk": .string(sdk), "uid": .string(uid),
            "events": .array(events.compactMap { try? $0.get().json }),
        ])
        return writer.bytes
    }
}

extension Event {
    fileprivate init(json: JSONValue, transaction: inout String?) throws(EventError) {
        guard case .object(var members) = json, members["action"] == .string(Action.transaction.rawValue),
            members["transId"]?.text?.isEmpty != false
        else {
            self = try Event(json: json)
            return
        }
        if let transaction { members["transId"] = .string(transaction) }
        self = try Event(json: .object(members))
        transaction = self.transaction
    }
}

/// The answer to a batch of events: one entry for each.
public struct EventBatchAnswer: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// 0 is fine; 104 an event that is no good.
        public var code: Int
        public var message: String

        public init(code: Int, message: String) {
            self.code = code
            self.message = message
        }

        public static let success = Entry(code: 0, message: "success")

        public init(_ error: EventError) { self.init(code: 104, message: error.description) }
    }

    public var entries: [Entry]
    public var requestID: String?

    public init(_ entries: [Entry], requestID: String? = nil) {
        self.entries = entries
        self.requestID = requestID
    }

    public init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        var members = try JSONMembers(JSONValue(parsing: bytes))
        requestID = try members.text("reqid")
        entries =
            try members.array("result") { json, path throws(MalformedJSON) in
                var entry = try JSONMembers(json, at: path)
                return Entry(code: try entry.integer("code") ?? 0, message: try entry.text("message") ?? "")
            } ?? []
    }

    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", "OK")
        writer.member("reqid", requestID)
        writer.member("result", entries) { writer, entry in
            writer.beginObject()
            writer.member("code", entry.code)
            writer.member("message", entry.message)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}
