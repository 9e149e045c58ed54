/// The part of a picture that stands out.
///
/// A fill shows one axis whole, so the part is a run of columns or rows. The one with the most weight is taken; a pixel
/// weighs what its color differs from that of the picture's edge and of its mean, and what the brightness changes
/// around it.
enum Attention {
    /// The longest side of the picture that is looked at, in pixels.
    static let side = 96
    /// The part of a run's weight that the distance from the middle may take away: photographers aim.
    private static let pull = 0.15

    /// A part of the picture, moved along the axis that it does not show whole, to a whole pixel: one that is not resized
    /// stays sharp.
    ///
    /// - Parameter seen: The whole picture, small.
    static func placed(_ part: Window, in whole: Window, seen: Raster) -> Window {
        let isWide = whole.width - part.width > whole.height - part.height
        let weights = weights(of: seen, alongRows: isWide)
        let share = isWide ? part.width / whole.width : part.height / whole.height
        let start = heaviestStart(in: weights, length: share * Double(weights.count)) / Double(weights.count)
        var moved = part
        if isWide {
            moved.left = min((whole.left + start * whole.width).rounded(), whole.right - part.width)
        } else {
            moved.top = min((whole.top + start * whole.height).rounded(), whole.bottom - part.height)
        }
        return moved
    }

    /// The weight of each column, or of each row.
    private static func weights(of picture: Raster, alongRows: Bool) -> [Double] {
        let (width, height) = (picture.size.width, picture.size.height)
        let colors = (0..<picture.size.pixelCount).map { opponents(of: picture, at: 3 * $0) }
        let edge = mean(of: colors.indices.filter { isEdge($0, width, height) }.map { colors[$0] })
        let middle = mean(of: colors)
        var sums = [Double](repeating: 0, count: alongRows ? width : height)
        for y in 0..<height {
            for x in 0..<width {
                let here = colors[y * width + x]
                let right = colors[y * width + min(x + 1, width - 1)]
                let below = colors[min(y + 1, height - 1) * width + x]
                let change = distance(here, right) + distance(here, below)
                let weight = distance(here, edge) * distance(here, middle) + change * change
                sums[alongRows ? x : y] += Double(weight)
            }
        }
        return sums
    }

    /// Brightness, blue against yellow and red against green, in which distances are about even to the eye (ITU-R
    /// BT.601).
    private static func opponents(of picture: Raster, at place: Int) -> SIMD3<Float> {
        let red = Float(picture.bytes[place]) / 255
        let green = Float(picture.bytes[place + 1]) / 255
        let blue = Float(picture.bytes[place + 2]) / 255
        let brightness = 0.299 * red + 0.587 * green + 0.114 * blue
        return SIMD3(brightness, 0.564 * (blue - brightness), 0.713 * (red - brightness))
    }

    private static func isEdge(_ pixel: Int, _ width: Int, _ height: Int) -> Bool {
        let (x, y) = (pixel % width, pixel / width)
        return x == 0 || y == 0 || x == width - 1 || y == height - 1
    }

    private static func mean(of colors: [SIMD3<Float>]) -> SIMD3<Float> {
        colors.reduce(.zero, +) / Float(max(colors.count, 1))
    }

    private static func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
        let difference = one - other
        return (difference * difference).sum().squareRoot()
    }

    /// The place from which a run of this length weighs most; the nearest to the middle of equal ones.
    private static func heaviestStart(in weights: [Double], length: Double) -> Double {
        let last = Double(weights.count) - length
        var sums = [0.0]
        for weight in weights { sums.append(sums.last! + weight) }
        func sum(upTo place: Double) -> Double {
            let whole = min(Int(place), weights.count)
            let rest = whole < weights.count ? weights[whole] * (place - Double(whole)) : 0
            return sums[whole] + rest
        }
        var best = (start: last / 2, value: -Double.infinity)
        for step in 0...max(1, Int(last * 2)) {
            let start = min(Double(step) / 2, last)
            let off = last > 0 ? abs(start - last / 2) / (last / 2) : 0
            let value = (sum(upTo: start + length) - sum(upTo: start)) * (1 - pull * off)
            let isNearer = abs(start - last / 2) < abs(best.start - last / 2)
            if value > best.value * (1 + 1e-9) || (value >= best.value * (1 - 1e-9) && isNearer) {
                best = (start, value)
            }
        }
        return best.start
    }
}
