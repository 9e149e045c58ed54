/// Width and height in pixels, both at least 1 for every image that Magpie accepts.
public struct Size: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer of the two sides, in pixels.
    public var longestSide: Int { max(width, height) }

    /// Width times height; saturates instead of overflowing, so a hostile header cannot wrap around a limit.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The same picture lying on its side.
    public var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
