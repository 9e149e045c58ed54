/// A point of a picture: its left upper corner is (0, 0).
package struct Corner: Hashable, Sendable {
    /// Pixels from the left edge.
    package var x: Float
    /// Pixels from the upper edge.
    package var y: Float

    /// Creates a point.
    package init(x: Float, y: Float) { (self.x, self.y) = (x, y) }

    func distance(to other: Corner) -> Float {
        let (across, down) = (x - other.x, y - other.y)
        return (across * across + down * down).squareRoot()
    }
}

extension Float {
    func clamped(to range: ClosedRange<Float>) -> Float { min(max(self, range.lowerBound), range.upperBound) }
}
