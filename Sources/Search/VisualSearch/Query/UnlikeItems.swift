/// The items and pictures that hits shall not be like: items leave the answer, with what looks nearly the same as one of
/// these, and what resembles them more comes later.
///
/// Beside an example its vector moves away from their mean, as in relevance feedback (Rocchio, "Relevance feedback in
/// information retrieval", 1971). Without one the scores of words and colors fade with the likeness.
struct UnlikeItems {
    /// The length of the step away from the mean, as a share of that of the example, for a weight of -1. Chosen with
    /// `Benchmarks/EndToEnd/Examples/rules.py` on the four sets of `retrieval`, from which these figures are as well. The
    /// first hit of another class is marked: the mAP rises from .630 to .651, with two examples from .698 to .715, and of the
    /// ten best hits 4.2 and 4.4 % are of the marked class in place of 10.0 and 8.8 %. A step of 0.25 has .651 and .721,
    /// with 5.6 and 5.4 %; one of 0.5 has .639 and .690, and 3 %.
    private static let step = 0.35
    /// The share of a score that a likeness of 1 takes for a weight of -1.
    private static let fading = 0.5

    /// The likeness from which on an item leaves with the marked one. In the drawn catalog 14 of 26 second pictures of a
    /// product reach it, and of 271 pairs of different products of one category, 10.
    static let copy = 0.75
    /// The items that leave with one item at most.
    static let reach = 256

    /// An item or a picture.
    struct Counterexample {
        /// Nil for a picture.
        var slot: Int?
        /// The vectors of its pictures, the first one first.
        var pictures: [[Int8]]
        /// Compares with each of them.
        var likeness: [SimilarityScale]
        /// Describes a picture by the built-in describer, where the store has such vectors beside its own.
        var builtIn: [Int8]?
        /// 0…1.
        var weight: Double

        init(slot: Int? = nil, _ pictures: [[Int8]], builtIn: [Int8]? = nil, weight: Double) throws(SearchError) {
            (self.slot, self.pictures, self.builtIn, self.weight) = (slot, pictures, builtIn, -weight)
            likeness = try pictures.map { vector throws(SearchError) in try SimilarityScale(vector, parts: []) }
        }
    }

    let all: [Counterexample]
    /// The slots of the items.
    var slots: [Int] { all.compactMap(\.slot) }

    /// - Throws: `itemNotFound` for the first id that no item has.
    init?(
        _ query: SearchRequest.Query, _ described: DescribedExamples, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        var all: [Counterexample] = []
        func add(_ id: String, weight: Double) throws(SearchError) {
            guard let slot = try snapshot.slot(of: id) else { throw .itemNotFound(id: id) }
            let pictures = try snapshot.vectors(of: id, at: slot, picture: nil)
            guard !pictures.isEmpty else { throw .itemNotFound(id: id) }
            all.append(try Counterexample(slot: slot, pictures, weight: weight))
        }
        for (place, each) in query.examples.enumerated() where each.weight < 0 {
            if case .item(let id) = each.example { try add(id, weight: each.weight) }
            guard let picture = described.pictures[place] else { continue }
            all.append(try Counterexample([picture.vector], builtIn: picture.builtIn, weight: each.weight))
        }
        for id in query.unlike { try add(id, weight: -1) }
        if all.isEmpty { return nil }
        self.all = all
    }

    /// The slots of items that look nearly the same as the first picture of one of these.
    func copies(
        in catalog: InMemoryCatalog, among slots: Bitmap, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        if let rows = try catalog.copies.rows(in: snapshot) {
            return try copies(by: rows, in: catalog, among: slots, snapshot)
        }
        var found: [Int] = []
        for each in all { found += try copies(by: each.likeness[0], in: catalog, among: slots, snapshot) }
        return found
    }

    /// Moves a vector away from the mean of these. It keeps its length.
    func moved(_ vector: [Int8]) -> [Int8] {
        var sums = [Double](repeating: 0, count: vector.count)
        for each in all {
            let weight = each.weight / Double(each.pictures.count)
            for picture in each.pictures {
                for index in sums.indices { sums[index] += weight * Double(picture[index]) }
            }
        }
        let whole = UnlikeItems.length(vector.map(Double.init))
        let share = UnlikeItems.step * (all.map(\.weight).max() ?? 1)
        let step = share * whole / max(UnlikeItems.length(sums), .leastNormalMagnitude)
        let moved = zip(vector, sums).map { Double($0) - step * $1 }
        let scale = whole / UnlikeItems.length(moved)
        guard step.isFinite, scale.isFinite else { return vector }
        return moved.map { Int8(min(max(($0 * scale).rounded(), -127), 127)) }
    }

    /// The shares of the scores of slots that are left.
    func shares(
        at slots: [Int], in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Double] {
        var largest = [Double](repeating: 0, count: slots.count)
        for each in all {
            for scale in each.likeness {
                for (index, dot) in try catalog.dots(scale.query, at: slots, in: snapshot).enumerated() {
                    largest[index] = max(largest[index], each.weight * min(scale.key(dot: Int(dot)), 1))
                }
            }
        }
        return largest.map { 1 - UnlikeItems.fading * $0 }
    }

    private static func length(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
}
