public import Imaging

/// Pictures drawn in code, so that every pixel is known.
public enum Pictures {
    /// Each pixel by its place.
    public static func draw(
        _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
    ) -> PixelBuffer {
        // Through a pointer, which takes a fifth of the time of an array that grows in a debug build. Safe: there are
        // three bytes for each pixel, and each is written once.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, written in
            guard var next = buffer.baseAddress else { return }
            var (x, y) = (0, 0)
            while y < height {
                while x < width {
                    let (red, green, blue) = color(x, y)
                    unsafe next.initialize(to: red)
                    unsafe (next + 1).initialize(to: green)
                    unsafe (next + 2).initialize(to: blue)
                    unsafe next += 3
                    x += 1
                }
                (x, y) = (0, y + 1)
            }
            written = width * height * 3
        }
        return PixelBuffer(size: Size(width: width, height: height), bytes: bytes)!
    }

    /// No two pixels are alike (up to 4096 x 4096), so a pixel that comes from the wrong place is noticed.
    public static func numbered(_ width: Int, _ height: Int) -> PixelBuffer {
        draw(width, height) { x, y in
            let (left, right): (Int, Int) = (x >> 8 & 15, (y >> 8 & 15) << 4)
            return (UInt8(x & 255), UInt8(y & 255), UInt8(left | right))
        }
    }

    public static func solid(_ width: Int, _ height: Int, _ color: RGB) -> PixelBuffer {
        draw(width, height) { _, _ in (color.red, color.green, color.blue) }
    }

    /// Something like a photo: soft shades, a few hard edges, and fine grain.
    public static func scene(_ width: Int, _ height: Int, seed: UInt64 = 1) -> PixelBuffer {
        var random = SplitMix(seed: seed)
        let disks = (0..<6).map { _ in
            (
                x: Int.random(in: 0..<max(1, width), using: &random),
                y: Int.random(in: 0..<max(1, height), using: &random),
                radius: Int.random(in: 1...max(2, min(width, height) / 3), using: &random),
                color: UInt32.random(in: 0...0xFF_FFFF, using: &random)
            )
        }
        // Of the disks, each row looks at those that cross it.
        var (row, crossing) = (-1, disks)
        return draw(width, height) { x, y in
            if y != row { (row, crossing) = (y, disks.filter { abs(y - $0.y) < $0.radius }) }
            var red = 40 + 160 * x / width
            var green = 200 - 150 * y / height
            var blue = 90 + 60 * (x + y) / (width + height)
            for disk in crossing {
                let (across, down) = (x - disk.x, y - disk.y)
                guard across * across + down * down < disk.radius * disk.radius else { continue }
                red = (red + Int(disk.color >> 16 & 255)) / 2
                green = (green + Int(disk.color >> 8 & 255)) / 2
                blue = (blue + Int(disk.color & 255)) / 2
            }
            let grain = (x &* 31 ^ y &* 17) & 7
            return (UInt8(min(255, red + grain)), UInt8(min(255, green + grain)), UInt8(min(255, blue + grain)))
        }
    }

    /// Four solid quarters: red, green, blue and white, from the top left in reading order.
    public static func corners(_ width: Int, _ height: Int) -> PixelBuffer {
        draw(width, height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (255, 0, 0)
            case (false, true): (0, 255, 0)
            case (true, false): (0, 0, 255)
            case (false, false): (255, 255, 255)
            }
        }
    }
}
