import Foundation

/// What a product is photographed on.
enum Backdrop {
    case white
    /// A paper roll: wall and floor without an edge.
    case studio(Ink)
    case flat(Ink)
    case gradient(Ink, Ink)
    case spotlight(Ink)
    /// A table in front of a wall.
    case table(wood: Ink, wall: Ink)
    case room(wood: Ink, wall: Ink)
    /// Seen from above.
    case planks(Ink)
    case linen(Ink)
    case marble
    case concrete(Ink)
    case terrazzo(Ink)

    /// For a canvas in pixels; `horizon` is where the floor begins, as a share of the height.
    func paint(width: Int, height: Int, horizon: Double) -> Paint {
        let unit = 100 / Double(height)
        let wide = Double(width) * unit
        return scene(wide: wide, edge: horizon * 100).warped { $0 * unit }
    }

    private func scene(wide: Double, edge: Double) -> Paint {
        let center = Point(wide / 2, 46)
        switch self {
        case .white: return .flat(.white)
        case .flat(let ink): return .flat(ink)
        case .gradient(let first, let last): return .linear(.zero, Point(wide * 0.4, 100), [(0, first), (1, last)])
        case .spotlight(let ink):
            return .radial(center, 85, [(0, ink.lit(0.4)), (0.5, ink.lit(0.12)), (1, ink.lit(-0.18))])
        case .studio(let ink):
            return Paint { point in
                let seam = Noise.step(edge - 10, edge + 8, point.y)
                let wall = 0.02 + 0.05 * (point.y / 100)
                let far = (point - center).length / 100
                return ink.lit(Float(-wall * (1 - seam) - far * far * 0.08))
            }
        case .table(let wood, let wall): return .floor(wood, edge: edge, wall: .wall(wall), rows: 9, center: wide / 2)
        case .room(let wood, let wall):
            let skirting = Paint.wall(wall).under(
                Paint { point in
                    guard point.y > edge - 5 else { return .clear }
                    return point.y < edge - 4.5 ? Ink(hex: 0xcfcac2) : Ink(hex: 0xf2efea)
                })
            return .boards(wood, edge: edge, wall: skirting, center: wide / 2)
        case .planks(let wood): return .planks(wood)
        case .linen(let ink):
            return Paint { point in
                let wave = Noise.cloud(Point(point.x * 0.03, point.y * 0.022), octaves: 2) - 0.5
                return ink.lit(Material.linen.light(point * 0.9) * 0.3 + Float(wave * 0.26))
            }
        case .marble: return .marble
        case .concrete(let ink):
            return Paint { point in
                ink.lit(
                    Float(
                        (Noise.cloud(point * 0.05, octaves: 4) - 0.5) * 0.24 + (Noise.smooth(point * 2.4) - 0.5) * 0.04)
                )
            }
        case .terrazzo(let ink): return .terrazzo(ink)
        }
    }
}

extension Paint {
    /// Plaster with light falling in from the left.
    fileprivate static func wall(_ ink: Ink) -> Paint {
        Paint { point in
            let cloud = Noise.cloud(point * 0.06, octaves: 3) - 0.5
            return ink.lit(Float(cloud * 0.07 + 0.05 - point.x * 0.0011))
        }
    }

    /// Boards that run across and look narrower toward the wall.
    fileprivate static func floor(_ ink: Ink, edge: Double, wall: Paint, rows: Double, center: Double) -> Paint {
        Paint { point in
            guard point.y > edge else {
                let near = Float(max(0, 1 - (edge - point.y) / 3)) * 0.12
                return wall.ink(point).lit(-near)
            }
            let depth = (point.y - edge) / (100 - edge)
            let row = depth.squareRoot() * rows
            let board = row.rounded(.down)
            let place = Point((point.x - center) * (1.5 - depth * 0.5) + board * 37, row * 12)
            let seam = min(row - board, board + 1 - row) < 0.02 * rows / 9 ? Float(-0.22) : 0
            let tone = Float(Noise.cell(Int(board), 5) - 0.5) * 0.12
            let front = Float(depth * 0.06) - (depth < 0.03 ? 0.12 : 0)
            return ink.lit(Material.wood.light(place) * 0.9 + seam + tone + front)
        }
    }

    /// Boards that run away from the viewer toward the wall.
    fileprivate static func boards(_ ink: Ink, edge: Double, wall: Paint, center: Double) -> Paint {
        Paint { point in
            guard point.y > edge else { return wall.ink(point) }
            let depth = (point.y - edge) / (100 - edge)
            let spread = 0.55 + depth * 0.45
            let across = (point.x - center) / spread / 13 + 40
            let board = across.rounded(.down)
            let place = Point(depth * 55 / spread + board * 31, across * 26)
            let gap = min(across - board, board + 1 - across)
            let seam: Float = gap < 0.025 ? -0.25 : 0
            let tone = Float(Noise.cell(Int(board), 8) - 0.5) * 0.16
            return ink.lit(Material.wood.light(place) * 0.8 + seam + tone - Float(max(0, 0.12 - depth)) * 1.4)
        }
    }

    fileprivate static func planks(_ ink: Ink) -> Paint {
        Paint { point in
            let across = point.y / 19 + 3.3
            let board = across.rounded(.down)
            let place = Point(point.x + board * 53, point.y * 1.4 + board * 7)
            let seam: Float = min(across - board, board + 1 - across) < 0.014 ? -0.4 : 0
            let tone = Float(Noise.cell(Int(board), 3) - 0.5) * 0.16
            return ink.lit(Material.wood.light(place) + seam + tone)
        }
    }

    fileprivate static var marble: Paint {
        Paint { point in
            let drift = Noise.cloud(Point(point.x * 0.02 + point.y * 0.012, point.y * 0.018), octaves: 4) * 4
            let vein = abs(sin(point.x * 0.07 + point.y * 0.045 + drift))
            let thin = 1 - Noise.step(0, 0.05 + 0.12 * Noise.smooth(point * 0.07), vein)
            let cloud = Noise.cloud(point * 0.03 + Point(40, 3), octaves: 3) - 0.5
            return Ink(hex: 0xf1f0ee).lit(Float(cloud * 0.12 - thin * 0.16))
        }
    }

    fileprivate static func terrazzo(_ ink: Ink) -> Paint {
        let chips = [Ink(hex: 0xc98f78), Ink(hex: 0x7d9a8e), Ink(hex: 0xd9b26a), Ink(hex: 0x6f7787)]
        return Paint { point in
            let (column, row) = (Int((point.x / 4).rounded(.down)), Int((point.y / 4).rounded(.down)))
            let spot = Point(Double(column) + Noise.cell(column, row), Double(row) + Noise.cell(column &+ 11, row)) * 4
            let bent = point + Point(Noise.smooth(point * 0.9), Noise.smooth(point * 0.9 + Point(50, 0))) * 1.6
            let size = 0.1 + Noise.cell(row, column) * 0.8
            let chip = chips[Int(Noise.cell(column &+ 5, row) * 4) % 4]
            let offset = bent - spot - Point(0.8, 0.8)
            return ink.mixed(
                with: chip, Float(1 - Noise.step(size - 0.2, size + 0.2, max(abs(offset.x), abs(offset.y) * 1.3))) * 0.5
            )
        }
    }
}
