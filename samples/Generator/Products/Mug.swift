enum Mug {
    static func mug(_ look: Look) -> Drawing {
        var random = look.random
        let radius = random.between(23, 28)
        let foot = radius * random.between(0.72, 1)
        let height = random.between(48, 62)
        let bulge = radius + random.between(-1, 4)
        let lathe = Lathe(
            "M \(radius) 20 C \(bulge) \(20 + height * 0.4) \(bulge) \(20 + height * 0.7) \(foot) \(20 + height)",
            x: 42, tilt: 0.22)
        var drawing = Drawing()
        let edge = 42 + lathe.radius(at: 20 + height * 0.4) - 2
        let reach = random.between(16, 24)
        let (top, bottom) = (20 + height * 0.22, 20 + height * 0.8)
        let ear = Path(
            "M \(edge) \(top) C \(edge + reach) \(top - 4) \(edge + reach) \(bottom + 6) \(edge - 2) \(bottom)")
        drawing.add(ear.stroked(random.between(5, 7)), look.plain, .soft)
        vessel(&drawing, lathe, look, coffee: random.chance(0.5), period: 10)
        if look.pattern == .plain {
            switch look.number % 3 {
            case 0: drawing.add(.ellipse(42, 52, 9), lathe.wrap(look.trim, gloss: 0.4), on: lathe.path)
            case 1: drawing.add(Lettering.centered("HELLO", x: 42, y: 50, height: 8), look.second, on: lathe.path)
            default:
                let dipped = lathe.slice(from: 20 + height * 0.68, to: 20 + height)
                drawing.add(dipped, lathe.wrap(look.trim, gloss: 0.3), on: lathe.path)
            }
        }
        return drawing
    }

    static func teacup(_ look: Look) -> Drawing {
        var random = look.random
        let radius = random.between(26, 31)
        let depth = random.between(30, 38)
        var drawing = Drawing()
        let base = 24 + depth
        let plate = Lathe(
            "M 42 \(base - 1) L 40 \(base + 2) C 34 \(base + 6) 24 \(base + 7) 18 \(base + 7)", x: 46, tilt: 0.24)
        drawing.add(plate.path, plate.wrap(look.plain, gloss: 0.2))
        drawing.add(plate.mouth(), look.tone(0.1))
        drawing.add(plate.mouth(inset: 2) + plate.mouth(inset: 3.4).hole, look.trim)
        drawing.add(.ellipse(48, base + 2, 18, 5), .flat(.black(0.3)), on: plate.mouth(), blur: 3)
        let ear = Path("M \(46 + radius - 3) 30 C \(64 + radius) 24 \(62 + radius) 50 \(40 + radius) 48")
        drawing.add(ear.stroked(4.2), look.plain, .thin)
        let cup = Lathe(
            "M \(radius) 24 C \(radius) \(24 + depth * 0.7) 15 \(20 + depth) 13 \(24 + depth) L 14 \(27 + depth)",
            x: 46, tilt: 0.24)
        vessel(&drawing, cup, look, coffee: true, period: 8)
        return drawing
    }

    static func tumbler(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let top = random.between(20, 24)
        let lathe = Lathe("M \(top) 14 L \(top * random.between(0.68, 0.8)) 96", tilt: 0.16)
        drawing.add(lathe.path, lathe.wrap(look.paint(period: 11), gloss: 0.25))
        let sleeve = lathe.slice(from: 44, to: random.between(70, 78), inset: -1)
        let cork = Paint.flat(random.chance(0.5) ? .oak : look.second).made(of: .suede)
        drawing.add(sleeve, lathe.wrap(cork, gloss: 0))
        let lid = Lathe("M \(top - 2) 7 L \(top + 1.6) 9 L \(top + 1.6) 15", tilt: 0.16)
        let dark = random.chance(0.5) ? Ink.rubber : look.main.lit(-0.35)
        drawing.add(lid.path, lid.wrap(.flat(dark), gloss: 0.3))
        drawing.add(lid.mouth(inset: 1), dark.lit(0.12))
        drawing.add(.ellipse(56, 6.6, 4, 1), Ink.black(0.8))
        return drawing
    }

    private static func vessel(_ drawing: inout Drawing, _ lathe: Lathe, _ look: Look, coffee: Bool, period: Double) {
        let gloss = look.material == .ceramic ? 0.45 : 0.2
        drawing.add(lathe.path, lathe.wrap(look.paint(period: period), gloss: gloss))
        drawing.add(lathe.mouth(), look.tone(0.22))
        let inner = lathe.mouth(inset: 1.4)
        drawing.add(
            inner, .linear(Point(lathe.x - 25, 0), Point(lathe.x + 25, 0), [(0, Ink(hex: 0x9b948a)), (1, .cream)]))
        if coffee {
            drawing.add(inner.moved(0, 2.6), .flat(Ink(hex: 0x5a3720)), on: inner)
            drawing.add(.ellipse(lathe.x + 8, lathe.top + 3.6, 6, 1.4), .flat(.white(0.22)), on: inner, blur: 1)
        }
    }
}
