package import Essentials

/// Rules in the order in which they win over each other, with an index of their conditions, so that a search looks only at
/// rules of its words, its categories and its campaign, and at those without any of these.
package final class RuleBook: Sendable {
    /// In their order: the first of two that contradict each other wins.
    let rules: [SearchRule]
    private let conditions: [Conditions]
    private let index: Index
    /// The beginnings and ends of the windows of rules that are enabled, in order.
    private let changes: [Date]
    /// The campaigns that the rules name.
    let campaignNames: Set<String>

    static let empty = RuleBook([])

    /// The rules by whole queries, by phrases within them, by categories and by campaigns: each rule is in one of the
    /// tables, by its most selective condition.
    private struct Index {
        var whole: [String: [Int32]] = [:]
        var phrases: [String: [Int32]] = [:]
        var categories: [String: [Int32]] = [:]
        var campaigns: [String: [Int32]] = [:]
        var others: [Int32] = []
        /// The most bytes of a phrase.
        var longest = 0

        mutating func add(_ rule: SearchRule, _ number: Int32, categories keys: Set<String>) {
            if let words = rule.when.words {
                for phrase in Set(words.sequences.map { RuleSpelling($0).text }) {
                    if words.match == .exact {
                        whole[phrase, default: []].append(number)
                    } else {
                        phrases[phrase, default: []].append(number)
                        longest = max(longest, phrase.utf8.count)
                    }
                }
            } else if !keys.isEmpty {
                for category in keys { categories[category, default: []].append(number) }
            } else if !rule.when.campaigns.isEmpty {
                for campaign in Set(rule.when.campaigns) { campaigns[campaign, default: []].append(number) }
            } else {
                others.append(number)
            }
        }
    }

    /// The conditions of a rule that are left to compare once its words fit.
    private struct Conditions {
        var categories: Set<String>
        var campaigns: [String]
        /// In seconds since 1970.
        var from: Double
        var until: Double
        var parts: Set<SearchRule.QueryPart>

        init(_ when: SearchRule.Conditions) {
            categories = Set(when.categories.map(RuleText.key))
            campaigns = when.campaigns
            from = when.from?.timeIntervalSince1970 ?? -.infinity
            until = when.until?.timeIntervalSince1970 ?? .infinity
            parts = when.query
        }

        func hold(for context: RuleContext) -> Bool {
            context.seconds >= from && context.seconds < until
                && (parts.isEmpty || !parts.isDisjoint(with: context.parts))
                && (campaigns.isEmpty || context.campaign.map(campaigns.contains) ?? false)
                && (categories.isEmpty || !categories.isDisjoint(with: context.categories))
        }
    }

    init(_ unordered: [SearchRule]) {
        rules = unordered.sorted { $0.precedes($1) }
        conditions = rules.map { Conditions($0.when) }
        campaignNames = Set(rules.lazy.flatMap(\.when.campaigns))
        var index = Index()
        for (number, rule) in rules.enumerated() where rule.isEnabled {
            index.add(rule, Int32(number), categories: conditions[number].categories)
        }
        self.index = index
        changes = Set(rules.lazy.filter(\.isEnabled).flatMap { [$0.when.from, $0.when.until].compactMap(\.self) })
            .sorted()
    }

    /// Returns the next moment at which a rule begins or ends to apply: until then the rules of a search stay the same.
    ///
    /// - Parameter moment: A change at the moment itself is past, as `from` belongs to its window and `until` does not.
    /// - Returns: The beginning or the end of a window, or nil where none is later.
    package func nextChange(after moment: Date) -> Date? {
        changes.first(above: moment)
    }

    /// Returns the rules whose conditions all hold, by their indexes, in order.
    ///
    /// - Parameter limit: The first rules that are enough. Default all.
    func applying(to context: RuleContext, limit: Int = .max) -> [Int] {
        var found: [Int] = []
        // The numbers of a list are in order, so that the first of each are enough.
        func take(_ numbers: [Int32]?) {
            var taken = 0
            for number in numbers ?? [] where conditions[Int(number)].hold(for: context) {
                found.append(Int(number))
                taken += 1
                if taken >= limit { return }
            }
        }
        take(index.others)
        if !context.words.isEmpty { eachList(of: context.words, take) }
        if !index.categories.isEmpty {
            for category in context.categories { take(index.categories[category]) }
        }
        if let campaign = context.campaign { take(index.campaigns[campaign]) }
        var applying: [Int] = []
        for number in found.sorted() where applying.last != number && applying.count < limit { applying.append(number) }
        return applying
    }

    private func eachList(of words: [String], _ body: ([Int32]?) -> Void) {
        if !index.whole.isEmpty, words.count <= RuleSpelling.wordLimit { body(index.whole[RuleSpelling(words).text]) }
        if !index.phrases.isEmpty { RuleSpelling.eachRun(of: words, bytes: index.longest) { body(index.phrases[$0]) } }
    }
}

extension SearchRule {
    /// The most words of a phrase.
    static let phraseWords = 8

    /// The kinds of conditions that the rule has.
    private var specificity: Int {
        (when.words == nil ? 0 : 1) + (when.categories.isEmpty ? 0 : 1) + (when.campaigns.isEmpty ? 0 : 1)
            + (when.from == nil && when.until == nil ? 0 : 1) + (when.query.isEmpty ? 0 : 1)
    }

    private var strictness: Int {
        switch when.words?.match {
        case .exact: 3
        case .contains: 2
        case .any: 1
        case nil: 0
        }
    }

    /// True where the rule wins over another one: by priority, then by more conditions, then by the stricter match of
    /// words, then by name.
    func precedes(_ other: SearchRule) -> Bool {
        if priority != other.priority { return priority > other.priority }
        if specificity != other.specificity { return specificity > other.specificity }
        if strictness != other.strictness { return strictness > other.strictness }
        return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
}

extension Array where Element: Comparable {
    /// The first element that is greater than a value, of elements in order; nil where none is.
    func first(above value: Element) -> Element? {
        var rest = self[...]
        while let middle = rest.dropFirst(rest.count / 2).first {
            rest = middle > value ? rest.prefix(rest.count / 2) : rest.dropFirst(rest.count / 2 + 1)
        }
        return rest.startIndex < endIndex ? self[rest.startIndex] : nil
    }
}
