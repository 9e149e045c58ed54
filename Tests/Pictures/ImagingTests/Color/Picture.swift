import PictureTestSupport

@testable import Imaging

/// Draws pictures whose colors are known.
struct Picture {
    let size: Size
    private(set) var bytes: [UInt8]

    init(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> RGB) {
        size = Size(width: width, height: height)
        bytes =
            Pictures.draw(width, height) { x, y in
                let color = color(x, y)
                return (color.red, color.green, color.blue)
            }.bytes
    }

    var pixels: PixelBuffer { PixelBuffer(size: size, bytes: bytes)! }

    func colors(_ count: Int = 5, ignoringBackground: Bool = false) -> [DominantColor] {
        dominantColors(of: bytes.span, size: size, count: count, ignoringBackground: ignoringBackground)
    }

    /// Adds to each level a number of -amplitude…amplitude.
    func withNoise(_ amplitude: Int, seed: UInt64 = 1) -> Picture {
        var copy = self
        var noise = SplitMix(seed: seed)
        let range = UInt64(2 * amplitude + 1)
        // Safe: the pointer stays within the bytes.
        unsafe copy.bytes.withUnsafeMutableBufferPointer { bytes in
            guard var next = bytes.baseAddress else { return }
            let end = unsafe next + bytes.count
            while unsafe next != end {
                let level = unsafe Int(next.pointee) + Int(noise.next() % range) - amplitude
                unsafe next.pointee = level < 0 ? 0 : level > 255 ? 255 : UInt8(level)
                unsafe next += 1
            }
        }
        return copy
    }

    /// True where a pixel of the picture is within `tolerance` levels of `color` in every channel.
    func has(_ color: RGB, within tolerance: Int) -> Bool {
        stride(from: 0, to: bytes.count, by: 3).contains { at in
            color.isWithin(tolerance, of: RGB(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2]))
        }
    }
}

extension RGB {
    init(_ value: Int) {
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    init(gray level: Int) { self.init(red: UInt8(level), green: UInt8(level), blue: UInt8(level)) }

    func isWithin(_ levels: Int, of other: RGB) -> Bool {
        abs(Int(red) - Int(other.red)) <= levels && abs(Int(green) - Int(other.green)) <= levels
            && abs(Int(blue) - Int(other.blue)) <= levels
    }

    /// `part` of the way from this color to another, rounded.
    func mixed(with other: RGB, _ part: Double) -> RGB {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Double(one) + (Double(other) - Double(one)) * part).rounded())
        }
        return RGB(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
