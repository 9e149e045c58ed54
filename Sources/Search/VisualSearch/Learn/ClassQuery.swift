internal import Essentials

/// A query by words as objects that pictures show: classes, and a color.
struct ClassQuery: Sendable {
    /// The classes with their weights, 1 in all; empty for a color alone.
    var weights: [PictureClasses.Weight] = []
    /// True for the classes of which a picture must show one, by their numbers: those at or below the senses of the words,
    /// or, where they have no sense that is known, those that are near in meaning.
    var shown: [Bool] = []
    /// True for the classes of which a picture must not show more: all others that a picture can tell from those.
    var rivals: [Bool] = []
    /// The color that is asked for.
    var color: RGB?

    /// The class names nearest in meaning that count, and the least nearness of the first of them.
    private static let (nearest, least) = (10, Float(0.5))

    /// Nil where a word neither names a color nor anything that the classes are near to.
    init?(_ text: String, _ classes: PictureClasses) {
        var words: [String] = []
        for word in QueryWords(text).words.map(\.text) {
            if color == nil, let known = ColorNames.color(of: word) { color = known } else { words.append(word) }
        }
        guard !words.isEmpty else {
            if color == nil { return nil }
            return
        }
        let named = ClassQuery.named(words, classes)
        let meant = ClassQuery.meant(words, classes)
        guard !named.isEmpty || !meant.isEmpty else { return nil }
        var sums: [Int: Float] = [:]
        // Half by the senses of the words, and half by the meanings of the names, where both are known.
        for (weights, share) in [(named, meant.isEmpty ? 1 : Float(0.5)), (meant, named.isEmpty ? 1 : 0.5)] {
            for (number, weight) in weights { sums[number, default: 0] += share * weight }
        }
        let known = named.isEmpty ? meant : named
        shown = classes.names.indices.map { known[$0] != nil }
        rivals = classes.indistinct(from: shown).map { !$0 }
        weights = sums.map { PictureClasses.Weight(number: $0.key, weight: $0.value) }.sorted {
            $0.weight != $1.weight ? $0.weight > $1.weight : $0.number < $1.number
        }
    }

    /// The classes at or below the senses of the words: those of all words as one term, or else of each.
    private static func named(_ words: [String], _ classes: PictureClasses) -> [Int: Float] {
        func weights(_ term: String) -> [PictureClasses.Weight] {
            WordForms(term).all.lazy.compactMap { classes.weights(of: $0) }.first ?? []
        }
        let whole = weights(words.joined(separator: " "))
        var sums: [Int: Float] = [:]
        for entry in whole.isEmpty ? words.flatMap(weights) : whole { sums[entry.number, default: 0] += entry.weight }
        let total = sums.values.reduce(0, +)
        return total > 0 ? sums.mapValues { $0 / total } : [:]
    }

    /// The classes whose names are nearest in meaning; none where a word is unknown.
    private static func meant(_ words: [String], _ classes: PictureClasses) -> [Int: Float] {
        guard let meaning = PictureClasses.meaning(of: words) else { return [:] }
        let all = classes.meanings.enumerated().map { number, other -> (number: Int, nearness: Float) in
            (number, (other * meaning).sum())
        }
        let near = all.sorted { ($1.nearness, $0.number) < ($0.nearness, $1.number) }.prefix(nearest)
        guard let best = near.first?.nearness, best >= least else { return [:] }
        let weights = near.map { number, nearness -> (number: Int, weight: Float) in
            (number, max(nearness, 0) * max(nearness, 0))
        }
        let total = weights.reduce(0) { $0 + $1.weight }
        return Dictionary(uniqueKeysWithValues: weights.map { ($0.number, $0.weight / total) })
    }
}

/// The English names of colors that people search for.
enum ColorNames {
    /// Returns the color of a name; nil for any other word.
    static func color(of word: String) -> RGB? { known[word] }

    private static let known: [String: RGB] = [
        "red": "#c8202a", "crimson": "#a8142c", "scarlet": "#d8241c", "orange": "#f08020", "yellow": "#f0d020",
        "gold": "#d4a830", "green": "#2e8b3a", "olive": "#70702a", "teal": "#1e8080", "turquoise": "#30c0b8",
        "blue": "#2050b8", "navy": "#1a2450", "azure": "#3090e0", "purple": "#702890", "violet": "#7038b0",
        "pink": "#f090b0", "magenta": "#d020a0", "brown": "#7a4a28", "beige": "#d8c8a8", "black": "#181818",
        "gray": "#808080", "grey": "#808080", "silver": "#b8b8bc", "white": "#f8f8f8",
    ].compactMapValues { RGB(hex: $0) }
}
