enum Shoe {
    static func sneaker(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let high = look.number % 3 == 1
        let c = high ? random.between(-12, -4) : random.between(13, 18)
        let soleInk = random.chance(0.7) ? Ink.cream : look.second
        let upper = Path(
            """
            M 6 51 C 4 42 8 34 7 \(c + 7) C 6 \(c - 1) 12 \(c - 2) 15 \(c + 3) C 20 \(c + 9) 28 \(c + 8) 34 \(c - 1)
            L 41 \(c - 5) C 46 \(c + 4) 54 28 67 33 C 82 36 97 39 98 51 Z
            """)
        let tongue = Path("M 30 \(c + 6) C 33 \(c - 6) 38 \(c - 12) 44 \(c - 9) L 50 \(c + 4) L 40 \(c + 14) Z")
        drawing.add(tongue, look.tone(-0.18), .soft)
        drawing.add(upper, look.paint(period: 7), .round)
        drawing.add(Path("M 78 34 C 90 36 99 40 98 51 L 70 51 C 71 43 73 37 78 34 Z"), look.tone(0.1), .soft, on: upper)
        drawing.add(Path("M 2 51 L 2 30 C 14 30 21 40 23 51 Z"), look.trim, .soft, on: upper)
        drawing.stitch(Path("M 6 31 C 15 32 20 41 22 50"), .white(0.6))
        side(&drawing, look, upper)
        let stay = Path("M 37 \(c + 3) C 44 \(c + 12) 50 33 64 38").stroked(9)
        drawing.add(stay, look.tone(-0.12), .thin, on: upper)
        lace(&drawing, Path("M 42 \(c - 2) C 47 \(c + 6) 54 28 65 33"), count: high ? 7 : 5, reach: 7)
        drawing.add(
            Path("M 9 \(c + 3) C 14 \(c + 12) 28 \(c + 14) 35 \(c + 1)").stroked(2.2), look.tone(-0.25), .thin,
            on: upper)
        let sole = Path(
            """
            M 3 51 C 2 57 3 62 9 62 L 84 62 C 95 62 101 57 100 50 C 99 46 96 46 92 48
            C 70 51 30 50 8 47 C 4 47 3 48 3 51 Z
            """)
        drawing.add(sole, soleInk, .soft)
        drawing.add(.rect(0, 59.5, 104, 4), soleInk.lit(-0.35), on: sole)
        drawing.add(Path("M 5 53 C 30 55 70 55 98 52").stroked(1), look.main, on: sole)
        return drawing
    }

    private static func side(_ drawing: inout Drawing, _ look: Look, _ upper: Path) {
        switch look.number % 4 {
        case 0:
            for x in stride(from: 36.0, to: 56, by: 8) {
                let bar = Path.polygon(x, 51, x + 4, 51, x + 9, 30, x + 5, 30)
                drawing.add(bar, look.trim, .thin, on: upper)
            }
        case 1: drawing.add(Path("M 28 40 C 40 52 56 46 72 38 C 58 52 36 58 28 40 Z"), look.trim, .thin, on: upper)
        case 2: drawing.add(.ellipse(38, 36, 6), look.trim, .thin, on: upper)
        default: drawing.add(Path("M 24 46 L 40 34 L 50 46 L 62 37").stroked(2.6), look.trim, .thin, on: upper)
        }
    }

    /// Short bars across a throat line, as laces show from the side.
    private static func lace(_ drawing: inout Drawing, _ throat: Path, count: Int, reach: Double) {
        guard let line = throat.contours.first else { return }
        for index in 0..<count {
            let place = 1 + (line.count - 3) * index / max(count - 1, 1)
            let along = line[place + 1] - line[place]
            let across = along.normal / max(along.length, 1e-6)
            let inner = line[place] + across * reach
            let outer = line[place] - across * 1.6
            drawing.add(.ellipse(inner.x, inner.y, 1), .black(0.5))
            drawing.add(Path([outer, inner]).stroked(2.1), .cream, .thin)
        }
    }

    static func boot(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let kind = look.number % 3
        let t = kind == 2 ? random.between(-20, -10) : random.between(8, 22)
        let upper = Path(
            """
            M 20 \(t) L 55 \(t + 1) C 56 40 54 52 59 60 C 66 66 82 67 91 73 C 97 77 98 84 97 90 L 16 90
            C 14 76 22 60 21 40 Z
            """)
        drawing.add(.ellipse(37.5, t + 0.5, 17.5, 3), look.tone(-0.6))
        drawing.add(upper, look.paint(), .round)
        drawing.add(Path("M 14 90 C 15 78 18 70 24 68 C 33 72 38 82 38 92 Z"), look.tone(-0.12), .thin, on: upper)
        switch kind {
        case 0:
            let gusset = Path("M 31 \(t) L 46 \(t) C 47 36 46 50 40 60 C 33 50 31 36 31 \(t) Z")
            let ribs = Paint.stripes(Ink.rubber, Ink.rubber.lit(0.2), period: 1.6).turned(90)
            drawing.add(gusset, ribs, .thin, on: upper)
            drawing.add(
                Path("M 22 \(t + 6) C 15 \(t + 2) 15 \(t - 6) 21 \(t - 5) L 24 \(t + 2)").stroked(3), look.trim, .thin)
        case 1:
            drawing.add(Path("M 49 \(t) C 50 40 50 54 70 68").stroked(9), look.tone(-0.15), .thin, on: upper)
            lace(&drawing, Path("M 55 \(t + 4) C 56 40 54 54 60 60 C 64 63 68 65 72 66"), count: 8, reach: 7)
        default:
            drawing.add(.rect(16, t, 44, 6), look.trim, .thin, on: upper)
            drawing.add(.rect(18, t + 16, 40, 4), look.tone(-0.3), .thin, on: upper)
            drawing.add(.rect(45, t + 14, 7, 8, radius: 1.5), .brass, .thin)
        }
        drawing.fold(Path("M 57 58 C 50 64 44 64 38 62"), on: upper, strength: 0.22)
        drawing.fold(Path("M 78 68 C 74 74 72 78 72 84"), on: upper, strength: 0.18)
        drawing.stitch(Path("M 15 87 L 96 87"), Ink.brass.alpha(0.8))
        let sole = Path("M 15 89 L 98 89 C 100 93 99 96 96 97 L 46 97 L 43 101 L 15 101 Z")
        drawing.add(sole, kind == 2 ? look.tone(-0.5) : .flat(.rubber), .thin)
        return drawing
    }

    static func pump(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let width = random.between(1.6, 7)
        let heel = Path(
            "M 6 36 C 6 54 10 66 10 82 L \(10 + width) 82 C \(10 + width) 70 \(13 + width) 60 30 52 L 24 36 Z")
        drawing.add(heel, look.tone(-0.22), .soft)
        drawing.add(.rect(9.6, 80.5, width + 0.8, 2), .rubber)
        let upper = Path(
            """
            M 5 26 C 7 18 14 18 19 23 C 28 38 44 54 62 57 C 67 55 70 53 75 56 C 88 63 99 71 101 77
            C 102 81 92 82 74 82 C 60 82 48 73 37 62 C 29 54 20 50 10 49 C 4 44 3 34 5 26 Z
            """)
        drawing.add(Path("M 8 24 C 14 18 18 22 22 28 C 32 42 48 52 68 58 L 60 66 L 24 46 Z"), look.tone(-0.45))
        drawing.add(upper, look.paint(period: 6), .soft)
        drawing.add(Path("M 80 64 C 88 68 94 72 97 76").stroked(4, to: 2), .white(0.5), on: upper, blur: 1.5)
        switch look.number % 3 {
        case 0:
            let strap = Path.arc(21, 9, 15, 4.6, from: 0, to: 360).turned(8, about: Point(21, 9))
            drawing.add(Path("M 9 24 C 6 18 6 12 7 8").stroked(2.4), look.tone(-0.15), .thin)
            drawing.add(strap.stroked(2.2), look.tone(-0.1), .thin)
            drawing.add(.rect(19, 11.6, 4.6, 4.4, radius: 1), .brass, .thin)
        case 1:
            drawing.add(Path("M 74 58 C 66 50 62 58 72 61 C 62 64 68 70 75 62 Z"), look.trim, .thin)
            drawing.add(Path("M 74 59 C 82 52 86 60 77 62 C 86 66 80 71 74 63 Z"), look.trim, .thin)
        default: break
        }
        drawing.add(Path("M 8 49.5 C 22 50 32 56 40 64 C 50 74 60 82 74 82 L 98 81").stroked(1.3), .rubber)
        return drawing
    }
}
