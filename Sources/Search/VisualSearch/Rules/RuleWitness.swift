internal import Essentials

/// A search that wakes two rules.
struct RuleWitness {
    var words: [String] = []
    private(set) var categories: [String] = []
    var campaign: String?
    /// The first moment at which both rules apply; nil without a beginning.
    var from: Date?
    /// The parts beside the words.
    private(set) var parts: Set<SearchRule.QueryPart> = []
    /// True where the conditions of the one hold those of the other, as `blue bag` holds `bag`. False where a search joins
    /// conditions of both.
    var isNear = true

    /// Adds a category for each of two rules, one for both where it lies below the other one.
    mutating func add(categories first: [String], _ second: [String]) {
        guard let left = first.first, let right = second.first else {
            categories = Array((first + second).prefix(1))
            return
        }
        func common(_ lower: [String], _ upper: [String]) -> String? {
            let keys = Set(upper.map(RuleText.key))
            return lower.first { category in
                var context = RuleContext()
                context.add(category: category)
                return !context.categories.isDisjoint(with: keys)
            }
        }
        categories = (common(first, second) ?? common(second, first)).map { [$0] } ?? [left, right]
    }

    /// Adds the parts that two rules ask for, one for both where that is enough.
    mutating func add(parts first: Set<SearchRule.QueryPart>, _ second: Set<SearchRule.QueryPart>) {
        let shared = first.intersection(second)
        for needed in shared.isEmpty ? [first, second] : [shared] {
            if needed.isEmpty || !words.isEmpty && needed.contains(.words) || !needed.isDisjoint(with: parts) {
                continue
            }
            if let part = SearchRule.QueryPart.allCases.first(where: needed.contains) { parts.insert(part) }
        }
    }

    /// The search in a sentence, such as `in a search for "blue bag" of the campaign "summer"`.
    var text: String {
        var texts: [String] = []
        if !words.isEmpty { texts.append("for \"\(words.joined(separator: " "))\"") }
        let names: [String] = SearchRule.QueryPart.allCases.filter(parts.contains).map { part in
            switch part {
            case .picture: "a picture"
            case .item: "an item"
            case .words, .colors: part.rawValue
            }
        }
        if !names.isEmpty { texts.append("with " + names.joined(separator: " and ")) }
        if !categories.isEmpty { texts.append("in " + categories.map { "\"\($0)\"" }.joined(separator: " and ")) }
        if let campaign { texts.append("of the campaign \"\(campaign)\"") }
        if let from { texts.append("from \(AttributeValue.date(from).written) on") }
        return texts.isEmpty ? "in each search" : "in a search " + texts.joined(separator: " ")
    }
}
