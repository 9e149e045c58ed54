import Foundation

enum Watch {
    static func round(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        strap(&drawing, look, width: random.between(20, 26), &random)
        let metal = random.chance(0.5) ? Ink.brass : Ink.steel
        drawing.add(.rect(75, 46, 6, 8, radius: 2), metal.lit(-0.15), .thin)
        drawing.add(.ellipse(50, 50, 28), metal, .soft)
        drawing.add(.ellipse(50, 50, 25), metal.lit(-0.4))
        face(&drawing, .ellipse(50, 50, 24), look, metal, radius: 22, &random)
        return drawing
    }

    static func square(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        strap(&drawing, look, width: 30, &random)
        let metal = random.chance(0.5) ? Ink.brass : Ink.steel
        let corner = random.between(4, 12)
        drawing.add(.rect(74, 45, 6, 10, radius: 2), metal.lit(-0.15), .thin)
        drawing.add(.rect(23, 21, 54, 58, radius: corner + 3), metal, .soft)
        drawing.add(.rect(26, 24, 48, 52, radius: corner), metal.lit(-0.4))
        face(&drawing, .rect(27, 25, 46, 50, radius: corner - 1), look, metal, radius: 21, &random)
        return drawing
    }

    static func smart(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let rubber = look.plain
        for upper in [true, false] {
            let band = Path("M 35 30 L 65 30 C 64 10 62 0 61 -16 C 60 -20 40 -20 39 -16 C 38 0 36 10 35 30 Z")
            drawing.add(upper ? band : band.turned(180, about: Point(50, 50)), rubber, .soft)
        }
        for index in 0..<4 { drawing.add(.rect(48, 92 + Double(index) * 6, 4, 2.4, radius: 1.2), look.tone(-0.55)) }
        drawing.add(.rect(75, 40, 4, 10, radius: 1.6), Ink.rubber.lit(0.2), .thin)
        let body = random.chance(0.5) ? Path.rect(23, 22, 54, 56, radius: 15) : .ellipse(50, 50, 28)
        drawing.add(body, Ink.rubber, .soft)
        let screen = body.transformed(by: .pose(scale: 0.88, origin: Point(6, 6)))
        drawing.add(screen, Ink(hex: 0x101116))
        for (index, ink) in [look.main.lit(0.15), Ink(hex: 0x5ac8a0), Ink(hex: 0xf2c14b)].enumerated() {
            let radius = 18.0 - Double(index) * 4.6
            let end = -90 + random.between(140, 330)
            drawing.add(Path.arc(50, 50, radius, radius, from: -90, to: 270).stroked(3), ink.alpha(0.2), on: screen)
            drawing.add(Path.arc(50, 50, radius, radius, from: -90, to: end).stroked(3), ink, on: screen)
        }
        drawing.add(.polygon(20, 10, 52, 10, 30, 90, 0, 90), .white(0.06), on: screen)
        return drawing
    }

    private static func strap(_ drawing: inout Drawing, _ look: Look, width: Double, _ random: inout Random) {
        let (left, right) = (50 - width / 2, 50 + width / 2)
        if look.material == .metal {
            for row in 0..<10 where row != 4 && row != 5 {
                let y = -22 + Double(row) * 14.8 - (row > 5 ? 4 : 0)
                let inset = abs(Double(row) - 4.5) * 0.5
                drawing.add(.rect(left + inset, y, width - 2 * inset, 13.6, radius: 3), look.plain, .thin)
                drawing.add(.rect(left + width * 0.33, y, width * 0.34, 13.6, radius: 2), look.tone(0.12), .thin)
            }
            return
        }
        for upper in [true, false] {
            let band = Path(
                "M \(left) 34 L \(right) 34 L \(right - 2) -22 C \(right - 2) -26 \(left + 2) -26 \(left + 2) -22 Z")
            let turn = { (path: Path) in upper ? path : path.turned(180, about: Point(50, 50)) }
            drawing.add(turn(band), look.paint(period: 8), .soft)
            drawing.stitch(turn(.line(left + 4, -20, left + 2.4, 30)), look.second.alpha(0.8))
            drawing.stitch(turn(.line(right - 4, -20, right - 2.4, 30)), look.second.alpha(0.8))
        }
        for index in 0..<4 { drawing.add(.ellipse(50, 94 + Double(index) * 7, 1.2), look.tone(-0.65)) }
        drawing.add(
            .rect(left, -24, width, 8, radius: 2) + Path.rect(left + 3, -21.5, width - 6, 3).hole, .steel, .thin)
    }

    private static func face(
        _ drawing: inout Drawing, _ dial: Path, _ look: Look, _ metal: Ink, radius: Double, _ random: inout Random
    ) {
        let dark = look.color.name == "white" || random.chance(0.4)
        let ground = dark ? look.main.lit(look.color.name == "white" ? 0.3 : -0.25) : Ink(hex: 0xfaf7ef)
        let mark = ground.lightness > 0.5 ? Ink.rubber : Ink.cream
        drawing.add(dial, ground)
        let dotted = random.chance(0.4)
        let center = Point(50, 50)
        for hour in 0..<12 {
            let ray = Point.polar(Double(hour) * .pi / 6)
            if dotted {
                let place = center + ray * (radius - 3)
                drawing.add(.ellipse(place.x, place.y, hour.isMultiple(of: 3) ? 1.6 : 0.9), .flat(mark), on: dial)
            } else {
                let inner = radius - (hour.isMultiple(of: 3) ? 6 : 4)
                drawing.add(Path([center + ray * inner, center + ray * (radius - 1)]).stroked(1.2), mark, on: dial)
            }
        }
        if random.chance(0.4) {
            drawing.add(.ellipse(50, 61, 6), ground.lit(-0.12), on: dial)
            drawing.add(Path([Point(50, 61), Point(53, 57)]).stroked(0.6), mark, on: dial)
        }
        for (angle, length, width) in [(random.between(-170, -140), 12.0, 2.0), (random.between(-60, -25), 18, 1.4)] {
            let tip = center + Point.polar(angle * .pi / 180, length)
            drawing.add(Path([center, tip]).stroked(width, to: width * 0.5), .black(0.25), on: dial, blur: 0.8)
            drawing.add(Path([center, tip]).stroked(width, to: width * 0.6), mark, on: dial)
        }
        let second = center + Point.polar(random.between(0.3, 2.6), 19)
        drawing.add(Path([center - (second - center) * 0.25, second]).stroked(0.6), Ink(hex: 0xd0402f), on: dial)
        drawing.add(.ellipse(50, 50, 1.6), metal, on: dial)
        drawing.add(.polygon(20, 20, 46, 20, 34, 80, 10, 80), .white(0.16), on: dial, blur: 1)
    }
}
