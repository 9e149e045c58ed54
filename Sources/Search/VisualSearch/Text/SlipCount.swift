/// The edit distance, with swaps of neighbors, of a word of at most 64 letters and the beginning of another, letter by
/// letter of the other. Letters whose lowest six bits are the same count as the same.
///
/// H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003): a bit for each letter of
/// the word, all of them compared with one letter of the other at a time.
struct SlipCount {
    /// By the lowest six bits of a letter: the places where the word has it.
    private let places: [UInt64]
    private let last: UInt64
    private var (up, down, diagonal, before) = (UInt64.max, UInt64(0), UInt64(0), UInt64(0))
    /// The distance to the letters that were taken.
    private(set) var distance: Int

    /// - Parameter word: 1 to 64 letters.
    init(_ word: [Unicode.Scalar]) {
        precondition((1...64).contains(word.count))
        var places = [UInt64](repeating: 0, count: 64)
        for (index, letter) in word.enumerated() { places[Int(letter.value & 63)] |= 1 << UInt64(index) }
        self.places = places
        last = 1 << UInt64(word.count - 1)
        distance = word.count
    }

    /// Takes the next letter of the other word.
    mutating func take(_ letter: Unicode.Scalar) {
        let same = places[Int(letter.value & 63)]
        let swapped = ((~diagonal & same) << 1) & before
        diagonal = (((same & up) &+ up) ^ up) | same | down | swapped
        let right = down | ~(diagonal | up)
        let left = diagonal & up
        if right & last != 0 { distance += 1 } else if left & last != 0 { distance -= 1 }
        let shifted = right << 1 | 1
        up = left << 1 | ~(diagonal | shifted)
        down = shifted & diagonal
        before = same
    }
}
