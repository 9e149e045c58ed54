/// A dictionary that translates words of a query into the language of the catalog.
public protocol WordDictionary: Sendable {
    /// Translates a word, or several with a blank between them.
    ///
    /// - Parameter term: As somebody typed it.
    /// - Returns: Groups of translations: those of the very word, then those of words that it may be a form of, and of what it is a
    ///   kind of. None for an unknown word.
    /// - Throws: `invalidArgument` for a dictionary that cannot be read any more.
    func translations(of term: String) throws(SearchError) -> [[String]]

    /// The code of the language that it translates from, such as `de`: conditions in that language are read as well. Default nil.
    var language: String? { get }
}

extension WordDictionary {
    /// Nil: the language is not known.
    public var language: String? { nil }
}
