extension TextMap {
    /// The most borders that are looked at.
    static let mostBorders = 1000
    /// The least probability of a pixel of text.
    private static let threshold: Float = 0.3
    /// The least mean of a box.
    private static let leastMean = 0.5
    /// The least short side of a rectangle before and after it is made larger, in pixels of the map.
    private static let (leastSide, leastLargeSide): (Float, Float) = (3, 5)
    /// The growth of a rectangle: its area by this, through the length of its outline.
    private static let ratio = 1.6

    /// The boxes of text in a picture of this size, whose map this is, in the order of reading.
    func boxes(width pictureWidth: Int, height pictureHeight: Int) -> [TextBox] {
        let borders = Contours(mask(above: TextMap.threshold), width: width, height: height)
        let boxes = (0..<min(borders.count, TextMap.mostBorders)).compactMap { index in
            box(of: borders[index], pictureWidth, pictureHeight)?.clipped(width: pictureWidth, height: pictureHeight)
        }
        return boxes.inReadingOrder
    }

    private func box(of border: ArraySlice<Contours.Point>, _ pictureWidth: Int, _ pictureHeight: Int) -> TextBox? {
        guard let rectangle = TurnedRectangle(around: border), rectangle.shortSide >= TextMap.leastSide else {
            return nil
        }
        let corners = rectangle.orderedCorners
        guard mean(in: corners) >= TextMap.leastMean else { return nil }
        let outline = Unclip.outline(corners, Unclip.distance(corners, ratio: TextMap.ratio))
        guard let large = TurnedRectangle(around: outline), large.shortSide >= TextMap.leastLargeSide else {
            return nil
        }
        func scaled(_ value: Float, _ from: Int, _ to: Int) -> Float {
            (value / Float(from) * Float(to)).rounded(.toNearestOrEven).clamped(to: 0...Float(to))
        }
        return TextBox(
            ordering: large.orderedCorners.map {
                Corner(x: scaled($0.x, width, pictureWidth), y: scaled($0.y, height, pictureHeight))
            })
    }
}
