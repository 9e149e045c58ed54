/// The rules for an event of a tracker. One table, for the client that makes events and the server that accepts them.
///
/// Both check the lengths and forms of the parameters that an event has. They differ in the required parameters, and
/// the server alone limits the size of an event as a whole.
package struct EventRules: Sendable {
    /// A violation of a rule; each names the parameter.
    package enum Violation: Error, Hashable, Sendable {
        case missing(String)
        /// Longer than this many characters (Unicode scalars).
        case tooLong(String, limit: Int)
        case notANumber(String)
        case notAnInteger(String)
        /// Of digits, and beyond what a number of 64 bits holds.
        case tooLarge(String)
        case belowMinimum(String, Int)
        case notACurrency
        /// More bytes in all than an event may have.
        case tooManyBytes(limit: Int, count: Int)
        case tooManyParameters(limit: Int)
        /// More bytes in its name or value than one parameter may have.
        case oversized(String)
    }

    /// Bytes of an event.
    package struct Size: Sendable {
        /// Of all names and values.
        package var bytes = 8192
        package var parameters = 100
        package var nameBytes = 64
        package var valueBytes = 4096
    }

    /// The parameters that an action needs beside `action`.
    package let required: [String: [String]]
    package let size: Size?

    /// For makers of events: the requirements in the description of the service. Its limits are not described.
    package static let strict: EventRules = {
        var required: [String: [String]] = [
            "transaction": ["queryId", "value"], "add_to_wishlist": ["queryId", "pid"],
        ]
        for action in ["search", "click", "view", "result_load"] { required[action] = ["queryId"] }
        for action in ["product_click", "product_view", "add_to_cart"] {
            required[action] = ["queryId", "pid", "imUrl", "pos"]
        }
        return EventRules(required: required, size: nil)
    }()

    /// For servers: only the parameters that all official trackers send. Their short forms leave out the picture and
    /// the position, and a click or a view may be of anything in an app, without a search before it.
    package static let lenient: EventRules = {
        var required: [String: [String]] = ["transaction": ["queryId", "value"]]
        for action in ["search", "result_load"] { required[action] = ["queryId"] }
        for action in ["product_click", "product_view", "add_to_cart", "add_to_wishlist"] {
            required[action] = ["queryId", "pid"]
        }
        return EventRules(required: required, size: Size())
    }()

    /// The longest values, in characters.
    package static let lengths: [(name: String, limit: Int)] = [
        ("action", 64), ("brand", 64), ("c", 64), ("productUrl", 512), ("json", 512), ("cat", 32), ("name", 32),
        ("label", 32), ("fromReqId", 32), ("source", 32), ("s1", 64), ("s2", 64), ("s3", 64), ("s4", 64), ("s5", 64),
    ]
    package static let numbers = ["n1", "n2", "n3", "n4", "n5", "value", "price"]
    package static let integers = ["pos", "ts"]
    /// The first position among the results is 1.
    package static let minimums = [("price", 0), ("pos", 1)]

    /// - Parameter event: all parameters by name, as text. One that is empty counts as not sent.
    /// - Throws: The first violation.
    package func check(_ event: [String: String]) throws(Violation) {
        try checkBytes(event)
        for name in ["action"] + (required[event["action"] ?? ""] ?? []) where event[name]?.isEmpty != false {
            throw .missing(name)
        }
        for (name, limit) in Self.lengths {
            if let text = event[name], text.unicodeScalars.count > limit { throw .tooLong(name, limit: limit) }
        }
        try checkParameters(event)
        for name in Self.numbers { _ = try Self.number(name, in: event) }
        for name in Self.integers { _ = try Self.integer(name, in: event) }
        for (name, least) in Self.minimums {
            if let number = try Self.number(name, in: event), number < Double(least) {
                throw .belowMinimum(name, least)
            }
        }
        if let currency = event["currency"] {
            let isCode = currency.utf8.count == 3 && currency.allSatisfy { $0.isASCII && $0.isLetter }
            if !isCode { throw .notACurrency }
        }
    }

    /// The size alone: of events of which nothing else is known.
    package func checkBytes(_ event: [String: String]) throws(Violation) {
        guard let size else { return }
        let bytes = event.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        if bytes > size.bytes { throw .tooManyBytes(limit: size.bytes, count: bytes) }
    }

    private func checkParameters(_ event: [String: String]) throws(Violation) {
        guard let size else { return }
        for (name, text) in event where text.utf8.count > size.valueBytes || name.utf8.count > size.nameBytes {
            throw .oversized(String(name.prefix(size.nameBytes)))
        }
        if event.count > size.parameters { throw .tooManyParameters(limit: size.parameters) }
    }

    package static func number(_ name: String, in event: [String: String]) throws(Violation) -> Double? {
        guard let text = event[name] else { return nil }
        guard let value = Double(text), value.isFinite || text.contains(where: \.isNumber) else {
            throw .notANumber(name)
        }
        guard value.isFinite else { throw .tooLarge(name) }
        return value
    }

    package static func integer(_ name: String, in event: [String: String]) throws(Violation) -> Int? {
        guard let number = try number(name, in: event) else { return nil }
        guard let value = Int(exactly: number) else {
            throw number == number.rounded() ? .tooLarge(name) : .notAnInteger(name)
        }
        return value
    }
}
