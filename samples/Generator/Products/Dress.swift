enum Dress {
    /// Half of the outline, mirrored round x = 50: `right` runs from the neck to the middle of the hem.
    private static func symmetric(_ right: String) -> Path {
        let half = Path(right).contours[0]
        return Path(half + half.reversed().map { Point(100 - $0.x, $0.y) })
    }

    static func summer(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let hem = random.between(104, 122)
        let width = random.between(26, 38)
        for side in [-1.0, 1] {
            let back = Path("M \(50 + side * 11) 2 C \(50 + side * 7) 6 \(50 + side * 6) 16 \(50 + side * 6) 26")
            drawing.add(back.stroked(2), look.tone(-0.4), .thin)
            let front = Path("M \(50 + side * 12) 21 C \(50 + side * 13) 14 \(50 + side * 13) 6 \(50 + side * 11) 2")
            drawing.add(front.stroked(2.4), look.tone(-0.12), .thin)
        }
        let body = symmetric(
            """
            M 50 24 C 54 22 56 18 61 18 C 64 20 64 25 65 29 C 64 36 62 42 61 48 C 64 64 \(50 + width * 0.8) 90
            \(50 + width) \(hem) C \(50 + width * 0.6) \(hem + 5) \(50 + width * 0.3) \(hem + 4) 50 \(hem + 5)
            """)
        drawing.add(body, look.paint(period: 9), .round)
        skirt(&drawing, body, waist: 48, hem: hem, width: width, count: 6)
        drawing.add(Path("M 37 47 C 44 50 56 50 63 47 L 63 51.5 C 56 54 44 54 37 51.5 Z"), look.trim, .thin, on: body)
        if random.chance(0.5) {
            let tier = hem - random.between(16, 26)
            drawing.fold(
                Path("M 10 \(tier) C 35 \(tier + 5) 65 \(tier + 5) 90 \(tier)"), on: body, width: 2, strength: 0.35)
        }
        return drawing
    }

    static func sheath(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let hem = random.between(96, 112)
        let long = random.chance(0.5)
        let reach = long ? random.between(58, 66) : random.between(28, 36)
        let out = long ? 30.0 : 26
        for mirrored in [false, true] {
            let sleeve = Path(
                """
                M 60 10 C 68 11 72 15 74 22 C 77 34 78 \(reach - 14) \(50 + out) \(reach) L \(50 + out - 8) \(reach + 2)
                C 68 \(reach - 14) 68 40 64 34 Z
                """)
            drawing.add(mirrored ? sleeve.mirrored() : sleeve, look.paint(period: 9).lit { _ in -0.07 }, .round)
        }
        let body = symmetric(
            """
            M 50 19 C 55 19 58 15 59 9 L 66 11 C 67 16 66 24 66 32 C 65 38 62 42 62 48 C 63 56 68 62 69 70
            C 69 82 66 92 65 \(hem) C 60 \(hem + 2) 55 \(hem + 2) 50 \(hem + 2)
            """)
        drawing.add(body, look.paint(period: 9), .round)
        drawing.add(Path("M 41 9 C 42 15 45 19 50 19 C 55 19 58 15 59 9").stroked(1.6), look.tone(-0.2), .thin)
        drawing.fold(Path("M 39 51 C 43 54 46 55 48 60"), on: body, strength: 0.12)
        drawing.fold(Path("M 61 51 C 58 54 56 58 55 64"), on: body, strength: 0.12)
        drawing.fold(Path("M 58 74 C 57 84 57 94 58 \(hem)"), on: body, strength: 0.16)
        drawing.fold(Path("M 42 76 C 43 86 43 94 42 \(hem)"), on: body, strength: 0.14)
        if random.chance(0.6) {
            drawing.add(.rect(30, 46, 40, 4.5), Paint.flat(.rubber).made(of: .leather), .thin, on: body)
            drawing.add(.rect(47, 45.4, 6, 5.6, radius: 1) + Path.rect(48.4, 46.8, 3.2, 2.8).hole, .brass, .thin)
        }
        return drawing
    }

    static func gown(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let width = random.between(38, 50)
        let halter = random.chance(0.5)
        if halter {
            drawing.add(Path("M 40 24 C 42 10 46 4 50 2 C 54 4 58 10 60 24").stroked(3), look.tone(-0.1), .thin)
        }
        let body = symmetric(
            """
            M 50 \(halter ? 20.0 : 25) C 54 19 58 18 62 22 C 64 28 63 34 60 44 C 66 58 \(50 + width * 0.8) 88
            \(50 + width) 126 C \(50 + width * 0.6) 133 \(50 + width * 0.3) 132 50 133
            """)
        drawing.add(body, look.paint(period: 11), .round)
        skirt(&drawing, body, waist: 44, hem: 128, width: width, count: 9)
        drawing.add(Path("M 38 40 C 45 44 55 44 62 40 L 61 47 C 55 50 45 50 39 47 Z"), look.trim, .soft, on: body)
        if random.chance(0.5) {
            drawing.add(Path("M 56 45 C 50 36 44 42 54 46 C 44 52 52 56 57 47 Z"), look.trim, .thin)
            drawing.add(Path("M 56 46 C 60 60 60 70 64 80 L 58 82 C 57 70 55 58 54 47 Z"), look.trim, .soft)
        }
        return drawing
    }

    private static func skirt(
        _ drawing: inout Drawing, _ cloth: Path, waist: Double, hem: Double, width: Double, count: Int
    ) {
        for index in 0..<count {
            let share = (Double(index) + 0.5) / Double(count) * 2 - 1
            let (start, end) = (50 + share * 9, 50 + share * width * 0.92)
            let middle = (waist + hem) / 2
            let line = Path(
                """
                M \(end) \(hem + 6) C \(end - share * 6) \(middle + 10) \(start + share * 6) \(middle - 10)
                \(start) \(waist + 4)
                """
            )
            drawing.fold(line, on: cloth, width: 4, strength: index.isMultiple(of: 2) ? 0.24 : 0.15)
        }
    }
}
