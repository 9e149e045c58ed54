internal import Essentials

/// The rules of a store in memory, read again only after they were changed: other writes to the store leave them.
final class StoredRules: Sendable {
    private let revisions = RevisionValue<Int>()
    private let books = RevisionValue<(book: RuleBook, damaged: [String])>()

    /// Returns the rules of a state of the store, and the names of those that are damaged.
    func book(in snapshot: borrowing Snapshot) throws(SearchError) -> (book: RuleBook, damaged: [String]) {
        let revision = try revisions.value(at: snapshot.revision) { () throws(SearchError) in
            try snapshot.ruleRevision()
        }
        if revision == 0 { return (.empty, []) }
        return try books.value(at: revision) { () throws(SearchError) in
            let (rules, damaged) = try snapshot.rules()
            return (RuleBook(rules), damaged)
        }
    }
}

extension Snapshot {
    /// The rules of the store in the order in which they came, and the names of those that cannot be read.
    package func rules() throws(SearchError) -> (rules: [SearchRule], damaged: [String]) {
        let decoder = JSONDecoder()
        var (rules, damaged): ([SearchRule], [String]) = ([], [])
        // One record at a time: all of them would take as much memory as the rules.
        try eachRuleRecord { name, record in
            if let record, let rule = try? decoder.decode(SearchRule.self, from: Data(record.utf8)) {
                rules.append(rule)
            } else {
                damaged.append(name)
            }
        }
        return (rules, damaged)
    }
}

extension CatalogStore {
    /// Keeps rules in one transaction: all of them or, when it throws, none.
    ///
    /// - Parameters:
    ///   - rules: The rules, at most 50,000.
    ///   - replacingAll: Removes all earlier rules. Otherwise only those of the same names are replaced.
    /// - Returns: The number of rules that the store has then, and the remarks of ``Snapshot/review(_:)``.
    /// - Throws: `invalidArgument` with the first rule that is out of its range or does not fit the fields of the store.
    @discardableResult
    package func keep(
        _ rules: [SearchRule], replacingAll: Bool = true
    ) throws(SearchError) -> (count: Int, review: RuleReview) {
        try RuleFile.check(rules)
        let review = try read { snapshot throws(SearchError) in
            let all = try replacingAll ? rules : snapshot.rules().rules.merged(with: rules)
            return try snapshot.review(all)
        }
        if let first = review.findings.first(where: { $0.kind == .error }) {
            let more = review.findings.count { $0.kind == .error } - 1
            throw .invalidArgument(first.text + (more > 0 ? "; \(more) more of them" : ""))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        var records: [(name: String, record: String)] = []
        for rule in rules {
            guard let data = try? encoder.encode(rule) else {
                throw .invalidArgument("rule `\(rule.name)` has a number that JSON cannot represent")
            }
            records.append((rule.name, String(decoding: data, as: UTF8.self)))
        }
        return (try keep(rules: records, replacingAll: replacingAll, limit: SearchRule.limit), review)
    }
}

extension [SearchRule] {
    /// These rules, with others in place of those of the same names and behind them.
    func merged(with others: [SearchRule]) -> [SearchRule] {
        let names = Set(others.lazy.map(\.name))
        return filter { !names.contains($0.name) } + others
    }
}
