/// Items without any text whose pictures show what a query names, most evidence first.
struct ClassMatches: Sendable {
    struct Match: Hashable, Sendable {
        var slot: Int
        /// 0…1: the evidence, as a share of the largest.
        var strength: Double
    }

    var matches: [Match] = []
    /// The classes that the query stands for, most weight first.
    var weights: [PictureClasses.Weight] = []
}

extension SearchEngine {
    /// The evidence that pictures must have, in deviations of those that the classes were learned from. Chosen on
    /// Caltech-101 and garments, each class also searched for where its own pictures had been taken out
    /// (`Benchmarks/EndToEnd/Text/album.py`).
    ///
    /// Every hit has an evidence of `least` and a `share` of the evidence for any rival. None is a hit unless one has
    /// an evidence of `convincing`, and no rival has more: somewhere the object must be what is seen first.
    private static let (least, share, convincing) = (Float(2), Float(0.8), Float(2.5))
    /// The most that a lead over the rivals multiplies evidence by, and the least of the product as a share of the best hit's:
    /// a picture below that shows another object. Chosen with `Benchmarks/EndToEnd/Text/kinds.py`.
    private static let (lead, cut) = (Float(1.3), Float(0.45))
    /// The weight of the nearness of a color beside the evidence.
    private static let colorWeight: Float = 3
    /// The classes for the pictures of this store; nil where another describer made its vectors, and where the meanings of
    /// words are not used.
    var pictureClasses: PictureClasses? {
        guard relatedWords.vectors != nil, let first = describer.builtIn else { return nil }
        return PictureClasses.builtIn.identity == first.identity ? .builtIn : nil
    }

    /// True if the text names a color, so that finding pictures that show it takes their palettes.
    func namesColor(_ text: String?) -> Bool {
        guard let text, QueryWords(text).words.contains(where: { ColorNames.color(of: $0.text) != nil }) else {
            return false
        }
        // Last, since the classes are read the first time.
        return pictureClasses != nil
    }

    /// Returns the items without a text whose pictures show what a text names.
    ///
    /// - Parameter count: The pictures that are looked at, those with the most evidence first.
    func classMatches(
        of text: String, count: Int = SearchRequest.window, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> ClassMatches {
        guard let classes = pictureClasses else { return ClassMatches() }
        var silent = try store.words.silent(in: snapshot)
        silent.formIntersection(try snapshot.live())
        // First, since most catalogs have none, and the meaning of a text costs more than to see that.
        guard silent.count > 0, let query = ClassQuery(text, classes) else { return ClassMatches() }
        var found: [Seen]
        if query.weights.isEmpty {
            found = silent.slots.map { Seen(slot: $0, evidence: 0, isConvincing: true) }
        } else {
            found = try showing(query, classes, count: count, among: silent, in: snapshot)
        }
        if let color = query.color {
            let nearness = catalog.nearness(to: ColorTarget([(color, 1)]), at: found.map(\.slot))
            found = zip(found, nearness).filter { Double($1) >= ColorCalibration.cut }.map { seen, nearness in
                var seen = seen
                seen.evidence += SearchEngine.colorWeight * nearness
                return seen
            }
        }
        guard found.contains(where: \.isConvincing) else { return ClassMatches() }
        found.sort { $0.evidence != $1.evidence ? $0.evidence > $1.evidence : $0.slot < $1.slot }
        guard let best = found.first?.evidence, best > 0 else { return ClassMatches() }
        if !query.weights.isEmpty { found.removeAll { $0.evidence < Self.cut * best } }
        let matches = found.prefix(SearchRequest.window).map {
            ClassMatches.Match(slot: $0.slot, strength: Double(max($0.evidence, 0) / best))
        }
        return ClassMatches(matches: matches, weights: query.weights)
    }

    /// An item with the evidence of its picture for a query.
    private struct Seen {
        var slot: Int
        /// Times its lead over the rivals, and with the nearness of a color.
        var evidence: Float
        var isConvincing: Bool
    }

    /// The items whose pictures show what a query stands for, with their evidence.
    private func showing(
        _ query: ClassQuery, _ classes: PictureClasses, count: Int, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Seen] {
        let (direction, offset) = classes.direction(of: query.weights)
        guard var vector = WordSpace.unit(direction) else { return [] }
        // Classes know the built-in values, with which the vectors of the store begin.
        vector += repeatElement(0, count: describer.dimensions - vector.count)
        let length = direction.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let nearest = try catalog.nearest(vector, count: count, among: slots, mode: .exact, in: snapshot)
        let rows = try catalog.described.rows(nearest.map(\.slot), in: snapshot)
        return zip(nearest, rows).compactMap { place, row in
            guard let row else { return nil }
            let joint = Float(place.dot) / 127 * length + offset
            let seen = classes.view(of: row, query.shown, rivals: query.rivals, joint: joint)
            guard seen.evidence >= Self.least, seen.share >= Self.share else { return nil }
            return Seen(
                slot: place.slot, evidence: seen.evidence * min(seen.share, Self.lead),
                isConvincing: seen.evidence >= Self.convincing && seen.share >= 1)
        }
    }
}
