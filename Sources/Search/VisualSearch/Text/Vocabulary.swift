/// The words of a store, for finding those that a misspelled one may have meant.
///
/// Words with digits are left out: an article number is never corrected, nor is anything corrected to one.
struct Vocabulary: Sendable {
    /// Letters of words that are corrected, or corrected to.
    static let lengths = 3...64
    /// Words that are kept in memory, the most frequent ones: some ten megabytes.
    static let limit = 250_000
    /// The most corrections of one misspelled word.
    static let candidates = 16

    /// A word that may have been meant.
    struct Candidate: Hashable {
        var word: String
        /// The lower, the likelier; see ``EditCost``.
        var cost: Float
    }

    /// The letters of all words, one after the other.
    private var letters: [Unicode.Scalar] = []
    /// By word: the end of its letters, the set of its letters, and the number of items that contain it.
    private var ends: [UInt32] = [0]
    private var masks: [UInt64] = []
    private var counts: [UInt32] = []
    /// Words that came later.
    private(set) var later: [String: Int] = [:]

    init() {}

    var count: Int { masks.count }
    var bytes: Int {
        let words = (letters.capacity + ends.capacity + counts.capacity) * 4 + masks.capacity * 8
        return later.keys.reduce(words + later.capacity * 4 / 3 * 25) { $0 + $1.heapBytes }
    }

    /// Adds a word of so many items, after all that come before it in the order of letters. Ignores words that are never corrected to.
    mutating func add(_ word: String, items: Int) {
        let scalars = word.unicodeScalars
        guard letters.count < Int(UInt32.max) - 256, Vocabulary.isCorrectable(scalars) else { return }
        letters.append(contentsOf: scalars)
        ends.append(UInt32(letters.count))
        masks.append(Vocabulary.mask(scalars))
        counts.append(UInt32(clamping: items))
    }

    /// Adds a word that was written after the others were read.
    mutating func addLater(_ word: String) {
        if Vocabulary.isCorrectable(word.unicodeScalars) { later[word, default: 0] += 1 }
    }

    /// Keeps the most frequent words, at most `limit` of them.
    mutating func trim(to limit: Int) {
        guard count > limit else { return }
        let least = counts.sorted(by: >)[limit]
        var ties = limit - counts.count { $0 > least }
        var kept = Vocabulary()
        for index in 0..<count where counts[index] >= least {
            if counts[index] == least {
                guard ties > 0 else { continue }
                ties -= 1
            }
            kept.letters.append(contentsOf: self[index])
            kept.ends.append(UInt32(kept.letters.count))
            kept.masks.append(masks[index])
            kept.counts.append(counts[index])
        }
        self = kept
    }

    /// Returns for each word the likeliest ones that it may stand for, at most 16: those with the fewest and the most
    /// usual slips first, rather those that sound the same and are in many items. See ``Misspelling``.
    func near(_ words: [String]) -> [[Candidate]] {
        words.map { word in
            var search = Misspelling(word)
            let shape = search.shape
            for index in masks.indices {
                let length = Int(ends[index + 1] - ends[index])
                guard shape.mayBe(length: length, mask: masks[index]) else { continue }
                search.compare(self[index], items: Int(counts[index]))
            }
            for (word, items) in later {
                let letters = Array(word.unicodeScalars)
                guard shape.mayBe(length: letters.count, mask: Vocabulary.mask(letters)) else { continue }
                search.compare(letters[...], items: items)
            }
            return search.best
        }
    }

    /// The letters of a word.
    subscript(index: Int) -> ArraySlice<Unicode.Scalar> { letters[Int(ends[index])..<Int(ends[index + 1])] }

    func text(_ index: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: self[index])
        return String(view)
    }

    /// The number of items that contained a word when it was read.
    func counts(_ index: Int) -> Int { Int(counts[index]) }

    /// The words that begin with these letters; words are in the order of their letters.
    func range(of beginning: [Unicode.Scalar]) -> Range<Int> {
        func first(where isBeyond: (ArraySlice<Unicode.Scalar>) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = first { !$0.lexicographicallyPrecedes(beginning) }
        let end = first {
            !$0.prefix(beginning.count).lexicographicallyPrecedes(beginning) && !$0.starts(with: beginning)
        }
        return start..<max(start, end)
    }

    static func isCorrectable(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
        lengths.contains(scalars.count) && !scalars.contains { $0.properties.numericType != nil }
    }

    /// One bit for each letter that occurs, some of which share one.
    static func mask(_ scalars: some Sequence<Unicode.Scalar>) -> UInt64 {
        scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }
}
