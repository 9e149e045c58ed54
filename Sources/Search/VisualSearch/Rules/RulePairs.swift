/// The pairs of rules that want different changes and may apply to one search.
///
/// Near pairs, of which the conditions of one rule hold those of the other, are looked up by words and categories. All
/// others meet in searches that join conditions of both; those are counted.
struct RulePairs {
    typealias Holder = RuleClaim.Holder

    let needs: [RuleNeeds]
    /// True once too many pairs were compared.
    private(set) var isPartial = false
    /// The comparisons that are left of those by lookup, and of all others.
    private var (nearLeft, othersLeft) = (Self.limit, Self.limit)

    /// The most pairs that are compared of each kind.
    private static let limit = 500_000

    /// - Parameter rules: The rules, the first of which wins.
    init(_ rules: [SearchRule]) { needs = rules.map { RuleNeeds($0.when) } }

    /// Calls `body` with the pairs, in which the first one wins, and true for near ones.
    mutating func forEach(of holders: [Holder], _ body: (Holder, Holder, Bool) -> Void) {
        var places: [String: [Int]] = [:]
        for (place, holder) in holders.enumerated() { places[holder.wish, default: []].append(place) }
        guard places.count > 1 else { return }
        let near = nearPairs(of: holders)
        for pair in near {
            let (first, second) = (holders[Int(pair >> 32)], holders[Int(pair & 0xFFFF_FFFF)])
            if mayMeet(first, second) { body(first, second, needs[first.rule].isNear(needs[second.rule])) }
        }
        // Those that want the same are passed over as a whole.
        var later = places.values.sorted { $0[0] < $1[0] }.map { $0[...] }
        var groups = [Int](repeating: 0, count: holders.count)
        for (group, places) in later.enumerated() {
            for place in places { groups[place] = group }
        }
        for (place, first) in holders.enumerated() {
            later[groups[place]].removeFirst()
            for group in later.indices where group != groups[place] {
                for other in later[group] {
                    othersLeft -= 1
                    if othersLeft < 0 {
                        isPartial = true
                        return
                    }
                    let pair = Self.pair(place, other)
                    if near.first(above: pair - 1) != pair, let isNear = isNear(first, holders[other]) {
                        body(first, holders[other], isNear)
                    }
                }
            }
        }
    }

    private static func pair(_ first: Int, _ second: Int) -> UInt64 {
        UInt64(min(first, second)) << 32 | UInt64(max(first, second))
    }

    private func mayMeet(_ first: Holder, _ second: Holder) -> Bool {
        first.rule != second.rule && needs[first.rule].mayMeet(needs[second.rule])
    }

    /// The places of holders whose words or categories are in those of others.
    private mutating func nearPairs(of holders: [Holder]) -> [UInt64] {
        var (whole, parts): ([String: [Int]], [String: [Int]]) = ([:], [:])
        func inBranches(_ key: String) -> String { "> " + key }
        for (place, holder) in holders.enumerated() {
            let needs = needs[holder.rule]
            switch needs.kind {
            case .words:
                for phrase in needs.phrases {
                    if needs.isExact {
                        whole[phrase.spelling, default: []].append(place)
                    } else {
                        parts[phrase.spelling, default: []].append(place)
                    }
                }
            case .categories: for key in needs.categories { parts[inBranches(key), default: []].append(place) }
            case .others: break
            }
        }
        var found: [UInt64] = []
        for (place, holder) in holders.enumerated() {
            func take(_ others: [Int]?) {
                for other in others ?? [] where other != place && nearLeft > 0 {
                    nearLeft -= 1
                    if holders[other].wish != holder.wish { found.append(Self.pair(place, other)) }
                }
            }
            let needs = needs[holder.rule]
            for phrase in needs.phrases {
                take(whole[phrase.spelling])
                RuleSpelling.eachRun(of: phrase.words) { take(parts[$0]) }
            }
            if needs.kind == .categories { for key in needs.branches { take(parts[inBranches(key)]) } }
            if nearLeft == 0 { isPartial = true }
        }
        found.sort()
        var unique: [UInt64] = []
        for pair in found where pair != unique.last { unique.append(pair) }
        return unique
    }

    /// True for a near pair that no lookup finds, as of a rule by words and one by categories; nil where the two meet in
    /// no search.
    private mutating func isNear(_ first: Holder, _ second: Holder) -> Bool? {
        guard mayMeet(first, second) else { return nil }
        let (left, right) = (needs[first.rule], needs[second.rule])
        guard left.kind == right.kind, left.kind != .others else { return left.isNear(right) }
        if left.isExact || right.isExact { othersLeft -= left.phrases.count * right.phrases.count }
        return left.sharesText(with: right) ? false : nil
    }
}
