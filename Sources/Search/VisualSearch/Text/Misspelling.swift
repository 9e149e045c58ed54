internal import Essentials

/// A word that no item contains, and the words that it may stand for, found so far.
///
/// One letter may be off from 3 letters on, two from 5 and three from 9.
struct Misspelling {
    /// The properties of a word that rule out most others before any letter is compared.
    struct Shape {
        fileprivate let length: Int
        fileprivate let mask: UInt64
        /// Letters that may be off; below 0 for words that are never corrected.
        fileprivate let limit: Int

        /// Returns true if a word of such letters may be near enough: each slip adds one letter and takes one at most.
        func mayBe(length other: Int, mask otherMask: UInt64) -> Bool {
            abs(other - length) <= limit && (mask & ~otherMask).nonzeroBitCount <= limit
                && (otherMask & ~mask).nonzeroBitCount <= limit
        }
    }

    let shape: Shape
    private let letters: [Unicode.Scalar]
    /// Nil for words that are never corrected.
    private let start: SlipCount?
    private let sound: SoundKey
    private let cost: EditCost
    private var found: [String: Float] = [:]

    init(_ word: String) {
        letters = Array(word.unicodeScalars)
        sound = SoundKey(letters)
        cost = EditCost(letters)
        let isCorrectable = Vocabulary.isCorrectable(letters)
        let limit = letters.count < 5 ? 1 : letters.count < 9 ? 2 : 3
        shape = Shape(length: letters.count, mask: Vocabulary.mask(letters), limit: isCorrectable ? limit : -1)
        start = isCorrectable ? SlipCount(letters) : nil
    }

    /// Adds a word that is near enough. The same word may be added twice.
    mutating func compare(_ other: ArraySlice<Unicode.Scalar>, items: Int) {
        guard isNear(other) else { return }
        let right = Array(other)
        var cost = cost.cost(of: right)
        if sound == SoundKey(right) { cost -= Misspelling.sameSound }
        guard cost <= Misspelling.costLimit * Float(letters.count) else { return }
        cost -= Misspelling.frequency * log2f(Float(min(max(items, 1), 256)))
        var word = String.UnicodeScalarView()
        word.append(contentsOf: right)
        found[String(word)] = min(cost, found[String(word)] ?? .infinity)
    }

    /// The highest cost for each letter of the word. Without it, a little more of what people meant is found, and far
    /// more that they did not: of 250 words of a shop that Cranfield does not have, 77 % would be taken for others,
    /// with it 62 %.
    private static let costLimit: Float = 0.3
    /// Words that sound the same come before, and those of more items.
    private static let (sameSound, frequency) = (Float(0.9), Float(0.03))

    /// True if one letter at most is off between two words.
    static func isSlip(_ word: String, _ other: String) -> Bool {
        editDistance(Array(word.unicodeScalars), Array(other.unicodeScalars), limit: 1) != nil
    }

    /// True if the edit distance, with swaps of neighbors, is within the limit.
    private func isNear(_ other: ArraySlice<Unicode.Scalar>) -> Bool {
        guard var count = start else { return false }
        for (index, letter) in zip(1..., other) {
            count.take(letter)
            // Each letter that is left makes up for one at most.
            if count.distance - (other.count - index) > shape.limit { return false }
        }
        return count.distance <= shape.limit
    }

    /// The likeliest words, at most 16.
    var best: [Vocabulary.Candidate] {
        let ordered = found.sorted { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }
        return ordered.prefix(Vocabulary.candidates).map { Vocabulary.Candidate(word: $0.key, cost: $0.value) }
    }
}
