import Foundation

enum Book {
    static func hardcover(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let width = random.between(58, 70)
        let depth = random.between(5, 9)
        block(&drawing, width: width, depth: depth, cover: look.plain)
        let cover = Path.rect(0, 0, width, 90, radius: 1)
        drawing.add(cover, look.plain, .thin)
        art(&drawing, look, cover, width, &random)
        drawing.add(.rect(4, -2, 1.6, 94), .black(0.28), on: cover, blur: 0.8)
        drawing.add(.rect(6, -2, 1.2, 94), .white(0.16), on: cover, blur: 0.6)
        return drawing
    }

    static func notebook(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let width = random.between(58, 66)
        block(&drawing, width: width, depth: 4, cover: look.plain)
        let cover = Path.rect(0, 0, width, 90, radius: 5)
        drawing.add(cover, look.paint(period: 10), .soft)
        if random.chance(0.5) {
            drawing.add(.rect(width - 11, -0.6, 3, 91.2), look.trim, .thin)
        } else {
            for index in 0..<14 {
                let y = 5 + Double(index) * 6.1
                drawing.add(.ellipse(4, y, 1.3), Ink.black(0.8))
                drawing.add(Path.arc(1, y, 3.6, 2.2, from: 0, to: 300).stroked(1), Ink.steel, .thin)
            }
        }
        drawing.add(.rect(width * 0.3, 22, width * 0.42, 14, radius: 1.5), .flat(.paper), .thin, on: cover)
        drawing.add(Lettering.centered("NOTES", x: width * 0.51, y: 27, height: 4), Ink.rubber, on: cover)
        drawing.add(
            Path(
                """
                M \(width * 0.8) 90 L \(width * 0.8) 99 L \(width * 0.8 + 1.5) 97
                L \(width * 0.8 + 3) 99 L \(width * 0.8 + 3) 90 Z
                """
            ), look.trim)
        return drawing
    }

    static func stack(_ look: Look) -> Drawing {
        var random = look.random
        var drawing = Drawing()
        let inks = [look.main, look.main.lit(-0.28), look.second, look.main.lit(0.14)]
        var y = 60.0
        for index in 0..<random.below(2) + 3 {
            let height = random.between(10, 15)
            let left = random.between(0, 8)
            let width = random.between(84, 94)
            y -= height
            let spine = Path.rect(left, y, width, height, radius: 2)
            drawing.add(spine, Paint.flat(inks[index % 4]).made(of: look.material), .soft)
            let ink: Ink = inks[index % 4].lightness > 0.55 ? .rubber : .cream
            for x in [left + 8, left + width - 10] {
                drawing.add(.rect(x, y - 1, 1.2, height + 2), ink.alpha(0.8), on: spine)
            }
            let title = random.pick(["ATLAS", "GARDEN", "RIVERS", "KITCHEN", "ALPHABET", "NIGHT"])
            drawing.add(
                Lettering.centered(title, x: left + width / 2, y: y + height / 2 - 2.3, height: 4.6), ink, on: spine)
        }
        return drawing
    }

    /// Pages and the back cover, seen at the right and below.
    private static func block(_ drawing: inout Drawing, width: Double, depth: Double, cover: Paint) {
        let back = Path.polygon(2, 90, width, 90, width, 0.5, width + depth, 3, width + depth, 93, depth, 93)
        drawing.add(back, cover.lit { _ in -0.3 })
        let side = Path.polygon(width - 1, 1.5, width + depth - 1.4, 4, width + depth - 1.4, 91.8, width - 1, 89)
        drawing.add(side, Paint.stripes(.paper, Ink.paper.lit(-0.16), period: 1.1).turned(90))
        let foot = Path.polygon(2, 89, width - 1, 89, width + depth - 1.4, 91.8, depth, 91.8)
        drawing.add(foot, Paint.stripes(Ink.paper.lit(-0.1), Ink.paper.lit(-0.25), period: 1))
    }

    private static func art(
        _ drawing: inout Drawing, _ look: Look, _ cover: Path, _ width: Double, _ random: inout Random
    ) {
        let (dark, light) = (look.main.lit(-0.35), look.second)
        let middle = width / 2 + 2
        switch look.number % 5 {
        case 0:
            drawing.add(.ellipse(middle + 6, 49, 13), .flat(light), on: cover)
            drawing.add(Path("M 0 66 C 20 50 34 58 \(width) 48 L \(width) 95 L 0 95 Z"), dark, on: cover)
            drawing.add(Path("M 0 76 C 26 62 46 78 \(width) 64 L \(width) 95 L 0 95 Z"), look.main.lit(-0.6), on: cover)
        case 1:
            for ring in 0..<5 {
                let radius = 25.0 - Double(ring) * 5
                drawing.add(.ellipse(middle, 60, radius), ring.isMultiple(of: 2) ? light : look.main, on: cover)
            }
        case 2:
            for index in 0..<7 {
                let x = 10 + Double(index) * (width - 14) / 7
                let top = random.between(44, 70)
                drawing.add(
                    .rect(x, top, (width - 14) / 7 - 1.5, 60), index.isMultiple(of: 3) ? dark : light, on: cover)
            }
        case 3:
            let stem = Path("M \(middle) 86 C \(middle - 2) 70 \(middle + 3) 56 \(middle) 38")
            drawing.add(stem.stroked(1.2), light, on: cover)
            for index in 0..<5 {
                let y = 80 - Double(index) * 9
                for side in [-1.0, 1] {
                    let leaf = Path(
                        """
                        M \(middle) \(y) Q \(middle + side * 6) \(y - 12) \(middle + side * 16) \(y - 10)
                        Q \(middle + side * 10) \(y + 2) \(middle) \(y) Z
                        """
                    )
                    drawing.add(leaf, light, on: cover)
                }
            }
        default:
            drawing.add(.polygon(10, 86, middle - 4, 44, middle + 22, 86), .flat(dark), on: cover)
            drawing.add(.polygon(middle - 8, 86, middle + 14, 56, width - 4, 86), .flat(light), on: cover)
            drawing.add(.ellipse(middle - 14, 50, 5), .flat(light), on: cover)
        }
        let first = random.pick(["SILENT", "NORTH", "GOLDEN", "PAPER", "LITTLE", "WINTER"])
        let last = random.pick(["HARBOR", "FOREST", "HOURS", "ATLAS", "SONGS", "BIRDS"])
        drawing.add(Lettering.centered(first, x: middle, y: 10, height: 6.4), light, on: cover)
        drawing.add(Lettering.centered(last, x: middle, y: 19.5, height: 6.4), light, on: cover)
        drawing.add(.rect(middle - 6, 29.5, 12, 0.9), light, on: cover)
    }
}
