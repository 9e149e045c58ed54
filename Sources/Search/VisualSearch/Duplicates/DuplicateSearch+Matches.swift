extension DuplicateSearch {
    /// Centers that are compared with their candidates at the same time; what one of them takes, a later one of the same
    /// run was compared with in vain.
    private static var runOfCenters: Int { 256 }

    /// The result of the comparisons with one picture.
    struct Compared: Sendable {
        var same: [Candidate] = []
        /// Pictures that look the same in small and are not.
        var near: [Candidate] = []
        /// Files that can no longer be decoded.
        var failures: [Int: ImageError] = [:]
    }

    /// The groups of the same picture. Only pictures that are in no group yet are compared, so that the comparisons grow
    /// with the number of pictures, also where all of them are copies of one.
    mutating func pictureStars(
        _ order: [Int], _ contents: [Content], _ candidates: [[Candidate]], _ index: VectorIndex,
        _ miniatures: MiniatureCache<File>
    ) throws(SearchError) -> (stars: [DuplicateStars.Star], near: [Int: [Candidate]]) {
        var stars = DuplicateStars(order: order)
        var near: [Int: [Candidate]] = [:]
        var failed: [Int: ImageError] = [:]
        for from in stride(from: 0, to: order.count, by: Self.runOfCenters) {
            let (before, search) = (stars, self)
            let to = min(from + Self.runOfCenters, order.count)
            let centers = order[from..<to].filter { !before.isTaken.contains($0) }
            try each(centers, .pairs, after: from, of: order.count) { center in
                search.matches(of: center, candidates[center], before, contents, index, miniatures)
            } deliver: { center, compared in
                if !stars.isTaken.contains(center), !compared.near.isEmpty { near[center] = compared.near }
                stars.add(center, compared.same)
                failed.merge(compared.failures) { first, _ in first }
            }
        }
        failures.merge(failed) { first, _ in first }
        return (stars.stars, near)
    }

    /// The candidates that are the same picture. Where at least half of many are, the index is asked for more: the picture
    /// may be there a thousand times.
    private func matches(
        of center: Int, _ candidates: [Candidate], _ stars: DuplicateStars, _ contents: [Content],
        _ index: VectorIndex, _ miniatures: MiniatureCache<File>
    ) -> Compared {
        var compared = Compared()
        var comparison = Comparison(center: center, contents: contents, search: self, miniatures: miniatures)
        comparison.add(candidates.filter { stars.canTake($0.content, center) }, to: &compared)
        var (count, tried) = (candidates.count, Set(candidates.map(\.content)))
        while count >= CandidateLimits.count, 2 * compared.same.count >= count, count < index.count,
            let vector = index.row(center)
        {
            count *= 2
            let more = Self.near(vector, in: index, from: CandidateLimits.floor, limit: count)
                .filter { $0.slot != center && tried.insert($0.slot).inserted }
            if more.isEmpty { break }
            comparison.add(
                more.filter { stars.canTake($0.slot, center) }
                    .map { Candidate(content: $0.slot, turn: .upright, score: $0.score) }, to: &compared)
        }
        compared.failures = comparison.failures
        return compared
    }

    /// The groups of pictures that look alike, without those that were found to be copies: the ones that nearly passed for
    /// copies, and on request those with a similar description.
    func alikeStars(
        _ order: [Int], _ candidates: [[Candidate]], _ near: [Int: [Candidate]], without copies: Set<Int>
    ) -> DuplicateStars {
        var stars = DuplicateStars(order: order)
        for center in order where !copies.contains(center) {
            var alike = near[center] ?? []
            if let least = finder.leastSimilarity {
                let known = Set(alike.map(\.content))
                alike += candidates[center]
                    .filter { $0.score >= Float(least) && $0.turn == .upright && !known.contains($0.content) }
                    .map { candidate in
                        var candidate = candidate
                        candidate.obstacle = .alike
                        return candidate
                    }
            }
            stars.add(center, alike.filter { !copies.contains($0.content) })
        }
        return stars
    }

    /// A star as a group of files.
    func group(
        of star: DuplicateStars.Star, _ kind: DuplicateGroup.Kind, _ contents: [Content],
        _ miniatures: MiniatureCache<File>
    ) -> DuplicateGroup {
        func member(
            _ content: Int, _ similarity: Float? = nil, _ turn: PictureTurn? = nil, _ obstacle: DuplicateObstacle? = nil
        ) -> DuplicateMember {
            let file = contents[content].files[0]
            return DuplicateMember(
                file: file, size: miniatures.knownSize(of: file), bytes: facts[file]!.bytes,
                modified: facts[file]!.modified,
                similarity: similarity.map { min(Double($0), 1) }, turn: turn == .upright ? nil : turn,
                hash: contents[content].hash ?? [], obstacle: obstacle)
        }
        let others = star.others.map { member($0.content, $0.score, $0.turn, $0.obstacle) }
        let (kept, next) = (contents[star.center].files[0], others[0].file)
        let reason = pictureOrder(of: kept, miniatures).reason(over: pictureOrder(of: next, miniatures))?.rule ?? .order
        return DuplicateGroup(kind: kind, kept: member(star.center), others: others, reason: reason)
    }
}
