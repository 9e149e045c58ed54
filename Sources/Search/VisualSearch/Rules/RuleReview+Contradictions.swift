internal import Essentials

extension RuleReview {
    /// The most pairs of rules that are compared.
    private static let pairLimit = 4_000_000

    /// Adds the pairs of rules that may apply to one search and want different changes: two pins for one place, two places
    /// for one item, an item that is pinned and hidden, a filter that is boosted and buried, and two addresses.
    ///
    /// Rules may apply together where no condition of the one excludes the other: they share a phrase or one of them has no
    /// phrases, and the same for categories and campaigns; their time windows overlap; and their parts of a query do.
    mutating func addContradictions(among all: [SearchRule]) {
        let rules = all.filter(\.isEnabled).sorted { $0.precedes($1) }
        var comparison = RuleComparison(rules)
        var reported: Set<String> = []
        for (claim, holders) in comparison.claims {
            let isWhole = comparison.pairs(of: holders, limit: Self.pairLimit) { first, second in
                guard let text = claim.contradiction(rules[first.rule], first.wish, rules[second.rule], second.wish),
                    reported.insert(text).inserted
                else { return }
                add(.contradiction, [rules[first.rule].name, rules[second.rule].name], text)
            }
            if !isWhole { isPartial = true }
        }
        let order = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.name, $0) })
        let (others, found) = (
            findings.filter { $0.kind != .contradiction }, findings.filter { $0.kind == .contradiction }
        )
        findings =
            others
            + found.sorted { left, right in
                let (a, b) = (left.rules.map { order[$0] ?? 0 }, right.rules.map { order[$0] ?? 0 })
                return a == b ? left.text < right.text : a.lexicographicallyPrecedes(b)
            }
    }
}

/// A property of an answer that two rules may want differently.
private enum RuleClaim: Hashable {
    case place(Int)
    case item(String)
    case items(RuleFilter)
    case redirect

    /// The sentence about two rules, of which the first wins over the second; nil where both want the same.
    func contradiction(_ first: SearchRule, _ wish: String, _ second: SearchRule, _ other: String) -> String? {
        if wish == other { return nil }
        let names = "rule `\(first.name)` and rule `\(second.name)`"
        switch self {
        case .place(let place): return "\(names) pin `\(wish)` and `\(other)` at place \(place); the first wins"
        case .redirect: return "\(names) redirect to \(wish) and \(other); the first wins"
        case .item(let id):
            if wish.isEmpty || other.isEmpty {
                let (pinning, hiding) = other.isEmpty ? (first, second) : (second, first)
                return "rule `\(pinning.name)` pins `\(id)` and rule `\(hiding.name)` hides it; hidden wins"
            }
            return "\(names) pin `\(id)` at the places \(wish) and \(other); the first wins"
        case .items(let filter):
            let (boosting, burying) = wish == "boost" ? (first, second) : (second, first)
            let text: String =
                switch filter {
                case .expression(let text): "`\(text)`"
                case .filter: "the same filter"
                }
            return "rule `\(boosting.name)` boosts and rule `\(burying.name)` buries the items of \(text); both count"
        }
    }
}

/// The claims of rules, and which rules may apply together.
private struct RuleComparison {
    struct Holder {
        var rule: Int
        var wish: String
    }

    private let rules: [SearchRule]
    private let phrases: [Set<String>]
    private let categories: [Set<String>]
    private var compared = 0
    /// Only those of two rules or more.
    private(set) var claims: [(RuleClaim, [Holder])] = []

    init(_ rules: [SearchRule]) {
        self.rules = rules
        phrases = rules.map { Set(($0.when.words?.sequences ?? []).map { RuleSpelling($0).text }) }
        categories = rules.map { Set($0.when.categories.map(RuleText.key)) }
        var all: [RuleClaim: [Holder]] = [:]
        for (index, rule) in rules.enumerated() {
            func claim(_ claim: RuleClaim, _ wish: String) {
                all[claim, default: []].append(Holder(rule: index, wish: wish))
            }
            for pin in rule.then.pins {
                claim(.place(pin.place), pin.id)
                claim(.item(pin.id), "\(pin.place)")
            }
            for id in rule.then.hiddenIDs { claim(.item(id), "") }
            for boost in rule.then.boosts { claim(.items(boost.filter), "boost") }
            for burial in rule.then.burials { claim(.items(burial.filter), "burial") }
            if let address = rule.then.redirect { claim(.redirect, address) }
        }
        claims = all.filter { $0.value.count > 1 }.sorted {
            ($0.value[0].rule, $0.value[1].rule) < ($1.value[0].rule, $1.value[1].rule)
        }
        .map { ($0.key, $0.value) }
    }

    /// Calls `body` with the pairs of holders that may apply together, in their order. Returns false once too many pairs
    /// were compared.
    mutating func pairs(of holders: [Holder], limit: Int, _ body: (Holder, Holder) -> Void) -> Bool {
        var byPhrase: [String: [Int]] = [:]
        var open: [Int] = []
        for (index, holder) in holders.enumerated() {
            // Rules with different phrases are never compared.
            let partners =
                phrases[holder.rule].isEmpty
                ? Array(0..<index) : Array(Set(open + phrases[holder.rule].flatMap { byPhrase[$0] ?? [] })).sorted()
            for other in partners {
                compared += 1
                if compared > limit { return false }
                if mayMeet(holders[other].rule, holder.rule) { body(holders[other], holder) }
            }
            if phrases[holder.rule].isEmpty { open.append(index) }
            for phrase in phrases[holder.rule] { byPhrase[phrase, default: []].append(index) }
        }
        return true
    }

    private func mayMeet(_ first: Int, _ second: Int) -> Bool {
        let (left, right) = (rules[first].when, rules[second].when)
        func overlap<Value: Hashable>(_ left: Set<Value>, _ right: Set<Value>) -> Bool {
            left.isEmpty || right.isEmpty || !left.isDisjoint(with: right)
        }
        return first != second && overlap(categories[first], categories[second])
            && overlap(Set(left.campaigns), Set(right.campaigns)) && overlap(left.query, right.query)
            && left.from ?? .distantPast < right.until ?? .distantFuture
            && right.from ?? .distantPast < left.until ?? .distantFuture
    }
}
