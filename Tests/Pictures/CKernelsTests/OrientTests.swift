import TestSupport
import Testing

@Suite("Turning pixels upright")
struct OrientTests {
    /// The place of the stored pixel of the upright pixel (x, y), by the EXIF description of row 0 and column 0.
    private static func stored(_ x: Int, _ y: Int, width: Int, height: Int, orientation: Int) -> (x: Int, y: Int) {
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
    }

    @Test("each EXIF value takes every pixel from where its definition says", arguments: 0...9)
    func definition(orientation: Int) {
        var dice = SplitMix(seed: orientation)
        for (width, height) in [(1, 1), (1, 7), (9, 1), (2, 3), (32, 32), (33, 31), (70, 41)] {
            for channels in [1, 2, 3, 4] {
                let pixels = dice.bytes(width * height * channels)
                let swapped = (5...8).contains(orientation)
                let uprightWidth = swapped ? height : width
                let uprightHeight = swapped ? width : height
                var expected: [UInt8] = []
                for y in 0..<uprightHeight {
                    for x in 0..<uprightWidth {
                        let from = Self.stored(x, y, width: width, height: height, orientation: orientation)
                        let at = (from.y * width + from.x) * channels
                        expected += pixels[at..<(at + channels)]
                    }
                }
                let found = Kernels.orient(
                    pixels, width: width, height: height, channels: channels, as: orientation)
                #expect(found == expected, "\(width)x\(height), \(channels) channels")
            }
        }
    }

    @Test("a turn followed by its inverse changes nothing", arguments: 1...8)
    func inverse(orientation: Int) {
        var dice = SplitMix(seed: orientation)
        let width = 45
        let height = 67
        let pixels = dice.bytes(width * height * 3)
        let turned = Kernels.orient(pixels, width: width, height: height, channels: 3, as: orientation)
        let swapped = orientation >= 5
        let back = [6: 8, 8: 6][orientation] ?? orientation
        let restored = Kernels.orient(
            turned, width: swapped ? height : width, height: swapped ? width : height, channels: 3, as: back)
        #expect(restored == pixels)
    }
}
