internal import CKernels

extension DuplicateSearch {
    /// The comparison of one picture with others, at 64 pixels, again at more of those that both have, up to 512, and at
    /// last at the full size.
    struct Comparison {
        let center: Int
        let contents: [Content]
        let search: DuplicateSearch
        let miniatures: MiniatureCache<File>
        private var containment: Containment<File>?
        private(set) var failures: [Int: ImageError] = [:]
        private var work: [Float] = []
        private var close: [[Int]: [Miniature]] = [:]

        init(center: Int, contents: [Content], search: DuplicateSearch, miniatures: MiniatureCache<File>) {
            self.center = center
            self.contents = contents
            self.search = search
            self.miniatures = miniatures
        }

        mutating func add(_ candidates: [Candidate], to compared: inout Compared) {
            for candidate in candidates {
                guard let kept = attempt(center, miniatures.entry(of:)),
                    let other = attempt(candidate.content, miniatures.entry(of:)),
                    let place = samePlace(candidate, kept, other)
                else { continue }
                var judged = candidate
                judged.obstacle = obstacle(to: candidate, kept, other, at: place)
                if judged.obstacle?.isVisible ?? false {
                    compared.near.append(judged)
                } else {
                    compared.same.append(judged)
                }
            }
        }

        /// The reason why the candidate stays; nil where the center shows all of it.
        private mutating func obstacle(
            to candidate: Candidate, _ kept: MiniatureCache<File>.Entry, _ other: MiniatureCache<File>.Entry,
            at place: ckm_comparison
        ) -> DuplicateObstacle? {
            if let text = search.textObstacle(contents[candidate.content], beside: contents[center], candidate.turn) {
                return text
            }
            let (file, keptFile) = (contents[candidate.content].files[0], contents[center].files[0])
            var full = containment ?? Containment(kept: keptFile, entry: kept, miniatures: miniatures)
            defer { containment = full }
            // A picture that cannot be decoded at its full size stays.
            guard let judgment = try? full.judge(file, other, candidate.turn, at: place) else { return .unseen }
            switch judgment {
            case .obstacle(let obstacle): return obstacle
            case .contained(let clarity):
                let (order, others) = (
                    search.pictureOrder(of: keptFile, miniatures), search.pictureOrder(of: file, miniatures)
                )
                if let obstacle = order.obstacle(to: others, hasEqualPixels: clarity == .equalPixels) {
                    return obstacle
                }
                // A camera does not enlarge.
                if !order.worth.holdings.holds(.camera) || others.worth.holdings.holds(.camera) {
                    guard let isEnlarged = try? full.isEnlarged(file, other, candidate.turn) else { return .unseen }
                    if isEnlarged { return .enlarged }
                }
                if clarity == .unclear, !search.finder.givesUpUnclear { return .unclear }
                // Looked at last, since it takes another decode.
                guard other.hasAlpha else { return nil }
                guard let holds = try? full.holdsHiddenColors(of: file, other) else { return .unseen }
                return holds ? nil : .hidden
            }
        }

        /// The place of the candidate in the center, where they look the same in squares.
        private mutating func samePlace(
            _ candidate: Candidate, _ kept: MiniatureCache<File>.Entry, _ other: MiniatureCache<File>.Entry
        ) -> ckm_comparison? {
            // More frames are more than the comparison sees.
            guard kept.isWhole, other.isWhole else { return nil }
            let turn = candidate.turn
            let sameness = Sameness(sizes: (turn.swapsAxes ? other.size.transposed : other.size, kept.size))
            guard sameness.canBeSame else { return nil }
            let first = sameness.compared(
                other.miniature.turned(turn), kept.miniature, level: sameness.level, work: &work)
            if !candidate.isFaint, sameness.accepts(first, level: sameness.level),
                isSameClosely(candidate, other.size, kept.size, sameness)
            {
                return first
            }
            // Squares of a picture and of a part of it hold other averages of the same pixels, the more so where edges are
            // sharp. That part alone, cut out, has to be nearly equal.
            guard let part = sameness.part(of: first) else { return nil }
            return isSame(candidate, other.size, as: part, sameness) ? first : nil
        }

        /// Compares larger squares of two pictures that have passed as small ones.
        private mutating func isSameClosely(
            _ candidate: Candidate, _ size: Size, _ keptSize: Size, _ sameness: Sameness
        ) -> Bool {
            let miniatures = miniatures
            let sides = sameness.closeSides
            if sides.isEmpty { return true }
            if close[sides] == nil {
                close[sides] = attempt(center) { file throws(ImageError) in
                    try miniatures.largerMiniatures(of: file, keptSize, sides: sides)
                }
            }
            let others = attempt(candidate.content) { file throws(ImageError) in
                try miniatures.largerMiniatures(of: file, size, sides: sides)
            }
            guard let keptMiniatures = close[sides], let others else { return false }
            for (side, pair) in zip(sides, zip(others, keptMiniatures)) {
                let found = sameness.compared(pair.0.turned(candidate.turn), pair.1, level: side, work: &work)
                guard sameness.accepts(found, level: side) else { return false }
            }
            return true
        }

        /// Compares a picture with its place in the kept one, both decoded to the same number of pixels.
        private mutating func isSame(
            _ candidate: Candidate, _ size: Size, as part: Box, _ sameness: Sameness
        ) -> Bool {
            let miniatures = miniatures
            let longest = min(Miniature.longestDecode, size.longestSide, max(part.width, part.height))
            let whole = attempt(candidate.content) { file throws(ImageError) in
                try miniatures.part(of: file, nil, fitting: longest)
            }
            let keptPart = attempt(center) { file throws(ImageError) in
                try miniatures.part(of: file, part, fitting: longest)
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

        private mutating func attempt<Value>(_ content: Int, _ body: (Int) throws(ImageError) -> Value) -> Value? {
            let file = contents[content].files[0]
            do throws(ImageError) { return try body(file) } catch {
                failures[file] = error
                return nil
            }
        }
    }
}
