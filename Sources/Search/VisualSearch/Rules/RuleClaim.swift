/// A property of an answer that two rules may want differently.
enum RuleClaim: Hashable {
    case place(Int)
    case item(String)
    case items(RuleFilter)
    case redirect

    /// A rule with a claim, and what it wants.
    struct Holder: Hashable {
        var rule: Int
        var wish: String
    }

    /// The claims of two rules or more in the order of the rules: those with the fewest pairs first.
    static func all(of rules: [SearchRule]) -> [(claim: RuleClaim, holders: [Holder])] {
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
            for filter in Set(rule.then.boosts.map(\.filter)) { claim(.items(filter), "boost") }
            for filter in Set(rule.then.burials.map(\.filter)) { claim(.items(filter), "burial") }
            if let address = rule.then.redirect { claim(.redirect, address) }
        }
        return all.filter { $0.value.count > 1 }.sorted {
            ($0.value.count, $0.value[0].rule, $0.value[1].rule) < ($1.value.count, $1.value[0].rule, $1.value[1].rule)
        }
        .map { ($0.key, $0.value) }
    }

    /// The sentence about two rules, of which the first wins over the second, in the search of the witness.
    func contradiction(
        _ first: SearchRule, _ wish: String, _ second: SearchRule, _ other: String, _ witness: RuleWitness
    ) -> String {
        let names = "rule `\(first.name)` and rule `\(second.name)`"
        let search = witness.text
        switch self {
        case .place(let place):
            return "\(names) pin `\(wish)` and `\(other)` at place \(place) \(search); the first wins"
        case .redirect: return "\(names) redirect to \(wish) and \(other) \(search); the first wins"
        case .item(let id):
            if wish.isEmpty || other.isEmpty {
                let (pinning, hiding) = other.isEmpty ? (first, second) : (second, first)
                return "rule `\(pinning.name)` pins `\(id)` and rule `\(hiding.name)` hides it \(search); hidden wins"
            }
            return "\(names) pin `\(id)` at the places \(wish) and \(other) \(search); the first wins"
        case .items(let filter):
            let (boosting, burying) = wish == "boost" ? (first, second) : (second, first)
            let text: String =
                switch filter {
                case .expression(let text): "`\(text)`"
                case .filter: "the same filter"
                }
            return "rule `\(boosting.name)` boosts and rule `\(burying.name)` buries the items of \(text) \(search); "
                + "both count"
        }
    }
}
