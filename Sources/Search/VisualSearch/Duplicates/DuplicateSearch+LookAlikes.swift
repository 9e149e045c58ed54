internal import Imaging

// Look-alikes by the vectors of a describer of the caller's.
extension DuplicateSearch {
    /// The vector of the describer that judges look-alikes; nil without such a describer.
    ///
    /// - Parameter fault: Gets a failure that would befall the next picture, too.
    func look(of prepared: Prepared, _ fault: Locked<DescribeError?>) throws(ImageError) -> [Int8]? {
        guard let describer = finder.describer, fault.withLock({ $0 }) == nil else { return nil }
        let pixels = prepared.pixels(of: prepared.outputs.count - 1)
        do throws(DescribeError) {
            let vector = try describer.describe(pixels, decodedFrom: prepared.box.size).vector
            guard vector.count == describer.dimensions else {
                throw .failed(
                    detail: "the describer \(describer.identity) gave a vector of \(vector.count) values, not of "
                        + "\(describer.dimensions), as its dimensions say")
            }
            return vector
        } catch {
            guard case .undescribable = error else {
                fault.withLock { $0 = $0 ?? error }
                return nil
            }
            throw .internal(stage: .decode, detail: error.description)
        }
    }

    /// Keeps the vectors of look-alikes, by content.
    mutating func keepLooks(_ vectors: [(content: Int, vector: [Int8])]) {
        guard let describer = finder.describer else { return }
        let index = VectorIndex(dimensions: describer.dimensions, scale: Float(describer.scale))
        index.update { rows in for (content, vector) in vectors { rows.set(content, vector.span) } }
        index.finishBuilding()
        looks = index
    }

    /// The look-alikes of each content by the describer of the caller, found from either side; nil without one.
    func lookAlikes(_ contents: [Content]) throws(SearchError) -> [[Candidate]]? {
        guard let looks, let wanted = finder.leastSimilarity else { return nil }
        let least = Float(wanted)
        var all = [[Int: Float]](repeating: [:], count: contents.count)
        try each(contents.indices.filter { looks.row($0) != nil }, .pairs) { content -> [Match] in
            guard let vector = looks.row(content) else { return [] }
            return Self.near(vector, in: looks, from: least, limit: CandidateLimits.count)
                .filter { $0.slot != content && $0.score >= least }
        } deliver: { content, found in
            for match in found {
                all[content][match.slot] = match.score
                all[match.slot][content] = match.score
            }
        }
        return all.map { found in
            found.sorted { $0.key < $1.key }.map { Candidate(content: $0, turn: .upright, score: $1) }
        }
    }
}
