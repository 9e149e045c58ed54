enum Hat {
    static func cap(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let top = random.between(12, 20)
        let crown = Path("M 12 70 C 10 38 22 \(top) 42 \(top) C 62 \(top) 74 36 76 62 C 56 63 30 66 12 70 Z")
        let brim = Path(
            """
            M 36 67 C 48 61 66 57 78 59 C 94 61 106 67 112 74 C 113 76 111 77 108 76
            C 92 71 60 70 40 74 C 35 74 33 70 36 67 Z
            """
        )
        drawing.add(crown, look.paint(period: 8), .plump)
        drawing.add(Path("M 42 \(top) C 30 28 25 48 24 68").stroked(0.9), .black(0.3), on: crown, blur: 0.5)
        drawing.add(Path("M 42 \(top) C 56 28 62 42 62 64").stroked(0.9), .black(0.3), on: crown, blur: 0.5)
        drawing.add(.rect(38, top - 2.4, 8, 4, radius: 2), look.trim, .thin)
        for (x, y) in [(30.0, 32.0), (54, 30)] { drawing.add(.ellipse(x, y, 1.2), look.tone(-0.6)) }
        drawing.add(brim, random.chance(0.5) ? look.trim : look.tone(-0.08), Relief(depth: 3, strength: 0.5))
        for inset in [3.0, 6] {
            drawing.stitch(
                Path("M 44 \(63 + inset) C 58 \(58 + inset) 76 \(58 + inset) 96 \(67 + inset * 0.8)"), .black(0.4),
                width: 0.45)
        }
        drawing.add(Path("M 12 69 C 20 66.5 30 65 40 64").stroked(2.2), look.tone(-0.2), .thin, on: crown)
        if random.chance(0.6) {
            drawing.add(.ellipse(48, 42, 7.4), look.trim, .thin, on: crown)
            drawing.add(
                Lettering.centered(String(look.brand.prefix(1)), x: 48, y: 38.4, height: 7, weight: 1.4),
                look.main.lit(-0.2), on: crown)
        }
        return drawing
    }

    static func brimmed(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let brim = random.between(42, 50)
        let crown = random.between(22, 26)
        let top = random.between(24, 34)
        let drop = random.between(7, 13)
        let plate = Path.ellipse(50, 66, brim, drop)
        drawing.add(plate.moved(0, 1.6), look.tone(-0.4))
        drawing.add(plate, look.plain, .soft)
        drawing.add(.ellipse(53, 68, crown * 1.2, drop * 0.5), .flat(.black(0.3)), on: plate, blur: 3)
        let dent = random.chance(0.6)
        let outline =
            dent
            ? """
            M \(50 - crown) 66 C \(51 - crown) 44 \(54 - crown) \(top) \(60 - crown) \(top)
            C 44 \(top - 4) 46 \(top + 6) 52 \(top + 4) C 56 \(top - 2) \(40 + crown) \(top - 4)
            \(42 + crown) \(top + 2) C \(48 + crown) \(top + 12) \(49 + crown) 50 \(50 + crown) 66
            C \(40 + crown) 73 \(60 - crown) 73 \(50 - crown) 66 Z
            """
            : """
            M \(50 - crown) 66 C \(50 - crown) 30 \(58 - crown) \(top) 50 \(top) C \(42 + crown) \(top)
            \(50 + crown) 30 \(50 + crown) 66 C \(40 + crown) 73 \(60 - crown) 73 \(50 - crown) 66 Z
            """
        let shape = Path(outline)
        drawing.add(shape, look.paint(period: 8), .plump)
        let band = Path("M 20 56 C 34 63 66 63 80 56 L 80 65 C 66 73 34 73 20 65 Z")
        drawing.add(band, look.trim, .thin, on: shape)
        if random.chance(0.5) {
            drawing.add(Path("M 30 64 C 26 50 28 40 34 32 C 38 42 36 54 33 65 Z"), look.trim.lit { _ in -0.12 }, .thin)
        }
        return drawing
    }

    static func beanie(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let top = random.between(14, 22)
        let crown = Path("M 18 68 C 16 36 28 \(top) 50 \(top) C 72 \(top) 84 36 82 68 Z")
        drawing.add(crown, look.paint(period: 10), .plump)
        let cuff = Path("M 15 64 C 36 69 64 69 85 64 L 86 84 C 64 90 36 90 14 84 Z")
        let ribs = Paint.stripes(look.main, look.main.lit(-0.22), period: 2.6, share: 0.4).turned(90)
        drawing.add(cuff, random.chance(0.4) ? look.trim : ribs, .round)
        if random.chance(0.65) {
            drawing.add(.ellipse(50, top - 3, 9.6), look.second.lit(-0.12), .soft)
            for _ in 0..<150 {
                let spot = Point(50, top - 3) + Point.polar(random.between(0, 6.28), random.unit().squareRoot() * 10)
                let strand = spot + (spot - Point(50, top - 3)) * 0.25
                drawing.add(Path([spot, strand]).stroked(1.6), look.second.lit(Float(random.between(-0.25, 0.1))))
            }
        } else {
            drawing.add(.rect(60, 71, 14, 9, radius: 1), .walnut, .thin)
        }
        return drawing
    }

    static func bucket(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let top = random.between(20, 28)
        let wide = random.between(38, 44)
        let crown = Path(
            """
            M 25 58 C 27 42 29 \(top + 6) 32 \(top) C 42 \(top - 5) 58 \(top - 5) 68 \(top)
            C 71 \(top + 6) 73 42 75 58 Z
            """
        )
        drawing.add(crown, look.paint(period: 9), .round)
        drawing.add(.ellipse(50, top + 0.6, 17.6, 3.4), look.tone(0.06), on: crown)
        let brim = Path(
            """
            M 25 55 C 40 60 60 60 75 55 C 80 64 \(50 + wide - 2) 70 \(50 + wide) 76
            C 74 88 26 88 \(50 - wide) 76 C \(52 - wide) 70 20 64 25 55 Z
            """
        )
        drawing.add(brim, look.paint(period: 9).lit { _ in -0.05 }, .round)
        for inset in 0..<4 {
            let y = 62 + Double(inset) * 4.4
            let reach = 27 + Double(inset) * 3
            drawing.stitch(
                Path("M \(50 - reach) \(y) C 36 \(y + 6) 64 \(y + 6) \(50 + reach) \(y)"), .black(0.35), width: 0.4)
        }
        drawing.add(Path("M 25.4 54 C 40 59 60 59 74.6 54").stroked(2.6), look.trim, .thin)
        return drawing
    }
}
