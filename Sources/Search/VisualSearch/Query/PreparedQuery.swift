/// A query that was resolved in one state of the catalog: all that is needed to score any slot. A ranking reads it, and
/// changes nothing.
struct PreparedQuery {
    let catalog: InMemoryCatalog
    /// The slots of the items that were searched with; they are left out.
    private(set) var querySlots: [Int] = []
    private(set) var item: Item?
    private(set) var similarity: SimilarityScale?
    private var colors: ColorTarget?
    /// The text relevance by slot of the items that contain some of the words; nil for a query without words.
    private(set) var textScores: [Int: Double]?
    /// By slot, the share of it that comes from words that the picture shows and the text lacks.
    private var pictureShares: [Int: Double] = [:]
    /// The probability of the items that the model of the store found by its own odds, by slot.
    private var probabilities: [Int: Double] = [:]
    /// The pictures that come near to words alone and are no hits, best first, by a describer of texts.
    private(set) var nearPictures: [Ranking.Place] = []
    /// The classes that pictures of items without a text were found by.
    private var shownClasses: [PictureClasses.Weight] = []
    /// The similarity to the example as it is; ``similarity`` is moved toward the words beside it.
    private(set) var example: SimilarityScale?
    /// The words of the query with their corrections; nil without one.
    private(set) var corrected: String?
    /// Notices on the words of the query: those that were replaced, and those that hits do without.
    private(set) var wordNotices: [Notice] = []
    /// The scale that tells which similarities of the example count; nil without an example.
    private(set) var scale: Calibration.Scale?
    /// The votes for the types of the example, where the store has learned.
    private(set) var votes: TypeVotes?
    /// The part of the words in pictures in scores; nil where they do not count.
    var pictureText: PictureTextLikeness?
    /// The items nearest to the example by visual similarity, of all that are visible.
    private(set) var neighbors: [VectorIndex.Row] = []
    /// The largest of ``textScores``.
    private var bestTextScore = 0.0
    /// The items that hits shall not be like.
    private var unlike: UnlikeItems?
    private var copies: [Int] = []
    /// The slots that words with a minus and avoided colors leave out; nil without either.
    let excluded: Bitmap?
    /// The items of the product type that was asked for; nil for all items.
    let within: Bitmap?
    /// The rules that apply.
    let rules: ActiveRules

    /// `vector` describes the picture of the query, where it has one, and `said` its words, where the describer does;
    /// `slots` are the items whose words count, nil for all.
    init(
        _ query: SearchRequest.Query, vector: [Int8]?, _ examples: DescribedExamples, said: TextJoin?,
        parts: [VectorPart],
        relatedWords: RelatedWords, shownWords: ShownWords?, among slots: Bitmap?, rules: ActiveRules, within: Bitmap?,
        in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.catalog = catalog
        (self.rules, self.within) = (rules, within)
        var vectors = vector.map { [$0] } ?? []
        if case .item(let id) = query.example {
            guard let slot = try snapshot.slot(of: id) else { throw .itemNotFound(id: id) }
            querySlots = [slot]
            item = try snapshot.item(at: slot)
            vectors = try snapshot.vectors(of: id, at: slot, picture: query.picture)
        }
        let further = try FurtherExamples(query, examples, in: snapshot)
        querySlots += further.slots
        if query.example == nil { item = further.item }
        vectors = further.joined(with: vectors)
        excluded = try PreparedQuery.excluded(by: query, in: catalog, snapshot)
        unlike = try UnlikeItems(query, examples, in: snapshot)
        func scale(_ vectors: [[Int8]]) throws(SearchError) -> SimilarityScale? {
            let scales = try vectors.map { vector throws(SearchError) in
                try SimilarityScale(vector, parts: parts, colorWeight: query.colorWeight)
            }
            guard var first = scales.first else { return nil }
            first.others = Array(scales.dropFirst())
            return first
        }
        example = try scale(vectors)
        var targets = vectors
        if !query.colors.isEmpty { colors = ColorTarget(query.colors.map { ($0.color, $0.weight) }) }
        if let text = query.wantedText {
            for (index, vector) in vectors.enumerated() {
                if let said {
                    targets[index] = try said.sum(with: vector, in: catalog, snapshot)
                } else if let shownWords {
                    targets[index] = shownWords.moved(vector, toward: text)
                }
            }
            var found = try snapshot.wordMatches(
                text, relatedWords: relatedWords, among: slots, alternatives: query.alternatives,
                joinsMeanings: said == nil
            ) { word throws(SearchError) in try shownWords?.slots(showing: word, in: snapshot) ?? []
            }
            if let said {
                let pictures = try said.join(&found, among: slots, in: catalog, snapshot)
                probabilities = pictures.probabilities
                if example == nil, colors == nil { nearPictures = pictures.near }
            }
            corrected = found.corrected.map(query.minusWords.added)
            wordNotices = Notice.ofWords(found)
            let relevance = example == nil && colors == nil ? \WordMatch.relevance : \WordMatch.joined
            textScores = Dictionary(found.matches.map { ($0.slot, $0[keyPath: relevance]) }, uniquingKeysWith: max)
            bestTextScore = textScores?.values.max() ?? 0
            for match in found.matches where match.shown > 0 { pictureShares[match.slot] = match.shown }
        }
        if let unlike { targets = targets.map(unlike.moved) }
        similarity = try scale(targets)
    }

    /// Adds the items without a text whose pictures show what the words name, below all others.
    mutating func add(_ found: ClassMatches) {
        guard !found.matches.isEmpty, isTextOnly, let known = textScores else { return }
        let least = known.values.filter { $0 > 0 }.min()
        let ceiling = PreparedQuery.shownShare * (least ?? 1)
        for match in found.matches where known[match.slot] == nil && match.strength > 0 {
            textScores?[match.slot] = ceiling * match.strength
            pictureShares[match.slot] = 1
        }
        bestTextScore = textScores?.values.max() ?? 0
        shownClasses = found.weights
        let names = found.weights.prefix(3).map { "`\(PictureClasses.builtIn.names[$0.number])`" }
        if least == nil { wordNotices.removeAll { $0.kind == .correctedWord } }
        let seen = names.isEmpty ? "the color" : names.joined(separator: ", ")
        wordNotices.append(
            Notice(.relatedWord, "pictures without a text were found by what they seem to show: \(seen)"))
    }

    /// The most relevance of an item whose picture alone shows the words, as a share of the least of all others.
    private static let shownShare = 0.8

    /// Drops the notices of words that hits do without.
    mutating func forgetDroppedWords() { wordNotices.removeAll { $0.kind == .droppedWord } }

    /// Sets the votes for the types of the example.
    mutating func set(_ votes: TypeVotes?, neighbors: [VectorIndex.Row]) {
        self.votes = similarity.flatMap { votes?.comparing($0) } ?? votes
        // Their dot products are those of the example as it is.
        self.neighbors = unlike == nil ? neighbors : []
    }

    /// The same with the scale of its similarities, and the items from which that follows.
    ///
    /// - Parameter textCut: The least score of an item that is relevant for its words as well.
    func measured(
        by scale: Calibration.Scale, neighbors: [VectorIndex.Row], textCut: Double? = nil
    ) -> PreparedQuery {
        var measured = self
        (measured.scale, measured.neighbors) = (scale, neighbors)
        if let textCut { measured.pictureText?.cut = textCut }
        return measured
    }

    /// The slots that no answer has: the items that were searched with, those to be unlike, and what looks nearly the
    /// same as these.
    var leftOut: [Int] { querySlots + (unlike?.slots ?? []) + copies }

    /// Finds what looks nearly the same as the items to be unlike. Only in a read of the catalog.
    mutating func findCopies(in snapshot: borrowing Snapshot) throws(SearchError) {
        if let unlike { copies = try unlike.copies(in: catalog, among: try snapshot.live(), snapshot) }
    }

    var isExampleOnly: Bool { similarity != nil && colors == nil && textScores == nil }
    /// True for words alone, which find only items that contain one of them.
    var isTextOnly: Bool { similarity == nil && colors == nil }

    /// True where conditions alone are left of the query: every item that passes the filter fits it fully.
    var hasNoPart: Bool { isTextOnly && textScores == nil }

    /// The share of each part of the query in a score: all parts count the same.
    private var share: Double {
        1 / Double(max((similarity == nil ? 0 : 1) + (colors == nil ? 0 : 1) + (textScores == nil ? 0 : 1), 1))
    }

    /// Scores of slots, before they are brought into 0…1.
    ///
    /// - Parameter relevant: Items that are not relevant get `-infinity`.
    func keys(
        of slots: [Int], relevant: Bool = false, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        var keys = [Double](repeating: hasNoPart ? 1 : 0, count: slots.count)
        if let colors {
            for (index, nearness) in catalog.nearness(to: colors, at: slots).enumerated() {
                keys[index] += share * Double(nearness)
                if relevant, Double(nearness) < ColorCalibration.cut { keys[index] = -.infinity }
            }
        }
        if let textScores {
            for (index, slot) in slots.enumerated() {
                keys[index] += share * (textScores[slot] ?? 0)
                if relevant, !isRelevant(textScore: textScores[slot] ?? 0) { keys[index] = -.infinity }
            }
        }
        if similarity == nil, let unlike {
            for (index, left) in try unlike.shares(at: slots, in: catalog, snapshot).enumerated() {
                keys[index] *= left
            }
        }
        if let similarity {
            // Few are left where colors or words have to fit as well.
            let left = keys.indices.filter { keys[$0] > -.infinity }
            let looks = try lookKeys(of: left.map { slots[$0] }, similarity, in: snapshot)
            for (index, look) in zip(left, looks) {
                let key = pictureText?.key(look, at: slots[index]) ?? look
                if relevant, let scale, !isAlike(key, look, scale) {
                    keys[index] = -.infinity
                } else {
                    keys[index] = isExampleOnly ? key : keys[index] + share * min(max(key, 0), 1)
                }
            }
        }
        return keys
    }

    /// The similarities of slots to the example, with the votes for their types.
    private func lookKeys(
        of slots: [Int], _ similarity: SimilarityScale, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        let visual = try catalog.dots(to: similarity, at: slots, in: snapshot).map { similarity.key(dot: Int($0)) }
        return try votes?.keys(of: slots, visual: visual, in: snapshot) ?? visual
    }

    /// The similarities of slots to the example, with the votes for their types and the words in their pictures.
    func alikeKeys(
        of slots: [Int], _ similarity: SimilarityScale, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        let looks = try lookKeys(of: slots, similarity, in: snapshot)
        return pictureText.map { text in zip(looks, slots).map { text.key($0, at: $1) } } ?? looks
    }

    /// True for an item that is relevant for the example: by its look, or by look and words together.
    private func isAlike(_ key: Double, _ look: Double, _ scale: Calibration.Scale) -> Bool {
        look >= scale.cut || key >= pictureText?.cut ?? .infinity
    }

    /// ``isAlike(_:_:_:)`` of a place in the ranking of an example alone.
    func isAlike(
        _ place: Ranking.Place, _ scale: Calibration.Scale, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bool {
        guard let similarity, pictureText?.shares[place.slot] != nil, place.key >= scale.cut else {
            return place.key >= scale.cut
        }
        return isAlike(place.key, try lookKeys(of: [place.slot], similarity, in: snapshot)[0], scale)
    }

    /// The part of the words in pictures in the score of a slot.
    private func pictureTextPart(at slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> Double {
        guard let pictureText, pictureText.shares[slot] != nil, let similarity else { return 0 }
        let look = try lookKeys(of: [slot], similarity, in: snapshot)[0]
        return share * (min(max(pictureText.key(look, at: slot), 0), 1) - min(max(look, 0), 1))
    }

    /// Words alone find every item that contains one of them; beside another part they narrow the choice.
    private func isRelevant(textScore score: Double) -> Bool {
        isTextOnly ? score > 0 : score > 0 && score >= WordCalibration.share * bestTextScore
    }

    /// Returns the probability that an item is relevant, and whether it counts as such.
    func relevance(
        of place: Ranking.Place, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (probability: Double, isRelevant: Bool) {
        if let scale, isExampleOnly {
            return (scale.relevance(of: place.key), try isAlike(place, scale, in: snapshot))
        }
        var (probability, isRelevant) = (1.0, true)
        if let similarity, let scale {
            let look = try lookKeys(of: [place.slot], similarity, in: snapshot)[0]
            let key = pictureText?.key(look, at: place.slot) ?? look
            probability *= scale.relevance(of: key)
            isRelevant = isAlike(key, look, scale)
        }
        if let colors {
            let nearness = Double(catalog.nearness(to: colors, at: [place.slot])[0])
            probability *= ColorCalibration.relevance(of: nearness)
            isRelevant = isRelevant && nearness >= ColorCalibration.cut
        }
        if let textScores {
            let score = textScores[place.slot] ?? 0
            probability *= probabilities[place.slot] ?? (bestTextScore > 0 ? score / bestTextScore : 0)
            isRelevant = isRelevant && self.isRelevant(textScore: score)
        }
        return (probability, isRelevant)
    }

    /// False for an item so unlike the query that it is not worth showing, even where nothing else is found.
    func isNear(_ place: Ranking.Place, in snapshot: borrowing Snapshot) throws(SearchError) -> Bool {
        if let similarity, let scale {
            let key =
                isExampleOnly ? place.key : try alikeKeys(of: [place.slot], similarity, in: snapshot)[0]
            if key < scale.least { return false }
        }
        guard let colors else { return true }
        return Double(catalog.nearness(to: colors, at: [place.slot])[0]) >= ColorCalibration.least
    }

    /// The class of the query that a picture has most evidence of; nil where it was not found by classes.
    private func shownClass(of vector: [Int8]) -> String? {
        let classes = PictureClasses.builtIn
        let best = shownClasses.prefix(16).map { entry in
            (entry.number, entry.weight * max(classes.evidence(of: vector, for: entry.number), 0))
        }.max { $0.1 < $1.1 }
        return best.map { classes.names[$0.0] }
    }

    /// The picture of an item that agrees best with the query: by similarity, and without an example by color.
    ///
    /// - Returns: Its slot, and what a hit tells of it: nothing for an item with one picture, or where none was compared.
    func picture(
        of item: Item, at slot: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (slot: Int, told: HitPicture?) {
        guard let pictures = catalog.pictures, similarity != nil || colors != nil else { return (slot, nil) }
        let further = try snapshot.furtherPictures(of: slot)
        if further.isEmpty { return (slot, nil) }
        let all = [slot] + further.map(\.slot)
        var keys: [Double] = []
        if let similarity {
            let dots = try catalog.dotsOfPictures(to: similarity, at: all, in: snapshot)
            keys = pictures.counted(dots, at: all).map(Double.init)
        } else if let colors {
            keys = catalog.nearnessOfPictures(to: colors, at: all).map(Double.init)
        }
        // The first of equal ones.
        let best = keys.indices.reduce(0) { keys[$1] > keys[$0] ? $1 : $0 }
        guard best > 0 else { return (slot, HitPicture(number: 1, role: .front, source: item.source)) }
        let head = further[best - 1]
        return (head.slot, HitPicture(number: head.ordinal, role: head.told.role, source: head.source))
    }

    /// Returns the parts of the score of one slot, `picture` being that of its picture that agrees best.
    func explanation(
        of slot: Int, showing picture: Int, score: Double, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Explanation {
        let left = similarity == nil ? try unlike?.shares(at: [slot], in: catalog, snapshot)[0] ?? 1 : 1
        let text = left * share * (textScores?[slot] ?? 0)
        let near = colors.map { left * share * Double(catalog.nearness(to: $0, at: [slot])[0]) } ?? 0
        var explanation = Explanation()
        var read = 0.0
        if let similarity, let row = try snapshot.vector(at: picture) {
            let similarity = similarity.nearest(to: row)
            var alike = max(score - text - near, 0)
            read = min(try pictureTextPart(at: slot, in: snapshot), alike)
            alike -= read
            let kind = min(try share * (votes?.part(at: slot, in: snapshot) ?? 0), alike)
            explanation = similarity.explanation(of: row, score: alike - kind)
            explanation.kind = kind
        }
        explanation.color += near
        explanation.shown = text * (pictureShares[slot] ?? 0)
        explanation.text = text - explanation.shown + read
        if explanation.shown > 0, let vector = try snapshot.vector(at: slot) {
            explanation.shownClass = shownClass(of: vector)
        }
        return explanation
    }
}

extension Notice {
    /// The notices of words that were replaced, and of those that the matches do without.
    fileprivate static func ofWords(_ found: WordMatches) -> [Notice] {
        var notices = found.corrections.map(Notice.init)
        guard !found.matches.isEmpty else { return notices }
        func listed(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
        if !found.meant.isEmpty {
            let instead = found.isSeen ? "found by what pictures show" : "searched for what comes near in meaning"
            notices.append(Notice(.relatedWord, "no item says \(listed(found.meant)); \(instead)"))
        }
        if !found.unmet.isEmpty { notices.append(Notice(.droppedWord, "no item says \(listed(found.unmet))")) }
        if found.needed < found.met.count {
            notices.append(
                Notice(
                    .droppedWord,
                    "no item says all of \(listed(found.met)); those shown say \(found.needed) of \(found.met.count)"))
        }
        return notices
    }

    /// Creates the notice of a word that no item contains; the likeliest of the others is the suggestion.
    private init(_ correction: WordMatches.Correction) {
        let others = correction.meant.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
        self.init(
            correction.isRelated ? .relatedWord : .correctedWord,
            "no item says `\(correction.word)`; searched for \(others)",
            suggestion: correction.meant.first)
    }
}
