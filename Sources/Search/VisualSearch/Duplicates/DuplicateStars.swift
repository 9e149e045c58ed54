/// Groups around pictures that are kept: each member was compared with its center, so that a chain of small differences
/// never joins two pictures that differ.
struct DuplicateStars {
    struct Star {
        let center: Int
        /// In the order in which they would be kept.
        let others: [Candidate]
    }

    /// The place of each content in the order of keeping, the best first.
    private let rank: [Int: Int]
    private(set) var isTaken: Set<Int> = []
    private(set) var stars: [Star] = []

    /// - Parameter order: Contents, the best first.
    init(order: [Int]) {
        rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    }

    /// True where the content could join the group of a center: it is worse and in no group yet.
    func canTake(_ content: Int, _ center: Int) -> Bool {
        guard let contentRank = rank[content], let centerRank = rank[center] else { return false }
        return contentRank > centerRank && !isTaken.contains(content)
    }

    /// Adds what was found the same as a center. Centers come in their order: the best picture without a group takes all
    /// that it can, and so on.
    mutating func add(_ center: Int, _ found: [Candidate]) {
        if isTaken.contains(center) { return }
        var others: [Candidate] = []
        for other in found where canTake(other.content, center) {
            // A symmetric picture fits in several positions: the least turned one tells most.
            if let known = others.firstIndex(where: { $0.content == other.content }) {
                if other.turn.rawValue < others[known].turn.rawValue { others[known] = other }
            } else {
                others.append(other)
            }
        }
        if others.isEmpty { return }
        isTaken.insert(center)
        isTaken.formUnion(others.map(\.content))
        others.sort { (rank[$0.content] ?? 0) < (rank[$1.content] ?? 0) }
        stars.append(Star(center: center, others: others))
    }
}
