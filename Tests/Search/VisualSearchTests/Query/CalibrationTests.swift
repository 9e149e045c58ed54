import Foundation
import TestSupport
import Testing

@testable import VisualSearch

/// The scores of pictures that have nothing to do with each other.
@Suite struct CalibrationTests {
    private struct Picture: Sendable {
        /// The data set: pictures of two of them show different objects.
        let set: String
        let vector: [Int8]
    }

    /// Every eighth picture.
    private static let pictures: [Picture] = {
        guard let folder = SharedData.folder("retrieval") else { return [] }
        var chosen: [(set: String, url: URL)] = []
        for set in ["caltech", "clothing", "grocery", "magento"] {
            let files = FileManager.default.enumerator(
                at: folder.appending(path: set), includingPropertiesForKeys: nil)
            let pictures = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "jpg" } ?? []
            let sorted = pictures.sorted { $0.path() < $1.path() }
            chosen += stride(from: 0, to: sorted.count, by: 8).map { (set, sorted[$0]) }
        }
        var pictures: [Picture] = []
        Batch().run(
            chosen,
            work: { set, url -> Picture? in
                let prepared = try? prepare(.file(url), as: Recipe(.pixels(fitting: 256)))
                guard let pixels = prepared?.outputs[0].pixels,
                    let described = try? BuiltInDescriber.shared.describe(pixels)
                else { return nil }
                return Picture(set: set, vector: described.vector)
            }, deliver: { _, picture in if let picture { pictures.append(picture) } })
        return pictures
    }()

    @Test(
        "unrelated pictures score near 0",
        .enabled(if: SharedData.folder("retrieval") != nil, "skipped: there is no ../shared/data/retrieval"))
    func unrelated() throws {
        let pictures = Self.pictures
        try #require(pictures.count > 100)
        var random = SplitMix(seed: 5)
        var scores: [Double] = []
        while scores.count < 5000 {
            let (one, other) = (pictures.randomElement(using: &random)!, pictures.randomElement(using: &random)!)
            guard one.set != other.set else { continue }
            let dot = zip(one.vector, other.vector).reduce(0) { $0 + Int($1.0) * Int($1.1) }
            let scale = try SimilarityScale(one.vector, parts: BuiltInDescriber.shared.parts)
            let key = scale.key(dot: dot)
            scores.append(min(max(key, 0), 1))
        }
        scores.sort()
        let mean = scores.reduce(0, +) / Double(scores.count)
        #expect(mean < 0.05, "mean \(mean)")
        #expect(scores[scores.count * 99 / 100] < 0.35, "99 of 100 below \(scores[scores.count * 99 / 100])")
    }
}
