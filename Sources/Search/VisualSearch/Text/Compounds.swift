/// The places where a word may be two: `backpack` is `back pack`, and `500ml` is `500 ml`.
enum Compounds {
    /// A word of more letters is not taken apart.
    private static let longest = 40
    /// Letters of each part of a word that items, or the thesaurus, contain as it is.
    static let shortestPart = 3

    /// Returns other ways of writing a word as two: between digits and letters, or, where items contain the word,
    /// anywhere except beside a word such as `the`: `T shirt`, but not `is land`.
    static func parts(of word: String, isKnown: Bool) -> [String] {
        let scalars = Array(word.unicodeScalars)
        let digits = scalars.map { $0.properties.numericType != nil }
        if digits.contains(true) {
            guard scalars.count <= longest else { return [] }
            return scalars.indices.dropFirst().filter {
                digits[$0 - 1] != digits[$0] && scalars[$0 - 1] != " " && scalars[$0] != " "
            }.map { joined(split(scalars, $0)) }
        }
        guard isKnown else { return [] }
        return pairs(of: word, shortest: 1).filter { !fills($0.first) && !fills($0.second) }.map(joined)
    }

    /// Single letters as in `T shirt` do not fill a text as `a` does.
    private static func fills(_ part: String) -> Bool {
        QueryWords.stopWords.contains(part) && (part.count > 1 || part == "a" || part == "i")
    }

    /// Returns a word without digits as two in every way.
    static func splits(of word: String) -> [String] { pairs(of: word, shortest: 1).map(joined) }

    /// Returns the two parts of a word without digits in every way, each of so many letters; none for a very long word.
    static func pairs(of word: String, shortest: Int) -> [(first: String, second: String)] {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count <= longest, scalars.count >= 2 * shortest,
            !scalars.contains(where: { $0.properties.numericType != nil })
        else { return [] }
        return (shortest...scalars.count - shortest).map { split(scalars, $0) }
    }

    private static func split(_ scalars: [Unicode.Scalar], _ place: Int) -> (first: String, second: String) {
        func text(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }
        return (text(scalars[..<place]), text(scalars[place...]))
    }

    private static func joined(_ pair: (first: String, second: String)) -> String { pair.first + " " + pair.second }
}
