/// Figures on a surface.
enum Pattern: String {
    case plain, stripes, checks, tartan, dots, flowers, zigzag, argyle, marbled
}

/// Everything that sets one product apart from others of its style.
struct Look: Sendable {
    var color: NamedColor
    var accent: NamedColor
    var material: Material
    var pattern: Pattern
    var brand: String
    /// Counts the designs of a style, so that forms of a few kinds take turns.
    var number: Int
    /// Names the shape: products with the same form differ in color and surface only.
    var form: String

    var random: Random { Random(form) }
    var main: Ink { color.ink }
    var second: Ink { accent.ink }

    /// The main color with its figures and its surface. `period`: size of the figures in units.
    func paint(period: Double = 10) -> Paint {
        let figures: Paint =
            switch pattern {
            case .plain: .flat(main)
            case .stripes: .stripes(main, second, period: period, share: 0.36)
            case .checks: .checks(main, second, period: period)
            case .tartan: .tartan(main, main.lit(-0.5), period: period * 1.5)
            case .dots: .dots(main, second, period: period * 0.9, share: 0.22)
            case .flowers: .flowers(main, second, period: period)
            case .zigzag: .zigzag(main, second, period: period * 1.2)
            case .argyle: .argyle(main, main.mixed(with: second, 0.5), period: period * 1.2)
            case .marbled: .marbled(main, main.mixed(with: second, 0.6), period: period * 2)
            }
        return figures.made(of: material)
    }

    var plain: Paint { Paint.flat(main).made(of: material) }
    var trim: Paint { Paint.flat(second).made(of: material) }

    /// The main color, lighter (above 0) or darker, on the same material.
    func tone(_ light: Float) -> Paint { Paint.flat(main.lit(light)).made(of: material) }
}
