/// A term that some item contains, and that means much the same as a word of the query.
struct RelatedTerm: Hashable, Sendable {
    enum Relation: Hashable, Sendable { case synonym, narrower, broader, sibling }

    /// Words with a blank between two.
    var text: String
    /// 0…1: the weight of a match, where a match of the very word has 1.
    var weight: Double
    var relation: Relation
    /// False for a plural with a meaning of its own (shorts), which has the stem of another word (short).
    var hasStem = true

    /// True if it is searched for although some item contains the word itself: usual synonyms and narrower terms. With
    /// the other ones queries would find a fourth more items, few of them right.
    var countsBesideWord: Bool { (relation == .synonym || relation == .narrower) && weight >= 0.52 }
}

/// The related terms of the words of one query.
struct Expansion {
    /// By word.
    private(set) var terms: [[RelatedTerm]]
    /// True for a word that belongs to a term of several words.
    private var isPart: [Bool]

    init(words: Int) {
        terms = Array(repeating: [], count: words)
        isPart = Array(repeating: false, count: words)
    }

    /// Adds the terms of several words to each of them.
    mutating func add(_ found: [RelatedTerm], to words: some Sequence<Int>) {
        guard found.contains(where: { $0.relation != .sibling }) else { return }
        for word in words {
            terms[word] += found
            isPart[word] = true
        }
    }

    /// Adds the terms of a word, unless it stands for something else together with its neighbor: tennis shoes.
    mutating func add(_ found: [RelatedTerm], to word: Int) {
        if !isPart[word] { terms[word] += found }
    }

    /// Adds synonyms of a shop.
    mutating func addOwn(_ found: [RelatedTerm], to words: some Sequence<Int>) {
        for word in words { terms[word] += found }
    }
}
