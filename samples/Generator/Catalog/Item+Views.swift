import Imaging

/// The further pictures that a shop takes of a product.
extension Item {
    var sceneFile: String { "views/\(id)-scene.jpg" }
    var detailFile: String { "views/\(id)-detail.jpg" }

    /// The product smaller, where it is used: in a room, on a table, on linen. Nil only where nothing was drawn.
    var scenePicture: PixelBuffer? {
        var random = Random("scene \(id)")
        let drawing = drawing
        let degrees = random.between(-style.turn, style.turn) * 2
        let size = drawing.bounds(under: .pose(scale: 1, degrees: degrees)).size
        let (width, height) = size.x > size.y * 1.35 ? (480, 360) : random.pick([(400, 400), (360, 440)])
        let share = random.between(0.5, 0.62) * (style.stance == .hanging ? 0.8 : 1)
        let room = Point(Double(width), Double(height)) * share
        let scale = min(room.x / size.x, room.y / size.y)
        let center = Point(Double(width) * random.between(0.4, 0.6), Double(height) * random.between(0.5, 0.56))
        let baseline = center.y + size.y * scale / 2
        var canvas = Canvas(width: width, height: height)
        let backdrop = Backdrop.inUse(look.color, stance: style.stance, big: style.tallness > 1.6, &random)
        let horizon = baseline / Double(height) - random.between(0.1, 0.16)
        canvas.fill(backdrop.paint(width: width, height: height, horizon: horizon))
        let placement = Placement(
            drawing, stance: style.stance, width: room.x, height: room.y,
            anchor: style.stance == .standing ? Point(center.x, baseline) : center, degrees: degrees,
            mirrored: view.mirrored)
        guard canvas.place(placement, shadow: random.between(0.85, 1.2)) != nil else { return nil }
        canvas.relight(fromLeft: random.chance(0.5), strength: random.between(0.05, 0.09))
        return canvas.buffer
    }

    /// A part of the product from near, in front of paper. Nil only where nothing was drawn.
    var detailPicture: PixelBuffer? {
        var random = Random("detail \(id)")
        let drawing = drawing
        let side = 360.0
        let size = drawing.bounds().size
        // So near that the shorter side of the product is wider than the picture.
        let scale = side * random.between(1.25, 1.55) / min(size.x, size.y)
        let drift = Point(random.between(-0.12, 0.12), random.between(-0.1, 0.16)) * size * scale
        var canvas = Canvas(width: Int(side), height: Int(side))
        canvas.fill(Backdrop.studio(Ink(hex: 0xf6f5f2)).paint(width: Int(side), height: Int(side), horizon: 0.8))
        let placement = Placement(
            drawing, stance: .lying, width: size.x * scale, height: size.y * scale,
            anchor: Point(side / 2, side / 2) + drift, mirrored: view.mirrored)
        guard canvas.place(placement, shadow: 0.5) != nil else { return nil }
        canvas.relight(fromLeft: random.chance(0.5), strength: 0.05)
        return canvas.buffer
    }
}

extension Backdrop {
    /// A place where the product is used, which keeps apart from its color.
    fileprivate static func inUse(
        _ color: NamedColor, stance: Stance, big: Bool, _ random: inout Random
    ) -> Backdrop {
        let tint = self.tint(besides: color, &random)
        let wood = self.wood(besides: color, &random)
        return switch stance {
        case .standing: big ? .room(wood: wood, wall: tint.lit(-0.1)) : .table(wood: wood, wall: tint.lit(-0.1))
        case .hanging: .concrete(tint.lit(-0.12))
        case .lying: random.pick([.planks(wood), .linen(tint.lit(-0.1)), .terrazzo(Ink(hex: 0xefebe4))])
        }
    }
}
