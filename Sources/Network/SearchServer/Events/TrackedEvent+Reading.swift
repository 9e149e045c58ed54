package import Recommendations

extension TrackedEvent {
    /// The reason why an event is refused: number and text in the wire form.
    package struct Fault: Error, Hashable, Sendable {
        package var code = 104
        package var text: String
        /// Of the answer, where it is about this event alone.
        package var status = 400
        /// The error on this side, for the log.
        package var reason: String?

        static let tooMany = Fault(code: 31, text: "Too many events; please try again later.", status: 429)

        static func system(_ reason: String) -> Fault {
            Fault(code: 32, text: "A system error is reported.", status: 500, reason: reason)
        }
    }

    /// Creates an event from parameters, checked by ``EventRules/lenient``.
    package init(_ sent: [String: String]) throws(Fault) {
        let members = TrackedEvent.kept(sent)
        self.init(
            action: members["action"] ?? "", user: members["uid"], session: members["sid"],
            query: members["queryId"], item: members["pid"], members: members)
        do throws(EventRules.Violation) {
            try EventRules.lenient.check(members)
            value = try EventRules.number("value", in: members)
            position = try EventRules.integer("pos", in: members)
            time = try EventRules.integer("ts", in: members)
        } catch {
            throw Fault(error)
        }
    }

    /// As the trackers before 2020 sent it. Nothing but its size is refused: they have nothing to do with an answer.
    package init(old parameters: Parameters, cookie: String?) throws(Fault) {
        let members = TrackedEvent.kept(parameters.firstValues)
        do throws(EventRules.Violation) { try EventRules.lenient.checkBytes(members) } catch { throw Fault(error) }
        let cookies = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        let cookieUser = cookies.first { $0.hasPrefix("uid=") }.map { String($0.dropFirst(4)) }
        self.init(
            action: String((members["action"] ?? "unknown").prefix(64)), user: members["cuid"] ?? cookieUser,
            query: members["reqid"], item: members["im_name"], members: members)
    }

    /// Returns the parameters without the key, which is stored with no event, and without missing values.
    private static func kept(_ sent: [String: String]) -> [String: String] {
        sent.filter { $0.key != "access_key" && !missing.contains($0.value) }
    }

    /// The values that count as missing: scripts send them as text for undefined variables.
    private static let missing: Set<String> = ["", "null", "undefined"]
}

extension TrackedEvent.Fault {
    fileprivate init(_ violation: EventRules.Violation) {
        func invalid(_ name: String, _ rule: String) -> String { "Parameter '\(name)' \(rule)." }
        let text =
            switch violation {
            case .missing(let name): invalid(name, "is required")
            case .tooLong(let name, let limit): invalid(name, "is longer than \(limit) characters")
            case .notANumber(let name): invalid(name, "must be a number")
            case .notAnInteger(let name): invalid(name, "must be a whole number")
            case .tooLarge(let name): invalid(name, "is too large for a number")
            case .belowMinimum(let name, 0): invalid(name, "must not be negative")
            case .belowMinimum(let name, let least): invalid(name, "must be \(least) or more")
            case .notACurrency: invalid("currency", "must be an ISO code of 3 letters")
            case .tooManyBytes(let limit, let count):
                "An event has at most \(limit) bytes of parameters; this one has \(count)."
            case .tooManyParameters(let limit): "There are more than \(limit) parameters."
            case .oversized(let name): invalid(name, "is too long")
            }
        self.init(text: text)
    }
}
