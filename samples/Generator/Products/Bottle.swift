enum Bottle {
    static func glass(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let neck = random.between(4.2, 6)
        let body = random.between(15, 20)
        let shoulder = random.between(38, 52)
        let lathe = Lathe(
            """
            M \(neck) 6 L \(neck) \(shoulder - 18) C \(neck + 1) \(shoulder - 4) \(body) \(shoulder - 6) \(body)
            \(shoulder + 8) L \(body) 108 C \(body) 112 \(body - 1) 113 \(body - 3) 114
            """, tilt: 0.1)
        let glassy = Paint.vertical(6, 114, look.main.lit(0.08), look.main.lit(-0.12))
        drawing.add(lathe.path, lathe.wrap(glassy, gloss: 1))
        let cap = Lathe("M \(neck + 0.8) 0 L \(neck + 1) 16", tilt: 0.12)
        let foil = random.chance(0.5) ? Ink.brass : look.second
        drawing.add(cap.path, cap.wrap(.flat(foil), gloss: 0.6))
        drawing.add(cap.mouth(), foil.lit(0.12))
        let (top, bottom) = (shoulder + 16, random.between(92, 102))
        let label = lathe.slice(from: top, to: bottom, inset: -0.1)
        drawing.add(label, lathe.wrap(.flat(.paper), gloss: 0.15), on: lathe.path)
        let mark = Path.ellipse(50, top + 13, 6) + Path.ellipse(50, top + 13, 4.4).hole
        drawing.add(mark, look.main, on: label)
        drawing.add(Lettering.centered(look.brand, x: 50, y: top + 23, height: 4.4), look.main.lit(-0.3), on: label)
        drawing.add(.rect(50 - body, bottom - 4, 2 * body, 2), look.second.lit(-0.1), on: label)
        return drawing
    }

    static func flask(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let body = random.between(14, 17)
        let lathe = Lathe(
            "M 8 20 C 9 25 \(body) 23 \(body) 33 L \(body) 106 C \(body) 110 \(body - 1) 111 \(body - 2) 112",
            tilt: 0.13)
        if random.chance(0.6) {
            drawing.add(Path("M 43 8 C 40 -8 60 -8 57 8").stroked(3), Ink.rubber, .thin)
        }
        drawing.add(lathe.path, lathe.wrap(look.paint(period: 12), gloss: 0.4))
        let cap = Lathe("M 8.5 5 L 9 20 L 8.6 21", tilt: 0.15)
        let ribs = Paint.stripes(Ink.rubber, Ink.rubber.lit(0.2), period: 1.8).turned(90)
        let lid = random.chance(0.5) ? ribs : Paint.flat(Ink.steel).made(of: .metal)
        drawing.add(cap.path, cap.wrap(lid, gloss: 0.5))
        drawing.add(cap.mouth(), Ink.rubber.lit(0.15))
        drawing.add(lathe.slice(from: 107, to: 112), lathe.wrap(.flat(.steel), gloss: 0.9), on: lathe.path)
        if look.pattern == .plain {
            drawing.add(
                Lettering.centered(look.brand, x: 50, y: 60, height: 6).turned(-90, about: Point(50, 63)), look.second,
                on: lathe.path)
        }
        return drawing
    }

    static func dispenser(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let body = random.between(18, 25)
        let top = random.between(34, 44)
        let metal = random.chance(0.5) ? Ink.brass : Ink.rubber
        drawing.add(Path("M 50 8 L 32 8 C 28 8 27 10 27 14").stroked(4.4), metal, .thin)
        drawing.add(.rect(47, 4, 12, 8, radius: 3), metal, .thin)
        let stem = Lathe("M 2.2 10 L 2.2 22", tilt: 0.1)
        drawing.add(stem.path, stem.wrap(.flat(metal), gloss: 0.8))
        let collar = Lathe("M 8 20 L 8 30", tilt: 0.12)
        drawing.add(collar.path, collar.wrap(Paint.stripes(metal, metal.lit(0.15), period: 1.4).turned(90), gloss: 0.6))
        let lathe = Lathe(
            "M 7 28 C 8 32 \(body) 30 \(body) \(top) L \(body) 94 C \(body) 99 \(body - 1) 100 \(body - 3) 101",
            tilt: 0.1)
        drawing.add(lathe.path, lathe.wrap(look.paint(period: 11), gloss: 0.5))
        drawing.add(collar.slice(from: 26, to: 30), collar.wrap(.flat(metal), gloss: 0.6))
        let label = lathe.slice(from: top + 14, to: 84, inset: body * 0.2)
        drawing.add(label, lathe.wrap(.flat(.paper), gloss: 0.1), on: lathe.path)
        drawing.add(Lettering.centered(look.brand, x: 50, y: top + 24, height: 5), look.main.lit(-0.35), on: label)
        drawing.add(.rect(42, top + 35, 16, 0.8), look.main.lit(-0.2), on: label)
        drawing.add(.rect(44, top + 38, 12, 0.8), look.main.lit(-0.2), on: label)
        return drawing
    }
}
