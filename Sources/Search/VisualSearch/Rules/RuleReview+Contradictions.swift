extension RuleReview {
    /// Adds the pairs of rules that a search may wake both and that want different changes: two pins for one place, two
    /// places for one item, an item that is pinned and hidden, a filter that is boosted and buried, and two addresses.
    ///
    /// Those that meet only where a search joins their conditions are one finding, with the first of them.
    mutating func addContradictions(among all: [SearchRule]) {
        let rules = all.filter(\.isEnabled).inOrder
        var pairs = RulePairs(rules)
        var near: [(rules: [Int], text: String)] = []
        var (nearCount, joinedCount) = (0, 0)
        var joined: (rules: [Int], text: String)?
        let needs = pairs.needs
        for (claim, holders) in RuleClaim.all(of: rules) {
            pairs.forEach(of: holders) { first, second, isNear in
                func described() -> (rules: [Int], text: String)? {
                    needs[first.rule].witness(with: needs[second.rule]).map { witness in
                        (
                            [first.rule, second.rule],
                            claim.contradiction(
                                rules[first.rule], first.wish, rules[second.rule], second.wish, witness)
                        )
                    }
                }
                if isNear {
                    nearCount += 1
                    if near.count < Self.limit, let found = described() { near.append(found) }
                } else {
                    joinedCount += 1
                    if joined == nil { joined = described() }
                }
            }
        }
        near.sort { $0.rules == $1.rules ? $0.text < $1.text : $0.rules.lexicographicallyPrecedes($1.rules) }
        func finding(_ kind: Kind, _ found: (rules: [Int], text: String)) -> Finding {
            Finding(kind: kind, rules: found.rules.map { rules[$0].name }, text: found.text)
        }
        add(near.map { finding(.contradiction, $0) }, more: max(0, nearCount - Self.limit))
        if var joined {
            if joinedCount > 1 {
                joined.text +=
                    "; \(joinedCount - 1) more contradictions are only in searches that join conditions of two rules"
            }
            add([finding(.remark, joined)], more: 0)
        }
        if pairs.isPartial { isPartial = true }
    }
}
