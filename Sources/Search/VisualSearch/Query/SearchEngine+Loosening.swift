/// The search that takes the place of one without a hit, whose text has conditions: the words loosen first.
struct LoosenedSearch {
    var query: PreparedQuery
    var ranking: Ranking
    /// Nil where every word is one of a condition.
    var notice: Notice?
}

/// All that a query is made of besides its request.
struct QueryInputs {
    /// Describes the picture; nil without one.
    var vector: [Int8]?
    var examples: DescribedExamples
    /// The words as the describer sees them; nil where it sees none.
    var text: TextJoin.Text?
    var rules: ActiveRules
}

extension SearchEngine {
    /// The search by those of the words that the items say which meet the conditions; nil where that finds none either.
    ///
    /// A filter that a person sets changes nothing about the words that hits need. A condition that was read in the words
    /// themselves does: no purple bra says `sports`, and three purple bras are there.
    ///
    /// - Parameter empty: The query, which finds nothing.
    func withFewerWords(
        _ request: SearchRequest, _ inputs: QueryInputs, _ empty: PreparedQuery, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> LoosenedSearch? {
        guard let conditions = request.query.conditions, request.countsRelevantOnly, request.query.wantedText != nil
        else { return nil }
        let passing = try Ranking.passing(empty, request, in: snapshot)
        guard passing.count > 0 else { return nil }
        var other = try measuredQuery(request, inputs, among: passing, in: snapshot)
        let ranking = try ranking(other, request, snapshot)
        guard ranking.total > 0 else { return nil }
        // They speak of the words of all items.
        other.forgetDroppedWords()
        let notice = try notice(ofWordsOf: conditions, among: passing, in: snapshot)
        return LoosenedSearch(query: other, ranking: ranking, notice: notice)
    }

    /// ``measuredQuery(_:vector:_:_:among:rules:in:)`` with its parts together.
    func measuredQuery(
        _ request: SearchRequest, _ inputs: QueryInputs, among slots: Bitmap? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> PreparedQuery {
        try measuredQuery(
            request, vector: inputs.vector, inputs.examples, inputs.text, among: slots, rules: inputs.rules,
            in: snapshot)
    }

    /// The notice of the words that no item with the conditions has; nil where every word is one of a condition.
    private func notice(
        ofWordsOf conditions: SearchRequest.ReadConditions, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Notice? {
        let words = QueryWords(conditions.rest, stopWords: try snapshot.storeWords().stopWords).words.map(\.typed)
        guard !words.isEmpty else { return nil }
        var missing: [String] = []
        for word in words {
            let found = try snapshot.wordMatches(
                word, relatedWords: relatedWords, among: slots, joinsMeanings: false
            ) { _ in [] }
            if found.matches.isEmpty { missing.append(word) }
        }
        let listed = (missing.isEmpty ? words : missing).map { "`\($0)`" }.joined(separator: ", ")
        let all = missing.isEmpty && words.count > 1 ? "all of " : ""
        return Notice(.droppedWord, "no item found meets \(conditions.phrases.labels) and says \(all)\(listed)")
    }

    /// Explains an answer without hits to a text with conditions, and adds what meets all conditions but one.
    ///
    /// Items that a person does not want, as `not red`, stay away.
    func addWithFewerConditions(
        to answer: inout SearchAnswer, _ request: SearchRequest, _ inputs: QueryInputs, _ empty: PreparedQuery,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard let conditions = request.query.conditions else { return }
        if try Ranking.passing(empty, request, in: snapshot).count > 0 {
            // Items meet the conditions; the words, or the look, are what is missing.
            if empty.isTextOnly, request.query.wantedText != nil {
                let slots = try snapshot.matching(request.filter)
                if let notice = try notice(ofWordsOf: conditions, among: slots, in: snapshot) {
                    answer.notices.append(notice)
                }
            }
            return
        }
        let unmet = try Notice.unmet(conditions.phrases) { phrase throws(SearchError) in
            var alone = request
            alone.filter = phrase.filter.map { conditions.filter && $0 } ?? conditions.filter
            return try Ranking.passing(empty, alone, in: snapshot).count
        }
        answer.notices.append(unmet)
        guard answer.nearest.isEmpty, request.page == 1, request.countsRelevantOnly, conditions.phrases.count > 1
        else { return }
        for phrase in conditions.loosened {
            var other = request
            let left = conditions.phrases.filter { $0 != phrase }
            other.filter = left.compactMap(\.filter).reduce(conditions.filter) { $0 && $1 }
            other.query.conditions?.phrases = left
            (other.facets, other.grouping) = (nil, nil)
            other.limit = min(request.limit, SearchAnswer.nearestLimit)
            let passing = try Ranking.passing(empty, other, in: snapshot)
            guard passing.count > 0 else { continue }
            let wanted = try measuredQuery(other, inputs, among: passing, in: snapshot)
            let ranking = try ranking(wanted, other, snapshot)
            guard ranking.total > 0 else { continue }
            answer.nearest = try page(of: ranking, wanted, other, snapshot).hits
            answer.notices.append(Notice(.nothingRelevant, "these meet all but `\(phrase.label)`"))
            return
        }
    }
}

extension SearchRequest.ReadConditions {
    /// The conditions that may be left out, those first that are missed least: values, in the order of the text, then
    /// numbers; never those that exclude something.
    fileprivate var loosened: [ReadPhrase] {
        func excludes(_ filter: Filter?) -> Bool {
            switch filter {
            case .not, .differs, .differsFromAll: true
            case .and(let parts), .or(let parts): parts.contains(where: excludes)
            default: false
            }
        }
        let wanted = phrases.filter { !excludes($0.filter) }
        func isValue(_ filter: Filter?) -> Bool {
            switch filter {
            case .equal, .oneOf: true
            case .or(let parts): parts.allSatisfy(isValue)
            default: false
            }
        }
        return wanted.filter { isValue($0.filter) } + wanted.filter { !isValue($0.filter) }
    }
}
