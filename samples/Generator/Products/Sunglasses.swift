enum Sunglasses {
    static func round(_ look: Look) -> Drawing {
        var random = look.random
        let radius = random.between(17, 20)
        return pair(
            look, .ellipse(26, 50, radius, radius * random.between(0.92, 1)), bridge: 44, rim: random.between(2.4, 4.4),
            &random)
    }

    static func square(_ look: Look) -> Drawing {
        var random = look.random
        let low = random.between(62, 67)
        let lens = Path(
            """
            M 4 35 C 14 32 36 33 46 37 C 47 47 45 \(low - 5) 38 \(low - 1) C 30 \(low + 1) 20 \(low) 14
            \(low - 4) C 8 56 6 46 4 35 Z
            """
        )
        return pair(look, lens, bridge: 40, rim: random.between(4, 7), &random)
    }

    static func aviator(_ look: Look) -> Drawing {
        var random = look.random
        let low = random.between(66, 72)
        let lens = Path("M 7 38 C 16 32 36 33 44 38 C 46 50 38 \(low) 26 \(low) C 10 \(low) 4 54 7 38 Z")
        return pair(look, lens, bridge: 42, rim: 1.8, &random, metal: true)
    }

    static func cat(_ look: Look) -> Drawing {
        var random = look.random
        let tip = random.between(24, 30)
        let lens = Path("M 3 \(tip) C 16 34 34 34 45 39 C 45 52 38 64 26 63 C 12 62 6 48 3 \(tip) Z")
        return pair(look, lens, bridge: 43, rim: random.between(4, 6), &random)
    }

    private static func pair(
        _ look: Look, _ lens: Path, bridge: Double, rim: Double, _ random: inout Random, metal: Bool = false
    ) -> Drawing {
        var drawing = Drawing()
        let frame = metal ? Paint.flat(random.chance(0.6) ? .brass : .steel) : look.paint(period: 7)
        let tint = metal || random.chance(0.35) ? look.main.lit(metal ? 0 : -0.1) : Ink(hex: 0x3a3437)
        for mirrored in [false, true] {
            let temple = Path("M 5 \(metal ? 40.0 : 38) L 12 33 L 46 28").stroked(metal ? 1.8 : 3.4, to: 1.6)
            drawing.add(mirrored ? temple.mirrored() : temple, frame.lit { _ in -0.35 }, .thin)
        }
        let span = Path("M 42 \(bridge) C 46 \(bridge - 5) 54 \(bridge - 5) 58 \(bridge)")
        drawing.add(span.stroked(metal ? 1.8 : rim * 0.9), frame, .thin)
        if metal { drawing.add(Path("M 40 37 C 46 35 54 35 60 37").stroked(1.6), frame, .thin) }
        for mirrored in [false, true] {
            let glass = mirrored ? lens.mirrored() : lens
            let fade = Paint.vertical(
                32, metal ? 56 : 72, tint.lit(-0.3).alpha(0.97), metal ? tint : tint.lit(0.18).alpha(0.8))
            drawing.add(glass, fade)
            let shine = Path.polygon(14, 28, 24, 28, 10, 74, 0, 74).moved(mirrored ? 54 : 4, 0)
            drawing.add(shine, .white(metal ? 0.14 : 0.2), on: glass, blur: 0.8)
            drawing.add(shine.moved(11, 0), .white(0.1), on: glass, blur: 0.8)
            drawing.add(glass.stroked(rim), frame, .thin)
            if !metal {
                drawing.add(.ellipse(mirrored ? 94 : 6, 41, 1.1), Ink.steel, .thin)
            }
        }
        return drawing
    }
}
