import Foundation
import Imaging
import PictureTestSupport
import TestSupport

/// A resize with three lobes in double precision: down the columns, then along the rows, rounded once at the end.
///
/// Written from the textbook for comparison only: the weight of an input pixel is the kernel at its distance from the
/// center of the output pixel, widened where the picture shrinks; pixels outside do not count. Values outside 0…255
/// are clipped after each step, because that is where bytes end.
enum SlowLanczos {
    /// `window` is left, top, width and height in input pixels; the whole picture where it is nil. Only pixels of the
    /// window count.
    static func resize(
        _ picture: PixelBuffer, to size: Size, window: (Double, Double, Double, Double)? = nil
    ) -> PixelBuffer {
        let (width, height) = (picture.size.width, picture.size.height)
        let window = window ?? (0, 0, Double(width), Double(height))
        let columns = weights(start: window.0, length: window.2, from: width, to: size.width)
        let rows = weights(start: window.1, length: window.3, from: height, to: size.height)
        let source = picture.bytes.map(Double.init)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 3)
        for row in rows {
            var line = [Double](repeating: 0, count: width * 3)
            for tap in row {
                let from = tap.pixel * width * 3
                for place in line.indices { line[place] += tap.weight * source[from + place] }
            }
            for place in line.indices { line[place] = min(max(line[place], 0), 255) }
            for column in columns {
                var (red, green, blue) = (0.0, 0.0, 0.0)
                for tap in column {
                    red += tap.weight * line[tap.pixel * 3]
                    green += tap.weight * line[tap.pixel * 3 + 1]
                    blue += tap.weight * line[tap.pixel * 3 + 2]
                }
                for value in [red, green, blue] { bytes.append(UInt8(min(max(value.rounded(), 0), 255))) }
            }
        }
        return PixelBuffer(size: size, bytes: bytes)!
    }

    private static func weights(
        start: Double, length: Double, from: Int, to: Int
    ) -> [[(pixel: Int, weight: Double)]] {
        let scale = length / Double(to)
        let widening = max(1, scale)
        return (0..<to).map { index in
            let center = start + (Double(index) + 0.5) * scale
            let first = max(Int(start.rounded(.down)), Int((center - 3 * widening).rounded(.down)))
            let last = min(Int((start + length).rounded(.up)), from, Int((center + 3 * widening).rounded(.up)) + 1)
            let taps = (first..<max(last, first + 1)).map { pixel in
                (pixel: pixel, weight: kernel((Double(pixel) + 0.5 - center) / widening))
            }
            let sum = taps.reduce(0) { $0 + $1.weight }
            return taps.map { (pixel: $0.pixel, weight: $0.weight / sum) }
        }
    }

    private static func kernel(_ x: Double) -> Double {
        if abs(x) < 1e-12 { return 1 }
        return abs(x) >= 3 ? 0 : sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
    }
}

extension PixelBuffer {
    /// The distance of this picture to the right of and below another of the same size, in pixels.
    ///
    /// A first-order estimate from the slopes of the other: exact for small shifts of smooth pictures.
    func shift(from other: PixelBuffer) -> (x: Double, y: Double) {
        func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Double {
            let color = picture.pixel(x, y)
            return Double(color.red) + 2 * Double(color.green) + Double(color.blue)
        }
        var (xx, xy, yy, xt, yt) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for y in 1..<(size.height - 1) {
            for x in 1..<(size.width - 1) {
                let across = (luma(other, x + 1, y) - luma(other, x - 1, y)) / 2
                let down = (luma(other, x, y + 1) - luma(other, x, y - 1)) / 2
                let change = luma(other, x, y) - luma(self, x, y)
                xx += across * across
                xy += across * down
                yy += down * down
                xt += across * change
                yt += down * change
            }
        }
        let determinant = xx * yy - xy * xy
        return ((yy * xt - xy * yt) / determinant, (xx * yt - xy * xt) / determinant)
    }
}
