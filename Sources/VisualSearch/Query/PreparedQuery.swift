/// A query that was resolved in one state of the catalog: all that is needed to score any slot.
struct PreparedQuery {
    /// The slot of the item that was searched with; it is left out.
    private(set) var ownSlot: Int?
    private(set) var item: Item?
    private(set) var similarity: SimilarityScale?
    private var colors: ColorTarget?
    /// The text relevance of the items that contain some of the words.
    private(set) var said: [Int: Double]?
    /// What replaced the words that no item contains.
    private(set) var corrections: [WordMatches.Correction] = []
    /// The words of the query with their corrections; nil without one.
    private(set) var corrected: String?
    /// The scale that tells which similarities of the example count; nil without an example.
    private(set) var scale: Calibration.Scale?
    /// The kind of the example, where the store has learned; nil for a query with other parts.
    private(set) var kinship: Kinship?
    /// The items nearest to the example by look, of all that are visible.
    private(set) var neighbors: [VectorIndex.Row] = []
    /// The largest value of `said`.
    private var mostSaid = 0.0

    /// `vector` describes the picture of the query, where it has one.
    init(
        _ query: SearchRequest.Query, vector: [Int8]?, parts: [VectorPart], relatedWords: RelatedWords,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var vector = vector
        if case .item(let id) = query.example {
            guard let slot = try snapshot.slot(of: id) else { throw .itemNotFound(id: id) }
            ownSlot = slot
            item = try snapshot.item(at: slot)
            vector = try snapshot.vector(at: slot)
        }
        if let vector { similarity = try SimilarityScale(vector, parts: parts, colorWeight: query.colorWeight) }
        if !query.colors.isEmpty { colors = ColorTarget(query.colors.map { ($0.color, $0.weight) }) }
        if let text = query.text, text.contains(where: { !$0.isWhitespace }) {
            let found = try snapshot.saying(text, relatedWords: relatedWords)
            (corrections, corrected) = (found.corrections, found.corrected)
            said = Dictionary(found.matches.map { ($0.slot, $0.relevance) }, uniquingKeysWith: max)
            mostSaid = found.matches.lazy.map(\.relevance).max() ?? 0
        }
    }

    /// Sets the kind of the example.
    mutating func relate(_ kinship: Kinship?, neighbors: [VectorIndex.Row]) {
        self.kinship = kinship
        self.neighbors = neighbors
    }

    /// Sets the scale of the example's similarities.
    mutating func measure(_ scale: (SimilarityScale, Kinship?, Int?) -> Calibration.Scale) {
        self.scale = similarity.map { scale($0, kinship, ownSlot) }
    }

    var isExampleOnly: Bool { similarity != nil && colors == nil && said == nil }
    /// True for words alone, which find only items that contain one of them.
    var isTextOnly: Bool { similarity == nil && colors == nil }

    /// The share of each part of the query in a score: all parts count the same.
    private var share: Double {
        1 / Double((similarity == nil ? 0 : 1) + (colors == nil ? 0 : 1) + (said == nil ? 0 : 1))
    }

    /// Scores of slots, before they are brought into 0…1.
    ///
    /// - Parameter relevant: Items that are not relevant get `-infinity`.
    func keys(of slots: [Int], relevant: Bool = false, in catalog: InMemoryCatalog) -> [Double] {
        var keys = [Double](repeating: 0, count: slots.count)
        let cut = relevant ? scale?.cut : nil
        if let similarity {
            for (index, dot) in catalog.vectors.dots(similarity.query, at: slots).enumerated() {
                let key = similarity.key(dot: Int(dot))
                keys[index] = isExampleOnly ? key : share * min(max(key, 0), 1)
                if let cut, kinship == nil, key < cut { keys[index] = -.infinity }
            }
            if let kinship {
                keys = kinship.keys(of: slots, looks: keys)
                if let cut { for index in keys.indices where keys[index] < cut { keys[index] = -.infinity } }
            }
        }
        if let colors {
            for (index, nearness) in catalog.nearness(to: colors, at: slots).enumerated() {
                keys[index] += share * Double(nearness)
                if relevant, Double(nearness) < ColorCalibration.cut { keys[index] = -.infinity }
            }
        }
        if let said {
            for (index, slot) in slots.enumerated() {
                keys[index] += share * (said[slot] ?? 0)
                if relevant, !isRelevant(said: said[slot] ?? 0) { keys[index] = -.infinity }
            }
        }
        return keys
    }

    /// Words alone find every item that contains one of them; beside another part they narrow the choice.
    private func isRelevant(said: Double) -> Bool {
        isTextOnly ? said > 0 : said > 0 && said >= WordCalibration.share * mostSaid
    }

    /// Returns the probability that an item is relevant, and whether it counts as such.
    func relevance(
        of place: Ranking.Place, in catalog: InMemoryCatalog
    ) -> (probability: Double, isRelevant: Bool) {
        if let scale, isExampleOnly { return (scale.relevance(of: place.key), place.key >= scale.cut) }
        var (probability, isRelevant) = (1.0, true)
        if let similarity, let scale {
            let key = similarity.key(dot: Int(catalog.vectors.dots(similarity.query, at: [place.slot])[0]))
            probability *= scale.relevance(of: key)
            isRelevant = key >= scale.cut
        }
        if let colors {
            let nearness = Double(catalog.nearness(to: colors, at: [place.slot])[0])
            probability *= ColorCalibration.relevance(of: nearness)
            isRelevant = isRelevant && nearness >= ColorCalibration.cut
        }
        if let said {
            let said = said[place.slot] ?? 0
            probability *= mostSaid > 0 ? said / mostSaid : 0
            isRelevant = isRelevant && self.isRelevant(said: said)
        }
        return (probability, isRelevant)
    }

    /// Returns the parts of the score of one slot.
    func explanation(
        of slot: Int, score: Double, in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Explanation {
        let text = share * (said?[slot] ?? 0)
        let near = colors.map { share * Double(catalog.nearness(to: $0, at: [slot])[0]) } ?? 0
        var explanation = Explanation()
        if let similarity, let row = try snapshot.vector(at: slot) {
            var look = max(score - text - near, 0)
            if let kinship {
                let dot = Int(catalog.vectors.dots(similarity.query, at: [slot])[0])
                explanation.kind = max(look - kinship.lookPart(of: similarity.key(dot: dot), at: slot), 0)
                look -= explanation.kind
            }
            let kind = explanation.kind
            explanation = similarity.explanation(of: row, score: look)
            explanation.kind = kind
        }
        explanation.color += near
        explanation.text = text
        return explanation
    }
}

extension Notice {
    /// Creates the notice of a word that no item contains; the likeliest of the others is the suggestion.
    init(_ correction: WordMatches.Correction) {
        let others = correction.meant.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
        self.init(
            correction.isRelated ? .relatedWord : .correctedWord,
            "no item says `\(correction.word)`; searched for \(others)",
            suggestion: correction.meant.first)
    }
}
