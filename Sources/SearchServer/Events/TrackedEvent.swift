package import SearchAPI

/// Something that a person did with results, as the trackers of the official clients report it.
package struct TrackedEvent: Hashable, Sendable {
    /// Why an event is not taken: number and text as they travel.
    package struct Fault: Error, Hashable, Sendable {
        package var code = 104
        package var text: String
        /// Of the answer, where it is about this event alone.
        package var status = 400
        /// What went wrong on this side, for the log.
        package var reason: String?

        static let tooMany = Fault(code: 31, text: "Too many events; please try again later.", status: 429)

        static func system(_ reason: String) -> Fault {
            Fault(code: 32, text: "A system error is reported.", status: 500, reason: reason)
        }

        static func missing(_ name: String) -> Fault { Fault(text: "Parameter '\(name)' is required.") }
        static func invalid(_ name: String, _ rule: String) -> Fault { Fault(text: "Parameter '\(name)' \(rule).") }
    }

    /// `product_click`, `transaction` and so on, or a word of the sender's own.
    package var action: String
    /// Who it was, and the visit.
    package var user: String?
    package var session: String?
    /// The search that it followed.
    package var query: String?
    /// The item, `pid` on the wire.
    package var item: String?
    /// The place of the item among the results, from 1.
    package var position: Int?
    /// What a transaction was worth.
    package var value: Double?
    /// When it happened, by the sender's clock, in milliseconds since 1970.
    package var time: Int?
    /// Everything that was sent, by name.
    package var members: [String: String]

    /// Bytes of all names and values of an event.
    package static let byteLimit = 8192

    /// Checks what was sent.
    ///
    /// Only what all official trackers send is demanded: their short forms leave out the picture and the position.
    package init(_ sent: [String: String]) throws(Fault) {
        members = sent.filter { !TrackedEvent.missing.contains($0.value) }
        try TrackedEvent.checkSize(members)
        guard let action = members["action"] else { throw .missing("action") }
        self.action = action
        user = members["uid"]
        session = members["sid"]
        query = members["queryId"]
        item = members["pid"]
        for name in TrackedEvent.required[action] ?? [] where members[name] == nil { throw .missing(name) }
        for (name, limit) in TrackedEvent.limits {
            if let text = members[name], text.unicodeScalars.count > limit {
                throw .invalid(name, "is longer than \(limit) characters")
            }
        }
        for (name, text) in members where text.utf8.count > 4096 || name.utf8.count > 64 {
            throw .invalid(String(name.prefix(64)), "is too long")
        }
        if members.count > 100 { throw Fault(text: "There are more than 100 parameters.") }
        for name in ["n1", "n2", "n3", "n4", "n5"] { _ = try number(name) }
        value = try number("value")
        if let price = try number("price"), price < 0 { throw .invalid("price", "must not be negative") }
        position = try integer("pos")
        if let position, position < 1 { throw .invalid("pos", "must be 1 or more") }
        time = try integer("ts")
        if let currency = members["currency"] {
            let isCode = currency.utf8.count == 3 && currency.allSatisfy { $0.isASCII && $0.isLetter }
            if !isCode { throw .invalid("currency", "must be an ISO code of 3 letters") }
        }
    }

    /// As the trackers before 2020 sent it. Nothing but its size is refused: they have nothing to do with an answer.
    package init(old parameters: Parameters, cookie: String?) throws(Fault) {
        var sent: [String: String] = [:]
        for parameter in parameters.all where sent[parameter.name] == nil { sent[parameter.name] = parameter.value }
        members = sent.filter { !TrackedEvent.missing.contains($0.value) }
        try TrackedEvent.checkSize(members)
        action = String((members["action"] ?? "unknown").prefix(64))
        let cookies = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        let cookieUser = cookies.first { $0.hasPrefix("uid=") }.map { String($0.dropFirst(4)) }
        user = members["cuid"] ?? cookieUser
        query = members["reqid"]
        item = members["im_name"]
    }

    private static func checkSize(_ members: [String: String]) throws(Fault) {
        let bytes = members.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        if bytes > byteLimit {
            throw Fault(text: "An event has at most \(byteLimit) bytes of parameters; this one has \(bytes).")
        }
    }

    /// What counts as not sent: a script has written as text what it did not have.
    private static let missing: Set<String> = ["", "null", "undefined"]

    private static let required: [String: [String]] = {
        // A click or a view may be of anything in an app: trackers send these two without a search before them.
        var names = ["search": ["queryId"], "result_load": ["queryId"]]
        for action in ["product_click", "product_view", "add_to_cart", "add_to_wishlist"] {
            names[action] = ["queryId", "pid"]
        }
        names["transaction"] = ["queryId", "value"]
        return names
    }()

    private static let limits: [(String, Int)] = [
        ("action", 64), ("cat", 32), ("name", 32), ("label", 32), ("fromReqId", 32), ("source", 32), ("brand", 64),
        ("c", 64), ("s1", 64), ("s2", 64), ("s3", 64), ("s4", 64), ("s5", 64), ("productUrl", 512), ("json", 512),
    ]

    private func number(_ name: String) throws(Fault) -> Double? {
        guard let text = members[name] else { return nil }
        guard let value = Double(text), value.isFinite else { throw .invalid(name, "must be a number") }
        return value
    }

    private func integer(_ name: String) throws(Fault) -> Int? {
        guard let number = try number(name) else { return nil }
        guard let value = Int(exactly: number) else { throw .invalid(name, "must be a whole number") }
        return value
    }
}
