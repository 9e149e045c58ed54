/// A picture as a list of shapes, back to front, in local units.
struct Drawing {
    struct Part {
        var path: Path
        var paint: Paint
        var relief: Relief?
        /// Nothing shows outside of it.
        var clip: Path?
        /// Softness of the edge, in units.
        var blur = 0.0
    }

    private(set) var parts: [Part] = []

    /// A shape that counts for the outline of the drawing.
    mutating func add(_ path: Path, _ paint: Paint, _ relief: Relief? = nil) {
        parts.append(Part(path: path, paint: paint, relief: relief))
    }

    mutating func add(_ path: Path, _ ink: Ink, _ relief: Relief? = nil) {
        add(path, .flat(ink), relief)
    }

    /// Paint on the surface of `clip`, such as a print, a fold or a highlight.
    mutating func add(_ path: Path, _ paint: Paint, _ relief: Relief? = nil, on clip: Path, blur: Double = 0) {
        parts.append(Part(path: path, paint: paint, relief: relief, clip: clip, blur: blur))
    }

    mutating func add(_ path: Path, _ ink: Ink, on clip: Path, blur: Double = 0) {
        add(path, .flat(ink), on: clip, blur: blur)
    }

    /// A crease in cloth: a soft dark line with a soft light one beside it.
    mutating func fold(_ line: Path, on cloth: Path, width: Double = 2.5, strength: Double = 0.2) {
        add(line.stroked(width, to: width * 0.4), .black(strength), on: cloth, blur: width * 0.7)
        let side = line.moved(width * 0.9, -width * 0.2)
        add(side.stroked(width * 0.8, to: width * 0.3), .white(strength * 0.55), on: cloth, blur: width * 0.6)
    }

    /// A dashed line of thread. It does not count for the outline.
    mutating func stitch(_ line: Path, _ ink: Ink, width: Double = 0.5, on clip: Path = .rect(-200, -200, 500, 500)) {
        let thread = line.dashed(1.5, 1.1).stroked(width)
        parts.append(Part(path: thread, paint: .flat(ink), clip: clip))
    }

    /// All parts of another drawing, moved; its patterns move along.
    mutating func add(_ other: Drawing, at transform: Transform) {
        let back = transform.inverse
        for part in other.parts {
            var part = part
            part.path = part.path.transformed(by: transform)
            part.clip = part.clip?.transformed(by: transform)
            part.paint = part.paint.warped { back($0) }
            part.blur *= transform.scale
            part.relief?.depth *= transform.scale
            parts.append(part)
        }
    }

    /// Round all shapes that count, once the transform has been applied.
    func bounds(under transform: Transform = Transform()) -> Bounds {
        var bounds = Bounds()
        for part in parts where part.clip == nil {
            for contour in part.path.contours { for point in contour { bounds.include(transform(point)) } }
        }
        return bounds
    }
}
