/// Makes a flat shape look inflated: edges toward the lamp (above left) turn lighter, the others darker.
struct Relief {
    /// How far the rounding reaches in from the edge, in units.
    var depth: Double
    var strength: Float

    static let thin = Relief(depth: 1.6, strength: 0.5)
    static let soft = Relief(depth: 5, strength: 0.5)
    static let round = Relief(depth: 10, strength: 0.65)
    static let plump = Relief(depth: 18, strength: 0.8)

    /// Light for each pixel of the mask, -1…1. `scale`: pixels per unit.
    func light(on mask: Mask, scale: Double) -> [Float] {
        let radius = max(1, depth * scale)
        // Room for the blur to run out, else its cut edge shows as a line.
        let margin = Int(radius * 1.9) + 2
        let height = mask.grown(by: margin).blurred(radius)
        let frame = mask.frame
        let (width, stride) = (frame.width, frame.width + 2 * margin)
        var light = [Float](repeating: 0, count: mask.values.count)
        let gain = Float(radius) * strength / 2
        for y in 0..<frame.height {
            for x in 0..<width where mask.values[y * width + x] > 0 {
                let place = (y + margin) * stride + x + margin
                let across = height.values[place + 1] - height.values[place - 1]
                let down = height.values[place + stride] - height.values[place - stride]
                let facing = (across * 0.5 + down * 0.85) * gain
                let shade = max(0, 0.75 - height.values[place]) * 0.3 * strength
                light[y * width + x] = (facing > 0 ? facing * 0.55 : facing * 1.1) - shade
            }
        }
        return light
    }
}

/// How a product stands on its background.
enum Stance {
    case standing
    case lying
    case hanging
}

extension Canvas {
    /// Darkens the canvas where `layer` keeps the light away. `strength`: 1 is usual.
    mutating func castShadow(of layer: Canvas, in bounds: Frame, stance: Stance, strength: Double) {
        let size = Double(max(bounds.width, bounds.height))
        switch stance {
        case .standing:
            let long = layer.flattenedAlpha(bounds, squash: 0.16, lean: 0.55, height: 0.8)
            shade(long.blurred(size * 0.03), 0.22 * strength)
            let near = layer.flattenedAlpha(bounds, squash: 0.2, lean: 0.2, height: 0.14)
            shade(near.blurred(size * 0.012), 0.5 * strength)
        case .lying, .hanging:
            let far = stance == .lying ? 1.0 : 2.2
            let reach = Int(size * 0.06)
            let frame = bounds.grown(by: reach)
            let soft = layer.alpha(in: frame, movedBy: Int(size * 0.014 * far), Int(size * 0.022 * far))
            shade(soft.blurred(size * 0.024 * far), 0.34 * strength / far.squareRoot())
            let edge = layer.alpha(in: frame, movedBy: Int(size * 0.003), Int(size * 0.006))
            shade(edge.blurred(size * 0.008), 0.26 * strength)
        }
    }

    /// The alpha of the lowest part of a standing product, laid down on the floor behind it.
    ///
    /// `squash`: length on the floor for each unit of height; `lean`: how far it leans right; `height`: the share
    /// of the product that counts.
    private func flattenedAlpha(_ bounds: Frame, squash: Double, lean: Double, height: Double) -> Mask {
        let margin = bounds.width / 4 + 20
        let depth = Int(Double(bounds.height) * height * squash) + 1
        let below = max(bounds.width, bounds.height) / 40
        let frame = Frame(
            left: bounds.left - margin, top: bounds.bottom - depth, width: bounds.width + 2 * margin,
            height: depth + below
        ).grown(by: margin / 2)
        var mask = Mask(frame: frame, values: [Float](repeating: 0, count: frame.width * frame.height))
        for y in 0..<frame.height {
            let back = Double(bounds.bottom + below / 2 - 1 - (y + frame.top))
            let up = back / squash
            guard up >= 0, up <= Double(bounds.height) * height else { continue }
            let row = bounds.bottom - 1 - Int(up)
            for x in 0..<frame.width {
                mask.values[y * frame.width + x] = alpha(x + frame.left - Int(back * lean / 0.5), row)
            }
        }
        return mask
    }

    private func alpha(in frame: Frame, movedBy x: Int, _ y: Int) -> Mask {
        var mask = Mask(frame: frame, values: [])
        for row in frame.top..<frame.bottom {
            for column in frame.left..<frame.right { mask.values.append(alpha(column - x, row - y)) }
        }
        return mask
    }

    private mutating func shade(_ mask: Mask, _ strength: Double) {
        fill(mask, .flat(Ink(0.07, 0.05, 0.09, Float(strength))), Transform())
    }
}
