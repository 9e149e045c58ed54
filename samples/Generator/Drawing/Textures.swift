import Foundation

/// What a surface is made of; changes the light on it, hardly the color.
enum Material: String {
    case smooth, leather, suede, canvas, denim, knit, wood, metal, ceramic, glass, linen, straw, felt, velvet, satin

    /// Light that the surface adds at a place, about -0.2…0.2.
    func light(_ p: Point) -> Float {
        switch self {
        case .smooth, .ceramic, .glass: 0
        case .leather:
            Float(Noise.step(0, 0.3, edge(p / 1.6)) - 0.85) * 0.09 + fine(p, 12, 0.05)
        case .suede, .felt, .velvet: fine(p, 2.2, 0.07) + fine(p, 14, 0.05)
        case .canvas, .linen:
            weave(p, self == .linen ? 0.9 : 1.2) + fine(p, 3, 0.06)
        case .denim:
            Float(sin((p.x + p.y) * 5)) * 0.05 + fine(Point(p.x * 3, p.y * 0.5), 1.5, 0.1) + fine(p, 9, 0.1)
        case .knit: knit(p)
        case .wood: wood(p)
        case .metal: fine(Point(p.x * 0.08, p.y * 6), 1, 0.08)
        case .straw: straw(p)
        case .satin: fine(Point(p.x * 0.09 + p.y * 0.03, p.y * 0.03), 1, 0.3)
        }
    }

    private func edge(_ p: Point) -> Double {
        let distances = Noise.worley(p)
        return distances.second - distances.first
    }

    private func fine(_ p: Point, _ frequency: Double, _ depth: Double) -> Float {
        Float((Noise.cloud(p * frequency, octaves: 2) - 0.5) * 2 * depth)
    }

    private func weave(_ p: Point, _ period: Double) -> Float {
        let (u, v) = (p.x / period, p.y / period)
        let over = (Int(u.rounded(.down)) + Int(v.rounded(.down))) % 2 == 0
        let across = over ? u - u.rounded(.down) : v - v.rounded(.down)
        return Float(sin(across * .pi) - 0.64) * 0.12
    }

    /// Columns of small V-shaped stitches.
    private func knit(_ p: Point) -> Float {
        let width = 2.6
        let column = p.x / width - (p.x / width).rounded(.down) - 0.5
        let slanted = p.y / 2 - abs(column) * 1.3
        let row = slanted - slanted.rounded(.down)
        let groove = Noise.step(0.3, 0.5, abs(column)) * 0.14 + (1 - Noise.step(0, 0.12, abs(column))) * 0.1
        return Float(sin(row * .pi) * 0.16 - 0.1 - groove) + fine(p, 3, 0.03) + 0.07
    }

    private func wood(_ p: Point) -> Float {
        let drift = Noise.cloud(Point(p.x * 0.02, p.y * 0.09)) * 6
        let rings = sin((p.y * 0.35 + drift * 2.2) * 2)
        return Float(rings) * 0.06 + fine(Point(p.x * 0.1, p.y * 2.2), 1, 0.07)
    }

    private func straw(_ p: Point) -> Float {
        let row = p.y / 1.8 - (p.y / 1.8).rounded(.down)
        let slant = p.x / 2.4 + (Int((p.y / 1.8).rounded(.down)) % 2 == 0 ? row : -row) * 0.8
        let strand = slant - slant.rounded(.down)
        return Float(sin(row * .pi) - 0.7) * 0.2 + Float(sin(strand * .pi) - 0.6) * 0.1
    }
}

extension Paint {
    func made(of material: Material) -> Paint {
        switch material {
        case .smooth, .ceramic, .glass: self
        default: lit { material.light($0) }
        }
    }
}
