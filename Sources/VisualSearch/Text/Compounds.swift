/// The places where a word may be two: `backpack` is `back pack`, and `500ml` is `500 ml`.
enum Compounds {
    /// A word of more letters is not taken apart.
    private static let longest = 40
    /// Letters of each part of a word that items contain as it is.
    private static let shortestPart = 3

    /// Returns other ways of writing a word as two: between digits and letters, or, where items contain the word,
    /// between parts of 3 letters and more.
    static func parts(of word: String, isKnown: Bool) -> [String] {
        let scalars = Array(word.unicodeScalars)
        let digits = scalars.map { $0.properties.numericType != nil }
        if digits.contains(true) {
            return scalars.count > longest
                ? [] : scalars.indices.dropFirst().filter { digits[$0 - 1] != digits[$0] }.map { split(scalars, $0) }
        }
        return isKnown ? splits(scalars, shortestPart) : []
    }

    /// Returns a word without digits as two in every way.
    static func splits(of word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        return scalars.contains { $0.properties.numericType != nil } ? [] : splits(scalars, 1)
    }

    private static func splits(_ scalars: [Unicode.Scalar], _ shortest: Int) -> [String] {
        guard scalars.count <= longest, scalars.count >= 2 * shortest else { return [] }
        return (shortest...scalars.count - shortest).map { split(scalars, $0) }
    }

    private static func split(_ scalars: [Unicode.Scalar], _ place: Int) -> String {
        var view = String.UnicodeScalarView(scalars[..<place])
        view.append(" ")
        view.append(contentsOf: scalars[place...])
        return String(view)
    }
}
