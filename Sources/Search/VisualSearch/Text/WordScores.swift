internal import Essentials
internal import SQLite

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
    /// The scores that siblings add to items that another word of the query found.
    private var pending: [(slot: Int, value: Double)] = []
    /// The score of an item that contains each word once, in prose of the usual length.
    private var total = 0.0
    /// The words so far that items need.
    private var words = 0
    /// By slot, the words that an item says: themselves or a related term, a correction, a beginning.
    private var met: [UInt8]
    /// The words so far that some item meets.
    private var meetable = 0
    /// By slot, of items that contain a longer word only, where others contain the current one as a whole.
    private var begun: [Int: Double] = [:]
    /// The items whose pictures show the current word.
    private var shown: [Int] = []
    /// By slot, over the words so far: those that the picture shows and the text lacks.
    private var guesses: [Int: Guess] = [:]

    /// The words that a picture shows and the text of its item lacks.
    private struct Guess {
        var words = 0
        /// The score that they add for words alone: less than any item has that says the word.
        var sum = 0.0
        /// The score that they add beside a picture or colors: nearly as much as a word in prose.
        var joined = 0.0
    }

    /// BM25's k1: how slowly repetitions of a word stop to count. FTS5 has 1.2; 1.8 ranks better (Cranfield: nDCG@10
    /// .534 instead of .530).
    static let saturation = 1.8
    /// The weight of `back pack` for `backpack`, and of `backpack` for `back pack`.
    private static let compound = 0.95

    init(index: WordIndex) {
        self.index = index
        sums = [Double](repeating: 0, count: index.slots)
        current = sums
        met = [UInt8](repeating: 0, count: index.slots)
    }

    /// The weights of other forms of a word, where the very word has 1: its singular or plural, another word of its stem,
    /// a longer word that begins so, and that where some items contain the word as a whole.
    private static let (form, stem, beginning, longer) = (0.75, 0.55, 0.9, 0.6)

    /// An item that contains only a related term, or whose picture alone shows the word, stays below this share of those that contain the word.
    private static let relatedShare = 0.9
    /// The most of an item that writes a word without its signs, as a share of those that write it with them: a book on C is
    /// no book on C++, whatever other words of the query it says.
    private static let unsignedShare = 0.25

    /// True if an item contains the current word.
    var hasFound: Bool { !found.isEmpty }
    /// True if an item contains a related term that counts by itself.
    var hasRelated: Bool { !related.isEmpty }

    /// Searches for the current word: itself, then its singular and plural, then other words of its stem; and what begins
    /// with it, which counts less, the more so where some items contain it as a whole. Returns true if some do.
    mutating func find(_ word: QueryWords.Word, in database: Database) throws(SearchError) -> Bool {
        let isWhole = try findForms(of: word, in: database)
        guard word.isOpen else { return isWhole }
        if word.isNumber {
            for longer in try beginning(with: word.text, in: database) {
                try find(beginning: Snapshot.quoted(longer), isWhole: isWhole, in: database)
            }
        } else {
            try find(beginning: Snapshot.quoted(word.text) + "*", isWhole: isWhole, in: database)
        }
        return isWhole
    }

    private mutating func findForms(of word: QueryWords.Word, in database: Database) throws(SearchError) -> Bool {
        let expression = Snapshot.quoted(word.text)
        let values = try index.rows(of: expression, in: index.stems, database)
        let others = word.isUnspaced ? [] : index.words.others(of: word.text)
        guard index.hasColumns, !others.isEmpty else {
            for row in values { note(row.slot, row.value) }
            return !values.isEmpty
        }
        let exact = try index.slots(of: expression, database)
        var forms = try index.slots(of: others.map(Snapshot.quoted).joined(separator: " OR "), database)
        for row in values {
            note(
                row.slot,
                row.value * (exact[row.slot] ? 1 : forms[row.slot] ? WordScores.form : WordScores.stem))
            forms[row.slot] = false
        }
        // Plurals with another stem, as knives.
        if forms.count > 0 {
            for other in others {
                for row in try index.rows(of: Snapshot.quoted(other), in: "words", database) {
                    note(row.slot, row.value * WordScores.form)
                }
            }
        }
        return hasFound
    }

    private mutating func find(
        beginning expression: String, isWhole: Bool, in database: Database
    ) throws(SearchError) {
        for row in try index.rows(of: expression, in: "words", database) {
            if !isWhole {
                note(row.slot, row.value * WordScores.beginning)
            } else if current[row.slot] == 0 {
                begun[row.slot] = max(begun[row.slot] ?? 0, row.value * WordScores.longer)
            }
        }
    }

    /// The words that go on with a letter behind a number: `500ml`, but not `5000`.
    private func beginning(with number: String, in database: Database) throws(SearchError) -> [String] {
        guard index.hasColumns, !number.contains(" ") else { return [] }
        return try database.all(
            "SELECT term FROM vocabulary WHERE term >= ?1 || 'a' AND term < ?1 || '{' LIMIT 16", .text(number)
        ) { $0.text(0) }
    }

    private mutating func note(_ slot: Int, _ value: Double) {
        if current[slot] == 0 { found.append(slot) }
        current[slot] = max(current[slot], value)
    }

    /// Searches for a related term of the current word, after the word itself.
    mutating func find(_ term: RelatedTerm, in database: Database) throws(SearchError) {
        let table = term.hasStem ? index.stems : "words"
        for row in try index.rows(of: Snapshot.quoted(term.text), in: table, database) where current[row.slot] == 0 {
            if term.relation == .sibling {
                siblings[row.slot] = max(siblings[row.slot] ?? 0, term.weight * row.value)
            } else {
                related[row.slot] = max(related[row.slot] ?? 0, term.weight * row.value)
            }
        }
    }

    /// Counts the current word for items whose pictures show it, unless their text contains it or a related term.
    mutating func find(shownAt slots: [Int]) { shown = slots }

    /// Puts those of the items that contain the current word before all others, where there are any.
    mutating func prefer(_ slots: Bitmap) {
        var least = Double.infinity
        for slot in found where slots[slot] { least = min(least, current[slot]) }
        guard least < .infinity else { return }
        let ceiling = WordScores.unsignedShare * least
        for slot in found where !slots[slot] { current[slot] = min(current[slot], ceiling) }
        begun = begun.mapValues { min($0, ceiling) }
    }

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
        let values = try index.rows(of: expression, in: table, database)
        for row in values { note(row.slot, weight * row.value) }
        return !values.isEmpty
    }

    /// Adds the current word, with the more weight the fewer items contain it, or a related term where none contains
    /// it; and starts the next. Returns true if some item meets it.
    ///
    /// - Parameters:
    ///   - isAlone: True for the only word of the query, which a longer word meets as well.
    ///   - isNeeded: False for a word that only orders the matches.
    @discardableResult
    mutating func add(weight: Double, isAlone: Bool = false, isNeeded: Bool = true) -> Bool {
        let one = isNeeded ? 1 : 0
        let count = found.isEmpty ? related.count : found.count
        let (containing, others) = (Double(count), Double(max(index.items - count, 0)))
        let rarity = weight * log(1 + (others + 0.5) / (containing + 0.5))
        total += rarity
        let ceiling = WordScores.relatedShare * (found.map { current[$0] }.min() ?? .infinity)
        words += one
        let least = min(ceiling, WordScores.relatedShare * (related.values.min() ?? .infinity), WordScores.relatedShare)
        var isMet = !found.isEmpty || !related.isEmpty
        for slot in shown where slot < sums.count && current[slot] == 0 && related[slot] == nil {
            isMet = true
            var guess = guesses[slot] ?? Guess()
            guess.words += one
            guess.sum += rarity * least
            guess.joined += rarity * WordScores.relatedShare
            guesses[slot] = guess
        }
        if isMet { meetable += one }
        for (slot, value) in begun where current[slot] == 0 && related[slot] == nil {
            sums[slot] += rarity * value
            if isAlone { met[slot] += UInt8(one) }
        }
        for slot in found {
            sums[slot] += rarity * current[slot]
            met[slot] += UInt8(one)
            current[slot] = 0
        }
        for (slot, value) in related {
            sums[slot] += rarity * min(value, ceiling)
            met[slot] += UInt8(one)
        }
        for (slot, value) in siblings where related[slot] == nil {
            pending.append((slot, rarity * min(value, ceiling)))
        }
        shown.removeAll(keepingCapacity: true)
        found.removeAll(keepingCapacity: true)
        begun.removeAll(keepingCapacity: true)
        related.removeAll(keepingCapacity: true)
        siblings.removeAll(keepingCapacity: true)
        return isMet
    }

    /// Returns the items that meet enough of the words, best first, ties by slot; and how many words that is.
    ///
    /// An item that meets fewer words than another one does not count. A text of many words is more than a list of
    /// what an item has to have: there, a third of the most words is enough, unless several items meet all of them.
    ///
    /// The order is that of BM25. The relevance rises with it: .83 for each word once in prose of the usual length, .97
    /// for each in a title, below .55 for one of four rare words.
    ///
    /// - Parameter slots: The items that count; nil for all.
    func matches(among slots: Bitmap? = nil) -> (matches: [WordMatch], needed: Int, meetable: Int) {
        guard total > 0 else { return ([], 0, 0) }
        var sums = sums
        for (slot, value) in pending where self.sums[slot] > 0 { sums[slot] += value }
        var found: [(slot: Int, words: Int)] = []
        var counts = [Int](repeating: 0, count: words + 1)
        func add(_ slot: Int, _ words: Int) {
            // If no item has a needed word, those with one of the others are left.
            guard words > 0 || meetable == 0, slots?[slot] ?? true else { return }
            found.append((slot, words))
            counts[words] += 1
        }
        for (slot, sum) in sums.enumerated() where sum > 0 { add(slot, Int(met[slot]) + (guesses[slot]?.words ?? 0)) }
        for (slot, guess) in guesses where guess.words == words && sums[slot] == 0 { add(slot, words) }
        let most = counts.lastIndex { $0 > 0 } ?? 0
        let isList = meetable <= WordScores.listed || (most == meetable && counts[most] >= WordScores.several)
        let needed = isList ? most : (most + 2) / 3
        let matches = found.filter { $0.words >= needed }.map { match($0.slot, sums[$0.slot], guesses[$0.slot]) }
        let ordered = matches.sorted { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.slot < $1.slot }
        return (ordered, needed, meetable)
    }

    /// The words up to which an item has to meet as many as any does, and the items with all words of a longer text that
    /// leave out those with fewer. On Cranfield, whose questions have 4 to 25 words, nDCG@10 is .532, and was .536 before
    /// all words came first; `Benchmarks/README.md` has what it costs in short questions.
    private static let (listed, several) = (4, 5)

    private func match(_ slot: Int, _ sum: Double, _ guess: Guess?) -> WordMatch {
        let relevance = { (sum: Double) in tanh(1.2 * sum / total) }
        guard let guess else { return WordMatch(slot: slot, relevance: relevance(sum)) }
        return WordMatch(
            slot: slot, relevance: relevance(sum + guess.sum), joined: relevance(sum + guess.joined),
            shown: guess.joined / (sum + guess.joined))
    }
}
