/// The words of a store, for finding those that a misspelled one may have meant.
///
/// Words with digits are left out: an article number is never corrected, nor is anything corrected to one.
struct Vocabulary: Sendable {
    /// Letters of words that are corrected, or corrected to.
    static let lengths = 4...64
    /// Words that are kept in memory, the most frequent ones: some ten megabytes.
    static let limit = 250_000
    /// The most corrections of one misspelled word.
    static let candidates = 16

    /// A word that may have been meant.
    struct Candidate: Hashable {
        var word: String
        /// Letters that are different.
        var distance: Int

        /// The weight of a match, where a match of the very word has 1: less with each letter, and a little less than
        /// that of likelier candidates.
        var weight: Double
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

    /// Adds a word of so many items. Ignores words that are never corrected to.
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

    /// Returns for each word the nearest ones, at most 16: the fewest different letters first, then those that sound
    /// the same, begin alike, and are in more items.
    ///
    /// One letter may be off from 4 letters on and two from 8; one more, from 5 letters on, where both sound the same.
    func near(_ words: [String]) -> [[Candidate]] {
        var searches = words.map(Misspelling.init)
        for index in 0..<count {
            let length = Int(ends[index + 1] - ends[index])
            for place in searches.indices where searches[place].mayBe(length: length, mask: masks[index]) {
                searches[place].compare(Array(self[index]), items: Int(counts[index]))
            }
        }
        for (word, items) in later {
            for place in searches.indices { searches[place].compare(Array(word.unicodeScalars), items: items) }
        }
        return searches.map(\.best)
    }

    private subscript(index: Int) -> ArraySlice<Unicode.Scalar> { letters[Int(ends[index])..<Int(ends[index + 1])] }

    static func isCorrectable(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
        lengths.contains(scalars.count) && !scalars.contains { $0.properties.numericType != nil }
    }

    /// One bit for each letter that occurs, some of which share one.
    static func mask(_ scalars: some Sequence<Unicode.Scalar>) -> UInt64 {
        scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }
}

/// A word that no item contains, and the candidates for it so far.
private struct Misspelling {
    private let letters: [Unicode.Scalar]
    private let mask: UInt64
    /// Letters that may be off, and that may be where the words sound the same.
    private let limit: Int
    private let soundLimit: Int
    private let sound: SoundKey
    private var found: [(candidate: Vocabulary.Candidate, soundsSame: Bool, beginsSame: Bool, items: Int)] = []

    init(_ word: String) {
        letters = Array(word.unicodeScalars)
        mask = Vocabulary.mask(letters)
        sound = SoundKey(letters)
        guard Vocabulary.isCorrectable(letters) else {
            (limit, soundLimit) = (-1, -1)
            return
        }
        limit = letters.count >= 8 ? 2 : 1
        soundLimit = limit + (letters.count >= 9 || (5...7).contains(letters.count) ? 1 : 0)
    }

    /// Returns true if a word of such letters may be near enough: each different letter changes two bits at most.
    func mayBe(length: Int, mask other: UInt64) -> Bool {
        abs(length - letters.count) <= soundLimit && (mask ^ other).nonzeroBitCount <= 2 * soundLimit
    }

    mutating func compare(_ other: [Unicode.Scalar], items: Int) {
        guard let distance = editDistance(letters, other, limit: soundLimit) else { return }
        let soundsSame = sound == SoundKey(other)
        guard distance <= limit || soundsSame else { return }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: other)
        found.append(
            (
                Vocabulary.Candidate(word: String(word), distance: distance, weight: 1 - 0.2 * Double(distance)),
                soundsSame, letters.first == other.first,
                items
            ))
    }

    /// A word may have been read twice.
    var best: [Vocabulary.Candidate] {
        let ordered = found.sorted { left, right in
            if left.candidate.distance != right.candidate.distance {
                return left.candidate.distance < right.candidate.distance
            }
            if left.soundsSame != right.soundsSame { return left.soundsSame }
            if left.beginsSame != right.beginsSame { return left.beginsSame }
            return left.items != right.items ? left.items > right.items : left.candidate.word < right.candidate.word
        }
        var best: [Vocabulary.Candidate] = []
        for (var candidate, _, _, _) in ordered where best.count < Vocabulary.candidates {
            if best.contains(where: { $0.word == candidate.word }) { continue }
            candidate.weight -= 0.01 * Double(best.count)
            best.append(candidate)
        }
        return best
    }
}
