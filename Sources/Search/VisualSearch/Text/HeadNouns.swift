/// The kinds of objects that an English phrase names, each with the words before its head noun, which comes last: of
/// `bench with shoe storage` that is `bench`, of `coffee table` both words, and of `cats and dogs` each word.
struct HeadNouns {
    /// The words of each kind, folded, the head noun last; without words that nearly every text has.
    let kinds: [[String]]

    init(_ text: String) {
        var (kinds, words) = ([[String]](), [String]())
        for word in Words(text).prefix(QueryWords.limit) {
            if Self.openers.contains(word) {
                if word == "of", let last = words.last, Self.amounts.contains(last) { words = [] }
                // The rest tells more about the head.
                if !words.isEmpty { break }
            } else if Self.joiners.contains(word) {
                if !words.isEmpty { kinds.append(words) }
                words = []
            } else if !QueryWords.stopWords.contains(word) {
                words.append(word)
            }
        }
        self.kinds = words.isEmpty ? kinds : kinds + [words]
    }

    /// Words behind which a phrase only describes what it has named.
    private static let openers: Set<String> = [
        "with", "without", "for", "of", "in", "from", "on", "by", "to", "at", "over", "under", "behind", "beside",
        "near",
        "into", "inside", "between", "against", "like", "that", "which", "who",
    ]
    private static let joiners: Set<String> = ["and", "or"]
    /// Words before `of` that name no object: a pair of shoes is shoes.
    private static let amounts: Set<String> = [
        "pair", "pairs", "set", "sets", "piece", "pieces", "bunch", "lot", "lots", "slice", "slices", "kind", "kinds",
        "type", "types", "picture", "pictures", "photo", "photos", "photograph", "photographs", "image", "images",
        "drawing",
        "drawings", "painting", "paintings",
    ]
    /// Words before a name that belong to no term.
    static let articles: Set<String> = ["a", "an", "the"]
}
