import PictureTestSupport
import VisualSearch

extension Pictures {
    /// Objects of two colors, each filling its box but for round corners, on paper.
    static func page(_ width: Int, _ height: Int, _ boxes: [Box]) -> PixelBuffer {
        draw(width, height) { x, y in
            guard let index = boxes.firstIndex(where: { $0.hasRounded(x, y) }) else {
                return (247, 246, 243)
            }
            let isStripe = (y - boxes[index].top) * 3 / boxes[index].height == 1
            let hue = UInt8(truncatingIfNeeded: 30 + index * 53 % 150)
            return isStripe ? (hue, 40, 60) : (40, hue, 150)
        }
    }
}

extension Box {
    fileprivate func hasRounded(_ x: Int, _ y: Int) -> Bool {
        guard x >= left, x < right, y >= top, y < bottom else { return false }
        let radius = min(width, height) / 5
        let across = max(left + radius - x, x - (right - 1 - radius), 0)
        let down = max(top + radius - y, y - (bottom - 1 - radius), 0)
        return across * across + down * down <= radius * radius
    }
}
