internal import Essentials

/// The items whose pictures show what a text says, by the text tower of the store's model, beside those that say its words.
///
/// Items that say the words come first; the model orders them, and finds the rest: the relevance of a match as a share of
/// the best one, plus ``weight`` times the height of its picture, from 0 for the mean of the store to 1 for the picture
/// nearest to the text. Pictures of items that do not say the words count where they lie nearer to the text than to
/// everyday objects and scenes, one of them clearly (``TextBackground``). What the text may have been misspelled from
/// counts only where the model sees it as well.
///
/// Chosen with `Benchmarks/EndToEnd/Models/words.py`, where half of the items say their class: mAP .787 (Caltech-101) and
/// .735 (garments); words alone .545 and .620, the model alone .513 and .303, reciprocal ranks .787 and .722. Weights from .3 to .7 rank alike, 1.5 and more rank worse.
struct TextJoin {
    /// A text as the model describes it.
    struct Text: Hashable {
        var vector: [Int8]
        /// The odds that it says what a picture shows, by their cosine; nil for a model that does not tell.
        var odds: TextOdds?
        var background: TextBackground
    }

    private static let weight = 0.7
    /// The rows that tell how near a text comes to pictures by chance.
    private static let sample = 2048
    /// The least height of a picture, its least lead, and the lead that one of them has, before everyday objects. Names of
    /// other data sets then find something in 7 % of the searches of Caltech-101, and in none of garments.
    private static let (lowest, lead, convincing) = (0.5, 0.0, 1.0)
    /// The least lead of a picture that is shown as coming near, where nothing is found: among six, of Caltech-101 .26
    /// are right, of garments .39. Names of other data sets have some in 79 and 9 % of the searches.
    private static let nearLead = -0.5
    /// The most items that do not say the words.
    private static let most = 200

    private let text: Text
    private let mean: Double
    private let deviation: Double
    private let length: Double

    /// - Parameter scale: The stored value of 1 of the describer.
    init(
        _ text: Text, scale: Int, in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.text = text
        length = Double(scale) * Double(scale)
        (mean, deviation) = try Self.spread(text.vector, in: catalog, snapshot)
    }

    /// The pictures of items that do not say the words, as the model sees them.
    struct Pictures {
        /// The probability that they show what the text says, by slot, where the model tells.
        var probabilities: [Int: Double] = [:]
        /// Those that come near and do not count, best first.
        var near: [Ranking.Place] = []
    }

    /// Adds the items whose pictures show the text, and orders all.
    ///
    /// - Parameter slots: The items that count; nil for all.
    func join(
        _ found: inout WordMatches, among slots: Bitmap?, in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Pictures {
        let counted = if let slots { slots } else { try snapshot.live() }
        let nearest = try catalog.nearest(
            text.vector, count: Self.most + found.matches.count, among: counted, mode: .default, in: snapshot)
        let best = nearest.first.map { Double($0.dot) } ?? mean
        func height(_ dot: Int) -> Double { best > mean ? min(max((Double(dot) - mean) / (best - mean), 0), 1) : 0 }
        let rows = try catalog.described.rows(nearest.map(\.slot), in: snapshot)
        let leads = text.background.leads(of: text.vector, dots: nearest.map(\.dot), rows: rows)
        let isConvincing = leads.contains { $0 >= Self.convincing }
        let seen = zip(nearest, leads).filter { row, lead in
            isConvincing && lead >= Self.lead && height(row.dot) >= Self.lowest
        }.map(\.0)
        let seenSlots = Set(seen.map(\.slot))
        let isCorrected = found.corrections.contains { !$0.isRelated }
        let largest = found.matches.map(\.relevance).max() ?? 1
        let whole = 1 + Self.weight
        let dots = try catalog.dots(text.vector, at: found.matches.map(\.slot), in: snapshot)
        var matches: [WordMatch] = []
        for (match, dot) in zip(found.matches, dots) where !isCorrected || seenSlots.contains(match.slot) {
            let part = Self.weight * height(Int(dot))
            var joint = match
            joint.relevance = (match.relevance / largest + part) / whole
            joint.joined = (min(match.joined / largest, 1) + part) / whole
            joint.shown = min((match.shown * match.relevance / largest + part) / whole / joint.relevance, 1)
            matches.append(joint)
        }
        let known = Set(matches.map(\.slot))
        var pictures = Pictures()
        func note(_ row: VectorIndex.Row) {
            pictures.probabilities[row.slot] = text.odds?.probability(of: Double(row.dot) / length)
        }
        for row in seen.filter({ !known.contains($0.slot) }).prefix(Self.most) {
            matches.append(WordMatch(slot: row.slot, relevance: Self.weight * height(row.dot) / whole, shown: 1))
            note(row)
        }
        for (row, lead) in zip(nearest, leads)
        where lead >= Self.nearLead && height(row.dot) >= Self.lowest && !known.contains(row.slot) {
            // Fades out toward the least lead.
            let share = min((lead - Self.nearLead) / -Self.nearLead, 1)
            pictures.near.append(
                Ranking.Place(slot: row.slot, key: Self.weight * height(row.dot) * share / whole))
            note(row)
        }
        pictures.near.sort { $0.key != $1.key ? $0.key > $1.key : $0.slot < $1.slot }
        matches.sort { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.slot < $1.slot }
        found.replace(by: matches, sayingWords: known.count, isCorrected: isCorrected)
        return pictures
    }

    /// The mean and the deviation of the nearness of pictures to a vector.
    private static func spread(
        _ vector: [Int8], in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> (mean: Double, deviation: Double) {
        catalog.vectors.dots(vector, with: try catalog.sample(sample, in: snapshot)).spread
    }

    /// The vector of a picture and a text together. Each counts by how much the pictures of the store differ in it: a text
    /// is about as near to all of them.
    func sum(
        with picture: [Int8], in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int8] {
        let spread = try Self.spread(picture, in: catalog, snapshot).deviation
        guard spread > 0, deviation > 0 else { return picture }
        let sums = zip(picture, text.vector).map { Double($0) / spread + Double($1) / deviation }
        let norm = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard norm > 0 else { return picture }
        let factor = length.squareRoot() / norm
        return sums.map { Int8(max(-127, min(127, ($0 * factor).rounded()))) }
    }
}

extension WordMatches {
    /// Takes the matches of words and pictures together, and tells of the words what became of them.
    fileprivate mutating func replace(by matches: [WordMatch], sayingWords: Int, isCorrected: Bool) {
        self.matches = matches
        if isCorrected, sayingWords == 0 {
            unmet += corrections.filter { !$0.isRelated }.map(\.word)
            met.removeAll()
            corrections.removeAll { !$0.isRelated }
            corrected = nil
        }
        guard matches.count > sayingWords else { return }
        meant += unmet
        isSeen = true
        unmet = []
        needed = met.count
    }
}

extension [Int32] {
    /// The mean and the standard deviation; 0 for none.
    fileprivate var spread: (mean: Double, deviation: Double) {
        let mean = reduce(0.0) { $0 + Double($1) } / Double(Swift.max(count, 1))
        let squares = reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        return (mean, (squares / Double(Swift.max(count, 1))).squareRoot())
    }
}

extension SearchEngine {
    /// The words of a query as the text tower of the describer sees them; nil without words or without such a tower.
    ///
    /// - Throws: `service` where the model does not answer.
    func text(of query: SearchRequest.Query) throws(SearchError) -> TextJoin.Text? {
        guard let words = query.wantedText, query.kindWeight != 0,
            let describer = describer as? any TextDescriber, describer.describesTexts
        else { return nil }
        do throws(DescribeError) {
            return TextJoin.Text(
                vector: try describer.describe(text: words).vector, odds: describer.odds,
                background: try describer.background())
        } catch {
            if case .undescribable = error { return nil }
            throw .service("the words could not be described: \(error)")
        }
    }
}
