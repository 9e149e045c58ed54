enum Bag {
    static func tote(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let flare = random.between(-4, 8)
        let height = random.between(86, 106)
        let rise = random.between(2, 14)
        let leather = Paint.flat(random.chance(0.5) ? Ink.walnut : look.second).made(of: .leather)
        let back = Path("M 31 40 C 31 \(-rise) 69 \(-rise) 69 40")
        drawing.add(back.stroked(4), leather.lit { _ in -0.35 }, .thin)
        drawing.add(Path("M 14 30 C 40 26 60 26 86 30 L 85 38 L 15 38 Z"), look.tone(-0.5))
        let body = Path(
            """
            M 14 30 C 40 34 60 34 86 30 L \(88 + flare) \(height)
            C \(88 + flare) \(height + 4) \(84 + flare) \(height + 4) \(82 + flare) \(height + 4)
            L \(18 - flare) \(height + 4) C \(14 - flare) \(height + 4) \(12 - flare)
            \(height + 2) \(12 - flare) \(height) Z
            """)
        drawing.add(body, look.paint(period: 13), .round)
        switch look.number % 3 {
        case 0: drawing.add(.rect(-10, height - 20, 120, 30), leather, .thin, on: body)
        case 1:
            drawing.add(.rect(34, 56, 32, 28, radius: 2), look.tone(-0.08), .thin, on: body)
            drawing.stitch(Path("M 35.5 58 L 35.5 82.5 L 64.5 82.5 L 64.5 58"), .white(0.7))
        default:
            drawing.add(.rect(40, 66, 20, 9, radius: 1), leather, .thin, on: body)
        }
        drawing.fold(Path("M 24 34 C 22 56 20 70 24 88"), on: body, strength: 0.14)
        drawing.fold(Path("M 78 34 C 80 52 76 66 78 90"), on: body, strength: 0.14)
        drawing.stitch(Path("M 15 34 C 40 38 60 38 85 34"), .white(0.65))
        drawing.add(Path("M 31 44 C 31 \(rise * 0.5) 69 \(rise * 0.5) 69 44").stroked(4.4), leather, .thin)
        for x in [31.0, 69] {
            drawing.add(.rect(x - 3.4, 38, 6.8, 13, radius: 1.6), leather, .thin)
            drawing.add(.ellipse(x, 46.5, 1.3), .brass, .thin)
        }
        return drawing
    }

    static func backpack(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let flap = look.number % 2 == 1
        let w = random.between(28, 33)
        let (left, right) = (50 - w, 50 + w)
        drawing.add(Path("M 42 14 C 42 0 58 0 58 14").stroked(3.4), look.tone(-0.35), .thin)
        for (edge, out) in [(left, -9.0), (right, 9.0)] {
            let strap = Path(
                "M \(edge + out * -0.6) 34 C \(edge + out) 46 \(edge + out * 1.2) 72 \(edge + out * -0.1) 96")
            drawing.add(strap.stroked(6, to: 3), look.tone(-0.3), .thin)
            let pocket = Path.rect(min(edge, edge + out * 0.6) - 1, 70, 8, 28, radius: 4)
            drawing.add(pocket, look.tone(-0.2), .soft)
        }
        let body = Path(
            """
            M \(left) 44 C \(left) 18 \(left + 12) 9 50 9 C \(right - 12) 9 \(right) 18 \(right) 44 L \(right + 1) 94
            C \(right + 1) 101 \(right - 3) 104 \(right - 9) 104 L \(left + 9) 104 C \(left + 3) 104 \(left - 1) 101
            \(left - 1) 94 Z
            """)
        drawing.add(body, look.paint(period: 11), .plump)
        let pocket = Path.rect(left + 7, 64, 2 * w - 14, 34, radius: 9)
        drawing.add(pocket, look.pattern == .plain ? look.tone(-0.1) : look.trim, .round)
        drawing.add(Path("M \(left + 11) 72 L \(right - 11) 72").stroked(1.6), .rubber)
        drawing.add(.rect(right - 17, 71, 2.2, 8, radius: 1), .brass, .thin)
        if flap {
            let lid = Path(
                """
                M \(left - 1) 44 C \(left - 1) 18 \(left + 12) 8 50 8 C \(right - 12) 8 \(right + 1) 18 \(right + 1) 44
                C \(right) 54 \(right - 8) 57 50 57 C \(left + 8) 57 \(left) 54 \(left - 1) 44 Z
                """)
            drawing.add(lid, look.paint(period: 11), .round)
            for x in [left + 16, right - 16] {
                drawing.add(.rect(x - 2.4, 40, 4.8, 34), Paint.flat(.walnut).made(of: .leather), .thin)
                drawing.add(
                    .rect(x - 3.8, 60, 7.6, 6.4, radius: 1.4) + Path.rect(x - 2, 61.6, 4, 3.2).hole, .brass, .thin)
            }
        } else {
            drawing.add(
                Path(
                    """
                    M \(left + 4) 54 C \(left + 3) 26 \(left + 14) 17 50 17 C \(right - 14) 17 \(right - 3)
                    26 \(right - 4) 54
                    """
                )
                .stroked(1.7), .rubber)
            drawing.add(.rect(41, 34, 18, 12, radius: 2), Paint.flat(.walnut).made(of: .leather), .thin)
        }
        return drawing
    }

    static func clutch(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let chain = look.number % 2 == 0
        let bottom = random.between(80, 92)
        if chain {
            let line = Path("M 12 44 C 14 -14 86 -14 88 44")
            let points = line.contours.first ?? []
            for (start, end) in zip(points, points.dropFirst()) {
                for point in [start, start.mixed(with: end, 0.5)] {
                    drawing.add(.ellipse(point.x, point.y, 2) + Path.ellipse(point.x, point.y, 1).hole, .brass, .thin)
                }
            }
        } else {
            drawing.add(Path("M 30 44 C 32 12 68 12 70 44").stroked(4.6), look.tone(-0.2), .thin)
        }
        let body = Path(
            """
            M 9 44 C 9 40 12 38 16 38 L 84 38 C 88 38 91 40 91 44 L 94 \(bottom - 8) C 94 \(bottom - 2) 91 \(bottom)
            86 \(bottom) L 14 \(bottom) C 9 \(bottom) 6 \(bottom - 2) 6 \(bottom - 8) Z
            """)
        drawing.add(body, look.paint(period: 9), .round)
        let depth = random.between(60, 70)
        let flap: Path
        switch look.number % 3 {
        case 0:
            flap = Path("M 8 37 L 92 37 L 93 44 L 54 \(depth) C 52 \(depth + 2) 48 \(depth + 2) 46 \(depth) L 7 44 Z")
        case 1: flap = Path("M 8 37 L 92 37 C 94 54 82 \(depth) 50 \(depth) C 18 \(depth) 6 54 8 37 Z")
        default: flap = .rect(7, 36, 86, depth - 40, radius: 6)
        }
        drawing.add(flap, look.paint(period: 9).lit { _ in -0.06 }, .soft)
        let lowest = flap.contours[0].map(\.y).max() ?? depth
        drawing.add(.rect(44, lowest - 5, 12, 8, radius: 2), .brass, .thin)
        drawing.add(.rect(46.5, lowest - 2.5, 7, 3, radius: 1), Ink.brass.lit(-0.35), .thin)
        drawing.stitch(
            Path("M 11 \(bottom - 5) C 12 \(bottom - 3) 13 \(bottom - 3) 16 \(bottom - 3) L 84 \(bottom - 3)"),
            .white(0.45))
        return drawing
    }
}
