import BenchmarkKit
import WireFormat

/// The detection rates of one kind of picture. Shares are from 0 to 1.
struct BoxResult: Sendable {
    let kind: String
    private(set) var pictures = 0
    private(set) var objects = 0
    private(set) var found = 0
    private(set) var shown = 0
    private(set) var sources = 0
    private(set) var sourcesFirst = 0
    /// Boxes that come by default.
    private(set) var boxes = 0
    private(set) var rightBoxes = 0
    private var recall = AverageRecall()
    private var seconds = 0.0
    /// The found objects whose type was asked for, and those that got the right type or a wrong one.
    private var types = (tried: 0, learned: [Bool: Int](), look: [Bool: Int]())

    init(kind: String) { self.kind = kind }

    /// The result of one picture.
    struct Seen: Sendable {
        struct Object: Sendable {
            var isFound = false
            /// Found in one of the boxes that come by default.
            var isShown = false
            /// True if its source was the first hit; nil where it has no source.
            var isSourceFirst: Bool?
            /// True for the right type, and nil for none: as the store has learned, and by look alone.
            var types: (learned: Bool?, look: Bool?)?
        }
        var objects: [Object]
        /// All labeled objects, the small ones too.
        var recalls: [AverageRecall.Object]
        /// For each box of the default detection, true if it holds an object that no better box holds.
        var boxes: [Bool]
        var seconds: Double
    }

    mutating func add(_ seen: Seen) {
        pictures += 1
        objects += seen.objects.count
        found += seen.objects.count { $0.isFound }
        shown += seen.objects.count { $0.isShown }
        sources += seen.objects.count { $0.isSourceFirst != nil }
        sourcesFirst += seen.objects.count { $0.isSourceFirst == true }
        recall.add(seen.recalls)
        boxes += seen.boxes.count
        rightBoxes += seen.boxes.count { $0 }
        seconds += seen.seconds
        for object in seen.objects {
            guard let types = object.types else { continue }
            self.types.tried += 1
            if let isRight = types.learned { self.types.learned[isRight, default: 0] += 1 }
            if let isRight = types.look { self.types.look[isRight, default: 0] += 1 }
        }
    }

    private var foundShare: Double { Double(found) / Double(max(objects, 1)) }
    private var shownShare: Double { Double(shown) / Double(max(objects, 1)) }
    private var r1: Double? { sources == 0 ? nil : Double(sourcesFirst) / Double(sources) }
    private var boxesPerPicture: Double { Double(boxes) / Double(max(pictures, 1)) }
    private var rightShare: Double { Double(rightBoxes) / Double(max(boxes, 1)) }
    private var milliseconds: Double { seconds * 1000 / Double(max(pictures, 1)) }

    var json: String {
        JSONWriter.line { json in
            json.member("test", kind)
            json.member("pictures", pictures)
            json.member("objects", objects)
            json.member("found", foundShare, places: 4)
            json.member("shown", shownShare, places: 4)
            json.member("boxes", boxesPerPicture, places: 2)
            json.member("right", rightShare, places: 4)
            for (name, ofAll) in [("ar10", false), ("ar30", true)] {
                json.member(name, recall.value(ofAll: ofAll) ?? 0, places: 4)
                for size in AverageRecall.Size.allCases {
                    guard let value = recall.value(size, ofAll: ofAll) else { continue }
                    json.member("\(name)_\(size.rawValue)", value, places: 4)
                }
            }
            json.key("r1")
            if let r1 { json.decimal(r1, places: 4) } else { json.null() }
            json.member("cpu_ms", milliseconds, places: 2)
            guard types.tried > 0 else { return }
            json.member("typed", types.tried)
            for (name, counts) in [("type", types.learned), ("look_type", types.look)] {
                json.member("\(name)_right", Double(counts[true] ?? 0) / Double(types.tried), places: 4)
                json.member("\(name)_wrong", Double(counts[false] ?? 0) / Double(types.tried), places: 4)
            }
        }
    }

    static let header = Table(
        "kind", "pictures", "objects", "found", "shown", "boxes", "right", "AR@10", "AR@30", "R@1", "CPU ms")

    var cells: [String] {
        [kind, "\(pictures)", "\(objects)"]
            + [foundShare * 100, shownShare * 100, boxesPerPicture, rightShare * 100].map { $0.formatted(digits: 1) }
            + [false, true].map { (100 * (recall.value(ofAll: $0) ?? 0)).formatted(digits: 1) }
            + [r1.map { ($0 * 100).formatted(digits: 1) } ?? "-", milliseconds.formatted(digits: 1)]
    }
}
