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
        /// The places of this picture, by the steps along one side of the file.
        func along(_ side: String, _ count: Int) -> [Int] {
            let end: Int? = side == "right" ? size.width - 1 : side == "bottom" ? size.height - 1 : nil
            return (0..<count).map { step in end.map { $0 - step } ?? step }
        }
        let (rows, columns) = (along(firstRow, height), along(firstColumn, width))
        return Pictures.draw(width, height) { column, row in
            let color = isSwapped ? pixel(rows[row], columns[column]) : pixel(columns[column], rows[row])
            return (color.red, color.green, color.blue)
        }
    }

    /// The largest difference of any two corresponding samples; 256 when the sizes differ.
    public func largestDifference(from other: PixelBuffer) -> Int {
        guard size == other.size, channels == other.channels else { return 256 }
        var largest = 0
        eachDifference(from: other) { if $0 > largest { largest = $0 } }
        return largest
    }

    /// Calls `body` with the difference of each two samples that are not equal, without a sign.
    private func eachDifference(from other: PixelBuffer, _ body: (Int) -> Void) {
        // Safe: both have as many bytes, and the pointers stay within them. An index takes far longer in a debug build.
        unsafe bytes.withUnsafeBufferPointer { one in
            unsafe other.bytes.withUnsafeBufferPointer { two in
                guard let one = one.baseAddress, let two = two.baseAddress else { return }
                guard unsafe memcmp(one, two, bytes.count) != 0 else { return }
                var index = 0
                let count = bytes.count
                while index < count {
                    let difference = unsafe Int(one[index]) - Int(two[index])
                    if difference != 0 { body(abs(difference)) }
                    index += 1
                }
            }
        }
    }

    /// Peak signal-to-noise ratio in dB; infinite for equal pictures, 0 when the sizes differ.
    public func psnr(against other: PixelBuffer) -> Double {
        guard size == other.size, channels == other.channels else { return 0 }
        var sum = 0
        eachDifference(from: other) { sum += $0 * $0 }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / Double(sum))
    }
}
