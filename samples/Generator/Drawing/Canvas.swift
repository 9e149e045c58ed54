import Imaging

/// Pixels to paint on; colors are multiplied by their alpha.
struct Canvas {
    let width: Int
    let height: Int
    private(set) var pixels: [Ink]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [Ink](repeating: .clear, count: width * height)
    }

    var frame: Frame { Frame(left: 0, top: 0, width: width, height: height) }

    func alpha(_ x: Int, _ y: Int) -> Float {
        x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x].w : 0
    }

    mutating func draw(_ drawing: Drawing, _ transform: Transform) {
        for part in drawing.parts {
            let scale = transform.scale
            guard var mask = Mask(part.path, transform, within: frame, blur: part.blur * scale) else { continue }
            let light = part.relief?.light(on: mask, scale: scale)
            if let clip = part.clip { mask.multiply(by: Mask(clip, transform, within: frame)) }
            fill(mask, part.paint, transform, light)
        }
    }

    /// `transform` leads from the units of the paint to pixels.
    mutating func fill(_ mask: Mask, _ paint: Paint, _ transform: Transform, _ light: [Float]? = nil) {
        let back = transform.inverse
        let area = mask.frame.intersection(frame)
        guard !area.isEmpty else { return }
        for y in area.top..<area.bottom {
            for x in area.left..<area.right {
                let index = (y - mask.frame.top) * mask.frame.width + x - mask.frame.left
                let coverage = mask.values[index]
                guard coverage > 0.001 else { continue }
                var ink = paint.ink(back(Point(Double(x) + 0.5, Double(y) + 0.5)))
                if let light { ink = ink.lit(light[index]) }
                put(ink, coverage * ink.w, at: y * width + x)
            }
        }
    }

    /// Covers everything; places are in pixels.
    mutating func fill(_ paint: Paint) {
        for y in 0..<height {
            for x in 0..<width {
                let ink = paint.ink(Point(Double(x) + 0.5, Double(y) + 0.5))
                put(ink, ink.w, at: y * width + x)
            }
        }
    }

    private mutating func put(_ ink: Ink, _ alpha: Float, at index: Int) {
        var source = ink * alpha
        source.w = alpha
        pixels[index] = source + pixels[index] * (1 - alpha)
    }

    mutating func lay(_ layer: Canvas) {
        for index in pixels.indices where layer.pixels[index].w > 0 {
            pixels[index] = layer.pixels[index] + pixels[index] * (1 - layer.pixels[index].w)
        }
    }

    /// Round all pixels that are at least one tenth opaque; nil where there is none.
    var contentFrame: Frame? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width where pixels[y * width + x].w >= 0.1 {
                left = min(left, x)
                right = max(right, x + 1)
                top = min(top, y)
                bottom = y + 1
            }
        }
        guard left < right else { return nil }
        return Frame(left: left, top: top, width: right - left, height: bottom - top)
    }

    /// What was painted, on black where it is not opaque.
    var buffer: PixelBuffer? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 3)
        for ink in pixels {
            let levels = (ink * 255).clamped(lowerBound: .zero, upperBound: Ink(repeating: 255)).rounded(
                .toNearestOrEven)
            bytes.append(UInt8(levels.x))
            bytes.append(UInt8(levels.y))
            bytes.append(UInt8(levels.z))
        }
        return PixelBuffer(size: Size(width: width, height: height), bytes: bytes)
    }
}
