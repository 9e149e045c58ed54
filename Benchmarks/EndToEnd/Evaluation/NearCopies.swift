import Evaluation
import ImageTypes
import Imaging
import VisualSearch

extension GalleryRanking {
    /// At most this many copies are made, spread evenly over the gallery.
    private static let copyLimit = 1000

    /// Returns how well changed copies of gallery pictures find their originals, each among all pictures.
    func nearCopies() throws -> TestResult {
        let all = vectorsOfGallery
        let stride = max((all.count + Self.copyLimit - 1) / Self.copyLimit, 1)
        let chosen = all.indices.filter { $0 % stride == 0 }
        let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.file, $0) })
        let limits = limits
        var scores = RankingScores()
        try describe(chosen.map { all[$0].file }) { file in
            let recipe = Recipe(.pixels(fitting: 1024), effort: .high)
            guard let pixels = try prepare(Labels.picture(file), as: recipe, limits: limits).outputs[0].pixels else {
                throw ImageError.empty
            }
            var copy = NearCopy(seed: UInt64(places[file] ?? 0))
            return .bytes(try copy.make(of: pixels))
        } take: { file, described in
            let dots = all.map { $0.vector.dot(described.descriptor.vector) }
            let order = dots.indices.sorted { (dots[$1], $0) < (dots[$0], $1) }
            scores.add(order.map { $0 == places[file] })
        }
        return TestResult("copies", scores, gallery: all.count)
    }
}
