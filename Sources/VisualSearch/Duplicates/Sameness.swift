import CKernels

/// The rule by which two pictures are the same one.
///
/// The bounds were measured on 1,191 pictures with six mild copies each, on the same copies of 383 pictures in which a digit
/// was drawn, and on the nearest pairs among 12,344 that are not copies; <doc:FindingDuplicates> has the figures. The blocks
/// of a comparison are judged by the worst of them: a mean would hide a change in one place.
struct Sameness {
    /// The upright sides of the two pictures.
    let sizes: (Size, Size)

    /// The side at which luma is compared first: no more than the smaller picture has.
    var level: Int { leastSide >= Miniature.side ? Miniature.side : 32 }

    /// The sides of the further comparisons: 128, and the largest that both pictures have the pixels for when they are
    /// decoded. Empty for small ones.
    var closeSides: [Int] {
        let least = [sizes.0, sizes.1].map { size in
            let shorter = min(size.width, size.height)
            return min(shorter, Miniature.longestDecode * shorter / size.longestSide)
        }
        let sides = Miniature.closeSides.filter { $0 <= min(least[0], least[1]) }
        return sides.count > 1 ? [sides[0], sides[sides.count - 1]] : sides
    }

    private var leastSide: Int {
        min(min(sizes.0.width, sizes.0.height), min(sizes.1.width, sizes.1.height))
    }

    /// Below 32 pixels a side nothing can be judged. Crops beyond a tenth of a side, and other shapes, need no look at
    /// the pixels.
    var canBeSame: Bool {
        let shapes = [sizes.0, sizes.1].map { Double($0.width) / Double($0.height) }
        return leastSide >= 32 && max(shapes[0] / shapes[1], shapes[1] / shapes[0]) < 1.25
    }

    /// Compares two miniatures of the same side.
    func holds(_ first: Miniature, _ second: Miniature, level: Int, work: inout [Float]) -> Bool {
        precondition(first.side == second.side && level <= first.side)
        let needed = 8 * first.side * first.side
        if work.count < needed { work = [Float](repeating: 0, count: needed) }
        var found = ckm_comparison()
        // Safe: the miniatures have their length, and `work` the one that the header requires.
        unsafe ckm_compare(first.bytes, second.bytes, first.side, level, &work, &found)
        return accepts(found, level: level)
    }

    private func accepts(_ found: ckm_comparison, level: Int) -> Bool {
        // Plain pictures have nothing to be told apart by; an edit of the light is a picture of its own.
        guard found.deviation >= 5, abs(found.gain - 1) < 0.1, abs(found.offset) < 4 else { return false }
        let ends = [
            found.shift_x, found.shift_y, found.scale_x + found.shift_x - 1, found.scale_y + found.shift_y - 1,
        ]
        let isCropped = ends.contains { abs($0) >= 0.012 }
        // A cut edge takes detail with it: without 128 pixels a side, films and series would pass.
        if isCropped, leastSide < 128 || found.overlap <= 0.7 { return false }
        let sides = (Double(sizes.0.longestSide), Double(sizes.1.longestSide))
        let isRecoded = !isCropped && max(sides.0 / sides.1, sides.1 / sides.0) < 1.03
        let bounds: Bounds =
            switch level {
            case ..<64: isRecoded ? .recoded : .tiny
            case 64: isCropped ? .cropped : isRecoded ? .recoded : .resized
            case 65...128: isCropped ? .closeCropped : isRecoded ? .closeRecoded : .closeResized
            default: isRecoded ? .fineRecoded : .fine
            }
        return found.correlation > bounds.correlation && found.worst_correlation > bounds.worstCorrelation
            && found.worst_difference < bounds.worstDifference && found.chroma_largest < bounds.chromaLargest
            && found.chroma_mean < bounds.chromaMean
    }

    /// The least correlations and the largest differences; see ``ckm_comparison``. Two files of equal size that show the
    /// same frame differ by their encoders alone.
    private struct Bounds {
        let correlation, worstCorrelation, worstDifference, chromaLargest, chromaMean: Float

        static let recoded = Bounds(
            correlation: 0.9975, worstCorrelation: 0.92, worstDifference: 1.0, chromaLargest: 8, chromaMean: 2.2)
        static let resized = Bounds(
            correlation: 0.994, worstCorrelation: 0.76, worstDifference: 1.45, chromaLargest: 8, chromaMean: 2.2)
        static let tiny = Bounds(
            correlation: 0.995, worstCorrelation: 0.90, worstDifference: 1.1, chromaLargest: 8, chromaMean: 2.2)
        static let cropped = Bounds(
            correlation: 0.99, worstCorrelation: 0.72, worstDifference: 1.7, chromaLargest: 5, chromaMean: 1.5)
        static let closeRecoded = Bounds(
            correlation: 0.997, worstCorrelation: 0.84, worstDifference: 1.5, chromaLargest: 8, chromaMean: 2.2)
        static let closeResized = Bounds(
            correlation: 0.995, worstCorrelation: 0.80, worstDifference: 1.5, chromaLargest: 8, chromaMean: 2.2)
        static let closeCropped = Bounds(
            correlation: 0.99, worstCorrelation: 0.68, worstDifference: 1.8, chromaLargest: 5, chromaMean: 1.5)
        // Near the pixels themselves filters and encoders differ more, and drawn letters far more.
        static let fineRecoded = Bounds(
            correlation: 0.997, worstCorrelation: 0.60, worstDifference: 2.8, chromaLargest: 8, chromaMean: 2.2)
        static let fine = Bounds(
            correlation: 0.985, worstCorrelation: 0.28, worstDifference: 4.6, chromaLargest: 8, chromaMean: 2.2)
    }
}
