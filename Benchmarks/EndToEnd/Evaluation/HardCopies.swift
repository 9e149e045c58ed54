import Evaluation
import ImageTypes
import Imaging
import VisualSearch
import WireFormat

/// The originals that strongly changed copies find.
struct HardCopies {
    var kinds: [TestResult] = []
    /// The micro average precision over the first ten of all copies, 0…1.
    var uAP = 0.0
    /// The same with scores from which the mean similarity of the ten nearest of the background is subtracted; nil
    /// without distractors.
    var normalizedUAP: Double?

    /// A line for each kind, for their mean, and for the precisions.
    var json: String {
        let last = JSONWriter.line { json in
            json.member("test", "hard copies")
            json.member("uap", uAP, places: 4)
            if let normalizedUAP { json.member("uap_normalized", normalizedUAP, places: 4) }
        }
        return kinds.map(\.json).joined() + mean.json + last
    }

    var mean: TestResult { TestResult(meanOf: kinds, named: "hard") }
}

extension GalleryRanking {
    /// Returns how well changed copies of gallery pictures find their originals, each among all pictures and distractors.
    ///
    /// - Parameters:
    ///   - distractors: Pictures that are no originals. Every second one is the background of the normalization and does
    ///     not lie in the gallery (Jégou, Douze and Schmid's idea of scores relative to a neighborhood, as the winners of
    ///     the Image Similarity Challenge 2021 used it).
    ///   - limit: At most this many pictures are copied, in each of the ways.
    func hardCopies(among distractors: [String], limit: Int) throws -> HardCopies {
        let originals = vectorsOfGallery
        let limits = limits
        var (others, background): ([[Int8]], [[Int8]]) = ([], [])
        try describe(distractors) { _, described in
            if others.count <= background.count {
                others.append(described.descriptor.vector)
            } else {
                background.append(described.descriptor.vector)
            }
        }
        let gallery = originals.map(\.vector) + others
        let step = max((originals.count + limit - 1) / limit, 1)
        let chosen = originals.indices.filter { $0 % step == 0 }
        let places = Dictionary(uniqueKeysWithValues: chosen.map { (originals[$0].file, $0) })
        let files = originals.map(\.file)
        var result = HardCopies()
        var found: [(score: Double, normalized: Double, isRight: Bool)] = []
        for kind in HardCopy.Kind.allCases {
            var scores = RankingScores()
            try describe(chosen.map { files[$0] }) { file in
                .bytes(
                    try HardCopy.copy(kind, of: places[file] ?? 0, among: files, files.count, limits: limits))
            } take: { file, described in
                let vector = described.descriptor.vector
                let dots = gallery.map { $0.dot(vector) }
                let order = dots.indices.sorted { (dots[$1], $0) < (dots[$0], $1) }
                scores.add(order.map { $0 == places[file] })
                let near = background.map { $0.dot(vector) }.sorted(by: >).prefix(10)
                let level = near.isEmpty ? 0 : Double(near.reduce(0) { $0 + Int($1) }) / Double(near.count)
                for place in order.prefix(10) {
                    found.append((Double(dots[place]), Double(dots[place]) - level, place == places[file]))
                }
            }
            result.kinds.append(TestResult("hard " + kind.rawValue, scores, gallery: gallery.count))
        }
        let copies = result.kinds.reduce(0) { $0 + $1.queries }
        result.uAP = HardCopies.precision(found.map { ($0.score, $0.isRight) }, of: copies)
        if !background.isEmpty {
            result.normalizedUAP = HardCopies.precision(found.map { ($0.normalized, $0.isRight) }, of: copies)
        }
        return result
    }
}

extension HardCopies {
    /// The average precision of one ranking of all pairs.
    static func precision(_ pairs: [(score: Double, isRight: Bool)], of all: Int) -> Double {
        var (right, sum) = (0, 0.0)
        for (index, pair) in pairs.sorted(by: { $0.score > $1.score }).enumerated() where pair.isRight {
            right += 1
            sum += Double(right) / Double(index + 1)
        }
        return sum / Double(max(all, 1))
    }
}

extension HardCopy {
    /// A copy of one of the first `count` files, which are the originals; the same for every call.
    static func copy(
        _ kind: Kind, of place: Int, among files: [String], _ count: Int, limits: Limits
    ) throws -> [UInt8] {
        func pixels(_ file: String) throws -> PixelBuffer {
            let recipe = Recipe(.pixels(fitting: 1024), effort: .high)
            return try prepare(Labels.picture(file), as: recipe, limits: limits).pixels()
        }
        var copy = HardCopy(seed: UInt64(place))
        return try copy.make(kind, of: pixels(files[place]), into: pixels(files[(place + count / 2) % count]))
    }
}
