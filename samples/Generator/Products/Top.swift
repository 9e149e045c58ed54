enum Top {
    static func shirt(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let body = garment(
            &drawing, look, hem: random.between(92, 102), sleeve: random.between(34, 42), slim: random.between(22, 26))
        collar(&drawing, look, body, look.tone(-0.1), depth: random.between(16, 21))
        if look.pattern == .plain {
            switch look.number % 4 {
            case 0: drawing.add(.ellipse(50, 46, 11), look.trim, on: body)
            case 1:
                drawing.add(Lettering.centered(look.brand, x: 50, y: 42, height: 7, weight: 1.5), look.second, on: body)
            case 2: drawing.add(.rect(0, 40, 100, 12), look.trim, on: body)
            default:
                drawing.add(.rect(56, 38, 13, 14, radius: 1), look.tone(-0.08), .thin, on: body)
            }
        }
        drawing.stitch(Path("M 20 90 L 80 90"), look.main.lit(-0.3), on: body)
        return drawing
    }

    static func sweater(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let hem = random.between(88, 98)
        let ribs = Paint.stripes(look.main.lit(-0.05), look.main.lit(-0.28), period: 1.9, share: 0.4).turned(90)
        let body = garment(
            &drawing, look, hem: hem, sleeve: random.between(80, 88), slim: random.between(25, 29), cuff: ribs)
        if look.pattern == .plain, random.chance(0.6) {
            for x in [38.0, 50, 62] {
                let cable = Path(
                    (0...60).map { step in
                        let swing = step % 8 < 4 ? step % 8 : 8 - step % 8
                        return Point(x + Double(swing - 2) * 0.9, 18 + Double(step) * 1.4)
                    })
                drawing.fold(cable, on: body, width: 2, strength: 0.3)
            }
        }
        drawing.add(.rect(0, hem - 7, 100, 10), ribs, on: body)
        if random.chance(0.3) {
            drawing.add(.rect(39, 2, 22, 14, radius: 4), ribs, .soft)
        } else {
            collar(&drawing, look, body, ribs, depth: 19)
        }
        return drawing
    }

    static func hoodie(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let hem = random.between(92, 100)
        drawing.add(
            Path("M 33 16 C 30 -8 42 -14 50 -14 C 58 -14 70 -8 67 16 C 60 26 40 26 33 16 Z"), look.tone(-0.05), .round)
        let body = garment(&drawing, look, hem: hem, sleeve: random.between(82, 90), slim: 27, cuff: look.tone(-0.18))
        drawing.add(.rect(0, hem - 6, 100, 10), look.tone(-0.18), on: body)
        drawing.add(
            Path("M 37 10 C 36 -6 44 -9 50 -9 C 56 -9 64 -6 63 10 C 58 22 42 22 37 10 Z"), look.tone(-0.5), .soft)
        drawing.add(Path("M 34 12 C 40 24 46 28 50 29 C 54 28 60 24 66 12").stroked(4), look.tone(-0.08), .thin)
        if random.chance(0.5) {
            drawing.add(.line(50, 28, 50, hem + 1).stroked(1.6), Ink.steel, .thin)
        } else if look.pattern == .plain {
            drawing.add(Lettering.centered(look.brand, x: 50, y: 46, height: 7, weight: 1.4), look.second, on: body)
        }
        let pocket = Path("M 36 64 L 64 64 L 70 78 L 70 \(hem - 7) L 30 \(hem - 7) L 30 78 Z")
        drawing.add(pocket, look.tone(-0.07), .thin, on: body)
        for x in [44.0, 56] {
            drawing.add(Path("M \(x) 26 C \(x - 1) 36 \(x + 1) 40 \(x) 48").stroked(1.3), Ink.cream, .thin)
        }
        return drawing
    }

    /// Sleeves and body; gives the outline of the body.
    private static func garment(
        _ drawing: inout Drawing, _ look: Look, hem: Double, sleeve: Double, slim: Double, cuff: Paint? = nil
    ) -> Path {
        let short = sleeve < 60
        let (out, inner) = short ? (46.0, 33.0) : (41, 29)
        for mirrored in [false, true] {
            let arm =
                short
                ? Path(
                    """
                    M 62 8 C 72 10 79 13 84 21 L 97 \(sleeve) C 93 \(sleeve + 4) 87 \(sleeve + 7) 82
                    \(sleeve + 8) L 71 36 Z
                    """
                )
                : Path(
                    """
                    M 64 9 C 73 11 79 16 82 24 C 86 32 88 \(sleeve - 12) \(50 + out) \(sleeve)
                    L \(50 + inner) \(sleeve + 5) C \(50 + inner - 3) \(sleeve - 8) 76 44 70 38 Z
                    """)
            let turned = mirrored ? arm.mirrored() : arm
            drawing.add(turned, look.paint(period: 8).lit { _ in -0.06 }, .round)
            if short {
                let seam = Path("M 95 \(sleeve - 3) C 91 \(sleeve + 1) 86 \(sleeve + 4) 80 \(sleeve + 5)")
                drawing.stitch(mirrored ? seam.mirrored() : seam, look.main.lit(-0.3), on: turned)
            }
            drawing.fold(
                mirrored
                    ? Path("M 16 \(sleeve - 6) C 22 40 24 36 29 28") : Path("M 84 \(sleeve - 6) C 78 40 76 36 71 28"),
                on: turned, width: 2)
            if let cuff {
                let end = Path(
                    """
                    M \(50 + out + 4) \(sleeve - 6) L \(50 + inner - 4) \(sleeve - 1)
                    L \(50 + inner) \(sleeve + 9) L \(50 + out + 6) \(sleeve + 4) Z
                    """
                )
                drawing.add(mirrored ? end.mirrored() : end, cuff, .thin, on: turned)
            }
        }
        let right =
            """
            M 50 16 C 56 16 60 12 61 7 L 66 9 C 72 11 74 15 74 20 C 72 28 71 34 \(50 + slim - 1) 42
            L \(50 + slim) \(hem) C \(50 + slim * 0.5) \(hem + 2) 55 \(hem + 2) 50 \(hem + 2)
            """
        let half = Path(right).contours[0]
        let body = Path(half + half.reversed().map { Point(100 - $0.x, $0.y) })
        drawing.add(body, look.paint(period: 8), .round)
        drawing.fold(Path("M \(50 - slim + 2) 46 C 36 56 38 70 34 \(hem)"), on: body, strength: 0.14)
        drawing.fold(Path("M \(50 + slim - 2) 44 C 62 58 66 72 63 \(hem)"), on: body, strength: 0.16)
        drawing.fold(Path("M 52 \(hem) C 50 80 54 70 50 60"), on: body, strength: 0.1)
        return body
    }

    private static func collar(_ drawing: inout Drawing, _ look: Look, _ body: Path, _ paint: Paint, depth: Double) {
        drawing.add(Path("M 39 7 C 44 11 56 11 61 7 C 60 12 56 16 50 16 C 44 16 40 12 39 7 Z"), look.tone(-0.5))
        drawing.add(Path("M 39 7 C 44 11 56 11 61 7").stroked(2), look.tone(-0.3), .thin)
        drawing.add(
            Path("M 38.4 7 C 40 \(depth - 4) 45 \(depth - 1) 50 \(depth - 1) C 55 \(depth - 1) 60 \(depth - 4) 61.6 7")
                .stroked(3), paint, .thin)
    }
}
