/// A step in which the hits of a request are found and ordered. Each takes what those before it have left.
public enum RankingStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// All items that the filter, the words with a minus and the rules that hide leave.
    case candidates
    /// Each has a score, and is relevant or not.
    case scores
    /// Boosts and burials of rules change the order.
    case boosts
    /// Items that rules pin are matches as well, and stand before the others, so that these are compared with them.
    case pinned
    /// The best matches follow each other by a field.
    case order
    /// Of the variants of a product the first one is left: in the order of a field the cheapest, the newest and so on.
    case variants
    /// Of items that look nearly the same the first one is left.
    case duplicates
    /// Each of the first hits differs from those before it. Pinned items have no part in it.
    case diversity
    /// Matches with the same value of a field share a place.
    case groups
    /// Pinned items go to their places, and the others fill the rest.
    case places
    /// The hits of one page.
    case page
}

extension SearchRequest {
    /// The steps of this request, in their order.
    ///
    /// Those of rules are there where the request follows rules, whether one applies or not. ``RankingStage/order`` and
    /// ``RankingStage/diversity`` exclude each other: a request with both is refused, and an order that is read in its text
    /// sets its diversity aside.
    public var stages: [RankingStage] {
        RankingStage.allCases.filter { stage in
            switch stage {
            case .candidates, .scores, .page: true
            case .boosts, .pinned, .places: sort == nil && (rules.usesRules || !rules.inline.isEmpty)
            case .variants: variants != nil
            case .duplicates: dedup != nil
            case .diversity: diversity != nil
            case .order: sort != nil
            case .groups: grouping != nil
            }
        }
    }
}
