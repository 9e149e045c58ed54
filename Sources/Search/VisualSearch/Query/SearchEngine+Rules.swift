internal import Essentials

extension SearchEngine {
    /// Returns the rules of the store and of a request that apply to it.
    ///
    /// - Parameters:
    ///   - hasPicture: True for a search with a picture, or with an object in one.
    ///   - seenType: The type of the object that detection found, or nil.
    func activeRules(
        _ request: SearchRequest, hasPicture: Bool, seenType: String?, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> ActiveRules {
        let stored = request.rules.usesRules ? try storedRules.book(in: snapshot) : (.empty, [])
        let inline = request.rules.inline.isEmpty ? RuleBook.empty : RuleBook(request.rules.inline)
        if stored.book.rules.isEmpty, inline.rules.isEmpty, stored.damaged.isEmpty, request.rules.campaign == nil {
            return .none
        }
        let context = RuleContext(
            request, categoryFields: typeField.map { [$0] } ?? Set(TypeTable.fieldNames), hasPicture: hasPicture,
            seenType: seenType)
        let names = Set(inline.rules.lazy.map(\.name))
        var rules: [(rule: SearchRule, isStored: Bool)] = []
        // One more tells that there are more; those of the request may take the place of some.
        let limit = ActiveRules.limit + 1 + names.count
        for index in stored.book.applying(to: context, limit: limit)
        where !names.contains(stored.book.rules[index].name) {
            rules.append((stored.book.rules[index], true))
        }
        if !inline.rules.isEmpty {
            rules += inline.applying(to: context).map { (inline.rules[$0], false) }
            rules.sort { $0.rule.precedes($1.rule) }
        }
        var active = rules.isEmpty ? .none : try ActiveRules(rules, request, in: snapshot)
        if let campaign = request.rules.campaign,
            !stored.book.campaignNames.contains(campaign), !inline.campaignNames.contains(campaign)
        {
            let known = stored.book.campaignNames.union(inline.campaignNames).sorted()
            let meant = SearchError.likeliest(campaign, among: known)
            let hint = meant.map { "; did you mean `\($0)`?" } ?? ""
            active.add(Notice(.unknownCampaign, "no rule has the campaign `\(campaign)`\(hint)", suggestion: meant))
        }
        if let first = stored.damaged.first {
            let more = stored.damaged.count > 1 ? " and \(stored.damaged.count - 1) more are" : " is"
            active.add(Notice(.unusableRule, "the rule `\(first)`\(more) damaged and not followed; import it again"))
        }
        return active
    }

    /// The rules of the store in the order in which they were imported, off the threads of tasks.
    public func rules() async throws(SearchError) -> [SearchRule] {
        try await threads.offload { _ throws(SearchError) in try self.rulesBlocking() }
    }

    /// ``rules()``, blocking.
    public func rulesBlocking() throws(SearchError) -> [SearchRule] {
        try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                let (rules, damaged) = try snapshot.rules()
                if let name = damaged.first { throw .damaged(path: store.path, detail: "the rule `\(name)`") }
                return rules
            }
        }
    }

    /// Keeps these rules in place of all that the store has, off the threads of tasks. See ``replaceRulesBlocking(_:)``.
    @discardableResult
    public func replaceRules(_ rules: [SearchRule]) async throws(SearchError) -> [String] {
        try await threads.offload { _ throws(SearchError) in try self.replaceRulesBlocking(rules) }
    }

    /// Keeps these rules in place of all that the store has, in one transaction. The next search follows them.
    ///
    /// - Parameter rules: The rules, at most 50,000, with unique names. An empty list removes all.
    /// - Returns: Remarks: items that the store does not have, and rules that contradict each other.
    /// - Throws: `invalidArgument` with the first rule that is out of its range or does not fit the fields of the store;
    ///   then nothing was changed.
    @discardableResult
    public func replaceRulesBlocking(_ rules: [SearchRule]) throws(SearchError) -> [String] {
        try keepRules(rules).review.findings.map(\.text)
    }

    /// As ``replaceRulesBlocking(_:)``, with the number of rules and the remarks by their kinds.
    package func keepRules(_ rules: [SearchRule]) throws(SearchError) -> (count: Int, review: RuleReview) {
        try steadily { () throws(SearchError) in try store.keep(rules) }
    }
}
