internal import CSearchData
internal import Essentials

/// The words of a language, or of several, that make conditions of typed phrases. A further language is a further file.
struct PhraseLanguage: Sendable, Decodable {
    init(json: [UInt8]) throws {
        self = try JSONDecoder().decode(PhraseLanguage.self, from: Data(json))
        fold()
    }

    enum Comparison: String, Sendable, Decodable, CodingKeyRepresentable {
        case less, atMost, more, atLeast, around, exactly
    }

    /// A comparison, and the role or the dimension of the only fields that it fits.
    struct Comparative: Sendable, Decodable {
        var comparison: Comparison
        var role: PhraseField.Role?
        var dimension: PhraseUnit.Dimension?
        /// True for a word that needs a currency, a unit or the name of a field beside its number: `about 20`.
        var needsUnit: Bool?
    }

    struct Order: Sendable, Decodable {
        var role: PhraseField.Role
        var isAscending: Bool
        var label: String
    }

    /// The people that a product is for.
    struct People: Sendable, Decodable {
        enum Kind: String, Sendable, Decodable { case male, female, child, any }

        var kind: Kind
        /// True for a word that means a buyer only behind `for`: `for her`.
        var needsFor: Bool?
    }

    /// The meaning of words such as `not` for the value beside them.
    enum Negation: String, Sendable, Decodable {
        /// Hits shall not have the value.
        case excludes
        /// Nobody knows: the value is neither wanted nor unwanted, and stays a word.
        case unclear
        /// The words do not speak of a value: `not bad`.
        case unrelated
    }

    /// The meaning of a word before a date.
    struct DateWord: Sendable, Decodable {
        enum Comparison: String, Sendable, Decodable, CodingKeyRepresentable {
            case within, since, after, before, until
        }

        var comparison: Comparison
        /// True for a word that speaks of a date only where a field of photos has one: `best of 2024`.
        var isLoose: Bool?
        /// True for a word that a month without a year may follow: `in august`.
        var namesMonths: Bool?
    }

    struct Flag: Sendable, Decodable {
        var role: PhraseField.Role
        var isTrue: Bool
    }

    /// The parts of labels; `%` stands for a number or a name.
    struct Labels: Sendable, Decodable {
        var comparisons: [Comparison: String]
        var dates: [DateWord.Comparison: String]
        /// The twelve names.
        var months: [String]
        /// The range of two numbers or dates: the second `%` is the upper one.
        var between: String
        var not: String
    }

    /// The sign before fractions.
    var decimal: String
    /// True where blanks may divide thousands.
    var groupsByBlank: Bool
    /// Before a number: `under`, `at least`.
    var comparatives: PhraseTable<Comparative>
    /// The last words of comparisons of any kind: `than`.
    var comparisonEnds: Set<String>
    /// After a number: `or less`, `and up`.
    var trailing: PhraseTable<Comparison>
    /// Before the lower and before the upper of two numbers: `between … and`, `from … to`.
    var ranges: PhraseTable<[String]>
    /// Between two numbers that have a unit or a currency.
    var rangeWords: Set<String>
    /// The names of months, 1…12.
    var months: PhraseTable<Int>
    /// Before a date: `in`, `since`.
    var dateWords: PhraseTable<DateWord>
    /// Words that say no more than that a date is one of photos.
    var photoWords: Set<String>
    var currencies: PhraseTable<String>
    var units: PhraseTable<PhraseUnit>
    var orders: PhraseTable<Order>
    var flags: PhraseTable<Flag>
    /// The people that a product is for, as shoppers and as values name them, in several languages.
    var people: PhraseTable<People>
    /// The names of colors, with the English ones of the same color, which have bars between them.
    var colors: PhraseTable<String>
    /// Before people: `for`.
    var recipients: Set<String>
    /// Before a value: `not`, `without`.
    var negations: PhraseTable<Negation>
    /// Behind a value: `free` of `leather-free`.
    var negationsBehind: PhraseTable<Negation>
    /// Negations that may also stand behind the value at the end of a text: `rot nicht`. Nobody knows what they are about.
    var negationsEnd: Set<String>
    /// Ends of words that are a negation of what stands before them: `frei` of `lederfrei`.
    var negationEndings: [String]
    /// Between the values of one negation: `or`, and with false those that join values of one field only: `and`.
    var negationJoins: PhraseTable<Bool>
    /// The words of conditions that are also read with a slip of the finger in them.
    var slips: [String]
    /// Words that may stand between a negation, or the name of a field, and a value.
    var fillers: Set<String>
    /// The names of fields in this language, beside their own.
    var roles: PhraseTable<PhraseField.Role>
    /// Words after a number that tell its field: `4 stars`.
    var counted: PhraseTable<PhraseField.Role>
    /// Before a maker: `by`.
    var makers: Set<String>
    /// Between two values of which one is enough.
    var either: Set<String>
    /// Words after which the rest says more about the kind of product before them: `bag for shoes`.
    var headEnds: Set<String>
    /// Words that a number of years follows: with them a small bare number is no price.
    var ages: Set<String>
    /// Words that carry no meaning of their own.
    var functionWords: Set<String>
    /// Words of other languages that mean something else in this one: `or` is gold in French.
    var otherwise: Set<String>
    var labels: Labels
    /// The stop words and the endings; nil for English.
    var words: LanguageWords?
    /// The languages that were joined, each alone; empty for one that was not.
    var joined: [PhraseLanguage]?
    /// Names of colors of other languages than the first one.
    var guestColors: Set<String>?

    /// True for a word of a condition, a unit, an order or a flag.
    func hasMeaning(_ word: String) -> Bool {
        functionWords.contains(word) || rangeWords.contains(word) || fillers.contains(word) || either.contains(word)
            || months.has(word) || photoWords.contains(word) || dateWords.has(word) || makers.contains(word)
            || headEnds.contains(word) || ages.contains(word)
            || comparatives.has(word) || trailing.has(word) || ranges.has(word) || currencies.has(word)
            || units.has(word) || orders.has(word) || flags.has(word) || negations.has(word)
            || negationsBehind.has(word) || negationJoins.has(word) || roles.has(word) || counted.has(word)
    }
}
