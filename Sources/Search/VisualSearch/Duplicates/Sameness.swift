import CKernels

/// The rule by which two pictures are the same one.
///
/// The bounds were measured on 1,191 pictures with six mild copies each, on the same copies of 383 pictures in which a digit
/// was drawn, and on the nearest pairs among 12,344 that are not copies; <doc:FindingDuplicates> has the figures. The blocks
/// of a comparison are judged by the worst of them: a mean would hide a change in one place. The bounds of cuts were chosen
/// between 275 mild copies that the others refuse and the pairs of edited pictures and of series.
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
    func compared(_ first: Miniature, _ second: Miniature, level: Int, work: inout [Float]) -> ckm_comparison {
        precondition(first.side == second.side && level <= first.side)
        let needed = 8 * first.side * first.side
        if work.count < needed { work = [Float](repeating: 0, count: needed) }
        var found = ckm_comparison()
        // Safe: the miniatures have their length, and `work` the one that the header requires.
        unsafe ckm_compare(first.bytes, second.bytes, first.side, level, &work, &found)
        return found
    }

    /// True where the differences are those of an encoder, a filter or the phase of a crop.
    func accepts(_ found: ckm_comparison, level: Int) -> Bool {
        // Plain pictures have nothing to be told apart by; an edit of the light is a picture of its own.
        guard found.deviation >= 5, abs(found.gain - 1) < 0.1, abs(found.offset) < 4 else { return false }
        let isCropped = Self.isCropped(found)
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
        return bounds.hold(found)
    }

    /// The place of the first picture in the second, in pixels of that one. Nil where it is not inside, has too few
    /// pixels to be cut out, or is not like that place at all. Pictures of equal size have the same pixels already: what
    /// differs between them is no phase of a crop or resize, as between two frames of a film.
    func part(of found: ckm_comparison) -> Box? {
        guard leastSide >= Self.leastCut, found.correlation > 0.97, sizes.0 != sizes.1,
            sizes.0.width <= sizes.1.width, sizes.0.height <= sizes.1.height,
            let across = Self.span(found.scale_x, found.shift_x, of: sizes.0.width, in: sizes.1.width),
            let down = Self.span(found.scale_y, found.shift_y, of: sizes.0.height, in: sizes.1.height)
        else { return nil }
        return Box(left: across.lowerBound, top: down.lowerBound, width: across.count, height: down.count)
    }

    /// A side of the first picture, of so many pixels, in the same side of the second one.
    private static func span(_ scale: Float, _ shift: Float, of side: Int, in whole: Int) -> Range<Int>? {
        let (first, last) = (Double(shift), Double(shift + scale))
        guard first > -ends, last < 1 + ends, last - first > 0.85 else { return nil }
        let length = (last - first) * Double(whole)
        let count: Int
        if side <= whole, abs(length - Double(side)) < max(1.5, Double(side) / 500) {
            // Cut and not resized: to the pixel.
            count = side
        } else if abs(first) < ends, abs(last - 1) < ends {
            count = whole
        } else {
            count = min(max(Int(length.rounded()), 1), whole)
        }
        let start = min(max(Int((first * Double(whole)).rounded()), 0), whole - count)
        return start..<start + count
    }

    /// The sides at which a picture is compared with its place cut out of the other one, for pictures of this size. Both
    /// have the same pixels there, so that they may be enlarged a little: it is the whole detail that counts.
    static func cutSides(_ size: Size) -> [Int] {
        let least = min(size.width, size.height)
        let sides = ([Miniature.side] + Miniature.closeSides).filter { 4 * least >= 3 * $0 }
        return sides.count > 3 ? [sides[0], sides[1], sides[sides.count - 1]] : sides
    }

    /// The rule for a picture and its place in the other one, decoded to the same pixels.
    func acceptsCut(_ found: ckm_comparison, level: Int) -> Bool {
        guard found.deviation >= 5, abs(found.gain - 1) < 0.05, abs(found.offset) < 2, !Self.isCropped(found) else {
            return false
        }
        let bounds: Bounds = level <= 64 ? .cut : level <= 128 ? .closeCut : .fineCut
        return bounds.hold(found)
    }

    /// The least side of a picture that is compared with a cut.
    private static let leastCut = 48
    /// The share of a side by which the ends of whole pictures may seem to differ.
    private static let ends = 0.012

    private static func isCropped(_ found: ckm_comparison) -> Bool {
        let ends = [
            found.shift_x, found.shift_y, found.scale_x + found.shift_x - 1, found.scale_y + found.shift_y - 1,
        ]
        return ends.contains { Double(abs($0)) >= Self.ends }
    }

    /// The least correlations and the largest differences; see ``ckm_comparison``. Two files of equal size that show the
    /// same frame differ by their encoders alone.
    private struct Bounds {
        let correlation, worstCorrelation, worstDifference, chromaLargest, chromaMean: Float

        func hold(_ found: ckm_comparison) -> Bool {
            found.correlation > correlation && found.worst_correlation > worstCorrelation
                && found.worst_difference < worstDifference && found.chroma_largest < chromaLargest
                && found.chroma_mean < chromaMean
        }

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
        // The same pixels, but for the encoder, and for the filter of a resize.
        static let cut = Bounds(
            correlation: 0.9985, worstCorrelation: 0.90, worstDifference: 0.8, chromaLargest: 4, chromaMean: 1.2)
        static let closeCut = Bounds(
            correlation: 0.998, worstCorrelation: 0.90, worstDifference: 1.0, chromaLargest: 4, chromaMean: 1.2)
        static let fineCut = Bounds(
            correlation: 0.997, worstCorrelation: 0.60, worstDifference: 2.8, chromaLargest: 4, chromaMean: 1.2)
    }
}
