/// A content that may hold the same picture as another one.
struct Candidate: Hashable, Sendable {
    let content: Int
    /// Brings the candidate to the other one.
    let turn: PictureTurn
    /// The similarity of the descriptors.
    let score: Float
    /// True where the outlines alone are alike: so little tells of a small picture that the strictest comparison decides.
    var isFaint = false
    /// The reason why it stays beside the other one; nil where that shows all of it.
    var obstacle: DuplicateObstacle?
}

/// The limits of the search for candidates.
enum CandidateLimits {
    /// Of 250 pictures with five copies each, JPEG 60, WebP 75, half the size and crops by a tenth have a similarity of
    /// 0.83 or more, a quarter of the size 0.59 or more.
    static let floor: Float = 0.76
    /// Copies that are left with few pixels lie lower, among distinct pictures: only the nearest few are looked at.
    static let closest: (count: Int, floor: Float) = (8, 0.45)
    /// Pictures with a side below this also ask for outlines like theirs: the descriptor of a small copy is that of a
    /// blurred picture, and lies among those of others. The outlines of 116 quarters that were not found are 0.977 like
    /// those of their originals or more; of 1,000 distinct pictures none has one that is 0.97 alike among 5,000.
    static let outlines: (side: Int, floor: Float) = (128, 0.97)
    /// The nearest pictures that are asked for first.
    static let fewest = 16
    /// The most candidates of a picture, as long as few of them are copies: what bounds memory and time where all pictures
    /// of a folder look alike.
    static let count = 32
}

extension DuplicateSearch {
    private struct Described: Sendable {
        var vector: [Int8]
        var hash: [UInt8]
        /// The vectors of the seven other positions.
        var turned: [[Int8]] = []
        /// That of the describer that judges look-alikes.
        var look: [Int8]?
    }

    /// Describes one file of each content. A content that cannot be decoded is no picture; its files have failed.
    mutating func describe(
        _ contents: inout [Content], _ miniatures: MiniatureCache<File>
    ) throws(SearchError) -> (VectorIndex, [Int: [[Int8]]]) {
        let describer = BuiltInDescriber.shared
        let index = VectorIndex(dimensions: describer.dimensions, scale: Float(describer.scale))
        var vectors: [(Int, [Int8])] = []
        var turned: [Int: [[Int8]]] = [:]
        var looks: [(Int, [Int8])] = []
        let (search, all) = (self, contents)
        let fault = Locked<DescribeError?>(nil)
        try search.each(Array(all.indices), .pictures) { content in
            search.described(all[content].files[0], miniatures, fault)
        } deliver: { content, result in
            switch result {
            case .success(let described):
                vectors.append((content, described.vector))
                if let look = described.look { looks.append((content, look)) }
                contents[content].hash = described.hash
                if !described.turned.isEmpty { turned[content] = described.turned }
            case .failure(let error):
                for file in all[content].files { failures[file] = error }
            }
        }
        index.update { rows in for (content, vector) in vectors { rows.set(content, vector.span) } }
        index.finishBuilding()
        if let error = fault.withLock({ $0 }) { throw .service("a picture could not be described: \(error)") }
        keepLooks(looks)
        return (index, turned)
    }

    /// - Parameter fault: Gets the failure of the describer of look-alikes; the other pictures are then left alone.
    private func described(
        _ file: Int, _ miniatures: MiniatureCache<File>, _ fault: Locked<DescribeError?>
    ) -> Result<Described, ImageError> {
        Result { () throws(ImageError) -> Described in
            // Turned copies need the pixels.
            if !finder.findsTurned, let known = knownPicture(file), finder.describer == nil || known.look != nil {
                return Described(vector: known.vector, hash: known.fingerprint.contentHash, look: known.look)
            }
            let bytes = try files[file].contents(limit: finder.limits.inputBytes)
            let prepared = try miniatures.prepared(bytes, and: finder.describer?.input)
            try miniatures.take(file, bytes, prepared)
            let pixels = prepared.pixels()
            var described = Described(vector: try vector(of: pixels), hash: bytes.contentHash)
            described.look = try look(of: prepared, fault)
            if finder.findsTurned {
                let side = 96
                let square = pixels.squashed(to: side)
                for turn in PictureTurn.all.dropFirst() {
                    guard
                        let pixels = PixelBuffer(
                            size: Size(width: side, height: side), bytes: turn.applied(to: square, side: side))
                    else { continue }
                    described.turned.append(try vector(of: pixels))
                }
            }
            return described
        }
    }

    private func vector(of pixels: PixelBuffer) throws(ImageError) -> [Int8] {
        do throws(DescribeError) { return try BuiltInDescriber.shared.describe(pixels).vector } catch {
            throw .internal(stage: .decode, detail: error.description)
        }
    }

    /// The candidates of each content: those near to it, and those that it is near to.
    func candidates(
        _ contents: [Content], _ index: VectorIndex, _ turned: [Int: [[Int8]]], _ miniatures: MiniatureCache<File>
    ) throws(SearchError) -> [[Candidate]] {
        // Another describer finds its look-alikes itself.
        let wanted = finder.describer == nil ? finder.leastSimilarity : nil
        let least = wanted.map { min(Float($0), CandidateLimits.floor) } ?? CandidateLimits.floor
        var all = [[Candidate]](repeating: [], count: contents.count)
        let queries = contents.indices.filter { index.row($0) != nil }
        try each(queries, .pairs) { content in
            PictureTurn.all.flatMap { turn -> [Candidate] in
                let vector = turn == .upright ? index.row(content) : turned[content]?[turn.rawValue - 1]
                guard let vector else { return [] }
                return Self.near(vector, in: index, from: least, limit: CandidateLimits.count)
                    .filter { $0.slot != content }
                    .map { Candidate(content: $0.slot, turn: turn.inverse, score: $0.score) }
            }
        } deliver: { content, found in
            all[content] += found
            for candidate in found {
                all[candidate.content].append(
                    Candidate(content: content, turn: candidate.turn.inverse, score: candidate.score))
            }
        }
        for content in all.indices {
            // Found from both sides, or in several positions. Turned pictures are described anew, so that the scores of two
            // ways differ a little.
            var best: [SIMD2<Int>: Float] = [:]
            for candidate in all[content] {
                let key = SIMD2(candidate.content, candidate.turn.rawValue)
                best[key] = max(best[key] ?? 0, candidate.score)
            }
            all[content] = best.map { Candidate(content: $0.x, turn: PictureTurn(rawValue: $0.y), score: $1) }
        }
        let found = all.map { Set($0.filter { $0.turn == .upright }.map(\.content)) }
        var faint: Set<SIMD2<Int>> = []
        for pair in try outlinePairs(queries, contents, index, miniatures) {
            for (from, to) in [(pair.from, pair.to), (pair.to, pair.from)] {
                guard !found[from].contains(to), faint.insert(SIMD2(from, to)).inserted else { continue }
                all[from].append(Candidate(content: to, turn: .upright, score: pair.score, isFaint: true))
            }
        }
        return all.map { candidates in
            candidates.sorted { ($0.content, $0.turn.rawValue) < ($1.content, $1.turn.rawValue) }
        }
    }

    /// Small pictures, and those with an outline like theirs, with the similarity of their descriptors. Upright ones only.
    private func outlinePairs(
        _ queries: [Int], _ contents: [Content], _ index: VectorIndex, _ miniatures: MiniatureCache<File>
    ) throws(SearchError) -> [(from: Int, to: Int, score: Float)] {
        let outlines = VectorIndex(dimensions: Miniature.outlineSide * Miniature.outlineSide)
        outlines.update { rows in
            for content in queries {
                if let outline = miniatures.knownOutline(of: contents[content].files[0]) {
                    rows.set(content, outline.span)
                }
            }
        }
        outlines.finishBuilding()
        let small = queries.filter { content in
            let size = miniatures.knownSize(of: contents[content].files[0])
            return size.map { min($0.width, $0.height) < CandidateLimits.outlines.side } ?? false
        }
        var pairs: [(from: Int, to: Int, score: Float)] = []
        try each(small, .pairs) { content -> [Match] in
            guard let outline = outlines.row(content), let vector = index.row(content) else { return [] }
            return outlines.search(outline, count: CandidateLimits.count + 1).compactMap { match in
                guard match.slot != content, match.score >= CandidateLimits.outlines.floor,
                    let other = index.row(match.slot)
                else { return nil }
                let product = zip(vector, other).reduce(0) { $0 + Int($1.0) * Int($1.1) }
                return Match(slot: match.slot, score: Float(product) / (index.scale * index.scale))
            }
        } deliver: { content, found in
            pairs += found.map { (content, $0.slot, $0.score) }
        }
        return pairs
    }

    /// The rows near to a vector, `most` at most.
    static func near(_ vector: [Int8], in index: VectorIndex, from least: Float, limit: Int) -> [Match] {
        let (closest, floor) = CandidateLimits.closest
        var count = min(CandidateLimits.fewest, limit)
        while true {
            // One more, for the picture itself.
            let matches = index.search(vector, count: count + 1)
            if matches.count <= count || count >= limit || matches.last.map({ $0.score < least }) ?? true {
                return matches.enumerated().filter { place, match in
                    match.score >= (place <= closest ? min(least, floor) : least)
                }.map(\.element)
            }
            count = min(2 * count, limit)
        }
    }
}
