enum Lamp {
    private static let glow: [(Double, Ink)] = [
        (0, Ink(hex: 0xfff0c4, alpha: 0.75)), (0.5, Ink(hex: 0xffe3a0, alpha: 0.32)), (1, Ink(hex: 0xffd98a, alpha: 0)),
    ]

    static func table(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let belly = random.between(12, 21)
        let low = random.between(9, 15)
        let waist = random.between(4, 8)
        let profiles = [
            "M 4 52 C 5 56 \(belly) 58 \(belly) 74 C \(belly) 88 \(low) 92 \(low) 100",
            "M 3 52 C 3 60 \(waist) 64 \(waist) 72 C \(waist) 86 \(belly) 90 \(belly) 98 L \(belly) 100",
            """
            M 5 52 C \(belly * 0.8) 54 \(belly * 0.8) 66 \(waist) 70 C \(waist) 74 \(belly) 76 \(belly) 86
            C \(belly) 96 10 98 \(low) 100
            """,
        ]
        let base = Lathe(profiles[look.number % profiles.count], tilt: 0.14)
        let metal = Ink.brass
        let pole = Lathe("M 1.6 40 L 1.6 54", tilt: 0.1)
        drawing.add(pole.path, pole.wrap(.flat(metal), gloss: 0.8))
        // One of the two has the main color, the other stays neutral.
        let neutral = Paint.flat(.cream).made(of: .linen)
        let (foot, cloth) =
            random.chance(0.55) ? (look.paint(period: 9), neutral) : (.flat(.cream), look.paint(period: 9))
        drawing.add(base.path, base.wrap(foot, gloss: 0.7))
        let narrow = random.between(14, 24)
        let shade = Lathe("M \(narrow) 4 L \(random.between(27, 36)) 46", tilt: 0.1)
        drawing.add(shade.path, shade.wrap(cloth, gloss: 0, light: 0.6))
        drawing.add(shade.path, .radial(Point(50, 34), 30, glow), on: shade.path)
        drawing.add(shade.slice(from: 44.4, to: 46), shade.wrap(cloth.lit { _ in -0.2 }, gloss: 0), on: shade.path)
        drawing.add(shade.mouth(inset: 0.6), Ink(hex: 0xfff3cf))
        return drawing
    }

    static func desk(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let metal = random.chance(0.5) ? Ink.brass : Ink.steel
        let elbow = Point(random.between(14, 24), random.between(42, 54))
        let head = Point(random.between(58, 70), random.between(8, 18))
        let base = Lathe("M 17 92 L 18 93 L 18 97", x: 44, tilt: 0.2)
        drawing.add(base.path, base.wrap(look.plain, gloss: 0.35))
        drawing.add(base.mouth(), look.tone(0.08))
        drawing.add(Path([Point(44, 92), elbow]).stroked(3.6), metal, .thin)
        drawing.add(Path([elbow, head]).stroked(3.6), metal, .thin)
        drawing.add(.ellipse(elbow.x, elbow.y, 4.2), look.plain, .thin)
        drawing.add(.ellipse(44, 91, 3.4), look.plain, .thin)
        var hood = Drawing()
        let cone = Lathe("M 5 -6 L 6 2 C 10 6 20 14 23 28", x: 0, tilt: 0.26)
        hood.add(.ellipse(0, 30, 7), Ink(hex: 0xfff4cf))
        hood.add(cone.path, cone.wrap(look.plain, gloss: 0.45))
        hood.add(.ellipse(0, 28, 23, 6), Ink(hex: 0xfff2c9))
        hood.add(.ellipse(0, 28, 23, 6) + Path.ellipse(0, 28, 21.6, 5).hole, look.tone(-0.15))
        hood.add(.ellipse(0, 27.6, 7, 3.4), Ink.white)
        drawing.add(hood, at: .pose(scale: 0.95, degrees: random.between(-38, -22), origin: head))
        return drawing
    }

    static func pendant(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        // The cord leaves the picture at the top, so it does not count for the outline.
        drawing.add(Path.line(50, -300, 50, 24).stroked(1.1), Ink.rubber, on: .rect(40, -300, 20, 330))
        let ribbed = random.chance(0.4)
        let wide = random.between(30, 42)
        let profiles = [
            "M 4 22 C 8 26 \(wide) 34 \(wide) 70", "M 5 22 L 8 30 L \(wide) 66 L \(wide) 70",
            "M 4 22 C \(wide * 1.1) 24 \(wide * 1.1) 58 \(wide * 0.6) 72",
        ]
        let shade = Lathe(profiles[look.number % profiles.count], tilt: 0.15)
        let fabric =
            ribbed ? Paint.stripes(look.main, look.main.lit(-0.2), period: 2.6).turned(90) : look.paint(period: 9)
        drawing.add(shade.path, shade.wrap(fabric, gloss: 0.3))
        let edge = shade.radius(at: shade.bottom)
        drawing.add(.ellipse(50, shade.bottom, edge, edge * 0.15), Ink(hex: 0xfff0c2))
        drawing.add(.ellipse(50, shade.bottom, edge * 0.25, edge * 0.1), Ink.white)
        let cap = Lathe("M 2.4 16 L 5.2 20 L 5.2 25", tilt: 0.14)
        drawing.add(cap.path, cap.wrap(.flat(.brass), gloss: 0.7))
        return drawing
    }

    static func floor(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let spread = random.between(15, 22)
        let wood = Paint.flat(random.chance(0.5) ? .oak : .walnut).lit { Material.wood.light(Point($0.y, $0.x)) }
        drawing.add(.line(52, 48, 50 + spread * 0.2, 126).stroked(2.6, to: 1.8), wood.lit { _ in -0.3 }, .thin)
        for side in [-1.0, 1] {
            drawing.add(.line(50 + side * 2, 46, 50 + side * spread, 132).stroked(3, to: 2), wood, .thin)
        }
        drawing.add(.line(50 - spread * 0.58, 96, 50 + spread * 0.58, 96).stroked(1.2), Ink.brass, .thin)
        let shade = Lathe("M \(random.between(16, 24)) 4 L \(random.between(25, 30)) 44", tilt: 0.1)
        drawing.add(.rect(46, 42, 8, 10, radius: 2), Ink.brass, .thin)
        drawing.add(shade.path, shade.wrap(look.paint(period: 9), gloss: 0, light: 0.7))
        drawing.add(
            shade.path, .radial(Point(50, 34), 20, glow.map { ($0.0, $0.1.alpha(Double($0.1.w) * 0.5)) }),
            on: shade.path)
        drawing.add(shade.mouth(inset: 0.5), Ink(hex: 0xfff3cf))
        return drawing
    }
}
