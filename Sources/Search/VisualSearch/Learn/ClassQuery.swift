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

    /// The most class names near in meaning, and the least nearness of one beside the classes that a term names.
    private static let (nearest, near) = (10, Float(0.5))
    /// The least nearness of a class that no term names, and of its own head noun to that of the query: without the second,
    /// a cat tree is a tree frog.
    private static let (meant, sameHead) = (Float(0.6), Float(0.5))
    /// The most words of a term.
    private static let termLength = 3

    /// Nil where the text names neither a color nor anything that the classes are near to.
    ///
    /// The head nouns of the text rule: see ``HeadNouns``. A coffee table is a table, and has nothing of a coffee cup.
    init?(_ text: String, _ classes: PictureClasses) {
        let words = Words(text).filter { !HeadNouns.articles.contains($0) }
        let isTerm = (2...QueryWords.limit).contains(words.count) && ClassQuery.entries(words, classes) != nil
        var (named, meant, hasKind) = ([Int: Float](), [Int: Float](), false)
        for kind in isTerm ? [words] : HeadNouns(text).kinds {
            let term = ClassQuery.term(endingOf: kind, classes, isWhole: isTerm)
            let rest = kind.filter { term?.words.contains($0) != true }
            if color == nil { color = rest.lazy.compactMap(ColorNames.color(of:)).first }
            let others = rest.filter { ColorNames.color(of: $0) == nil }
            if let term {
                for entry in term.entries { named[entry.number, default: 0] += entry.weight }
                meant.merge(ClassQuery.classes(near: term.words, classes), uniquingKeysWith: +)
            } else if !others.isEmpty {
                meant.merge(ClassQuery.classes(meantBy: others, classes), uniquingKeysWith: +)
            }
            hasKind = hasKind || term != nil || !others.isEmpty
        }
        guard hasKind else {
            if color == nil { return nil }
            return
        }
        guard !named.isEmpty || !meant.isEmpty else { return nil }
        var sums: [Int: Float] = [:]
        // Half by the senses of the words, and half by the meanings of the names, where both are known.
        for (weights, share) in [(named, meant.isEmpty ? 1 : Float(0.5)), (meant, named.isEmpty ? 1 : 0.5)] {
            let total = weights.values.reduce(0, +)
            for (number, weight) in weights { sums[number, default: 0] += share * weight / total }
        }
        let known = named.isEmpty ? meant : named
        shown = classes.names.indices.map { known[$0] != nil }
        rivals = classes.indistinct(from: shown).map { !$0 }
        weights = sums.map { PictureClasses.Weight(number: $0.key, weight: $0.value) }.sorted {
            $0.weight != $1.weight ? $0.weight > $1.weight : $0.number < $1.number
        }
    }

    /// The longest term at the end of some words that names classes: `tea pot` also as `teapot`. A color at their end is no
    /// term alone.
    private static func term(
        endingOf words: [String], _ classes: PictureClasses, isWhole: Bool
    ) -> (words: [String], entries: [PictureClasses.Weight])? {
        for count in stride(from: isWhole ? words.count : min(words.count, termLength), to: 1, by: -1) {
            let last = Array(words.suffix(count))
            if let entries = entries(last, classes) { return (last, entries) }
            if count == 2, let entries = entries([last.joined()], classes) { return (last, entries) }
        }
        guard let head = words.last(where: { ColorNames.color(of: $0) == nil }) else { return nil }
        return entries([head], classes).map { ([head], $0) }
    }

    /// The classes at or below the senses of a term; nil for an unknown one.
    private static func entries(_ words: [String], _ classes: PictureClasses) -> [PictureClasses.Weight]? {
        WordForms(words.joined(separator: " ")).all.lazy.compactMap { classes.weights(of: $0) }.first
    }

    /// The classes whose names come near in meaning to a term that names some; none where a word is unknown.
    private static func classes(near term: [String], _ classes: PictureClasses) -> [Int: Float] {
        weights(of: term, classes) { _, nearness in nearness >= near }
    }

    /// The classes whose names mean much the same as words that name none.
    private static func classes(meantBy words: [String], _ classes: PictureClasses) -> [Int: Float] {
        guard let head = PictureClasses.meaning(of: words.suffix(1)) else { return [:] }
        return weights(of: words, classes) { number, nearness in
            nearness >= meant && (classes.heads[number] * head).sum() >= sameHead
        }
    }

    private static func weights(
        of words: [String], _ classes: PictureClasses, where counts: (Int, Float) -> Bool
    ) -> [Int: Float] {
        guard let meaning = PictureClasses.meaning(of: words) else { return [:] }
        let all = classes.meanings.enumerated().map { number, other -> (number: Int, nearness: Float) in
            (number, (other * meaning).sum())
        }
        let best = all.sorted { ($1.nearness, $0.number) < ($0.nearness, $1.number) }.prefix(nearest)
        let counted = best.filter { counts($0.number, $0.nearness) }
        let total = counted.reduce(0) { $0 + $1.nearness * $1.nearness }
        return Dictionary(uniqueKeysWithValues: counted.map { ($0.number, $0.nearness * $0.nearness / total) })
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
