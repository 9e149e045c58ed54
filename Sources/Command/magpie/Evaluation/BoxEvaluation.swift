import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Detects the objects of labeled pictures, and finds with each of them its source picture in a gallery.
struct BoxEvaluation {
    /// An object counts as found when one of so many boxes, of all that may be one, has half of the joint area in
    /// common with it.
    private static let limit = 10
    private static let leastOverlap = 0.5

    let labels: LabelledBoxes
    let jobs: Int
    let limits: Limits

    /// Returns the results by kind in the order of the file, and the number of pictures that could not be used.
    func run() throws -> (results: [BoxResult], unusable: Int) {
        let store = try labels.typed.map {
            try Evaluation($0, store: nil, isTyped: true, jobs: jobs, limits: limits)
        }
        // Its store goes with it.
        defer { withExtendedLifetime(store) {} }
        let types = store.flatMap { store in labels.typed.map { Types($0, in: store) } }
        let progress = Progress(showing: true)
        defer { progress.end() }
        var unusable = 0
        var gallery: [(file: Path, vector: [Int8])] = []
        try Batch(checked: jobs).run(labels.gallery) { [limits] file in
            Result { try BuiltInDescriber.shared.describe(Self.pixels(file, fitting: 256, limits)).vector }
        } deliver: { index, result in
            if let vector = try Self.usable(result) { gallery.append((labels.gallery[index], vector)) }
            progress.update { $0.add(Outcome(path: labels.gallery[index], result: .success(Product()))) }
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
            progress.update { $0.add(Outcome(path: picture.file, result: .success(Product()))) }
        }
        return (results, unusable + labels.gallery.count - gallery.count)
    }

    /// The types of the gallery, in a store that has learned from them.
    private struct Types: Sendable {
        private let engine: SearchEngine
        private let slots: [Path: Int]
        private let types: [Path: String]

        init(_ pictures: LabelledPictures, in evaluation: Evaluation) {
            (engine, slots) = (evaluation.engine, evaluation.slots)
            types = Dictionary(pictures.gallery.compactMap { picture in picture.type.map { (picture.file, $0) } }) {
                first, _ in first
            }
        }

        /// Whether an object gets the right type, while the very picture that it comes from has no vote.
        func judge(_ vector: [Int8], source: Path?) throws -> (learned: Bool?, look: Bool?) {
            let own = source.flatMap { slots[$0] }
            func isRight(usesLearning: Bool) throws -> Bool? {
                try engine.type(of: vector, usesLearning: usesLearning, without: own).map { type in
                    source.map { types[$0] == type } ?? false
                }
            }
            return (try isRight(usesLearning: true), try isRight(usesLearning: false))
        }
    }

    private typealias Seen = BoxResult.Seen

    private static func detected(
        in picture: LabelledBoxes.Picture, _ gallery: [(file: Path, vector: [Int8])], _ types: Types?,
        _ limits: Limits
    ) throws -> Seen {
        let pixels = try pixels(picture.file, fitting: 512, limits)
        let start = threadSeconds()
        let found = ObjectDetector.shared.objects(in: pixels, limit: limit, sensitivity: .high)
        let seconds = threadSeconds() - start
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
        return Seen(objects: objects, boxes: right(shown, picture, in: pixels.size), seconds: seconds)
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
    private static func nearest(to query: [Int8], in gallery: [(file: Path, vector: [Int8])]) -> Path? {
        var best: (file: Path, score: Int)?
        for (file, vector) in gallery {
            let score = vector.dot(query)
            if score > best?.score ?? .min { best = (file, score) }
        }
        return best?.file
    }

    private static func pixels(_ file: Path, fitting side: Int, _ limits: Limits) throws -> PixelBuffer {
        let bytes = try FileContents(file, limit: limits.inputBytes).bytes
        return try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: side)), limits: limits).pixels()
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
