internal import Essentials
internal import SearchAPI
internal import VisualSearch

/// The items for one request, in one state of the store.
struct RecommendationRanking {
    /// The candidates that are looked at first, and the factor and the end of their growth where rules leave too few.
    private static let (reach, growth, mostReach) = (128, 8, 8192)
    /// The unknown seeds that are named.
    private static let namedSeeds = 16

    private let request: RecommendationRequest
    private let model: Model
    private let finder: Finder
    private let boosts: [(slots: Bitmap, factor: Double)]
    private var notices: [Notice] = []

    init(
        _ request: RecommendationRequest, _ model: Model, rows: CatalogRows, behavior: any Behavior,
        pairs: TypePairs, now: Date,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.request = request
        self.model = model
        if snapshot.count > 0 {
            let known = try snapshot.fields()
            for field in request.filter.fields.union(model.filter.fields).sorted() where known[field] == nil {
                throw .unknownField(field, known: known.keys)
            }
        }
        var seeds: [Seed] = []
        // As shares of the largest: their sum may have no number.
        let largest = request.seeds.values.max() ?? 1
        for (id, weight) in request.seeds.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            seeds.append(
                Seed(
                    id: id, slot: try snapshot.slot(of: id), weight: max(weight / largest, .leastNormalMagnitude)))
        }
        for seed in seeds.filter({ $0.slot == nil }).prefix(Self.namedSeeds) {
            notices.append(Notice(.unknownItem, "the seed `\(seed.id)` is not in the store"))
        }
        var allowed = try snapshot.matching(request.filter)
        if model.filter != .all { allowed.formIntersection(try snapshot.matching(model.filter)) }
        if !request.categories.isEmpty {
            let names = try rows.typeNames(in: snapshot)
            for category in request.categories where !names.contains(category) {
                let meant = SearchError.likeliest(category, among: names)
                let hint = meant.map { "; did you mean `\($0)`?" } ?? ""
                notices.append(
                    Notice(.unknownValue, "no item is of the type `\(category)`\(hint)", suggestion: meant))
            }
            allowed.formIntersection(try rows.slots(ofTypes: Set(request.categories), in: snapshot))
        }
        for slot in seeds.compactMap(\.slot) { allowed[slot] = false }
        if !model.allowsBought, !request.customer.isEmpty {
            for id in try behavior.purchases(of: request.customer) {
                if let slot = try snapshot.slot(of: id) { allowed[slot] = false }
            }
        }
        var interests: [Seed] = []
        if !request.customer.isEmpty, !model.kinds.isDisjoint(with: Model.Kind.ofOnePerson) {
            let count = model.kinds.contains(.recent) ? Self.reach : Finder.interests
            for interest in try behavior.interests(of: request.customer, limit: count) where interest.weight > 0 {
                interests.append(
                    Seed(id: interest.item, slot: try snapshot.slot(of: interest.item), weight: interest.weight))
            }
        }
        boosts = try model.boosts.map { boost throws(SearchError) in
            (try snapshot.matching(boost.filter), boost.factor)
        }
        finder = Finder(
            rows: rows, behavior: behavior, pairs: pairs, seeds: seeds, interests: interests, allowed: allowed,
            since: model.days.map { days in
                // At whole hours, so that one ranking serves many requests.
                let seconds = now.timeIntervalSince1970 - days * 86_400
                return Date(timeIntervalSince1970: (seconds / 3600).rounded(.down) * 3600)
            })
    }

    /// The best items with their reasons.
    func answer(variant: String?, in snapshot: borrowing Snapshot) throws(SearchError) -> RecommendationAnswer {
        var notices = notices
        var choice = Choice(limit: request.limit, group: model.group, diversity: model.diversity)
        for pin in model.pins { try take(pin, &choice, in: snapshot) }
        try take(model.parts, &choice, in: snapshot)
        for kind in model.then where !choice.isFull {
            let before = choice.picks.count
            try take([Model.Part(kind)], &choice, in: snapshot)
            if choice.picks.count > before { notices.append(follow(kind, after: before, choice.picks.count)) }
        }
        if choice.picks.isEmpty {
            try take([Model.Part(.newest)], &choice, in: snapshot)
            if !choice.picks.isEmpty { notices.append(follow(.newest, after: 0, choice.picks.count)) }
        }
        if case .random(let seed) = request.fill { try fill(&choice, seed: seed, in: snapshot) }
        var answer = RecommendationAnswer(model: request.model, variant: variant, items: [], notices: notices)
        for pick in choice.picks { answer.items.append(try item(pick, in: snapshot)) }
        return answer
    }

    private func follow(_ kind: Model.Kind, after before: Int, _ now: Int) -> Notice {
        let had = before == 0 ? "no item" : before == 1 ? "1 item" : "\(before) items"
        return Notice(
            .fallback, "the model `\(request.model)` found \(had) until `\(kind.rawValue)` added \(now - before)",
            suggestion: kind.rawValue)
    }

    /// Takes what the parts find, from ever more candidates while the rules leave places empty.
    private func take(
        _ parts: [Model.Part], _ choice: inout Choice, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        if choice.isFull { return }
        let before = choice
        var reach = Self.reach
        var known = -1
        while true {
            let found = try find(parts, with: finder, reach: reach, ceiling: before.lowest, in: snapshot)
            // No more candidates than before: there are no others.
            if found.count == known { return }
            known = found.count
            choice = before
            try choice.take(found, from: finder.rows, in: snapshot)
            if choice.isFull || reach >= Self.mostReach { return }
            reach *= Self.growth
        }
    }

    /// Takes items that pass a filter: the best that the parts find, then the newest.
    private func take(_ pin: Model.Pin, _ choice: inout Choice, in snapshot: borrowing Snapshot) throws(SearchError) {
        let passing = finder.among(finder.allowed.intersection(try snapshot.matching(pin.filter)))
        let before = choice.picks.count
        let found = try find(model.parts, with: passing, reach: Self.reach, ceiling: 1, in: snapshot)
        try choice.take(found, as: .pinned, most: pin.most, from: finder.rows, in: snapshot)
        let rest = pin.most - (choice.picks.count - before)
        let newest = try passing.find(by: .newest, reach: Self.reach, in: snapshot)
        try choice.take(newest, as: .pinned, most: rest, from: finder.rows, in: snapshot)
    }

    /// The items that the parts find, best first, boosted, with scores up to `ceiling`.
    private func find(
        _ parts: [Model.Part], with finder: Finder, reach: Int, ceiling: Double, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Found] {
        var lists: [(list: [Found], weight: Double)] = []
        for part in parts {
            lists.append((try finder.find(by: part.kind, reach: reach, in: snapshot), part.weight))
        }
        var found = lists.count == 1 ? lists[0].list : [Found].blend(lists)
        for boost in boosts {
            for index in found.indices where boost.slots[found[index].slot] { found[index].scale(by: boost.factor) }
        }
        let best = max(found.map(\.score).max() ?? 0, 1)
        for index in found.indices { found[index].scale(by: ceiling / best) }
        return found.ordered()
    }

    /// Fills the places that are left with items drawn at random.
    private func fill(_ choice: inout Choice, seed: UInt64?, in snapshot: borrowing Snapshot) throws(SearchError) {
        if choice.isFull { return }
        choice.diversity = 0
        var random = SplitMix(seed: seed ?? .random(in: .min ... .max))
        var rest = finder.allowed
        for pick in choice.picks { rest[pick.found.slot] = false }
        var slots = rest.slots
        var drawn = 0
        // In portions: a limit on groups may leave out many.
        while !choice.isFull, drawn < slots.count {
            let end = min(drawn + 4 * request.limit, slots.count)
            for place in drawn..<end { slots.swapAt(place, Int.random(in: place..<slots.count, using: &random)) }
            let portion = slots[drawn..<end].map { Found($0, by: .newest, []) }
            try choice.take(portion, as: .filled, from: finder.rows, in: snapshot)
            drawn = end
        }
    }

    private func item(_ pick: Choice.Pick, in snapshot: borrowing Snapshot) throws(SearchError) -> Recommendation {
        guard let item = try snapshot.item(at: pick.found.slot) else {
            throw .damaged(path: "", detail: "slot \(pick.found.slot) has no item")
        }
        var recommendation = Recommendation(id: item.id, engine: "", score: 0, source: item.source)
        recommendation.attributes =
            request.attributes.map { fields in
                item.attributes.filter { fields.contains($0.key) }
            } ?? item.attributes
        switch pick.mark {
        case .pinned, .filled:
            recommendation.engine = pick.mark == .pinned ? "pinned" : "random"
            recommendation.score = pick.mark == .pinned ? 1 : 0
            recommendation.reasons = [Recommendation.Reason(kind: recommendation.engine, share: 1)]
        case .found:
            recommendation.engine = pick.found.engine?.rawValue ?? ""
            recommendation.score = min(max(pick.found.score, 0), 1)
            recommendation.reasons = pick.found.shares
        }
        return recommendation
    }
}

extension Finder {
    /// The same for other items.
    func among(_ slots: Bitmap) -> Finder {
        Finder(
            rows: rows, behavior: behavior, pairs: pairs, seeds: seeds, interests: interests, allowed: slots,
            since: since)
    }
}

extension Found {
    /// The reasons with their shares, largest first; those of one kind and seed are one.
    fileprivate var shares: [Recommendation.Reason] {
        var merged: [Recommendation.Reason] = []
        for reason in reasons where reason.amount > 0 {
            let share = reason.amount / score
            let known = merged.firstIndex { $0.kind == reason.kind.rawValue && $0.seed == reason.seed }
            if let known {
                merged[known].share += share
            } else {
                merged.append(Recommendation.Reason(kind: reason.kind.rawValue, seed: reason.seed, share: share))
            }
        }
        return merged.sorted { ($1.share, $0.kind, $0.seed ?? "") < ($0.share, $1.kind, $1.seed ?? "") }
    }
}
