/// A product placed on a picture.
struct Placement {
    let drawing: Drawing
    let stance: Stance
    let transform: Transform

    /// Fits the drawing into `width` × `height` pixels. `anchor` is the middle of its lowest edge for a standing
    /// product, else its center.
    init(
        _ drawing: Drawing, stance: Stance, width: Double, height: Double, anchor: Point, degrees: Double = 0,
        mirrored: Bool = false
    ) {
        let size = drawing.bounds(under: .pose(scale: 1, degrees: degrees, mirrored: mirrored)).size
        let scale = min(width / size.x, height / size.y)
        var transform = Transform.pose(scale: scale, degrees: degrees, mirrored: mirrored)
        let bounds = drawing.bounds(under: transform)
        let reference = stance == .standing ? Point(bounds.center.x, bounds.high.y) : bounds.center
        transform.origin = anchor - reference
        self.drawing = drawing
        self.stance = stance
        self.transform = transform
    }
}

extension Canvas {
    /// Draws a product with its shadow; gives its tight frame without the shadow, nil where nothing is visible.
    mutating func place(_ placement: Placement, shadow: Double = 1) -> Frame? {
        var layer = Canvas(width: width, height: height)
        layer.draw(placement.drawing, placement.transform)
        guard let frame = layer.contentFrame else { return nil }
        castShadow(of: layer, in: frame, stance: placement.stance, strength: shadow)
        lay(layer)
        return frame
    }

    /// Light from one upper corner and a little less in the others.
    mutating func relight(fromLeft: Bool, strength: Double) {
        let corner = Point(fromLeft ? 0 : Double(width), 0)
        let reach = Point(Double(width), Double(height)).length
        fill(
            .radial(
                corner, reach,
                [(0, .white(strength)), (0.5, .white(0)), (0.51, .black(0)), (1, .black(strength * 0.7))]))
    }
}
