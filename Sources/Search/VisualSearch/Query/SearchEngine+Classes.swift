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
    /// A picture shows what is named with an evidence of `least`, in deviations of the pictures that the classes were
    /// learned from, if it stands out of the items without a text by so many of their deviations; and with that of
    /// `certain` in any store. Chosen on Caltech-101 and garments (`Benchmarks/EndToEnd/Text/album.py`). A higher `least` is
    /// silent for more names of things that no picture shows, and for more that some do.
    private static let (leastEvidence, standout, certain) = (Float(2), Float(2), Float(2.5))
    /// How much the nearness of a color counts beside the evidence.
    private static let colorWeight: Float = 3
    /// The pictures that the evidence in a store is measured on.
    private static let sampled = 2_000
    /// The fewest of them that tell something.
    private static let leastSample = 16

    /// The classes for the pictures of this store; nil where another describer made its vectors, and where the meanings of
    /// words are not used.
    var pictureClasses: PictureClasses? {
        guard relatedWords.vectors != nil, describer is BuiltInDescriber else { return nil }
        return PictureClasses.builtIn.identity == describer.identity ? .builtIn : nil
    }

    /// True if the text names a color, so that finding pictures that show it takes their palettes.
    func namesColor(_ text: String?) -> Bool {
        guard let text, pictureClasses != nil else { return false }
        return QueryWords(text).words.contains { ColorNames.color(of: $0.text) != nil }
    }

    /// Returns the items without a text whose pictures show what a text names.
    func classMatches(of text: String, in snapshot: borrowing Snapshot) throws(SearchError) -> ClassMatches {
        guard let classes = pictureClasses, let query = ClassQuery(text, classes) else { return ClassMatches() }
        var silent = try store.words.silent(in: snapshot)
        silent.formIntersection(try snapshot.live())
        guard silent.count > 0 else { return ClassMatches() }
        var found: [(slot: Int, evidence: Float)]
        if query.weights.isEmpty {
            found = silent.slots.map { ($0, 0) }
        } else {
            found = try evidence(of: query, classes, among: silent, in: snapshot)
        }
        if let color = query.color {
            let nearness = catalog.nearness(to: ColorTarget([(color, 1)]), at: found.map(\.slot))
            found = zip(found, nearness).filter { Double($1) >= ColorCalibration.cut }.map {
                ($0.slot, $0.evidence + SearchEngine.colorWeight * $1)
            }
        }
        found.sort { $0.evidence != $1.evidence ? $0.evidence > $1.evidence : $0.slot < $1.slot }
        guard let best = found.first?.evidence, best > 0 else { return ClassMatches() }
        let matches = found.prefix(SearchRequest.window).map {
            ClassMatches.Match(slot: $0.slot, strength: Double(max($0.evidence, 0) / best))
        }
        return ClassMatches(matches: matches, weights: query.weights)
    }

    /// The items that stand out, with their evidence.
    private func evidence(
        of query: ClassQuery, _ classes: PictureClasses, among slots: Bitmap, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [(slot: Int, evidence: Float)] {
        let (direction, offset) = classes.direction(of: query.weights)
        guard let vector = WordSpace.unit(direction) else { return [] }
        let length = direction.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let evidence = { (dot: Int) in Float(dot) / 127 * length + offset }
        let all = slots.slots
        let step = max(all.count / SearchEngine.sampled, 1)
        let sample = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let values = try catalog.dots(vector, at: sample, in: snapshot).map { evidence(Int($0)) }
        var cut = SearchEngine.leastEvidence
        if values.count >= SearchEngine.leastSample {
            let mean = values.reduce(0, +) / Float(values.count)
            let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)
            cut = max(cut, min(mean + SearchEngine.standout * variance.squareRoot(), SearchEngine.certain))
        }
        let rows = try catalog.nearest(
            vector, count: SearchRequest.window, among: slots, mode: .exact, in: snapshot)
        return rows.map { ($0.slot, evidence(Int($0.dot))) }.filter { $0.1 >= cut }
    }
}
