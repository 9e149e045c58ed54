import Foundation
public import Imaging

/// Slow and plain, to compare the library with.
extension PixelBuffer {
    /// The pixel at a place.
    public func pixel(_ x: Int, _ y: Int) -> RGB {
        let at = (y * size.width + x) * channels
        return RGB(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
    }

    /// The pixels of a box that lies inside.
    public func cropped(_ box: Box) -> PixelBuffer {
        var part: [UInt8] = []
        for y in box.top..<box.bottom {
            let start = (y * size.width + box.left) * channels
            part += bytes[start..<(start + box.width * channels)]
        }
        return PixelBuffer(size: box.size, channels: channels, bytes: part)!
    }

    /// The pixels as a file with this orientation stores them, when this is the upright picture.
    ///
    /// The EXIF standard names the side of the upright picture that the first stored row shows, and the side that
    /// the first stored column shows.
    public func stored(orientation: Int) -> PixelBuffer {
        let (firstRow, firstColumn) = [
            ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"), ("left", "top"),
            ("right", "top"), ("right", "bottom"), ("left", "bottom"),
        ][orientation - 1]
        let isSwapped = firstRow == "left" || firstRow == "right"
        let (width, height) = isSwapped ? (size.height, size.width) : (size.width, size.height)
        func place(_ row: Int, _ column: Int) -> (x: Int, y: Int) {
            func along(_ side: String, _ step: Int) -> Int {
                side == "right" ? size.width - 1 - step : side == "bottom" ? size.height - 1 - step : step
            }
            let (fromRow, fromColumn) = (along(firstRow, row), along(firstColumn, column))
            return isSwapped ? (fromRow, fromColumn) : (fromColumn, fromRow)
        }
        return Pictures.draw(width, height) { column, row in
            let (x, y) = place(row, column)
            let color = pixel(x, y)
            return (color.red, color.green, color.blue)
        }
    }

    /// The largest difference of any two corresponding samples; 256 when the sizes differ.
    public func largestDifference(from other: PixelBuffer) -> Int {
        guard size == other.size, channels == other.channels else { return 256 }
        var largest = 0
        for index in bytes.indices { largest = max(largest, abs(Int(bytes[index]) - Int(other.bytes[index]))) }
        return largest
    }

    /// Peak signal-to-noise ratio in dB; infinite for equal pictures, 0 when the sizes differ.
    public func psnr(against other: PixelBuffer) -> Double {
        guard size == other.size, channels == other.channels else { return 0 }
        var sum = 0
        for index in bytes.indices {
            let difference = Int(bytes[index]) - Int(other.bytes[index])
            sum += difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / Double(sum))
    }
}
