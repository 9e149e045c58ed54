internal import Imaging
internal import SearchAPI

/// A query that was looked up in one state of the catalogue: what it takes to score any slot.
struct PreparedQuery {
    /// The slot of the item that was searched with; it is left out.
    private(set) var ownSlot: Int?
    private(set) var item: Item?
    private(set) var look: LookScale?
    private var colors: ColorTarget?
    /// How well the items that say some of the words say them.
    private(set) var relevance: [Int: Double]?
    /// How words were understood that no item says.
    private(set) var corrections: [WordMatches.Correction] = []

    /// `vector` describes the picture of the query, where it has one.
    init(
        _ query: SearchRequest.Query, vector: [Int8]?, parts: [VectorPart], in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var vector = vector
        if case .item(let id) = query.look {
            guard let slot = try snapshot.slot(of: id) else { throw .itemNotFound(id: id) }
            ownSlot = slot
            item = try snapshot.item(at: slot)
            vector = try snapshot.vector(at: slot)
        }
        if let vector { look = try LookScale(vector, parts: parts, colorWeight: query.colorWeight) }
        if !query.colors.isEmpty { colors = ColorTarget(query.colors.map { ($0.color, $0.weight) }) }
        if let text = query.text, text.contains(where: { !$0.isWhitespace }) {
            let found = try snapshot.saying(text)
            corrections = found.corrections
            relevance = Dictionary(found.matches.map { ($0.slot, $0.relevance) }, uniquingKeysWith: max)
        }
    }

    var isLookOnly: Bool { look != nil && colors == nil && relevance == nil }
    /// Only items that say something are found.
    var isTextOnly: Bool { look == nil && colors == nil }

    /// What each part of the query counts in a score: they count alike.
    private var share: Double {
        1 / Double((look == nil ? 0 : 1) + (colors == nil ? 0 : 1) + (relevance == nil ? 0 : 1))
    }

    /// Scores of slots, before they are brought into 0…1.
    func keys(of slots: [Int], in catalogue: LoadedCatalogue) -> [Double] {
        var keys = [Double](repeating: 0, count: slots.count)
        if let look {
            for (index, dot) in catalogue.vectors.dots(look.query, at: slots).enumerated() {
                let key = look.key(dot: Int(dot))
                keys[index] = isLookOnly ? key : share * min(max(key, 0), 1)
            }
        }
        if let colors {
            for (index, nearness) in catalogue.nearness(to: colors, at: slots).enumerated() {
                keys[index] += share * Double(nearness)
            }
        }
        if let relevance {
            for (index, slot) in slots.enumerated() { keys[index] += share * (relevance[slot] ?? 0) }
        }
        return keys
    }

    /// Where the score of one slot came from.
    func explanation(
        of slot: Int, score: Double, in catalogue: LoadedCatalogue, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Explanation {
        let text = share * (relevance?[slot] ?? 0)
        let near = colors.map { share * Double(catalogue.nearness(to: $0, at: [slot])[0]) } ?? 0
        var explanation = Explanation()
        if let look, let row = try snapshot.vector(at: slot) {
            explanation = look.explanation(of: row, score: max(score - text - near, 0))
        }
        explanation.color += near
        explanation.text = text
        return explanation
    }
}

extension Notice {
    /// How a word was understood that no item says; the likeliest of others is the suggestion.
    init(_ correction: WordMatches.Correction) {
        let others = correction.meant.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
        self.init(
            .correctedWord, "no item says `\(correction.word)`; searched for \(others)",
            suggestion: correction.meant.first)
    }
}
