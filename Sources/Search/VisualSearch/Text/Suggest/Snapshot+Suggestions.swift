internal import SQLite

extension Snapshot {
    /// The words before the last one that count.
    private static let wordLimit = 8
    /// Items with the words of a suggestion are counted up to here.
    private static let counted = 100
    /// The blocked suggestions of one beginning that others make up for.
    private static let mostBlocked = 100

    /// Returns texts to search for that begin as typed: titles and completions of the last word, all of whose words are
    /// in some item, most items first; failing that, completions of a beginning with a slip.
    ///
    /// - Parameter blocked: What no suggestion contains.
    func suggestions(
        for request: SuggestRequest, blocking blocked: BlockList
    ) throws(SearchError) -> [Suggestion] {
        var before = Array(Words(request.text))
        guard !before.isEmpty else { return [] }
        let isFinished = request.text.unicodeScalars.last.map { !Words.isPart($0) } ?? true
        // Some may be blocked, or in no item any more.
        let reach = 4 * request.limit + min(blocked.count, Snapshot.mostBlocked)
        let typed = before.joined(separator: " ") + (isFinished ? " " : "")
        var (found, titles): ([Suggestion], [Suggestion]) = ([], [])
        for title in try store.words.titles(of: self).beginning(with: typed, limit: reach)
        where !blocked.blocks(title.words) {
            guard titles.count < request.limit else { break }
            if let items = try items(saying: Array(Words(title.words)), estimate: title.items) {
                titles.append(Suggestion(title.text, kind: .title, items: min(items, title.items)))
            }
        }
        let vocabulary = try store.words.vocabulary(of: self)
        let beginning = isFinished ? "" : before.removeLast()
        before = Array(before.suffix(Snapshot.wordLimit))
        func add(_ words: [Vocabulary.Completion], as kind: Suggestion.Kind) throws(SearchError) {
            var added = 0
            for completion in words {
                guard added < request.limit else { break }
                // The index has each letter of such a script, which completes nothing.
                if completion.word.unicodeScalars.contains(where: \.isUnspaced) { continue }
                let all = before + [completion.word]
                let isAlone = before.isEmpty
                guard !blocked.blocks(all.joined(separator: " ")),
                    let items = try items(saying: all, estimate: isAlone ? completion.items : Snapshot.counted),
                    let text = try spelled(all), !blocked.blocks(text)
                else { continue }
                found.append(Suggestion(text, kind: kind, items: items))
                added += 1
            }
        }
        if !isFinished { try add(vocabulary.completions(of: beginning, limit: reach), as: .completion) }
        found += titles
        if found.isEmpty, request.correctsSpelling, !isFinished {
            before = try corrected(before, vocabulary)
            try add(vocabulary.nearCompletions(of: beginning, limit: reach), as: .corrected)
            if found.isEmpty { try add(vocabulary.completions(of: beginning, limit: reach), as: .corrected) }
        }
        return Snapshot.distinct(found, limit: request.limit)
    }

    /// The number of items that contain all words; exact up to 100, at least the estimate beyond. Nil for none.
    private func items(saying words: [String], estimate: Int) throws(SearchError) -> Int? {
        let query = words.map(Snapshot.quoted).joined(separator: " ")
        let items = try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)", .text(query),
            .integer(Snapshot.counted))
        return items == 0 ? nil : items < Snapshot.counted ? items : max(items, estimate)
    }

    /// The words, with the likeliest correction of each that no item contains.
    private func corrected(_ words: [String], _ vocabulary: Vocabulary) throws(SearchError) -> [String] {
        var corrected: [String] = []
        for word in words {
            let isKnown = try items(saying: [word], estimate: 1) != nil
            corrected.append(isKnown ? word : vocabulary.near([word])[0].first?.word ?? word)
        }
        return corrected
    }

    /// Most items first, each text once.
    private static func distinct(_ found: [Suggestion], limit: Int) -> [Suggestion] {
        var known: Set<[String]> = []
        let ordered = found.enumerated().sorted { left, right in
            let (first, second) = (left.element.items ?? 0, right.element.items ?? 0)
            return first != second ? first > second : left.offset < right.offset
        }
        let distinct = ordered.map(\.element).filter { known.insert(Array(Words($0.text))).inserted }
        return Array(distinct.prefix(limit))
    }
}
