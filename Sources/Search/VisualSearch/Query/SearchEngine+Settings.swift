package import SQLite

extension SearchEngine {
    /// The settings of an engine.
    public struct Settings: Sendable {
        /// The describer of pictures; nil, the default, is the built-in one or, in a store that the version before has made,
        /// that of that version. In a store of any other describer, only what needs no picture is answered. A store stays
        /// with the describer that it was made with until 'magpie store describe'.
        public var describer: (any Describer)?
        /// The longest side, in pixels, of a JPEG that is kept of each picture. Nil, the default, keeps none.
        public var thumbnailSide: Int?
        /// The field of strings that holds the product type of an item. Nil, the default, uses the first of
        /// `product_type`, `category` and `type` that the items have.
        public var typeField: String?
        /// Words of the shop that searches treat alike. Default `none`.
        public var synonyms = Synonyms.none
        /// Dictionaries that translate words which no item says into words that some say. Default: none.
        public var dictionaries: [any WordDictionary] = []
        /// The language that typed conditions, stop words and forms of words are read in. Nil, the default, is that of the store;
        /// see ``CatalogStore/keep(language:)``.
        public var language: CatalogLanguage?
        /// Also finds items by synonyms and narrower or broader terms of English words, from a table that comes with the
        /// package. They come after the items that say the words. Default true.
        public var usesThesaurus = true
        /// Also finds items whose texts come near in meaning to English words of the query, by vectors of words that come
        /// with the package. They come after the items that say all words. Default true.
        public var usesWordMeanings = true
        /// Learns in the background when more than a tenth of the items changed; see ``SearchEngine/learn()``. Default
        /// false.
        public var learnsFromChanges = false
        /// Called with the number of items before the words of all of them are indexed anew: once, when a store of an older
        /// form is opened for writing. Does nothing by default.
        public var willIndexWords: @Sendable (_ items: Int) -> Void = { _ in }
        /// Searches read the vectors that they need from a large file: quicker for a few of them. Default false.
        package var readsOnDemand = false
        /// Opens a store of another describer than the one that is given, as without one. Default false.
        package var acceptsOtherDescriber = false
        /// Opens the describer that the store at a path names, when the store has got another one than this engine knows:
        /// nil where it is not at hand. Default: it never is.
        package var opensDescriber: @Sendable (_ path: String) -> (any Describer)? = { _ in nil }
        /// The contents of the file. Default: a catalog.
        package var kind = FileKind.catalog

        /// Creates the default settings, or those with a describer.
        public init(describer: (any Describer)? = nil) { self.describer = describer }
    }
}
