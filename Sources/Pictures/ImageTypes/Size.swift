/// Width and height in pixels, both at least 1 for every image that Magpie accepts.
public struct Size: Hashable, Sendable, Codable {
    /// The number of columns, in pixels.
    public var width: Int
    /// The number of rows, in pixels.
    public var height: Int

    /// Creates a size from its sides, in pixels. The values are not checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer of the two sides, in pixels.
    package var longestSide: Int { max(width, height) }

    /// Width times height; saturates instead of overflowing, so a hostile header cannot wrap around a limit.
    package var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The same picture lying on its side.
    package var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    /// The sides as `WIDTHxHEIGHT`, such as `640x480`.
    public var description: String { "\(width)x\(height)" }
}
