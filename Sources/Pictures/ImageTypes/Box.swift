/// A rectangle in pixels, origin at the top left corner of the picture.
///
/// `right` and `bottom` lie just outside: a box from 0 to 10 is ten pixels wide.
public struct Box: Hashable, Sendable, Codable {
    /// The first column, in pixels from the left edge of the picture.
    public var left: Int
    /// The first row, in pixels from the top edge of the picture.
    public var top: Int
    /// The number of columns, in pixels.
    public var width: Int
    /// The number of rows, in pixels.
    public var height: Int

    /// Creates a box from its top left corner and its sides, in pixels. The values are not checked.
    public init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// Creates a box from its upper left and its lower right corner, as ViSearch writes boxes, in pixels: `x2` and `y2`
    /// lie just outside. The values are not checked; with equal corners the box has no area, which stands for a point.
    public init(x1: Int, y1: Int, x2: Int, y2: Int) {
        self.init(left: x1, top: y1, width: Box.sum(x2, Box.negated(x1)), height: Box.sum(y2, Box.negated(y1)))
    }

    /// The box that covers a whole picture of `size`.
    package init(covering size: Size) {
        self.init(left: 0, top: 0, width: size.width, height: size.height)
    }

    /// One past the last column. No box reaches beyond the largest integer, or below the smallest.
    public var right: Int { Box.sum(left, width) }
    /// One past the last row, limited as ``right``.
    public var bottom: Int { Box.sum(top, height) }
    /// The width and height of the box, in pixels.
    package var size: Size { Size(width: width, height: height) }

    private static func negated(_ value: Int) -> Int { value == .min ? .max : -value }

    private static func sum(_ start: Int, _ length: Int) -> Int {
        let (end, overflow) = start.addingReportingOverflow(length)
        return overflow ? (length > 0 ? .max : .min) : end
    }
}

extension Box: CustomStringConvertible {
    /// The edges as `left,top,right,bottom`, in pixels.
    public var description: String { "\(left),\(top),\(right),\(bottom)" }
}
