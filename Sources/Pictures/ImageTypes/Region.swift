/// A pixel of a picture, counted from its top left corner.
public struct Point: Hashable, Sendable, Codable {
    /// The column, in pixels from the left edge of the picture.
    public var left: Int
    /// The row, in pixels from the top edge of the picture.
    public var top: Int

    /// Creates a point. The values are not checked: a point may lie outside of the picture.
    public init(left: Int, top: Int) {
        self.left = left
        self.top = top
    }
}

extension Point: CustomStringConvertible {
    /// The column and the row as `left,top`.
    public var description: String { "\(left),\(top)" }
}

/// The part of a picture to search with: a box, or the object at a point. In upright pixels of the original.
public enum Region: Hashable, Sendable {
    /// The pixels in a box.
    case box(Box)
    /// The object under a point, or the nearest one.
    case point(Point)

    /// Creates the region of a box in a wire form: a box without an area is the point at its corner.
    package init(_ box: Box) {
        self = box.size == Size(width: 0, height: 0) ? .point(Point(left: box.left, top: box.top)) : .box(box)
    }

    /// The region in the wire forms that have only boxes.
    package var wireBox: Box {
        switch self {
        case .box(let box): box
        case .point(let point): Box(left: point.left, top: point.top, width: 0, height: 0)
        }
    }
}
