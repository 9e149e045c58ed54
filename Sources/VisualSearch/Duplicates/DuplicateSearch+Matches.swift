extension DuplicateSearch {
    /// Centers that are compared with their candidates at the same time; what one of them takes, a later one of the same
    /// run was compared with in vain.
    private static var runOfCenters: Int { 256 }

    /// The result of the comparisons with one picture.
    private struct Compared: Sendable {
        var same: [Candidate] = []
        /// Files that can no longer be decoded.
        var failures: [Int: ImageError] = [:]
    }

    /// The groups of the same picture. Only pictures that are in no group yet are compared, so that the comparisons grow
    /// with the number of pictures, also where all of them are copies of one.
    mutating func pictureStars(
        _ order: [Int], _ contents: [Content], _ candidates: [[Candidate]], _ index: VectorIndex,
        _ looks: LookCache<File>
    ) throws(SearchError) -> DuplicateStars {
        var stars = DuplicateStars(order: order)
        var failed: [Int: ImageError] = [:]
        for from in stride(from: 0, to: order.count, by: Self.runOfCenters) {
            let (before, own) = (stars, self)
            let to = min(from + Self.runOfCenters, order.count)
            let centers = order[from..<to].filter { !before.isTaken.contains($0) }
            try each(centers, .pairs, after: from, of: order.count) { center in
                own.matches(of: center, candidates[center], before, contents, index, looks)
            } deliver: { center, compared in
                stars.add(center, compared.same)
                failed.merge(compared.failures) { first, _ in first }
            }
        }
        failures.merge(failed) { first, _ in first }
        return stars
    }

    /// The candidates that are the same picture. Where at least half of many are, the index is asked for more: the picture
    /// may be there a thousand times.
    private func matches(
        of center: Int, _ candidates: [Candidate], _ stars: DuplicateStars, _ contents: [Content],
        _ index: VectorIndex, _ looks: LookCache<File>
    ) -> Compared {
        var compared = Compared()
        var comparison = Comparison(center: center, contents: contents, looks: looks)
        comparison.add(candidates.filter { stars.canTake($0.content, center) }, to: &compared.same)
        var (count, tried) = (candidates.count, Set(candidates.map(\.content)))
        while count >= CandidateLimits.most, 2 * compared.same.count >= count, count < index.count,
            let vector = index.row(center)
        {
            count *= 2
            let more = Self.near(vector, in: index, from: CandidateLimits.floor, most: count)
                .filter { $0.slot != center && tried.insert($0.slot).inserted }
            if more.isEmpty { break }
            comparison.add(
                more.filter { stars.canTake($0.slot, center) }
                    .map { Candidate(content: $0.slot, turn: .upright, score: $0.score) }, to: &compared.same)
        }
        compared.failures = comparison.failures
        return compared
    }

    /// The comparison of one picture with others, at 64 pixels, and again at more of those that both have, up to 512.
    private struct Comparison {
        let center: Int
        let contents: [Content]
        let looks: LookCache<File>
        var failures: [Int: ImageError] = [:]
        private var work: [Float] = []
        private var close: [[Int]: [Miniature]] = [:]

        init(center: Int, contents: [Content], looks: LookCache<File>) {
            self.center = center
            self.contents = contents
            self.looks = looks
        }

        mutating func add(_ candidates: [Candidate], to same: inout [Candidate]) {
            for candidate in candidates where isSame(candidate) { same.append(candidate) }
        }

        private mutating func isSame(_ candidate: Candidate) -> Bool {
            let looks = looks
            guard let kept = look(center, looks.look(at:)), let other = look(candidate.content, looks.look(at:)) else {
                return false
            }
            // More frames, or a transparent ground, are more than the comparison sees.
            guard kept.isWhole, other.isWhole, kept.hasAlpha || !other.hasAlpha else { return false }
            let turn = candidate.turn
            let sameness = Sameness(sizes: (turn.swapsAxes ? other.size.transposed : other.size, kept.size))
            guard sameness.canBeSame else { return false }
            let first = sameness.compared(
                other.miniature.turned(turn), kept.miniature, level: sameness.level, work: &work)
            if !candidate.isFaint, sameness.accepts(first, level: sameness.level),
                isSameClosely(candidate, other.size, kept.size, sameness)
            {
                return true
            }
            // Squares of a picture and of a part of it hold other averages of the same pixels, the more so where edges are
            // sharp. That part alone, cut out, has to be nearly equal.
            guard let part = sameness.part(of: first) else { return false }
            return isSame(candidate, other.size, as: part, sameness)
        }

        /// Compares larger squares of two pictures that have passed as small ones.
        private mutating func isSameClosely(
            _ candidate: Candidate, _ size: Size, _ keptSize: Size, _ sameness: Sameness
        ) -> Bool {
            let looks = looks
            let sides = sameness.closeSides
            if sides.isEmpty { return true }
            if close[sides] == nil {
                close[sides] = look(center) { file throws(ImageError) in
                    try looks.closeLooks(at: file, keptSize, sides: sides)
                }
            }
            let others = look(candidate.content) { file throws(ImageError) in
                try looks.closeLooks(at: file, size, sides: sides)
            }
            guard let keptLooks = close[sides], let others else { return false }
            for (side, pair) in zip(sides, zip(others, keptLooks)) {
                let found = sameness.compared(pair.0.turned(candidate.turn), pair.1, level: side, work: &work)
                guard sameness.accepts(found, level: side) else { return false }
            }
            return true
        }

        /// Compares a picture with its place in the kept one, both decoded to the same number of pixels.
        private mutating func isSame(
            _ candidate: Candidate, _ size: Size, as part: Box, _ sameness: Sameness
        ) -> Bool {
            let looks = looks
            let longest = min(Miniature.longestDecode, size.longestSide, max(part.width, part.height))
            let whole = look(candidate.content) { file throws(ImageError) in
                try looks.part(of: file, nil, fitting: longest)
            }
            let keptPart = look(center) { file throws(ImageError) in
                try looks.part(of: file, part, fitting: longest)
            }
            guard let whole, let keptPart else { return false }
            let sides = Sameness.cutSides(whole.size)
            for side in sides {
                let found = sameness.compared(
                    Miniature(whole, side: side).turned(candidate.turn), Miniature(keptPart, side: side), level: side,
                    work: &work)
                guard sameness.acceptsCut(found, level: side) else { return false }
            }
            return !sides.isEmpty
        }

        private mutating func look<Value>(_ content: Int, _ body: (Int) throws(ImageError) -> Value) -> Value? {
            let file = contents[content].files[0]
            do throws(ImageError) { return try body(file) } catch {
                failures[file] = error
                return nil
            }
        }
    }

    /// The groups of pictures that look alike, without those that were found to be copies.
    func alikeStars(_ order: [Int], _ candidates: [[Candidate]], from least: Double, without copies: Set<Int>)
        -> DuplicateStars
    {
        var stars = DuplicateStars(order: order)
        for center in order where !copies.contains(center) {
            stars.add(
                center,
                candidates[center].filter {
                    $0.score >= Float(least) && $0.turn == .upright && !copies.contains($0.content)
                })
        }
        return stars
    }

    /// A star as a group of files.
    func group(
        of star: DuplicateStars.Star, _ kind: DuplicateGroup.Kind, _ contents: [Content], _ looks: LookCache<File>
    ) -> DuplicateGroup {
        func member(_ content: Int, _ similarity: Float?, _ turn: PictureTurn?) -> DuplicateMember {
            let file = contents[content].files[0]
            return DuplicateMember(
                file: file, size: looks.knownSize(of: file), bytes: facts[file]!.bytes, modified: facts[file]!.modified,
                similarity: similarity.map { min(Double($0), 1) }, turn: turn == .upright ? nil : turn,
                hash: contents[content].hash ?? [])
        }
        let kept = member(star.center, nil, nil)
        let others = star.others.map { member($0.content, $0.score, $0.turn) }
        let next = others[0]
        let reason: DuplicateGroup.Reason =
            kept.size?.pixelCount != next.size?.pixelCount
            ? .pixels : kept.bytes != next.bytes ? .bytes : kept.modified != next.modified ? .age : .order
        return DuplicateGroup(kind: kind, kept: kept, others: others, reason: reason)
    }
}
