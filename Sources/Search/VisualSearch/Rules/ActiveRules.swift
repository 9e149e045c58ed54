internal import Essentials

/// The rules that apply to one search, with their items in one state of the catalog.
struct ActiveRules {
    /// An item at a fixed place.
    struct Pin: Hashable {
        var slot: Int
        var place: Int
        /// The index of its rule in ``applied``.
        var rule: Int
    }

    /// A factor for the order of some items.
    private struct Weight {
        var rule: Int
        var effect: AppliedRule.Effect
        var weight: Double
        var slots: Bitmap

        var factor: Double { effect == .boosts ? 1 + weight : 1 - weight }
    }

    static let none = ActiveRules()

    /// The rules in their order, with their changes.
    private(set) var applied: [AppliedRule] = []
    private(set) var redirect: String?
    private(set) var notices: [Notice] = []
    /// In the order of their places; no place and no item is there twice.
    private(set) var pins: [Pin] = []
    private(set) var synonyms = Synonyms.none
    private var hidden: Bitmap?
    private var weights: [Weight] = []

    /// The most rules of one search; of more, those that win are taken.
    static let limit = 100

    private init() {}

    /// - Parameters:
    ///   - rules: The rules that apply, in their order, and whether each is one of the store.
    /// - Throws: `invalidArgument` for a rule of the request that does not fit the fields of the store.
    init(
        _ rules: [(rule: SearchRule, isStored: Bool)], _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        if rules.count > Self.limit {
            notices.append(
                Notice(
                    .unusableRule,
                    "more than \(Self.limit) rules apply; the first \(Self.limit) by priority are followed"
                ))
        }
        let rules = rules.prefix(Self.limit)
        let fields = rules.contains { !$0.rule.then.filters.isEmpty } ? try snapshot.fields() : [:]
        for (index, (rule, isStored)) in rules.enumerated() {
            applied.append(AppliedRule(rule.name, effects: []))
            for (place, filter) in rule.then.filters where snapshot.count > 0 {
                do throws(SearchError) {
                    let slots = try snapshot.matching(try filter.resolved(fields))
                    add(slots, of: rule, index, at: place, sorts: request.sort != nil)
                } catch {
                    let text = "rule `\(rule.name)`: \(place): \(error)"
                    guard isStored, !error.isOfStore else { throw error.isOfStore ? error : .invalidArgument(text) }
                    notices.append(Notice(.unusableRule, text))
                }
            }
            try addHiddenIDs(of: rule, index, in: snapshot)
            if !rule.then.synonyms.isEmpty, request.query.text != nil {
                synonyms = synonyms.merging(try rule.then.synonymList())
                applied[index].effects.append(.synonyms)
            }
            if let address = rule.then.redirect {
                if redirect == nil { redirect = address }
                note(redirect == address, .redirect, index, "the redirect to \(address): an earlier rule has another")
            }
        }
        // Hidden items are known only now.
        try addPins(of: rules.map(\.rule), request, in: snapshot)
        pins.sort { $0.place < $1.place }
        for index in applied.indices {
            let effects = applied[index].effects
            applied[index].effects = AppliedRule.Effect.allCases.filter(effects.contains)
        }
    }

    /// Notes that a change is in force, or why it is not.
    private mutating func note(_ isInForce: Bool, _ effect: AppliedRule.Effect, _ rule: Int, _ reason: String) {
        if !isInForce {
            applied[rule].skipped.append(reason)
        } else if !applied[rule].effects.contains(effect) {
            applied[rule].effects.append(effect)
        }
    }

    private mutating func add(
        _ slots: Bitmap, of rule: SearchRule, _ index: Int, at place: SearchRule.Effects.FilterPlace, sorts: Bool
    ) {
        let (effect, weight): (AppliedRule.Effect, Double?) =
            switch place {
            case .boost(let number): (.boosts, rule.then.boosts[number].weight)
            case .burial(let number): (.burials, rule.then.burials[number].weight)
            case .hiding: (.hides, nil)
            }
        if weight != nil, sorts { return note(false, effect, index, "\(place): the search sorts by a field") }
        note(!slots.isEmpty, effect, index, "\(place): no item passes it")
        if let weight, !slots.isEmpty {
            weights.append(Weight(rule: index, effect: effect, weight: weight, slots: slots))
        } else if weight == nil {
            hidden = hidden?.union(slots) ?? slots
        }
    }

    private mutating func addHiddenIDs(
        of rule: SearchRule, _ index: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard !rule.then.hiddenIDs.isEmpty else { return }
        var slots = hidden ?? Bitmap(size: snapshot.slots)
        for id in rule.then.hiddenIDs {
            let slot = try snapshot.slot(of: id)
            if let slot { slots[slot] = true }
            note(slot != nil, .hides, index, "the hiding of `\(id)`: there is no such item")
        }
        hidden = slots
    }

    private mutating func addPins(
        of rules: [SearchRule], _ request: SearchRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard rules.contains(where: { !$0.then.pins.isEmpty }) else { return }
        let passing = try snapshot.matching(request.filter)
        var places: Set<Int> = []
        var slots: Set<Int> = []
        for (index, rule) in rules.enumerated() {
            for pin in rule.then.pins {
                let slot = try snapshot.slot(of: pin.id)
                let obstacle: String? =
                    if let slot {
                        if request.sort != nil {
                            "the search sorts by a field"
                        } else if hidden?[slot] == true {
                            "it is hidden"
                        } else if request.query.positives.contains(where: { $0.example == .item(id: pin.id) }) {
                            "it is the item that is searched with"
                        } else if !passing[slot] {
                            "the filter of the search leaves it out"
                        } else if slots.contains(slot) {
                            "an earlier rule pins it"
                        } else if places.contains(pin.place) {
                            "an earlier rule has the place"
                        } else {
                            nil
                        }
                    } else { "there is no such item" }
                note(obstacle == nil, .pins, index, "the pin of `\(pin.id)` at \(pin.place): \(obstacle ?? "")")
                guard let slot else {
                    notices.append(
                        Notice(
                            .unknownItem, "rule `\(rule.name)` pins `\(pin.id)`, and the store has no such item",
                            suggestion: nil))
                    continue
                }
                guard obstacle == nil else { continue }
                places.insert(pin.place)
                slots.insert(slot)
                pins.append(Pin(slot: slot, place: pin.place, rule: index))
            }
        }
    }

    /// Adds a notice to the answer.
    mutating func add(_ notice: Notice) { notices.append(notice) }

    /// True where rules change the order of hits that the query finds.
    var ordersHits: Bool { !weights.isEmpty }

    /// The factor for the score of an item.
    func factor(at slot: Int) -> Double {
        weights.reduce(1) { $1.slots[slot] ? $0 * $1.factor : $0 }
    }

    /// The slots that may be in an answer of those that may be without rules; nil for all.
    func visible(_ within: Bitmap?, in snapshot: borrowing Snapshot) throws(SearchError) -> Bitmap? {
        guard let hidden else { return within }
        let all = if let within { within } else { try snapshot.live() }
        return all.subtracting(hidden)
    }

    /// The rules with the pins that did not come to their places, each with a reason.
    func applied(placing placed: Set<Int>, in snapshot: borrowing Snapshot) throws(SearchError) -> [AppliedRule] {
        let missing = pins.filter { !placed.contains($0.slot) }
        var rules = applied
        for pin in missing {
            let id = try snapshot.id(at: pin.slot) ?? ""
            rules[pin.rule].skipped.append(
                "the pin of `\(id)` at \(pin.place): the search leaves it out, or a pinned variant of its product is there"
            )
            if !pins.contains(where: { $0.rule == pin.rule && placed.contains($0.slot) }) {
                rules[pin.rule].effects.removeAll { $0 == .pins }
            }
        }
        return rules
    }

    /// The moves of an item, in the order of the rules.
    func moves(of slot: Int) -> [RuleMove] {
        let pinned = pins.filter { $0.slot == slot }.map {
            RuleMove(applied[$0.rule].name, .pins, Double($0.place))
        }
        return pinned
            + weights.filter { $0.slots[slot] }.map { RuleMove(applied[$0.rule].name, $0.effect, $0.weight) }
    }
}

extension SearchError {
    /// True where not the rule is at fault.
    fileprivate var isOfStore: Bool {
        switch self {
        case .invalidArgument, .wrongType, .itemNotFound, .image: false
        case .store, .damaged, .diskFull, .describerMismatch, .service, .cancelled: true
        }
    }
}
