/// The choice among the senses of a word: those count whose neighbors the catalog contains.
struct SenseFinder {
    let thesaurus: Thesaurus
    let catalog: CatalogTerms

    private typealias Neighbor = (weight: Double, relation: RelatedTerm.Relation)

    // The weights were chosen on the queries in Benchmarks/EndToEnd/Text/queries/choosing.
    private static let synonym = 0.9
    private static let narrower = [0.55, 0.4, 0.25]
    private static let broader = [0.35, 0.2]
    private static let sibling = 0.2
    /// A sense counts with this share of the support of the best one.
    private static let leastSupport = 0.6
    /// Senses of a word, senses below one, siblings of one, and terms of one that are looked up, at most.
    private static let (senseLimit, levelLimit, siblingLimit, lookupLimit) = (6, 200, 60, 320)

    /// Returns true if the thesaurus has some form of the word.
    func knows(_ word: String) -> Bool { WordForms(word).all.contains { !thesaurus.senses(of: $0).isEmpty } }

    /// Returns the related terms that the catalog contains, likeliest first, at most ``RelatedWords/limit``.
    ///
    /// - Parameter forms: Of one word.
    func terms(of forms: [String]) throws(SearchError) -> [RelatedTerm] {
        var senses: [Int] = []
        for form in forms {
            for sense in thesaurus.senses(of: form) where !senses.contains(sense) { senses.append(sense) }
        }
        var supported: [(support: Double, terms: [RelatedTerm])] = []
        for sense in senses.prefix(SenseFinder.senseLimit) {
            let terms = try present(neighbors(of: sense), except: forms)
            guard !terms.isEmpty else { continue }
            let members = thesaurus.members(of: sense).filter { forms.contains(thesaurus.text(of: $0.term)) }
            let usual = members.map(\.quality).max() ?? 0
            let support = terms.prefix(6).reduce(0) { $0 + $1.weight }
            supported.append((support * usual * usual.squareRoot(), terms))
        }
        let largest = supported.map(\.support).max() ?? 0
        var best: [String: RelatedTerm] = [:]
        for (support, terms) in supported where support >= SenseFinder.leastSupport * largest {
            for var term in terms {
                term.weight *= (support / largest).squareRoot()
                if best[term.text]?.weight ?? 0 < term.weight { best[term.text] = term }
            }
        }
        return Array(SenseFinder.ordered(best.values).prefix(RelatedWords.limit))
    }

    /// All terms near a sense, by their number.
    private func neighbors(of sense: Int) -> [Int: Neighbor] {
        var found: [Int: Neighbor] = [:]
        func add(_ near: some Sequence<Int>, _ weight: Double, _ relation: RelatedTerm.Relation) {
            for member in near.lazy.flatMap(thesaurus.members) {
                let value = weight * member.quality
                if found[member.term]?.weight ?? 0 < value { found[member.term] = (value, relation) }
            }
        }
        add([sense], SenseFinder.synonym, .synonym)
        var level = [sense]
        for weight in SenseFinder.narrower {
            level = Array(level.lazy.flatMap(thesaurus.narrower).prefix(SenseFinder.levelLimit))
            add(level, weight, .narrower)
        }
        var (above, previous) = (thesaurus.broader(sense), sense)
        for weight in SenseFinder.broader {
            guard let current = above else { break }
            add([current], weight, .broader)
            let siblings = thesaurus.narrower(current)
            if previous == sense, siblings.count <= SenseFinder.siblingLimit {
                add(siblings.filter { $0 != sense }, SenseFinder.sibling, .sibling)
            }
            (above, previous) = (thesaurus.broader(current), current)
        }
        return found
    }

    /// Those terms that the catalog contains, likeliest first.
    private func present(_ neighbors: [Int: Neighbor], except forms: [String]) throws(SearchError) -> [RelatedTerm] {
        var terms = neighbors.map { number, neighbor in
            RelatedTerm(text: thesaurus.text(of: number), weight: neighbor.weight, relation: neighbor.relation)
        }
        terms.removeAll { forms.contains($0.text) }
        var present: [RelatedTerm] = []
        for var term in SenseFinder.ordered(terms).prefix(SenseFinder.lookupLimit) {
            if let singular = WordForms(term.text).plainSingular {
                term.hasStem = thesaurus.senses(of: singular).isEmpty
            }
            if try catalog.contains(term.text, asStems: term.hasStem) { present.append(term) }
        }
        return present
    }

    private static func ordered(_ terms: some Sequence<RelatedTerm>) -> [RelatedTerm] {
        terms.sorted { $0.weight != $1.weight ? $0.weight > $1.weight : $0.text < $1.text }
    }
}
