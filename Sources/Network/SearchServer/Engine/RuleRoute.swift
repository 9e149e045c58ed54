internal import Essentials

/// `/engine/rules`: GET returns the rules of the store, and PUT keeps others in place of all of them.
struct RuleRoute: Sendable {
    let context: RouteContext

    /// The rules of the store.
    struct Rules: Hashable, Sendable, Codable {
        var rules: [SearchRule]
    }

    /// The outcome of a change.
    struct Outcome: Hashable, Sendable, Codable {
        /// The number of rules that the store has.
        var rules: Int
        /// Remarks: missing items, and rules that contradict each other.
        var findings: [Finding]
    }

    struct Finding: Hashable, Sendable, Codable {
        var kind: String
        var rules: [String]
        var text: String
    }

    private static let methods = "GET, PUT, OPTIONS"
    var methods: String { Self.methods }

    static var route: HTTPRoute {
        var route = HTTPRoute("/engine/rules", .heavy, methods: methods)
        route.needs = .data
        route.content = .json
        route.bodyBytes = RuleFile.byteLimit
        return route
    }

    /// The reason that this server changes nothing; nil where it does.
    var refusal: Verdict? {
        if context.isReadOnly { return .readOnly }
        return context.lostFile.map {
            .unavailable("Nothing was changed: \($0) while the server ran. Start the server again.")
        }
    }

    func read() throws(SearchError) -> Rules { Rules(rules: try context.engine.rulesBlocking()) }

    func replace(with body: [UInt8]) throws(SearchError) -> Outcome {
        let (count, review) = try context.engine.keepRules(try RuleFile.rules(in: body))
        return Outcome(
            rules: count,
            findings: review.findings.map { Finding(kind: $0.kind.rawValue, rules: $0.rules, text: $0.text) })
    }
}
