/// The items whose texts come near to what a query means, beside those that say its words.
///
/// If some item meets each word, those with the most of them are the hits. If no item meets a word, both are ordered
/// together: the relevance of a match, as a share of the best one, plus ``weight`` times its nearness, from 0 for the
/// median of the catalog to 1 for the nearest item. Of long queries, and of those with a word that neither the catalog
/// nor the table of vectors knows, items of a near meaning come below all others.
///
/// The weights were chosen on the queries in `Benchmarks/EndToEnd/Text/queries`, without those that are kept apart.
struct MeaningJoin {
    /// The words of a query, as the join needs them.
    struct Query {
        /// The words that count.
        let words: Int
        /// The numbers of the words with a vector.
        var numbers: [Int] = []
        /// True if each word is met by some item.
        var isMet = true
        /// True if neither the catalog nor the table has some word.
        var hasUnknown = false

        init(words: Int) { self.words = words }
    }

    let meanings: ItemMeanings
    /// Has a word that is not met, and one with a vector.
    let query: Query

    private static let weight = 0.7
    /// The words up to which both are ordered together.
    private static let listed = 4

    /// The least nearness of an item that meets none of the words, its least share of the largest nearness, and the most of
    /// such items.
    private typealias Bounds = (least: Float, share: Float, count: Int)
    private static let bounds: Bounds = (0.4, 0.8, 50)
    /// The most relevance of an item below all others, where the last of them has 1.
    private static let below = 0.5

    /// Returns the matches with the items of a near meaning, best first.
    ///
    /// - Parameters:
    ///   - matches: Those of the words, best first.
    ///   - slots: The items that count.
    func joined(_ matches: [WordMatch], among slots: Bitmap) -> [WordMatch] {
        let nearness = meanings.nearness(to: meanings.sum(query.numbers))
        guard let (median, best) = MeaningJoin.spread(nearness, slots), best > median else { return matches }
        let bounds = MeaningJoin.bounds
        let cut = max(bounds.least, bounds.share * best)
        let known = Set(matches.map(\.slot))
        var others: [(slot: Int, nearness: Float)] = []
        for slot in slots where slot < nearness.count && nearness[slot] >= cut && !known.contains(slot) {
            others.append((slot, nearness[slot]))
        }
        others.sort { $0.nearness != $1.nearness ? $0.nearness > $1.nearness : $0.slot < $1.slot }
        /// From 0 for the median to 1 for the nearest.
        func height(_ slot: Int) -> Double {
            slot < nearness.count ? Double(max(nearness[slot] - median, 0) / (best - median)) : 0
        }
        if query.hasUnknown || query.words > MeaningJoin.listed {
            let least = matches.map { min($0.relevance, $0.joined) }.min() ?? 1
            return matches
                + others.prefix(bounds.count).map {
                    WordMatch(slot: $0.slot, relevance: MeaningJoin.below * least * height($0.slot))
                }
        }
        let largest = matches.map(\.relevance).max() ?? 1
        let whole = 1 + MeaningJoin.weight
        var all = matches.map { match in
            var match = match
            let added = MeaningJoin.weight * height(match.slot)
            match.relevance = (match.relevance / largest + added) / whole
            match.joined = (min(match.joined / largest, 1) + added) / whole
            return match
        }
        all += others.prefix(bounds.count).map {
            WordMatch(slot: $0.slot, relevance: MeaningJoin.weight * height($0.slot) / whole)
        }
        return all.sorted { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.slot < $1.slot }
    }

    /// The median, to the next of 512 steps, and the largest nearness of the items that mean something; nil without one.
    private static func spread(_ nearness: [Float], _ slots: Bitmap) -> (median: Float, best: Float)? {
        var counts = [Int](repeating: 0, count: 513)
        var (total, best) = (0, -Float.infinity)
        for slot in slots where slot < nearness.count && nearness[slot] != 0 {
            counts[min(max(Int((nearness[slot] + 1) * 256), 0), 512)] += 1
            total += 1
            best = max(best, nearness[slot])
        }
        var seen = 0
        for (place, count) in counts.enumerated() {
            seen += count
            if total > 0, seen * 2 >= total { return (Float(place) / 256 - 1, best) }
        }
        return nil
    }
}
