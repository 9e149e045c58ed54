import Evaluation
import Foundation
import ImageTypes
import Imaging
import SearchAPI
import VisualSearch

/// Detects the objects of labeled pictures, and finds with each of them its source picture in a gallery.
struct BoxEvaluation {
    /// An object counts as found when one of so many boxes, of all that may be one, has half of the joint area in
    /// common with it.
    private static let limit = 10
    private static let leastOverlap = 0.5
    /// The boxes of the average recall beside that of ten: all that detection gives.
    private static let most = ObjectDetector.limits.upperBound

    let labels: LabelledBoxes
    let jobs: Int
    let limits: Limits

    /// Returns the results by kind in the order of the file, and the number of pictures that could not be used.
    func run() throws -> (results: [BoxResult], unusable: Int) {
        let ranking = try labels.typed.map { try GalleryRanking($0, isTyped: true, jobs: jobs, limits: limits) }
        // The store that it reads is removed with it.
        defer { withExtendedLifetime(ranking) {} }
        let types = ranking.flatMap { ranking in labels.typed.map { Types($0, in: ranking) } }
        var unusable = 0
        var gallery: [(file: String, vector: [Int8])] = []
        try Batch(checked: jobs).run(labels.gallery) { [limits] file in
            Result { try BuiltInDescriber.shared.describe(Self.pixels(file, fitting: 256, limits)).vector }
        } deliver: { index, result in
            if let vector = try Self.usable(result) { gallery.append((labels.gallery[index], vector)) }
        }
        var results: [BoxResult] = []
        try Batch(checked: jobs).run(labels.pictures) { [limits, gallery] picture in
            Result { try Self.detected(in: picture, gallery, types, limits) }
        } deliver: { index, result in
            let picture = labels.pictures[index]
            guard let seen = try Self.usable(result) else {
                unusable += 1
                return
            }
            let place = results.firstIndex { $0.kind == picture.kind } ?? results.count
            if place == results.count { results.append(BoxResult(kind: picture.kind)) }
            results[place].add(seen)
        }
        return (results, unusable + labels.gallery.count - gallery.count)
    }

    /// The types of the gallery, in a store that has learned from them.
    private struct Types: Sendable {
        private let engine: SearchEngine
        private let slots: [String: Int]
        private let types: [String: String]

        init(_ pictures: LabelledPictures, in ranking: GalleryRanking) {
            (engine, slots) = (ranking.engine, ranking.slots)
            types = Dictionary(pictures.gallery.compactMap { picture in picture.type.map { (picture.file, $0) } }) {
                first, _ in first
            }
        }

        /// Judges whether an object gets the right type, while the very picture that it comes from has no vote.
        func judge(_ vector: [Int8], source: String?) throws -> (learned: Bool?, look: Bool?) {
            let origin = source.flatMap { slots[$0] }
            func isRight(usesLearning: Bool) throws -> Bool? {
                try engine.type(of: vector, usesLearning: usesLearning, without: origin).map { type in
                    source.map { types[$0] == type } ?? false
                }
            }
            return (try isRight(usesLearning: true), try isRight(usesLearning: false))
        }
    }

    private typealias Seen = BoxResult.Seen

    private static func detected(
        in picture: LabelledBoxes.Picture, _ gallery: [(file: String, vector: [Int8])], _ types: Types?,
        _ limits: Limits
    ) throws -> Seen {
        let pixels = try pixels(picture.file, fitting: 512, limits)
        let start = threadSeconds()
        let found = ObjectDetector.shared.objects(in: pixels, limit: limit, sensitivity: .high)
        let seconds = threadSeconds() - start
        let every = ObjectDetector.shared.objects(in: pixels, limit: most, sensitivity: .high)
        let recalls = (picture.objects + picture.small).map { object in
            let overlaps = every.map { object.overlap($0.box, in: pixels.size) }
            return AverageRecall.Object(
                area: object.area, best: overlaps.prefix(limit).max() ?? 0, bestOfAll: overlaps.max() ?? 0)
        }
        let usual = Detection()
        let shown = ObjectDetector.shared.objects(
            in: pixels, limit: usual.limit, sensitivity: usual.sensitivity, minimumScore: usual.minimumScore
        ).filter { !$0.isWholePicture }
        let objects = try picture.objects.map { object in
            let overlaps = found.map { object.overlap($0.box, in: pixels.size) }
            let isShown = shown.contains { object.overlap($0.box, in: pixels.size) >= leastOverlap }
            guard let best = overlaps.indices.max(by: { (overlaps[$0], $1) < (overlaps[$1], $0) }),
                overlaps[best] >= leastOverlap
            else { return Seen.Object(isShown: isShown, isSourceFirst: object.source.map { _ in false }) }
            guard types != nil || object.source != nil else { return Seen.Object(isFound: true, isShown: isShown) }
            let vector = try BuiltInDescriber.shared.describe(found[best].cutOut(of: pixels)).vector
            var seen = Seen.Object(isFound: true, isShown: isShown)
            seen.isSourceFirst = object.source.map { $0 == nearest(to: vector, in: gallery) }
            seen.types = try types?.judge(vector, source: object.source)
            return seen
        }
        return Seen(
            objects: objects, recalls: recalls, boxes: right(shown, picture, in: pixels.size), seconds: seconds)
    }

    /// Returns for each box, best first, true if it holds an object that no better box holds.
    private static func right(_ shown: [DetectedObject], _ picture: LabelledBoxes.Picture, in size: Size) -> [Bool] {
        var objects = picture.objects + picture.small
        return shown.map { box in
            let overlaps = objects.map { $0.overlap(box.box, in: size) }
            guard let best = overlaps.max(), best >= leastOverlap, let place = overlaps.firstIndex(of: best) else {
                return false
            }
            objects.remove(at: place)
            return true
        }
    }

    /// The picture of the gallery that is the most alike; of equals the first.
    private static func nearest(to query: [Int8], in gallery: [(file: String, vector: [Int8])]) -> String? {
        var best: (file: String, score: Int)?
        for (file, vector) in gallery {
            let score = vector.dot(query)
            if score > best?.score ?? .min { best = (file, score) }
        }
        return best?.file
    }

    private static func pixels(_ file: String, fitting side: Int, _ limits: Limits) throws -> PixelBuffer {
        try prepare(Labels.picture(file), as: Recipe(.pixels(fitting: side)), limits: limits).pixels()
    }

    /// Nil for a picture that cannot be used; other errors end the run.
    private static func usable<Value>(_ result: Result<Value, any Error>) throws -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            guard error is ImageError || error is DescribeError else { throw error }
            return nil
        }
    }

    /// CPU time of this thread.
    private static func threadSeconds() -> Double {
        var time = timespec()
        // Safe: the call writes one timespec.
        unsafe _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
