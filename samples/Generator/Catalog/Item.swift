import Imaging

/// A product of the catalog with the picture that shows it.
struct Item: Sendable {
    let id: String
    let style: Style
    let look: Look
    let view: View
    var listing: Listing
    /// The id of the first item of the same drawing in one of several colors; its own id for all others.
    let original: String

    /// How the product was photographed.
    struct View: Sendable {
        /// Names the light and the background.
        var seed: String
        var mirrored: Bool
        /// Share of the picture that the product takes up.
        var share: Double
    }

    var file: String { "images/\(id).jpg" }
    var drawing: Drawing { style.draw(look) }

    /// The catalog picture. Nil only where nothing was drawn.
    var picture: PixelBuffer? {
        var random = Random(view.seed)
        let drawing = drawing
        let degrees = random.between(-style.turn, style.turn)
        let size = drawing.bounds(under: .pose(scale: 1, degrees: degrees)).size
        let (width, height) = Item.sides(size.x / size.y, &random)
        let standing = style.stance == .standing
        let share = style.stance == .hanging ? view.share * 0.7 : view.share
        let room = Point(Double(width) * share, Double(height) * share)
        let scale = min(room.x / size.x, room.y / size.y)
        let center = Point(Double(width) * random.between(0.48, 0.52), Double(height) * random.between(0.49, 0.52))
        let baseline = center.y + size.y * scale / 2
        let horizon = baseline / Double(height) - random.between(0.1, 0.16)
        var canvas = Canvas(width: width, height: height)
        let backdrop = Backdrop.choose(for: look.color, stance: style.stance, big: style.tallness > 1.6, &random)
        canvas.fill(backdrop.paint(width: width, height: height, horizon: horizon))
        let placement = Placement(
            drawing, stance: style.stance, width: room.x, height: room.y,
            anchor: standing ? Point(center.x, baseline) : center, degrees: degrees, mirrored: view.mirrored)
        guard canvas.place(placement, shadow: random.between(0.75, 1.15)) != nil else { return nil }
        canvas.relight(fromLeft: random.chance(0.6), strength: random.between(0.02, 0.07))
        return canvas.buffer
    }

    /// Portrait, landscape or square, as the product asks for. In pixels.
    private static func sides(_ aspect: Double, _ random: inout Random) -> (width: Int, height: Int) {
        if aspect < 0.72 { return random.pick([(480, 640), (448, 640), (512, 640), (560, 560)]) }
        if aspect > 1.35 { return random.pick([(640, 480), (640, 448), (640, 512), (560, 560)]) }
        return random.pick([(560, 560), (520, 520), (480, 600), (600, 500), (600, 600)])
    }
}

extension Backdrop {
    private static let pastels: [Ink] = [
        Ink(hex: 0xf6dcd8), Ink(hex: 0xdcebf3), Ink(hex: 0xe2efdd), Ink(hex: 0xf8ecc9), Ink(hex: 0xe8e0f2),
        Ink(hex: 0xd5ebe7), Ink(hex: 0xf3e3d0), Ink(hex: 0xe5e5e8),
    ]

    /// Mostly white and near-white, never so close to the product that its outline is lost.
    static func choose(for color: NamedColor, stance: Stance, big: Bool, _ random: inout Random) -> Backdrop {
        let pale = color.ink.lightness > 0.72
        let tint = tint(besides: color, &random)
        let wood = wood(besides: color, &random)
        let draw = random.unit()
        if draw < (pale ? 0.1 : 0.5) {
            return random.chance(0.3)
                ? .white : .studio(random.pick([Ink(hex: 0xffffff), Ink(hex: 0xfbfaf8), Ink(hex: 0xf4f5f7)]))
        }
        if draw < 0.62 { return pale ? .flat(tint.lit(-0.12)) : .flat(tint) }
        if draw < 0.7 { return .gradient(tint, random.pick(pastels).lit(-0.1)) }
        if draw < 0.77 { return .spotlight(tint.lit(-0.1)) }
        switch stance {
        case .standing:
            return big ? .room(wood: wood, wall: tint.lit(-0.06)) : .table(wood: wood, wall: tint.lit(-0.04))
        case .hanging: return random.chance(0.5) ? .concrete(tint.lit(-0.1)) : .spotlight(tint.lit(-0.2))
        case .lying:
            return random.pick([
                .planks(wood), .linen(tint.lit(-0.06)), .marble, .concrete(Ink(hex: 0xb9b7b3)),
                .terrazzo(Ink(hex: 0xefebe4)),
            ])
        }
    }

    static func tint(besides color: NamedColor, _ random: inout Random) -> Ink {
        let tints = pastels.filter { distance($0, color.ink) > 0.28 }
        return random.pick(tints.isEmpty ? pastels : tints)
    }

    static func wood(besides color: NamedColor, _ random: inout Random) -> Ink {
        let woods = [Ink.oak, .walnut, Ink(hex: 0xddc3a0), Ink(hex: 0xa97b50)]
        return random.pick(woods.filter { distance($0, color.ink) > 0.25 })
    }

    private static func distance(_ first: Ink, _ second: Ink) -> Float {
        let gap = first - second
        return (gap.x * gap.x + gap.y * gap.y + gap.z * gap.z).squareRoot()
    }
}
