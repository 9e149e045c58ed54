/// The average recall of boxes: the share of the labeled objects that they meet, in the mean of the overlaps 0.5, 0.55 … 0.95
/// (Hosang and others, "What Makes for Effective Detection Proposals?", 2016; COCO's evaluation).
struct AverageRecall: Sendable {
    /// A labeled object, and how well boxes meet it.
    struct Object: Hashable, Sendable {
        /// As a share of the picture.
        var area: Double
        /// The largest overlap with the first ten boxes, and with all of them, 0…1.
        var best: Double
        var bestOfAll: Double
    }

    /// The sizes of COCO, 32² and 96² pixels, as shares of a picture of 640 by 480 pixels.
    enum Size: String, CaseIterable {
        case small, medium, large

        init(_ area: Double) {
            let pixels = area * 640 * 480
            self = pixels < 32 * 32 ? .small : pixels < 96 * 96 ? .medium : .large
        }
    }

    private var objects: [Object] = []

    mutating func add(_ objects: [Object]) { self.objects += objects }

    /// The recall of ten boxes or of all, 0…1; nil without an object of the size. Nil as the size counts all.
    func value(_ size: Size? = nil, ofAll: Bool) -> Double? {
        let counted = objects.filter { size == nil || Size($0.area) == size }
        guard !counted.isEmpty else { return nil }
        let thresholds = (10..<20).map { Double($0) / 20 }
        let met = counted.reduce(0) { sum, object in
            let best = ofAll ? object.bestOfAll : object.best
            return sum + thresholds.count { best >= $0 }
        }
        return Double(met) / Double(counted.count * thresholds.count)
    }
}
