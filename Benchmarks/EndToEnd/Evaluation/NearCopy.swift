import Foundation
import Imaging

/// Makes a near copy of a picture: turned, cropped, lightened or darkened, made smaller, compressed hard. The same
/// seed gives the same copy.
struct NearCopy {
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
    }

    /// A JPEG. Turned by up to 8 degrees to either side, 75–95 % of each side kept, brightness changed by up to 25 %,
    /// 0.6 times as large, quality 40.
    mutating func make(of picture: PixelBuffer) throws(ImageError) -> [UInt8] {
        let angle = random.between(-8, 8) * .pi / 180
        let share = random.between(0.75, 0.95)
        let light = random.between(0.75, 1.25)
        let size = picture.size
        let (width, height) = (Int(Double(size.width) * share), Int(Double(size.height) * share))
        let box = Box(
            left: Int(random.between(0, Double(size.width - width))),
            top: Int(random.between(0, Double(size.height - height))), width: max(width, 1), height: max(height, 1))
        let turned = Self.turned(picture, by: angle, light: light)
        let side = max(Int((Double(box.size.longestSide) * 0.6).rounded()), 1)
        let output = Output(.fit(side), encoding: .jpeg(quality: 40))
        return try prepare(.pixels(turned), as: Recipe(output, box: box)).outputs[0].bytes
    }

    /// Turned around the middle, between pixels by their distance, white where nothing was.
    private static func turned(_ picture: PixelBuffer, by angle: Double, light: Double) -> PixelBuffer {
        let (width, height) = (picture.size.width, picture.size.height)
        let (sine, cosine) = (sin(angle), cos(angle))
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        var bytes = [UInt8](repeating: 255, count: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
                let (fromX, fromY) = (cosine * dx + sine * dy + middleX, cosine * dy - sine * dx + middleY)
                let (left, top) = (Int(fromX.rounded(.down)), Int(fromY.rounded(.down)))
                guard left >= 0, top >= 0, left + 1 < width, top + 1 < height else { continue }
                let (shareX, shareY) = (fromX - Double(left), fromY - Double(top))
                let from = (top * width + left) * 3
                for channel in from..<from + 3 {
                    let above = blend(picture.bytes[channel], picture.bytes[channel + 3], shareX)
                    let below = blend(
                        picture.bytes[channel + width * 3], picture.bytes[channel + width * 3 + 3], shareX)
                    let value = (above + (below - above) * shareY) * light
                    bytes[(y * width + x) * 3 + channel - from] = UInt8(min(value.rounded(), 255))
                }
            }
        }
        return PixelBuffer(size: picture.size, bytes: bytes)!
    }

    private static func blend(_ left: UInt8, _ right: UInt8, _ share: Double) -> Double {
        Double(left) + (Double(right) - Double(left)) * share
    }
}
