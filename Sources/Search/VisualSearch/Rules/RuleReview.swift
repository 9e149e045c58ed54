internal import SQLite

/// The findings about rules in a store: faults, items that are missing, and rules that contradict each other.
package struct RuleReview: Hashable, Sendable {
    /// The weight of a finding.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The rule cannot be kept.
        case error
        /// A part of the rule has no effect now.
        case warning
        /// Two rules want different changes in one search, which the text says; the first one wins.
        case contradiction
        /// They do so only in a search that joins the conditions of both, which may never come.
        case remark
    }

    package struct Finding: Hashable, Sendable {
        package var kind: Kind
        /// The names of the rules, the winner of a contradiction first.
        package var rules: [String]
        package var text: String
    }

    package var findings: [Finding] = []
    /// Findings beyond the most that are kept.
    package private(set) var more = 0
    /// True where the rules are so many and alike that not all pairs were compared.
    package var isPartial = false

    /// The most findings of one kind.
    package static let limit = 1000
    private var counts: [Kind: Int] = [:]

    init() {}

    /// The text is made only where it is kept.
    mutating func add(_ kind: Kind, _ rules: [String], _ text: @autoclosure () -> String) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.limit {
            findings.append(Finding(kind: kind, rules: rules, text: text()))
        } else {
            more += 1
        }
    }

    /// Adds findings, and the number of others of their kind.
    mutating func add(_ found: [Finding], more others: Int) {
        findings += found
        more += others
    }
}

extension RuleReview {
    /// Compares rules with each other alone.
    package init(withoutStore rules: [SearchRule]) {
        self.init()
        addWordFaults(of: rules)
        addContradictions(among: rules)
    }

    fileprivate mutating func addWordFaults(of rules: [SearchRule]) {
        for rule in rules {
            do throws(SearchError) { try rule.checkWords() } catch {
                add(.error, [rule.name], "rule `\(rule.name)`: \(error)")
            }
        }
    }
}

extension [SearchRule] {
    /// In the order in which they win over each other.
    package var inOrder: [SearchRule] { sorted { $0.precedes($1) } }
}

extension Snapshot {
    /// Compares rules with the fields and the items of the store, and with each other.
    ///
    /// An unknown field and a value that its field cannot have are errors, where the store has items; an item that is not
    /// there is a warning.
    package func review(_ rules: [SearchRule]) throws(SearchError) -> RuleReview {
        var review = RuleReview()
        let fields = try fields()
        let ids = try knownIDs(of: rules)
        review.addWordFaults(of: rules)
        for rule in rules {
            for (place, filter) in rule.then.filters where count > 0 {
                do throws(SearchError) { _ = try filter.resolved(fields) } catch {
                    review.add(.error, [rule.name], "rule `\(rule.name)`: \(place): \(error)")
                }
            }
            for id in rule.then.pins.map(\.id) + rule.then.hiddenIDs where !ids.contains(id) {
                let verb = rule.then.hiddenIDs.contains(id) ? "hides" : "pins"
                review.add(
                    .warning, [rule.name], "rule `\(rule.name)` \(verb) `\(id)`, and the store has no such item")
            }
        }
        review.addContradictions(among: rules)
        return review
    }

    /// The ids of pins and hidden items that the store has.
    private func knownIDs(of rules: [SearchRule]) throws(SearchError) -> Set<String> {
        var known: Set<String> = []
        for id in Set(rules.lazy.flatMap { $0.then.pins.map(\.id) + $0.then.hiddenIDs }) where try slot(of: id) != nil {
            known.insert(id)
        }
        return known
    }
}

extension SearchRule {
    /// Throws for a phrase or a line of synonyms that has no words, or too many of them.
    func checkWords() throws(SearchError) {
        for phrase in when.words?.phrases ?? [] {
            let count = Array(VisualSearch.Words(phrase)).count
            guard (1...Self.phraseWords).contains(count) else {
                throw .invalidArgument(
                    "when.words.phrases has `\(phrase)` of \(count) words; write from 1 to \(Self.phraseWords)")
            }
        }
        for category in when.categories where RuleText.key(category).isEmpty {
            throw .invalidArgument("when.categories has `\(category)`, which has no letter or digit")
        }
        if !then.synonyms.isEmpty { _ = try then.synonymList() }
    }
}

extension SearchRule.Effects {
    /// A filter of the effects, by the place of its effect. Described as the path of its member in a file of rules.
    enum FilterPlace: CustomStringConvertible {
        case boost(Int)
        case burial(Int)
        case hiding

        var description: String {
            switch self {
            case .boost(let index): "then.boosts[\(index)].filter"
            case .burial(let index): "then.burials[\(index)].filter"
            case .hiding: "then.hide.filter"
            }
        }
    }

    /// The filters with their places in the rule.
    var filters: [(place: FilterPlace, filter: RuleFilter)] {
        var filters = boosts.enumerated().map { (place: FilterPlace.boost($0.offset), filter: $0.element.filter) }
        filters += burials.enumerated().map { (.burial($0.offset), $0.element.filter) }
        if let hidden { filters.append((.hiding, hidden)) }
        return filters
    }

    /// The synonyms as a search uses them.
    func synonymList() throws(SearchError) -> Synonyms {
        if let broken = synonyms.first(where: { $0.contains(where: \.isNewline) }) {
            throw .invalidArgument(
                "then.synonyms has `\(broken)` with a line break; write each line as a text of its own")
        }
        do throws(SearchError) { return try Synonyms(lines: synonyms.joined(separator: "\n")) } catch {
            throw .invalidArgument("then.synonyms: \(error)")
        }
    }
}
