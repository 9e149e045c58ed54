import CKernels

/// Finds the objects in a picture: parts on a plain background, and regions that stand out from their surroundings.
///
/// The picture is scaled to at most 256 pixels a side. A learned head predicts boxes of probable objects. Graph
/// segmentation (Felzenszwalb and Huttenlocher, "Efficient Graph-Based Image Segmentation", 2004) computes regions,
/// which are merged in several orders (after Uijlings and others, "Selective Search for Object Recognition", 2013) and
/// cleared of regions that touch the border. A small learned scorer ranks all candidates.
package struct ObjectDetector: Sendable {
    /// The allowed limits for the number of objects.
    package static let limits = Detection.limits

    /// The detector with the parameters that come with the package.
    package static let shared = ObjectDetector(scorer: .shared, head: .shared)

    /// The number of boxes of the head that are used.
    private static let givenBoxes = 40

    private let scorer: ObjectScorer
    private let head: DetectionHead

    init(scorer: ObjectScorer, head: DetectionHead) {
        self.scorer = scorer
        self.head = head
    }

    /// Returns the objects in a picture, best first; where nothing stands out, one object that covers the whole picture
    /// and is flagged. Best given 512 pixels on the longer side.
    ///
    /// - Parameters:
    ///   - pixels: The picture, upright.
    ///   - limit: How many at most, 1…30; default 5.
    ///   - sensitivity: Default `low`.
    ///   - minimumScore: Leaves out objects with a lower score. Nil, the default: that of the sensitivity.
    /// - Returns: Boxes in pixels of `pixels`.
    package func objects(
        in pixels: PixelBuffer, limit: Int = 5, sensitivity: Detection.Sensitivity = .low, minimumScore: Double? = nil
    ) -> [DetectedObject] {
        found(in: pixels, Detection(limit: limit, sensitivity: sensitivity, minimumScore: minimumScore)).objects
    }

    /// Returns ``objects(in:limit:sensitivity:minimumScore:)``, and how many of them there are by default.
    func found(in pixels: PixelBuffer, _ detection: Detection) -> (objects: [DetectedObject], usual: Int) {
        let usual = Detection()
        return SegmentScratch.with { scratch in
            let count = candidates(in: pixels, scratch)
            let chosen = chosen(detection, of: count, scratch)
            let others = detection.choosesAlike(usual) ? chosen : self.chosen(usual, of: count, scratch)
            let objects = chosen.map { object($0, in: pixels, scratch) }
            return (objects.isEmpty ? [.wholePicture(pixels.size)] : objects, others.count)
        }
    }

    /// Returns every box that may hold an object, for comparison with points and boxes. At most 30.
    func candidates(in pixels: PixelBuffer) -> [DetectedObject] {
        objects(in: pixels, limit: Self.limits.upperBound, sensitivity: .high)
    }

    /// Returns the object under a point, or the one nearest to it where no object is under it.
    ///
    /// - Parameters:
    ///   - point: A point in pixels of the picture.
    ///   - found: The result of `candidates(in:)`, once for all points of a picture.
    ///   - size: The sides of the picture.
    func object(at point: Point, among found: [DetectedObject], of size: Size) -> DetectedObject {
        let (x, y) = (Double(point.left), Double(point.top))
        let here = found.filter { $0.covers(x, y) }
        if let best = here.first { return best }
        // A box that is around the point although its object is not under it holds several objects, or one with a gap.
        let beside = found.filter { $0.box.distance(x, y) > 0 }
        let objects = beside.isEmpty ? found : beside
        let distances = objects.map { $0.box.distance(x, y) }
        // Parts of an object may reach a pixel further than the whole of it.
        let far = (distances.min() ?? 0) + Double(size.longestSide) / 50
        guard let nearest = zip(objects, distances).first(where: { $0.1 <= far })?.0 else {
            return .wholePicture(size)
        }
        // The nearest may be a loose box of something that has a better one.
        return objects.first { $0.box.overlap(nearest.box) >= 0.3 } ?? nearest
    }

    /// Finds the candidates in a picture, and returns how many there are.
    private func candidates(in pixels: PixelBuffer, _ scratch: SegmentScratch) -> Int32 {
        // Safe: a PixelBuffer has as many bytes as its size; the scratch is used by this call only.
        unsafe cks_load(scratch.base, pixels.bytes, pixels.size.width, pixels.size.height, pixels.channels)
        let given = given(in: pixels)
        var candidates: UnsafePointer<cks_candidate>?
        return unsafe cks_candidates(scratch.base, given, Int32(given.count), &candidates)
    }

    private func chosen(_ detection: Detection, of count: Int32, _ scratch: SegmentScratch) -> [cks_chosen] {
        let limit = min(max(detection.limit, Self.limits.lowerBound), Self.limits.upperBound)
        var least = detection.sensitivity.least
        if let score = detection.minimumScore { least.score = Float(score) }
        var chosen = [cks_chosen](repeating: cks_chosen(), count: limit)
        // Safe: `count` candidates were found with the scratch, and `chosen` holds `limit`.
        let found = unsafe cks_choose(scratch.base, count, scorer.numbers, least, &chosen, Int32(limit))
        return Array(chosen.prefix(Int(found)))
    }

    /// Returns the boxes of the head, in pixels of the small picture; none for pictures that are too large for it.
    private func given(in pixels: PixelBuffer) -> [cks_given] {
        guard pixels.size.pixelCount < 1 << 24 else { return [] }
        let small = Self.smallSize(pixels.size)
        let across = Float(small.width) / Float(pixels.size.width)
        let down = Float(small.height) / Float(pixels.size.height)
        return head.boxes(in: pixels, limit: Self.givenBoxes).map { box in
            cks_given(
                box: cks_box(
                    left: Int32((box.left * across).rounded()), top: Int32((box.top * down).rounded()),
                    right: Int32((box.right * across).rounded()), bottom: Int32((box.bottom * down).rounded())),
                score: box.score)
        }
    }

    private static func smallSize(_ size: Size) -> Size {
        var (width, height) = (Int32(0), Int32(0))
        // Safe: the results go to two numbers.
        unsafe cks_size(size.width, size.height, &width, &height)
        return Size(width: Int(width), height: Int(height))
    }

    private func object(_ chosen: cks_chosen, in pixels: PixelBuffer, _ scratch: SegmentScratch) -> DetectedObject {
        let box = Box(
            left: Int(chosen.box.left), top: Int(chosen.box.top), width: Int(chosen.box.right - chosen.box.left),
            height: Int(chosen.box.bottom - chosen.box.top))
        var coverage = [UInt8](repeating: 0, count: box.size.pixelCount)
        // Safe: the mask has a byte for each pixel of the box.
        unsafe cks_mask(scratch.base, chosen.candidate, &coverage)
        return DetectedObject(
            box: box.scaled(from: Self.smallSize(pixels.size), to: pixels.size),
            score: Double(chosen.score), mask: ObjectMask(size: box.size, coverage: coverage))
    }
}

extension Detection {
    /// True where the same objects are chosen among candidates.
    fileprivate func choosesAlike(_ other: Detection) -> Bool {
        (limit, sensitivity, minimumScore) == (other.limit, other.sensitivity, other.minimumScore)
    }
}

extension Detection.Sensitivity {
    /// `low` was chosen on `retrieval/boxes.csv`, both halves. A part of half the score of its whole, or
    /// more, stays: a bag on a person and a cup on a table are objects as well. A box around one better box stays, too,
    /// as a person around a bag; one around two of them is a union.
    fileprivate var least: cks_least {
        switch self {
        case .low: cks_least(score: Float(minimumScore), overlap: 0.4, part: 0.5, held: 2)
        case .high: cks_least(score: Float(minimumScore), overlap: 0.5, part: 0, held: 0)
        }
    }
}

extension DetectedObject {
    /// Returns true if a point is on the object, or, where only a box is known, in it.
    func covers(_ x: Double, _ y: Double) -> Bool {
        guard box.distance(x, y) == 0 else { return false }
        guard let mask else { return true }
        return mask.covers(
            x: (x + 0.5 - Double(box.left)) / Double(box.width), y: (y + 0.5 - Double(box.top)) / Double(box.height))
    }
}

extension Box {
    /// The distance of a pixel to the box; 0 within it.
    fileprivate func distance(_ x: Double, _ y: Double) -> Double {
        let across = max(Double(left) - x, x - Double(right - 1), 0)
        let down = max(Double(top) - y, y - Double(bottom - 1), 0)
        return (across * across + down * down).squareRoot()
    }
}
