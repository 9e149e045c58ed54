/// The unlikeliness of a misspelling: the sum over its slips, about 1 for each, less for slips that people often make.
///
/// An alignment as of the edit distance with swaps of neighbors (optimal string alignment). The costs were chosen on
/// every other misspelling of aspell's list and on 250 typing errors that a program made, and rounded.
struct EditCost {
    private let letters: [Unicode.Scalar]
    private let kinds: [UInt8]

    /// - Parameter word: The misspelled word.
    init(_ word: [Unicode.Scalar]) {
        letters = word
        kinds = word.map(EditCost.place)
    }

    /// One letter for another: any, neighbors on the keyboard, letters that sound alike, two vowels.
    private static let (exchanged, slipped, soundingAlike, vowels) = (Float(1.1), Float(0.85), Float(0.8), Float(0.8))
    /// A letter that is missing, one too many; a vowel, an h, or one of two that are the same, either way.
    private static let (missing, added) = (Float(0.5), Float(1.1))
    private static let (vowel, silent, doubled) = (Float(0.85), Float(0.65), Float(0.5))
    private static let swapped: Float = 0.65
    /// The first letter is seldom wrong.
    private static let first: Float = 0.8

    /// Returns the cost of having written the word for `right`.
    func cost(of right: [Unicode.Scalar]) -> Float {
        let others = right.map(EditCost.place)
        var before: [Float] = []
        var above: [Float] = [0]
        let missing = right.indices.map { EditCost.cost(ofLetter: $0, in: right, EditCost.missing) }
        for j in others.indices { above.append(above[j] + missing[j]) }
        var row = above
        for i in kinds.indices {
            let dropped = EditCost.cost(ofLetter: i, in: letters, EditCost.added)
            row[0] = above[0] + dropped
            for j in others.indices {
                let isFirst = i == 0 && j == 0
                var cost = min(above[j + 1] + dropped, row[j] + missing[j])
                let exchange =
                    letters[i] == right[j]
                    ? 0 : EditCost.exchange(kinds[i], others[j]) + (isFirst ? EditCost.first : 0)
                cost = min(cost, above[j] + exchange)
                if i > 0, j > 0, letters[i] == right[j - 1], letters[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + EditCost.swapped + (i == 1 && j == 1 ? EditCost.first / 2 : 0))
                }
                row[j + 1] = cost
            }
            (before, above, row) = (above, row, above)
        }
        return above[others.count]
    }

    /// The cost of a letter that one of the words does not have; `usual` for most of them.
    private static func cost(ofLetter index: Int, in word: [Unicode.Scalar], _ usual: Float) -> Float {
        let letter = word[index]
        if index > 0 && word[index - 1] == letter || index + 1 < word.count && word[index + 1] == letter {
            return doubled
        }
        let cost = letter == "h" ? silent : isVowel(letter) ? vowel : usual
        return index == 0 ? cost + first : cost
    }

    private static func exchange(_ left: UInt8, _ right: UInt8) -> Float {
        guard left > 0, right > 0 else { return exchanged }
        return exchanges[Int(left) * 27 + Int(right)]
    }

    /// The place in the alphabet from 1; 0 for every other letter.
    private static func place(of letter: Unicode.Scalar) -> UInt8 {
        letter >= "a" && letter <= "z" ? UInt8(letter.value - 96) : 0
    }

    private static func isVowel(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "a", "e", "i", "o", "u", "y": true
        default: false
        }
    }

    private static let exchanges: [Float] = {
        var costs = [Float](repeating: exchanged, count: 27 * 27)
        func set(_ left: Unicode.Scalar, _ right: Unicode.Scalar, _ cost: Float) {
            costs[Int(place(of: left)) * 27 + Int(place(of: right))] = cost
        }
        let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { Array($0.unicodeScalars) }
        // Each row of keys is half a key further to the right.
        let keys = rows.enumerated().flatMap { y, row in
            row.enumerated().map { x, key in (key, x: Double(x) + Double(y) / 2, y: y) }
        }
        for (left, x, y) in keys {
            for (right, otherX, otherY) in keys where abs(x - otherX) <= 1 && abs(y - otherY) <= 1 {
                set(left, right, slipped)
            }
        }
        for group in ["ckq", "cs", "sz", "gj", "dt", "bp", "fv", "mn"].map({ Array($0.unicodeScalars) }) {
            for left in group { for right in group { set(left, right, soundingAlike) } }
        }
        let letters = Array("aeiouy".unicodeScalars)
        for left in letters { for right in letters { set(left, right, vowels) } }
        return costs
    }()
}
