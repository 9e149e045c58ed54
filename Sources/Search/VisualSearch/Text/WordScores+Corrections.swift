internal import Essentials
internal import SQLite

extension WordScores {
    /// The weight of the likeliest correction, where the very word has 1, and of the unlikeliest.
    private static let (heaviest, lightest) = (0.85, 0.05)
    /// The weight of a shop's own synonym of a correction.
    static let synonymOfSlip = 0.8
    /// Corrections that cost more than the likeliest by so much are left out.
    private static let reach: Float = 2
    /// Taken off the cost of a correction that some item contains beside another word of the query.
    private static let support: Float = 0.5

    /// Returns the corrections of the current word that items contain, with their weights, likeliest first, at most 16.
    func weighed(
        _ candidates: [Vocabulary.Candidate], in database: Database
    ) throws(SearchError) -> [(word: String, weight: Double)] {
        var corrections: [Vocabulary.Candidate] = []
        for var candidate in candidates {
            let (isFound, isSupported) = try find(correction: candidate.word, in: database)
            if isSupported { candidate.cost -= WordScores.support }
            if isFound { corrections.append(candidate) }
        }
        corrections.sort { $0.cost != $1.cost ? $0.cost < $1.cost : $0.word < $1.word }
        guard let best = corrections.first?.cost else { return [] }
        let near = corrections.prefix { $0.cost <= best + WordScores.reach }.prefix(Vocabulary.candidates)
        return near.enumerated().map { rank, candidate in
            let weight = WordScores.heaviest * exp(-2 * Double(candidate.cost - best))
            return (candidate.word, max(weight, WordScores.lightest) - 0.002 * Double(rank))
        }
    }
}

extension Vocabulary.Candidate {
    /// The cost of a missing blank, and of one beside a single letter.
    private static let (blank, rareBlank) = (Float(0.6), Float(1.2))

    /// Creates a correction of a word that was written without a blank between its parts.
    init(parts: String) {
        let isRare = parts.hasPrefix(" ", after: 1) || parts.dropLast().hasSuffix(" ")
        self.init(word: parts, cost: isRare ? Vocabulary.Candidate.rareBlank : Vocabulary.Candidate.blank)
    }
}

extension String {
    fileprivate func hasPrefix(_ prefix: String, after count: Int) -> Bool { dropFirst(count).hasPrefix(prefix) }
}
