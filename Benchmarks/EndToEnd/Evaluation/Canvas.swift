import Imaging

/// RGB pixels to draw on.
struct Canvas {
    typealias Color = (UInt8, UInt8, UInt8)

    let width: Int
    let height: Int
    private var bytes: [UInt8]

    init(_ width: Int, _ height: Int, _ color: Color = (255, 255, 255)) {
        (self.width, self.height) = (width, height)
        bytes = [UInt8](repeating: color.0, count: width * height * 3)
        for at in stride(from: 0, to: bytes.count, by: 3) { (bytes[at + 1], bytes[at + 2]) = (color.1, color.2) }
    }

    init(_ picture: PixelBuffer) {
        (width, height, bytes) = (picture.size.width, picture.size.height, picture.bytes)
    }

    var pixels: PixelBuffer { PixelBuffer(size: Size(width: width, height: height), bytes: bytes)! }

    /// A picture whose pixels come from other places of this one.
    func mapped(_ width: Int, _ height: Int, _ place: (Int, Int) -> (Int, Int)) -> Canvas {
        var other = Canvas(width, height)
        for y in 0..<height {
            for x in 0..<width {
                let (fromX, fromY) = place(x, y)
                let (to, from) = ((y * width + x) * 3, (fromY * self.width + fromX) * 3)
                for channel in 0..<3 { other.bytes[to + channel] = bytes[from + channel] }
            }
        }
        return other
    }

    /// A picture with other colors; values beyond 0…255 are cut off.
    func colored(_ change: (Double, Double, Double) -> (Double, Double, Double)) -> Canvas {
        var other = self
        for at in stride(from: 0, to: bytes.count, by: 3) {
            let color = change(Double(bytes[at]), Double(bytes[at + 1]), Double(bytes[at + 2]))
            for (channel, value) in [color.0, color.1, color.2].enumerated() {
                other.bytes[at + channel] = UInt8(min(max(value, 0), 255))
            }
        }
        return other
    }

    /// Colors the pixels of a box for which `color` gives one; it gets the place in the box.
    mutating func fill(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ color: (Double, Double) -> Color?) {
        for y in max(top, 0)..<max(min(top + height, self.height), max(top, 0)) {
            for x in max(left, 0)..<max(min(left + width, self.width), max(left, 0)) {
                guard let color = color(Double(x - left), Double(y - top)) else { continue }
                let at = (y * self.width + x) * 3
                (bytes[at], bytes[at + 1], bytes[at + 2]) = color
            }
        }
    }

    /// Draws a picture; what lies outside is left out.
    mutating func draw(_ picture: Canvas, _ left: Int, _ top: Int) {
        fill(left, top, picture.width, picture.height) { x, y in
            let at = (Int(y) * picture.width + Int(x)) * 3
            return (picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2])
        }
    }
}
