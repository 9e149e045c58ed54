/// The items that hits shall not be like: they leave the answer with those that look nearly the same, and what resembles
/// them less comes later.
///
/// Beside an example its vector moves away from them, as in relevance feedback (Rocchio, "Relevance feedback in
/// information retrieval", 1971). Without one the scores of words and colors fade with the likeness.
struct UnlikeItems {
    /// The length of the step away from the items, as a share of that of the example, and the share of a score that a
    /// likeness of 1 takes. In the drawn catalog, after the first hit of another color was marked, the share of its color
    /// among the next 24 fell from 7.7 % to 2.4 %, and that of the color of the query rose from 20 % to 26 %. Three
    /// quarters win little more, and the hits resemble the query less: 0.38 in place of 0.41, of 0.44 without.
    private static let weight = 0.5

    /// The likeness from which on an item leaves with the marked one. In the drawn catalog 14 of 26 second pictures of a
    /// product reach it, and of 271 pairs of different products of one category, 10.
    static let copy = 0.75
    /// The items that leave with one item at most.
    static let reach = 256

    /// The slots of the items.
    let slots: [Int]
    private let vectors: [[Int8]]
    let likeness: [SimilarityScale]

    /// - Throws: `itemNotFound` for the first id that no item has.
    init?(_ ids: [String], in snapshot: borrowing Snapshot) throws(SearchError) {
        if ids.isEmpty { return nil }
        var slots: [Int] = []
        var vectors: [[Int8]] = []
        for id in ids {
            guard let slot = try snapshot.slot(of: id), let vector = try snapshot.vector(at: slot) else {
                throw .itemNotFound(id: id)
            }
            slots.append(slot)
            vectors.append(vector)
        }
        (self.slots, self.vectors) = (slots, vectors)
        likeness = try vectors.map { vector throws(SearchError) in try SimilarityScale(vector, parts: []) }
    }

    /// The slots of items that look nearly the same as one of these.
    func copies(
        in catalog: InMemoryCatalog, among all: Bitmap, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        if let rows = try catalog.copies.rows(in: snapshot) {
            return try copies(by: rows, in: catalog, among: all, snapshot)
        }
        var slots: [Int] = []
        for scale in likeness { slots += try copies(by: scale, in: catalog, among: all, snapshot) }
        return slots
    }

    /// Moves a vector away from the mean of the items. It keeps its length.
    func moved(_ vector: [Int8]) -> [Int8] {
        let sums = vector.indices.map { index in vectors.reduce(0) { $0 + Double($1[index]) } }
        let whole = UnlikeItems.length(vector.map(Double.init))
        let step = UnlikeItems.weight * whole / max(UnlikeItems.length(sums), .leastNormalMagnitude)
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
        for scale in likeness {
            for (index, dot) in try catalog.dots(scale.query, at: slots, in: snapshot).enumerated() {
                largest[index] = max(largest[index], min(scale.key(dot: Int(dot)), 1))
            }
        }
        return largest.map { 1 - UnlikeItems.weight * $0 }
    }

    private static func length(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
}
