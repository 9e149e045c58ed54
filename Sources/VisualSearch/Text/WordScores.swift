internal import Foundation

/// The tables for looking up words, at one revision.
struct WordIndex: Sendable {
    /// The table for whole words: a file of an older form, opened for reading, has no stems.
    let stems: String
    /// False for a file of an older form, whose texts have one column.
    var hasColumns: Bool { stems != "words" }
    /// The number of items that contain any word.
    let items: Int
}

/// The text scores of items for the words of a query, word after word.
struct WordScores {
    private let index: WordIndex
    /// By slot, over the words so far.
    private var sums: [Double]
    /// By slot, of the current word: its saturated frequency, from 0 up to ``saturation`` + 1.
    private var current: [Double]
    private var found: [Int] = []
    /// The same by slot, of items that contain a related term instead of the current word, and of those whose term is
    /// only a sibling.
    private var related: [Int: Double] = [:]
    private var siblings: [Int: Double] = [:]
    /// What siblings add to items that another word of the query found.
    private var pending: [(slot: Int, value: Double)] = []
    /// The score of an item that contains each word once, in prose of the usual length.
    private var total = 0.0
    /// The words so far.
    private var words = 0
    /// The items whose pictures show the current word.
    private var shown: [Int] = []
    /// By slot, over the words so far: those that the picture shows and the text lacks.
    private var guesses: [Int: Guess] = [:]

    /// The words that a picture shows and the text of its item lacks.
    private struct Guess {
        var words = 0
        /// What they add for words alone: less than any item has that says the word.
        var sum = 0.0
        /// What they add beside a picture or colors: nearly as much as a word in prose.
        var joined = 0.0
    }

    /// BM25's k1: how slowly repetitions of a word stop to count. FTS5 has 1.2; 1.8 ranks better (Cranfield: nDCG@10
    /// .534 instead of .530).
    private static let saturation = 1.8
    /// The weight of `back pack` for `backpack`, and of `backpack` for `back pack`.
    private static let compound = 0.95

    init(index: WordIndex, slots: Int) {
        self.index = index
        sums = [Double](repeating: 0, count: slots)
        current = sums
    }

    /// An item that contains only a related term, or whose picture alone shows the word, stays below this share of those that contain the word.
    private static let relatedShare = 0.9

    /// True if an item contains the current word.
    var hasFound: Bool { !found.isEmpty }
    /// True if an item contains a related term that counts by itself.
    var hasRelated: Bool { !related.isEmpty }

    /// Searches for the current word. As a beginning it counts less, the more so where some items contain it as a
    /// whole. Returns true if some do.
    mutating func find(_ word: String, isOpen: Bool, in database: Database) throws(SearchError) -> Bool {
        let isWhole = try find(Snapshot.quoted(word), in: index.stems, weight: 1, database)
        guard isOpen else { return isWhole }
        let beginning = Snapshot.quoted(word) + "*"
        _ = try find(beginning, in: "words", weight: isWhole ? 0.6 : 0.9, database)
        return isWhole
    }

    /// Searches for a related term of the current word, after the word itself.
    mutating func find(_ term: RelatedTerm, in database: Database) throws(SearchError) {
        let table = term.hasStem ? index.stems : "words"
        for (slot, value) in try values(of: Snapshot.quoted(term.text), in: table, database) where current[slot] == 0 {
            if term.relation == .sibling {
                siblings[slot] = max(siblings[slot] ?? 0, term.weight * value)
            } else {
                related[slot] = max(related[slot] ?? 0, term.weight * value)
            }
        }
    }

    /// Counts the current word for items whose pictures show it, unless their text contains it or a related term.
    mutating func find(shownAt slots: [Int]) { shown = slots }

    /// Searches for another way of writing the current word, which may be two words beside each other.
    mutating func find(compound: String, in database: Database) throws(SearchError) {
        _ = try find(Snapshot.quoted(compound), in: index.stems, weight: WordScores.compound, database)
    }

    /// Searches for a correction of the current word: itself, then its other forms.
    mutating func find(correction: String, weight: Double, in database: Database) throws(SearchError) {
        let word = Snapshot.quoted(correction)
        _ = try find(word, in: "words", weight: weight, database)
        _ = try find(word, in: index.stems, weight: weight - 0.001, database)
    }

    /// Returns whether an item contains a correction of the current word, and whether one of them contains another word
    /// of the query, among those that were added before.
    func find(correction: String, in database: Database) throws(SearchError) -> (isFound: Bool, isSupported: Bool) {
        var (isFound, isSupported) = (false, false)
        let table = correction.contains(" ") ? index.stems : "words"
        try database.each(
            "SELECT rowid FROM \(table) WHERE \(table) MATCH ? LIMIT 1000", .text(Snapshot.quoted(correction))
        ) { row in
            let slot = row.integer(0)
            isFound = true
            if slot >= 0, slot < sums.count, sums[slot] > 0 { isSupported = true }
        }
        return (isFound, isSupported)
    }

    private mutating func find(
        _ expression: String, in table: String, weight: Double, _ database: Database
    ) throws(SearchError) -> Bool {
        let values = try values(of: expression, in: table, database)
        for (slot, value) in values {
            if current[slot] == 0 { found.append(slot) }
            current[slot] = max(current[slot], weight * value)
        }
        return !values.isEmpty
    }

    /// Returns the items that contain a word, and how much they are about it.
    private func values(
        of expression: String, in table: String, _ database: Database
    ) throws(SearchError) -> [(slot: Int, value: Double)] {
        var rows: [(slot: Int, score: Double)] = []
        try database.each(
            "SELECT rowid, -bm25(\(table), \(WordColumn.weights)) FROM \(table) WHERE \(table) MATCH ?",
            .text(expression)
        ) { row in
            let slot = row.integer(0)
            if slot >= 0, slot < sums.count { rows.append((slot, row.real(1))) }
        }
        // FTS5 multiplies by the rarity of the word, which is to count once for all forms of the word: divide it out
        // again.
        let rarity = log((Double(index.items - rows.count) + 0.5) / (Double(rows.count) + 0.5))
        let divisor = rarity > 0 ? rarity : 1e-6
        return rows.compactMap { slot, score in
            // The rest is 2.2 r / (r + 1.2), with r the frequency of the word for the length of the text.
            let saturated = min(max(score / divisor, 0), 2.19)
            let often = 1.2 * saturated / (2.2 - saturated)
            let value = (WordScores.saturation + 1) * often / (often + WordScores.saturation)
            return value > 0 ? (slot, value) : nil
        }
    }

    /// Adds the current word, with the more weight the fewer items contain it, or a related term where none contains
    /// it; and starts the next.
    mutating func add(weight: Double) {
        let count = found.isEmpty ? related.count : found.count
        let (said, unsaid) = (Double(count), Double(max(index.items - count, 0)))
        let rarity = weight * log(1 + (unsaid + 0.5) / (said + 0.5))
        total += rarity
        let most = WordScores.relatedShare * (found.map { current[$0] }.min() ?? .infinity)
        words += 1
        let least = min(most, WordScores.relatedShare * (related.values.min() ?? .infinity), WordScores.relatedShare)
        for slot in shown where slot < sums.count && current[slot] == 0 && related[slot] == nil {
            var guess = guesses[slot] ?? Guess()
            guess.words += 1
            guess.sum += rarity * least
            guess.joined += rarity * WordScores.relatedShare
            guesses[slot] = guess
        }
        shown.removeAll(keepingCapacity: true)
        for slot in found {
            sums[slot] += rarity * current[slot]
            current[slot] = 0
        }
        for (slot, value) in related { sums[slot] += rarity * min(value, most) }
        for (slot, value) in siblings where related[slot] == nil { pending.append((slot, rarity * min(value, most))) }
        found.removeAll(keepingCapacity: true)
        related.removeAll(keepingCapacity: true)
        siblings.removeAll(keepingCapacity: true)
    }

    /// Returns all items that contain a word or a related term, or whose pictures show every word, best first, ties by
    /// slot.
    ///
    /// The order is that of BM25. The relevance rises with it: .83 for each word once in prose of the usual length, .97
    /// for each in a title, below .55 for one of four rare words.
    func matches() -> [WordMatch] {
        guard total > 0 else { return [] }
        var sums = sums
        for (slot, value) in pending where self.sums[slot] > 0 { sums[slot] += value }
        var matches: [WordMatch] = []
        for (slot, sum) in sums.enumerated() where sum > 0 {
            matches.append(match(slot, sum, guesses[slot]))
        }
        for (slot, guess) in guesses where guess.words == words && sums[slot] == 0 {
            matches.append(match(slot, 0, guess))
        }
        return matches.sorted { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.slot < $1.slot }
    }

    private func match(_ slot: Int, _ said: Double, _ guess: Guess?) -> WordMatch {
        let relevance = { (sum: Double) in tanh(1.2 * sum / total) }
        guard let guess else { return WordMatch(slot: slot, relevance: relevance(said)) }
        return WordMatch(
            slot: slot, relevance: relevance(said + guess.sum), joined: relevance(said + guess.joined),
            shown: guess.joined / (said + guess.joined))
    }
}
