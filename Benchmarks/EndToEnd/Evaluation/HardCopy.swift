import Foundation
import Imaging

/// Makes a copy of a picture that is hard to recognize, in one of the ways in which people change pictures before they
/// post them again. The same seed gives the same copy.
struct HardCopy {
    /// A change of a picture.
    enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Half of the area.
        case crop
        case mirror
        /// By one, two or three quarters.
        case turn
        /// Three shapes and two lines of signs over it.
        case overlay
        /// A screenshot of it: bars, margins and lines of signs around it.
        case frame
        /// Gray, sepia, strong contrast or a tint.
        case filter
        /// 256 pixels, JPEG of quality 10.
        case compressed
        /// About a third of another picture.
        case pasted
    }

    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// A JPEG of at most 640 pixels and quality 75, unless the kind says otherwise.
    ///
    /// - Parameter other: The picture that the copy is pasted into.
    mutating func make(_ kind: Kind, of picture: PixelBuffer, into other: PixelBuffer) throws(ImageError) -> [UInt8] {
        let canvas = Canvas(picture)
        let changed: Canvas
        switch kind {
        case .crop: changed = crop(canvas)
        case .mirror: changed = canvas.mapped(canvas.width, canvas.height) { x, y in (canvas.width - 1 - x, y) }
        case .turn: changed = turn(canvas)
        case .overlay: changed = overlay(canvas)
        case .frame: changed = frame(canvas)
        case .filter: changed = filter(canvas)
        case .compressed: changed = canvas
        case .pasted: changed = try paste(picture, into: Canvas(other))
        }
        let output =
            kind == .compressed
            ? Output(.fit(256), encoding: .jpeg(quality: 10)) : Output(.fit(640), encoding: .jpeg(quality: 75))
        return try prepare(.pixels(changed.pixels), as: Recipe(output)).outputs[0].bytes
    }

    private mutating func crop(_ canvas: Canvas) -> Canvas {
        let share = 0.5.squareRoot()
        let (width, height) = (max(Int(Double(canvas.width) * share), 1), max(Int(Double(canvas.height) * share), 1))
        let left = Int.random(in: 0...canvas.width - width, using: &random)
        let top = Int.random(in: 0...canvas.height - height, using: &random)
        return canvas.mapped(width, height) { x, y in (left + x, top + y) }
    }

    private mutating func turn(_ canvas: Canvas) -> Canvas {
        let (width, height) = (canvas.width, canvas.height)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return canvas.mapped(height, width) { x, y in (y, height - 1 - x) }
        case 1: return canvas.mapped(width, height) { x, y in (width - 1 - x, height - 1 - y) }
        default: return canvas.mapped(height, width) { x, y in (width - 1 - y, x) }
        }
    }

    private mutating func overlay(_ canvas: Canvas) -> Canvas {
        var canvas = canvas
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        for shape in 0..<3 {
            let (wide, high) = (random.between(0.15, 0.35) * width, random.between(0.15, 0.35) * height)
            let (left, top) = (random.between(0, width - wide), random.between(0, height - high))
            let color = color()
            canvas.fill(Int(left), Int(top), Int(wide), Int(high)) { x, y in
                let (dx, dy) = (2 * x / wide - 1, 2 * y / high - 1)
                return shape == 0 || dx * dx + dy * dy <= 1 ? color : nil
            }
        }
        for line in 0..<2 { sign(&canvas, 0.1, 0.3 + 0.4 * Double(line), size: 0.08, (255, 255, 255)) }
        return canvas
    }

    private mutating func frame(_ picture: Canvas) -> Canvas {
        var canvas = Canvas(picture.width * 11 / 10 + 1, picture.height * 3 / 2 + 1, (245, 245, 245))
        canvas.fill(0, 0, canvas.width, canvas.height / 12) { _, _ in (40, 60, 110) }
        canvas.draw(picture, picture.width / 20, canvas.height / 6)
        for line in 0..<3 { sign(&canvas, 0.06, 0.86 + 0.045 * Double(line), size: 0.03, (60, 60, 60)) }
        return canvas
    }

    private mutating func filter(_ picture: Canvas) -> Canvas {
        let kind = Int.random(in: 0..<4, using: &random)
        let tint = color()
        return picture.colored { red, green, blue in
            let gray = 0.299 * red + 0.587 * green + 0.114 * blue
            switch kind {
            case 0: return (gray, gray, gray)
            case 1: return (1.07 * gray + 18, 0.95 * gray + 6, 0.78 * gray)
            case 2: return ((red - 128) * 1.9 + 128, (green - 128) * 1.9 + 128, (blue - 128) * 1.9 + 128)
            default:
                return (
                    0.65 * red + 0.35 * Double(tint.0), 0.65 * green + 0.35 * Double(tint.1),
                    0.65 * blue + 0.35 * Double(tint.2)
                )
            }
        }
    }

    private mutating func paste(_ picture: PixelBuffer, into background: Canvas) throws(ImageError) -> Canvas {
        var canvas = background
        let side = max(Int(0.62 * Double(min(canvas.width, canvas.height))), 1)
        let output = Output(.fit(side), encoding: .pixels)
        guard let small = try prepare(.pixels(picture), as: Recipe(output)).outputs[0].pixels else { return canvas }
        canvas.draw(
            Canvas(small), Int.random(in: 0...canvas.width - small.size.width, using: &random),
            Int.random(in: 0...canvas.height - small.size.height, using: &random))
        return canvas
    }

    /// A line of made-up letters: 5 × 7 cells, of which half are set.
    private mutating func sign(
        _ canvas: inout Canvas, _ left: Double, _ top: Double, size: Double, _ color: Canvas.Color
    ) {
        let cell = max(Int(size * Double(canvas.height) / 7), 1)
        var x = Int(left * Double(canvas.width))
        let y = Int(top * Double(canvas.height))
        while x + 6 * cell < canvas.width * 9 / 10 {
            let bits = random.next()
            for place in 0..<35 where bits >> UInt64(place) & 1 == 1 {
                canvas.fill(x + place % 5 * cell, y + place / 5 * cell, cell, cell) { _, _ in color }
            }
            x += 6 * cell
        }
    }

    private mutating func color() -> Canvas.Color {
        let bits = random.next()
        return (
            UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16)
        )
    }
}
