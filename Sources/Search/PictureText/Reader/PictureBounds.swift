/// A picture whose sides are within what lines are looked for in, and its scale.
struct PictureBounds: Sendable {
    let picture: Raster
    /// The pixels of the given picture for one of this, across and down.
    let across: Double
    let down: Double
    /// The sides of the given picture.
    let width: Int
    let height: Int

    /// Reduces the long side to the upper bound, then enlarges the short side to the lower one, each where it is outside,
    /// to multiples of 32. Nil where a side would have no pixel left.
    init?(_ given: Raster, _ sides: ClosedRange<Int>) {
        var picture = given
        if max(picture.width, picture.height) > sides.upperBound {
            let ratio = Double(sides.upperBound) / Double(max(picture.width, picture.height))
            guard let reduced = PictureBounds.scaled(picture, ratio) else { return nil }
            picture = reduced
        }
        if min(picture.width, picture.height) < sides.lowerBound {
            let ratio = Double(sides.lowerBound) / Double(min(picture.width, picture.height))
            guard let enlarged = PictureBounds.scaled(picture, ratio) else { return nil }
            picture = enlarged
        }
        self.picture = picture
        (width, height) = (given.width, given.height)
        across = Double(given.width) / Double(picture.width)
        down = Double(given.height) / Double(picture.height)
    }

    private static func scaled(_ picture: Raster, _ ratio: Double) -> Raster? {
        let width = multiple(Int(Double(picture.width) * ratio))
        let height = multiple(Int(Double(picture.height) * ratio))
        return width > 0 && height > 0 ? picture.resized(width: width, height: height) : nil
    }

    /// The multiple of 32 that is nearest; of two the one with an even factor.
    static func multiple(_ side: Int) -> Int { Int((Double(side) / 32).rounded(.toNearestOrEven)) * 32 }

    /// The corners of a line of the picture as those of the given one.
    func given(_ line: TextLine) -> TextLine {
        var line = line
        line.corners = line.corners.map { corner in
            Corner(
                x: (corner.x * Float(across)).clamped(to: 0...Float(width)),
                y: (corner.y * Float(down)).clamped(to: 0...Float(height)))
        }
        return line
    }
}
