import Foundation

enum Vase {
    private static func body(_ look: Look, _ random: inout Random, top: Double) -> Lathe {
        let (neck, belly) = (random.between(6, 12), random.between(19, 28))
        let foot = random.between(10, 15)
        let lip = neck + random.between(1, 5)
        let low = 104.0
        let profiles = [
            """
            M \(lip) \(top) C \(neck) \(top + 4) \(neck) \(top + 12) \(neck + 1) \(top + 16)
            C \(belly) \(top + 24) \(belly + 3) \(low - 22) \(foot) \(low)
            """,
            """
            M \(lip) \(top) C \(neck) \(top + 10) \(neck - 2) \(top + 18) \(neck) \(top + 24)
            C \(belly + 4) \(top + 40) \(belly) \(low - 6) \(foot + 3) \(low)
            """,
            """
            M \(neck + 4) \(top) C \(belly) \(top + 8) \(belly * 1.1) \(top + 24) \(belly * 0.9) \(top + 34)
            C \(belly * 0.7) \(low - 16) \(foot) \(low - 8) \(foot) \(low)
            """,
            "M \(belly * 0.8) \(top) C \(belly * 0.7) \(top + 20) \(belly * 0.7) \(low - 20) \(belly * 0.62) \(low)",
        ]
        return Lathe(profiles[look.number % profiles.count], tilt: 0.16)
    }

    static func vase(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let lathe = body(look, &random, top: 34)
        drawing.add(lathe.mouth(), look.tone(-0.6))
        if random.chance(0.5) {
            for _ in 0..<4 { twig(&drawing, from: lathe.top, lean: random.between(-26, 26), &random) }
        }
        drawing.add(lathe.path + lathe.mouth(inset: 1.2).hole, lathe.wrap(look.paint(period: 10), gloss: 0.55))
        if look.pattern == .plain, random.chance(0.6) {
            let y = random.between(60, 80)
            drawing.add(lathe.slice(from: y, to: y + 3), lathe.wrap(look.trim, gloss: 0.3), on: lathe.path)
            drawing.add(lathe.slice(from: y + 6, to: y + 7.4), lathe.wrap(look.trim, gloss: 0.3), on: lathe.path)
        }
        return drawing
    }

    private static func twig(_ drawing: inout Drawing, from top: Double, lean: Double, _ random: inout Random) {
        let height = random.between(30, 52)
        let stem = Path(
            """
            M \(50 + lean * 0.12) \(top + 3) C \(50 + lean * 0.2) \(top - height * 0.4) \(50 + lean * 0.7)
            \(top - height * 0.6) \(50 + lean) \(top - height)
            """
        )
        drawing.add(stem.stroked(1.2, to: 0.6), Ink(hex: 0x8a6f4d))
        let line = stem.contours[0]
        for index in stride(from: 8, to: line.count, by: 2) {
            let side = index.isMultiple(of: 4) ? 1.0 : -1
            let spot = line[index] + Point(side * random.between(1, 3.4), random.between(-2, 1))
            drawing.add(
                .ellipse(spot.x, spot.y, random.between(1.4, 2.6)),
                Ink(hex: 0xe9dcc3).lit(Float(random.between(-0.15, 0.1))), .thin)
        }
    }

    static func bouquet(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let lathe = body(look, &random, top: 46)
        drawing.add(lathe.mouth(), look.tone(-0.6))
        for index in 0..<7 {
            let lean = -28 + Double(index) * 9.3 + random.between(-3, 3)
            let top = random.between(0, 20) + abs(lean) * 0.35
            drawing.add(
                Path("M 50 50 C \(50 + lean * 0.2) 36 \(50 + lean) 34 \(50 + lean) \(top)").stroked(1.1),
                Ink.leaf.lit(-0.2))
            leaf(
                &drawing, Point(50 + lean * 0.6, 38), angle: lean * 2.4 - 90, length: random.between(14, 20), width: 5,
                Ink.leaf)
            flower(
                &drawing, Point(50 + lean, top), size: random.between(6, 8.4),
                look.second.lightness > 0.85 ? Ink.cream : look.second)
        }
        drawing.add(lathe.path + lathe.mouth(inset: 1).hole, lathe.wrap(look.paint(period: 10), gloss: 0.55))
        return drawing
    }

    private static func flower(_ drawing: inout Drawing, _ center: Point, size: Double, _ ink: Ink) {
        for ring in 0..<2 {
            let reach = ring == 0 ? 0.55 : 0.34
            for petal in 0..<6 {
                let spot = center + Point.polar(Double(petal) * .pi / 3 + Double(ring) * 0.5, size * reach)
                drawing.add(.ellipse(spot.x, spot.y, size * 0.46), ink.lit(ring == 0 ? -0.12 : 0.06), .thin)
            }
        }
        drawing.add(.ellipse(center.x, center.y, size * 0.26), Ink(hex: 0xf0c246), .thin)
    }

    private static func leaf(
        _ drawing: inout Drawing, _ root: Point, angle: Double, length: Double, width: Double, _ ink: Ink
    ) {
        let shape = Path(
            """
            M 0 0 C \(length * 0.3) \(-width) \(length * 0.7) \(-width) \(length) 0
            C \(length * 0.7) \(width) \(length * 0.3) \(width) 0 0 Z
            """
        )
        let pose = Transform.pose(scale: 1, degrees: angle, origin: root)
        drawing.add(shape.transformed(by: pose), ink, .thin)
        drawing.add(Path.line(0, 0, length * 0.9, 0).stroked(0.6, to: 0.2).transformed(by: pose), ink.lit(0.25))
    }

    static func plant(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let wide = random.between(19, 24)
        let pot = Lathe("M \(wide) 70 L \(wide * random.between(0.68, 0.9)) 108", tilt: 0.14)
        drawing.add(pot.mouth(), look.second.lit(-0.6))
        drawing.add(pot.mouth(inset: 1.4), Ink(hex: 0x4a3527))
        switch look.number % 3 {
        case 0:
            for index in 0..<9 {
                let lean = -22 + Double(index) * 5.4 + random.between(-2, 2)
                let tip = random.between(4, 30) + abs(lean) * 0.3
                let blade = Path(
                    """
                    M \(46 + lean * 0.3) 71 C \(42 + lean * 0.6) 50 \(47 + lean) 30 \(50 + lean * 1.1)
                    \(tip) C \(54 + lean) 34 \(57 + lean * 0.6) 52 \(54 + lean * 0.3) 71 Z
                    """
                )
                drawing.add(blade, look.main.lit(index.isMultiple(of: 2) ? 0 : -0.22), .thin)
                drawing.add(blade.stroked(0.9), Ink(hex: 0xd6cf72).alpha(0.8), on: blade)
            }
        case 1:
            for index in 0..<13 {
                let angle = -168 + Double(index) * 13 + random.between(-5, 5)
                let length = random.between(24, 36)
                let root = Point(50, 70) + Point.polar(angle * .pi / 180, random.between(8, 22))
                drawing.add(Path([Point(50, 71), root]).stroked(1.2), look.main.lit(-0.35))
                leaf(
                    &drawing, root, angle: angle, length: length, width: length * 0.34,
                    look.main.lit(Float(random.between(-0.25, 0.08))))
            }
        default:
            let ribs = Paint.stripes(look.main, look.main.lit(-0.3), period: 4.6, share: 0.3).turned(90)
            for (x, top, radius) in [(34.0, 44.0, 6.0), (66, 36, 6), (50, 8, 12)] {
                if x != 50 {
                    drawing.add(
                        Path("M 50 64 C \(x) 66 \(x) 60 \(x) \(top)").stroked(radius * 2 - 1), look.main.lit(-0.12),
                        .soft)
                }
                let column = Lathe(
                    """
                    M \(radius * 0.3) \(top) C \(radius) \(top) \(radius) \(top + 8) \(radius) \(top + 14)
                    L \(radius) \(x == 50 ? 71.0 : top + 16)
                    """,
                    x: x)
                drawing.add(column.path, column.wrap(ribs, gloss: 0))
                drawing.add(.ellipse(x, top - 1, 3, 2.4), Ink(hex: 0xe48aa8), .thin)
            }
        }
        drawing.add(pot.path + pot.mouth(inset: 1.4).hole, pot.wrap(look.trim, gloss: 0.2))
        drawing.add(pot.slice(from: 72, to: 79, inset: -1.2), pot.wrap(look.trim.lit { _ in -0.04 }, gloss: 0.2))
        return drawing
    }
}
