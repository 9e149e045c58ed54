internal import ImageTypes

/// A drawn picture with which a model is tried: 512 x 384 pixels.
enum TestPicture {
    /// A red disc left of the middle, before a sky that grows dark.
    case disc
    /// Squares of black and yellow.
    case checks

    private static let size = Size(width: 512, height: 384)

    /// The picture as it is.
    var pixels: PixelBuffer { drawn { x, y in color(x, y) } }

    /// Left and right change places.
    var mirrored: PixelBuffer { drawn { x, y in color(Self.size.width - 1 - x, y) } }

    /// Without its colors.
    var gray: PixelBuffer {
        drawn { x, y in
            let color = color(x, y)
            let level = (299 * color[0] + 587 * color[1] + 114 * color[2]) / 1000
            return [level, level, level]
        }
    }

    private func color(_ x: Int, _ y: Int) -> [Int] {
        switch self {
        case .disc:
            let (right, down) = (x - 180, y - 190)
            return right * right + down * down < 110 * 110
                ? [200 - down / 4, 40, 40] : [120 - y / 4, 160 - y / 4, 230 - y / 3]
        case .checks: return (x / 32 + y / 32) % 2 == 0 ? [20, 20, 20] : [230, 200, 30]
        }
    }

    private func drawn(_ color: (Int, Int) -> [Int]) -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size.pixelCount * 3)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width { bytes += color(x, y).map { UInt8(clamping: $0) } }
        }
        guard let pixels = PixelBuffer(size: Self.size, bytes: bytes) else {
            preconditionFailure("three bytes a pixel")
        }
        return pixels
    }
}
