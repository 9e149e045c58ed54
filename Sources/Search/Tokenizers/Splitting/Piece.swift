/// A part of the text that a model encodes by itself.
struct Piece {
    var text: ArraySlice<Unicode.Scalar>
    /// The text begins with it.
    var isFirst: Bool

    /// The pieces of this one at some of its places.
    func parts(_ ranges: [Range<Int>]) -> [Piece] {
        ranges.map { Piece(text: text[$0], isFirst: isFirst && $0.lowerBound == text.startIndex) }
    }

    /// Splits at each character of a kind.
    func split(_ behavior: SplitBehavior, where isMatch: (Unicode.Scalar) -> Bool) -> [Piece] {
        let matches = text.indices.filter { isMatch(text[$0]) }.map { $0..<$0 + 1 }
        return parts(behavior.pieces(of: text.startIndex..<text.endIndex, matches: matches))
    }

    func split(_ behavior: SplitBehavior, at finder: Finder, inverted: Bool = false) throws(TokenizerError) -> [Piece] {
        let matches = try finder.matches(in: text)
        return parts(behavior.pieces(of: text.startIndex..<text.endIndex, matches: matches, inverted: inverted))
    }
}
