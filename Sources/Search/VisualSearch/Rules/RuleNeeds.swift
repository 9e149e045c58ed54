internal import Essentials

/// The conditions of a rule, as they are compared with those of other rules.
struct RuleNeeds {
    /// The conditions by which a search finds rules: those with the same words or categories are looked up.
    enum Kind { case words, categories, others }

    let phrases: [RulePhrase]
    /// True where the query is one of the phrases, without further words.
    let isExact: Bool
    /// As ``RuleText/key(_:)`` writes them.
    let categories: Set<String>
    /// The categories with all that they lie below.
    let branches: Set<String>
    private let conditions: SearchRule.Conditions

    init(_ conditions: SearchRule.Conditions) {
        self.conditions = conditions
        phrases = conditions.words?.sequences.map(RulePhrase.init) ?? []
        isExact = conditions.words?.match == .exact
        categories = Set(conditions.categories.map(RuleText.key))
        var context = RuleContext()
        for category in conditions.categories { context.add(category: category) }
        branches = context.categories
    }

    var kind: Kind { !phrases.isEmpty ? .words : !categories.isEmpty ? .categories : .others }

    /// False where no search has the campaign and the moment of both rules.
    func mayMeet(_ other: RuleNeeds) -> Bool {
        let (left, right) = (conditions, other.conditions)
        return
            (left.campaigns.isEmpty || right.campaigns.isEmpty
            || left.campaigns.contains(where: right.campaigns.contains))
            && left.from ?? .distantPast < right.until ?? .distantFuture
            && right.from ?? .distantPast < left.until ?? .distantFuture
    }

    /// True where the categories of the one lie below those of the other, and one part of a query is enough for both.
    func isNear(_ other: RuleNeeds) -> Bool {
        let (left, right) = (conditions.query, other.conditions.query)
        return
            (categories.isEmpty || other.categories.isEmpty || !categories.isDisjoint(with: other.branches)
            || !branches.isDisjoint(with: other.categories))
            && (left.isEmpty || right.isEmpty || !left.isDisjoint(with: right))
    }

    /// True where a text wakes both, also one that joins their phrases. Phrases of an exact match join no others.
    func sharesText(with other: RuleNeeds) -> Bool {
        if !isExact && !other.isExact || phrases.isEmpty || other.phrases.isEmpty { return true }
        return phrases.contains { phrase in other.phrases.contains { text(phrase, $0, other) != nil } }
    }

    /// Returns the shortest text that wakes both by two of their phrases, and true where one of them is this text.
    private func text(
        _ phrase: RulePhrase, _ second: RulePhrase, _ other: RuleNeeds
    ) -> (words: [String], isWhole: Bool)? {
        let isSame = phrase.letters == second.letters
        let first = !other.isExact || isSame ? phrase.taken(apart: second) : nil
        let last = !isExact || isSame ? second.taken(apart: phrase) : nil
        if let first, let last { return last.words.count < first.words.count ? last : first }
        return first ?? last ?? (isExact || other.isExact ? nil : (phrase.joined(with: second), false))
    }

    /// Returns the shortest search that wakes both rules; nil where none does.
    func witness(with other: RuleNeeds) -> RuleWitness? {
        guard mayMeet(other) else { return nil }
        var witness = RuleWitness()
        if phrases.isEmpty || other.phrases.isEmpty {
            witness.words =
                (phrases + other.phrases).map(\.words).min { Self.rank(($0, true)) < Self.rank(($1, true)) } ?? []
        } else {
            var best: (words: [String], isWhole: Bool)?
            for phrase in phrases {
                for second in other.phrases {
                    guard let text = text(phrase, second, other) else { continue }
                    if best.map({ Self.rank(text) < Self.rank($0) }) ?? true { best = text }
                }
            }
            guard let best else { return nil }
            witness.words = best.words
            witness.isNear = best.isWhole
        }
        witness.isNear = witness.isNear && isNear(other)
        let (left, right) = (conditions, other.conditions)
        witness.add(categories: left.categories, right.categories)
        witness.add(parts: left.query, right.query)
        let campaigns = left.campaigns.isEmpty ? right.campaigns : left.campaigns
        witness.campaign = right.campaigns.isEmpty ? campaigns.first : campaigns.first(where: right.campaigns.contains)
        witness.from = [left.from, right.from].compactMap(\.self).max()
        return witness
    }

    private static func rank(_ text: (words: [String], isWhole: Bool)) -> (Int, Int, Int) {
        (text.isWhole ? 0 : 1, text.words.reduce(0) { $0 + $1.unicodeScalars.count }, text.words.count)
    }
}
