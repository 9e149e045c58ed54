internal import CKernels

/// The part of a kept picture that another one shows, which is found from small squares and made exact at full size.
struct PartWindow {
    /// A side of the kept picture: the part of it that the other picture takes.
    private struct Span {
        var start, length: Double
        /// Pixels of the kept picture, and of the other one.
        let whole, side: Int

        /// To the pixel where nothing was resized. Nil where the part begins or ends outside.
        func pixels(isRough: Bool) -> Range<Int>? {
            // The area that one pixel of the other picture covers: phases of filters differ by so much.
            let pixel = max(1, length / Double(side)) * 1.25
            let slack = isRough ? max(pixel, PartWindow.ends * Double(whole)) : pixel
            guard start > -slack, start + length < Double(whole) + slack else { return nil }
            let isKept = side <= whole && abs(length - Double(side)) < max(1.5, Double(side) / 500)
            let isWhole = abs(start) < pixel && abs(start + length - Double(whole)) < pixel
            let count = isWhole ? whole : isKept ? side : min(max(Int(length.rounded()), 1), whole)
            let first = min(max(Int(start.rounded()), 0), whole - count)
            return first..<first + count
        }

        /// Moves by what a comparison has found at so many pixels.
        mutating func move(shift: Double, growth: Double, of pixels: Int) {
            let scale = length / Double(pixels)
            start += (shift - growth / 2) * scale
            length += growth * scale
        }
    }

    /// The share of a side by which the ends of whole pictures may seem to differ in small squares, and the one that
    /// means no difference.
    private static let (ends, exact) = (0.012, 0.004)
    private var across, down: Span

    /// Nil where the other picture shows clearly more at a side.
    init?(_ place: ckm_comparison, of size: Size, in kept: Size) {
        func span(_ scale: Float, _ shift: Float, _ side: Int, _ whole: Int) -> Span? {
            let (first, last) = (Double(shift), Double(shift + scale))
            guard first > -Self.ends, last < 1 + Self.ends else { return nil }
            let length = Double(whole)
            return max(abs(first), abs(last - 1)) < Self.exact
                ? Span(start: 0, length: length, whole: whole, side: side)
                : Span(start: first * length, length: (last - first) * length, whole: whole, side: side)
        }
        guard let across = span(place.scale_x, place.shift_x, size.width, kept.width),
            let down = span(place.scale_y, place.shift_y, size.height, kept.height)
        else { return nil }
        (self.across, self.down) = (across, down)
    }

    /// In pixels of the kept picture; nil where it reaches beyond.
    func box(isRough: Bool) -> Box? {
        guard let across = across.pixels(isRough: isRough), let down = down.pixels(isRough: isRough) else { return nil }
        return Box(left: across.lowerBound, top: down.lowerBound, width: across.count, height: down.count)
    }

    /// Moves the window to where a comparison, at this size, has found the picture. True where its pixels stay.
    mutating func isSettled(by comparison: TileComparison, of before: Box, at size: Size) -> Bool {
        // From the pixels that were compared. The comparison itself allows for less than a pixel.
        (across.start, across.length) = (Double(before.left), Double(before.width))
        (down.start, down.length) = (Double(before.top), Double(before.height))
        if comparison.shift < 0.75 { return true }
        let found = comparison.found
        across.move(shift: Double(found.shift_x), growth: Double(found.growth_x), of: size.width)
        down.move(shift: Double(found.shift_y), growth: Double(found.growth_y), of: size.height)
        return box(isRough: true) == before
    }
}
