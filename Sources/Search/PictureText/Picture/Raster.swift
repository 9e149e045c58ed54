internal import ImageTypes

/// An RGB picture: three bytes a pixel, rows from the top, without gaps.
struct Raster: Hashable, Sendable {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height * 3)
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Pixels with alpha are laid over white where the visible ones are dark, else over black: text stays visible.
    init(_ pixels: PixelBuffer) {
        (width, height) = (pixels.size.width, pixels.size.height)
        bytes = pixels.channels == 3 ? pixels.bytes : Raster.flattened(pixels.bytes)
    }

    private static func flattened(_ rgba: [UInt8]) -> [UInt8] {
        var (sum, visible) = (0.0, 0)
        for place in stride(from: 0, to: rgba.count, by: 4) where rgba[place + 3] > 0 {
            sum += 0.299 * Double(rgba[place]) + 0.587 * Double(rgba[place + 1]) + 0.114 * Double(rgba[place + 2])
            visible += 1
        }
        let ground: Float = visible == 0 || sum / Double(visible) < 128 ? 255 : 0
        var rgb: [UInt8] = []
        rgb.reserveCapacity(rgba.count / 4 * 3)
        for place in stride(from: 0, to: rgba.count, by: 4) {
            let alpha = Float(rgba[place + 3]) / 255
            for channel in 0..<3 { rgb.append(UInt8(Float(rgba[place + channel]) * alpha + ground * (1 - alpha))) }
        }
        return rgb
    }

    /// The width as a multiple of the height.
    var ratio: Double { Double(width) / Double(height) }

    /// The picture with black rows above and below.
    func padded(_ rows: Int) -> Raster {
        let black = [UInt8](repeating: 0, count: rows * width * 3)
        return Raster(width: width, height: height + 2 * rows, bytes: black + bytes + black)
    }

    /// The picture after a quarter turn counter-clockwise: its right column is the top row.
    func quarterTurned() -> Raster {
        var turned = [UInt8](repeating: 0, count: bytes.count)
        for row in 0..<height {
            for column in 0..<width {
                let (from, to) = ((row * width + column) * 3, ((width - 1 - column) * height + row) * 3)
                for channel in 0..<3 { turned[to + channel] = bytes[from + channel] }
            }
        }
        return Raster(width: height, height: width, bytes: turned)
    }

    /// The picture after half a turn.
    func halfTurned() -> Raster {
        var turned = [UInt8](repeating: 0, count: bytes.count)
        for place in stride(from: 0, to: bytes.count, by: 3) {
            for channel in 0..<3 { turned[bytes.count - 3 - place + channel] = bytes[place + channel] }
        }
        return Raster(width: width, height: height, bytes: turned)
    }
}
