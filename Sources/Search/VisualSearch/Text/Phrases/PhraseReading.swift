/// A typed text, divided into what is searched for by words and the phrases that became conditions.
struct PhraseReading: Hashable, Sendable {
    /// The text without the phrases.
    var rest: String
    /// The text that words are searched for by: the rest, and the values among the phrases. An item that has a value says it,
    /// and its words help to order the hits.
    var words: String
    /// The text without words that are negated, or may be.
    var wanted: String
    /// In the order of the text.
    var phrases: [ReadPhrase]
    /// Ranges that run backward, corrected words that are not searched for, and negations that are not understood.
    var notices: [Notice] = []
    /// The words of ``words`` of which one is enough, folded: no item has both colors of `red or blue`.
    var alternatives: Set<String> = []
    /// ``words`` without the values of one field, by the name of each field that values were read of.
    var wordsWithout: [String: String] = [:]

    /// The condition of all phrases.
    var filter: Filter { phrases.compactMap(\.filter).reduce(.all) { $0 && $1 } }
    var sort: SearchRequest.Sort? { phrases.lazy.compactMap(\.sort).first }
}

/// A part of a text that was read.
struct PhraseFinding {
    var tokens: Range<Int>
    var bytes: Range<Int>
    var label: String
    var filter: Filter?
    var sort: SearchRequest.Sort?
    /// The values of one field that are wanted by their words alone; nil for other phrases.
    var group: PhraseCatalog.Group?
    /// True where the words of the phrase are searched for as well.
    var keepsWords = false
    /// True for what hits shall not have.
    var isNegated = false
    /// True for a range whose numbers stand the other way round.
    var isBackward = false
}
