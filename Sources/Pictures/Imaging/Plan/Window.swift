/// A rectangle with fractional edges, in pixels of some picture.
struct Window: Hashable, Sendable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    init(left: Double, top: Double, width: Double, height: Double) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    init(_ box: Box) {
        self.init(
            left: Double(box.left), top: Double(box.top), width: Double(box.width), height: Double(box.height))
    }

    var right: Double { left + width }
    var bottom: Double { top + height }

    func union(_ other: Window) -> Window {
        let left = min(left, other.left)
        let top = min(top, other.top)
        return Window(
            left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// Returns true if the other window is inside, with a tolerance for the floating point errors of edges that
    /// coincide.
    func contains(_ other: Window) -> Bool {
        let slack = 1e-6
        return left <= other.left + slack && top <= other.top + slack && right >= other.right - slack
            && bottom >= other.bottom - slack
    }

    /// This window of the upright picture as a window of the stored one, whose sides are `stored`.
    func stored(orientation: Int, in stored: Size) -> Window {
        let across = Double(stored.width)
        let down = Double(stored.height)
        return switch orientation {
        case 2: Window(left: across - right, top: top, width: width, height: height)
        case 3: Window(left: across - right, top: down - bottom, width: width, height: height)
        case 4: Window(left: left, top: down - bottom, width: width, height: height)
        case 5: Window(left: top, top: left, width: height, height: width)
        case 6: Window(left: top, top: down - right, width: height, height: width)
        case 7: Window(left: across - bottom, top: down - right, width: height, height: width)
        case 8: Window(left: across - bottom, top: left, width: height, height: width)
        default: self
        }
    }

    /// Returns the same window in a picture `factor` times smaller.
    func divided(by factor: Int) -> Window {
        let factor = Double(factor)
        return Window(left: left / factor, top: top / factor, width: width / factor, height: height / factor)
    }

    /// Returns the same window in a picture whose sides are so many times longer.
    func scaled(x: Double, y: Double) -> Window {
        Window(left: left * x, top: top * y, width: width * x, height: height * y)
    }

    /// The whole pixels that the window touches, kept inside a picture of `size`.
    func pixels(in size: Size) -> Box {
        // Forgive rounding noise, which would otherwise add a row that nothing needs.
        let left = max(0, Int((self.left + 1e-9).rounded(.down)))
        let top = max(0, Int((self.top + 1e-9).rounded(.down)))
        let right = min(size.width, Int((self.right - 1e-9).rounded(.up)))
        let bottom = min(size.height, Int((self.bottom - 1e-9).rounded(.up)))
        return Box(left: left, top: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
