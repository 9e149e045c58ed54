extension Ranking {
    /// Takes the pinned items that may be in the answer, and puts them first.
    ///
    /// A pin never breaks the filter of the request or a condition that was read in its words; it needs neither words nor
    /// similarity.
    /// Items that the query did not find count in the total once.
    mutating func take(
        _ pinned: [ActiveRules.Pin], _ query: PreparedQuery, _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard !pinned.isEmpty else { return }
        let passing = try snapshot.matching(request.filter)
        let leftOut = Set(query.leftOut)
        let allowed = pinned.filter { pin in
            passing[pin.slot] && !leftOut.contains(pin.slot) && query.excluded?[pin.slot] != true
                && query.within?[pin.slot] ?? true
        }
        guard !allowed.isEmpty else { return }
        let keys = try query.keys(of: allowed.map(\.slot), in: snapshot)
        pins = zip(allowed, keys).map { (place: Place(slot: $0.slot, key: $1), number: $0.place) }
        for pin in allowed {
            if !slots[pin.slot] { total += 1 }
            slots[pin.slot] = true
        }
        lead(with: pins.map(\.place))
    }

    /// Moves the pinned items to their places. Those that were taken for copies of others stay beside them.
    mutating func settle(_ request: SearchRequest) {
        guard !pins.isEmpty else { return }
        let found = Set(best.lazy.map(\.slot))
        for pin in pins where request.dedup != nil && !found.contains(pin.place.slot) {
            total += 1
            slots[pin.place.slot] = true
        }
        lead(with: pins.map(\.place))
        if request.grouping == nil { best = Self.placed(pins, among: Array(best.dropFirst(pins.count))) }
    }

    /// Puts these places first; they leave their own.
    private mutating func lead(with places: [Place]) {
        let slots = Set(places.lazy.map(\.slot))
        best = places + best.filter { !slots.contains($0.slot) }
    }

    mutating func weigh(by rules: ActiveRules) {
        let keys = best.map { $0.score * rules.factor(at: $0.slot) }
        let order = best.indices.sorted { keys[$0] != keys[$1] ? keys[$0] > keys[$1] : $0 < $1 }
        best = order.map { best[$0] }
    }

    /// The elements with some of them at given places, from 1 on, or at the end where there are fewer elements.
    static func placed<Element>(_ fixed: [(place: Element, number: Int)], among others: [Element]) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(fixed.count + others.count)
        var others = others[...]
        for (element, number) in fixed {
            let missing = max(number - 1 - result.count, 0)
            result += others.prefix(missing)
            others = others.dropFirst(missing)
            result.append(element)
        }
        return result + others
    }
}

extension ActiveRules {
    /// The groups with those of pinned items at the places of these. In a group, pinned items come first.
    func placed(_ groups: [(value: String, slots: [Int])]) -> [(value: String, slots: [Int])] {
        var fixed: [(place: (value: String, slots: [Int]), number: Int)] = []
        var rest = groups
        for pin in pins {
            guard let index = rest.firstIndex(where: { $0.slots.contains(pin.slot) }) else { continue }
            fixed.append((rest.remove(at: index), pin.place))
        }
        return fixed.isEmpty ? groups : Ranking.placed(fixed, among: rest)
    }
}

extension SearchAnswer {
    /// True where the query itself found nothing: there is no hit, or only items that rules have pinned.
    func hasOnlyPins(for request: SearchRequest) -> Bool {
        if total == 0 { return true }
        return request.countsRelevantOnly && !rules.isEmpty && total == hits.count && hits.allSatisfy { !$0.isRelevant }
    }
}
