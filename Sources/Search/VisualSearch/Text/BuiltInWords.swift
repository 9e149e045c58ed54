/// The table of word meanings that comes with the package, for those who tell of it.
package struct BuiltInWords: Hashable, Sendable {
    /// The number of its words.
    package let words: Int
    /// Their language, as two letters.
    package let language: String
    /// The model that it was made with.
    package let model: String

    package static var meanings: BuiltInWords {
        BuiltInWords(
            words: WordVectors.builtIn.count, language: WordVectors.builtIn.language, model: WordVectors.model)
    }
}
