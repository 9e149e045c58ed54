/// Words and phrases that texts for users do not have, in one place. A review adds to the lists; nothing leaves them.
enum Banned {
    /// Anywhere: `none` as a predicate, the impersonal passive, everyday words for technical terms, British spelling.
    static let phrases = [
        "is none", "are none", "that is none",
        "is told", "are told", "was told", "is called as", "are called as", "is listened to", "took no part",
        "thing", "things", "whomever", "cannot be meant", "make room", "makes room", "no room",
        "catalogue", "catalogues", "neighbour", "neighbours",
    ]

    /// At the beginning: a text starts with a noun phrase that names its subject, or with a verb that says what happens.
    static let openings = ["what", "how", "why", "where", "whether", "who", "says", "whichever"]

    /// The phrases in a text, and its opening where that is banned.
    static func findings(in text: String, checksOpening: Bool = true) -> [String] {
        let words = text.lowercased().split { !$0.isLetter }
        let sentence = " " + words.joined(separator: " ") + " "
        let found = phrases.filter { sentence.contains(" \($0) ") }
        guard checksOpening, let first = words.first.map(String.init), openings.contains(first) else { return found }
        return found + ["\(first) …"]
    }
}
