/// The items and pictures beside the first example of a query that hits are to resemble.
///
/// Several examples are searched for by the mean of their vectors, as long as these are. What they share counts in full and
/// what only one of them shows counts less; the score is the similarity to that mean. Chosen with
/// `Benchmarks/EndToEnd/Examples/rules.py` on the four sets of `retrieval`: for two pictures of a class mAP .669, for three
/// .692; by the largest of their scores .623 and .629, by reciprocal ranks .653 and .672, by the first alone .578 and .570.
/// A mean whose parts keep their lengths loses .005. For two pictures of different classes the largest score is better:
/// .597 in place of .564.
struct FurtherExamples {
    /// The slots of the items among them, which the answer leaves out.
    private(set) var slots: [Int] = []
    /// The first item among them.
    private(set) var item: Item?
    private var vectors: [(pictures: [[Int8]], weight: Double)] = []

    /// - Throws: `itemNotFound` for the first id that no item has.
    init(
        _ query: SearchRequest.Query, _ described: DescribedExamples, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        for (place, each) in query.examples.enumerated() where each.weight > 0 {
            switch each.example {
            case .item(let id):
                guard let slot = try snapshot.slot(of: id) else { throw .itemNotFound(id: id) }
                slots.append(slot)
                if item == nil { item = try snapshot.item(at: slot) }
                vectors.append((try snapshot.vectors(of: id, at: slot, picture: nil), each.weight))
            case .image: if let picture = described.pictures[place] { vectors.append(([picture.vector], each.weight)) }
            }
        }
    }

    /// The vectors of the first example, or the mean of it and of these. The pictures of an item share its weight.
    func joined(with first: [[Int8]]) -> [[Int8]] {
        if vectors.isEmpty { return first }
        let all = (first.isEmpty ? [] : [(pictures: first, weight: 1)]) + vectors
        return FurtherExamples.mean(of: all).map { [$0] } ?? []
    }

    /// The weighted mean, as long as the vectors are on average; nil where there is no vector.
    private static func mean(of examples: [(pictures: [[Int8]], weight: Double)]) -> [Int8]? {
        guard let count = examples.lazy.compactMap(\.pictures.first?.count).first else { return nil }
        var sums = [Double](repeating: 0, count: count)
        var (lengths, weights) = (0.0, 0.0)
        for example in examples {
            let weight = example.weight / Double(max(example.pictures.count, 1))
            for vector in example.pictures {
                for index in sums.indices { sums[index] += weight * Double(vector[index]) }
                lengths += weight * vector.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
                weights += weight
            }
        }
        let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        // Opposite pictures have nothing in common.
        guard length > 0, weights > 0 else { return [Int8](repeating: 0, count: count) }
        let scale = lengths / weights / length
        return sums.map { Int8(min(max(($0 * scale).rounded(), -127), 127)) }
    }
}
