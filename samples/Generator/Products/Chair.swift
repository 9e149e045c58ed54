enum Chair {
    private static func wood(_ random: inout Random) -> Ink { random.chance(0.5) ? .oak : .walnut }

    /// Grain that runs along upright legs.
    private static func grain(_ ink: Ink) -> Paint {
        Paint.flat(ink).lit { Material.wood.light(Point($0.y, $0.x)) }
    }

    static func dining(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let top = random.between(2, 10)
        let back = look.number % 3
        // Only an upholstered back leaves enough of the main color beside bare wood.
        let timber = back < 2 ? look.main : wood(&random)
        let paint = grain(timber)
        for (x, foot) in [(28.0, 26.0), (68, 71)] {
            drawing.add(.line(x, 60, foot, 98).stroked(4, to: 2.8), paint.lit { _ in -0.35 }, .thin)
        }
        for (x, lean) in [(24.0, -2.0), (76, 2)] {
            drawing.add(
                Path("M \(x) 62 C \(x + lean * 0.4) 40 \(x + lean) 20 \(x + lean * 1.6) \(top)").stroked(4.4, to: 3.6),
                paint, .thin)
        }
        switch back {
        case 0:
            for index in 0..<3 {
                let y = top + 6 + Double(index) * 14
                let rail = Path(
                    "M 23 \(y) C 40 \(y - 4) 60 \(y - 4) 77 \(y) L 77 \(y + 7) C 60 \(y + 3) 40 \(y + 3) 23 \(y + 7) Z")
                drawing.add(rail, paint, .thin)
            }
        case 1:
            for x in stride(from: 31.0, to: 71, by: 7.6) {
                drawing.add(.line(x, top + 6, x, 60).stroked(2), paint, .thin)
            }
            drawing.add(
                Path(
                    """
                    M 20 \(top) C 40 \(top - 5) 60 \(top - 5) 80 \(top) L 79 \(top + 10)
                    C 60 \(top + 5) 40 \(top + 5) 21 \(top + 10) Z
                    """
                ), paint, .thin)
        default:
            drawing.add(
                Path(
                    """
                    M 22 \(top + 2) C 40 \(top - 4) 60 \(top - 4) 78 \(top + 2) L 76 \(top + 30)
                    C 60 \(top + 27) 40 \(top + 27) 24 \(top + 30) Z
                    """
                ), look.plain, .round)
        }
        drawing.add(.polygon(20, 68, 80, 68, 79, 75, 21, 75), paint.lit { _ in -0.2 }, .thin)
        for (x, foot) in [(21.0, 16.0), (79, 84)] {
            drawing.add(.line(x, 70, foot, 108).stroked(5, to: 3.2), paint, .thin)
        }
        let seat = Path("M 25 58 C 40 55 60 55 75 58 L 84 68 C 85 73 82 74 78 74 L 22 74 C 18 74 15 73 16 68 Z")
        drawing.add(seat, look.paint(period: 9), .round)
        return drawing
    }

    static func armchair(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let timber = grain(wood(&random))
        let back = random.between(6, 22)
        let round = random.between(8, 28)
        for (x, foot) in [(20.0, 16.0), (80, 84), (30, 29), (70, 71)] {
            drawing.add(.line(x, 84, foot, x == 30 || x == 70 ? 97 : 101).stroked(4.4, to: 2.6), timber, .thin)
        }
        drawing.add(.rect(18, back, 64, 74, radius: round), look.paint(period: 9).lit { _ in -0.05 }, .plump)
        if random.chance(0.5) {
            for x in [36.0, 50, 64] {
                for y in [back + 16, back + 30] {
                    drawing.add(.ellipse(x, y, 4), .black(0.25), on: .rect(18, back, 64, 74, radius: round), blur: 2.4)
                    drawing.add(.ellipse(x, y, 1.3), look.tone(-0.3), .thin)
                }
            }
        }
        drawing.add(.rect(14, 72, 72, 16, radius: 5), look.tone(-0.14), .soft)
        drawing.add(.rect(20, 60, 60, 17, radius: 8), look.paint(period: 9), .round)
        let arm = Path.rect(6, 46, 18, 42, radius: random.between(6, 9))
        drawing.add(arm, look.paint(period: 9), .round)
        drawing.add(arm.mirrored(), look.paint(period: 9), .round)
        if random.chance(0.4) {
            drawing.add(Path.rect(34, 40, 26, 24, radius: 6).turned(-8, about: Point(47, 52)), look.trim, .round)
        }
        return drawing
    }

    static func stool(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let metal = random.chance(0.4)
        let legs = metal ? Paint.flat(.rubber) : grain(wood(&random))
        let spread = random.between(22, 32)
        let seat = random.between(22, 28)
        let width = metal ? 2.4 : 4.2
        for (share, foot, light) in [(-0.45, 96.0, Float(-0.35)), (0.45, 96, -0.35), (-1, 104, 0), (1, 104, 0)] {
            drawing.add(
                .line(50 + share * seat * 0.75, 24, 50 + share * spread, foot).stroked(width, to: width * 0.75),
                legs.lit { _ in light }, .thin)
        }
        let rail = random.between(66, 80)
        let reach = seat * 0.75 + (spread - seat * 0.75) * (rail - 24) / 80
        drawing.add(Path.arc(50, rail, reach, 4, from: 0, to: 360).stroked(width * 0.6), legs, .thin)
        let top = Lathe("M \(seat - 1) 18 C \(seat + 2) 19 \(seat + 2) 26 \(seat - 1) 27", tilt: 0.2)
        drawing.add(top.path, top.wrap(look.plain, gloss: 0.05))
        drawing.add(top.mouth(), look.paint(period: 8).lit { _ in 0.04 }, .thin)
        return drawing
    }

    static func shell(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let timber = grain(wood(&random))
        for (top, foot, y, light) in [
            (40.0, 34.0, 98.0, Float(-0.3)), (60, 66, 98, -0.3), (36, 22, 106, 0), (64, 78, 106, 0),
        ] {
            drawing.add(.line(top, 66, foot, y).stroked(4, to: 2.6), timber.lit { _ in light }, .thin)
        }
        drawing.add(Path("M 32 74 L 66 92 M 68 74 L 34 92").stroked(1), Ink.rubber)
        let wide = random.between(29, 36)
        let back = Path.through(
            [
                Point(50, 6), Point(50 + wide * 0.7, 10), Point(50 + wide * 0.95, 28), Point(50 + wide * 0.9, 48),
                Point(50 + wide * 0.8, 64), Point(50, 68), Point(50 - wide * 0.8, 64), Point(50 - wide * 0.9, 48),
                Point(50 - wide * 0.95, 28), Point(50 - wide * 0.7, 10),
            ], closed: true)
        drawing.add(back, look.plain, .round)
        drawing.add(.ellipse(52, 52, wide * 0.7, 13), .flat(.black(0.22)), on: back, blur: 6)
        let seat = Path(
            """
            M \(50 - wide) 54 C \(50 - wide * 0.6) 62 \(50 + wide * 0.6) 62 \(50 + wide) 54
            C \(54 + wide) 62 \(52 + wide * 0.9) 74 \(50 + wide * 0.6) 76 C 60 78 40 78 \(50 - wide * 0.6)
            76 C \(48 - wide * 0.9) 74 \(46 - wide) 62 \(50 - wide) 54 Z
            """
        )
        drawing.add(seat, look.plain, .round)
        return drawing
    }
}
