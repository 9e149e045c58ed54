import Imaging

/// A color by name, as shops list it.
struct NamedColor {
    let name: String
    let rgb: RGB

    var ink: Ink { Ink(rgb) }
}

enum Palette {
    static let colors = [
        named("red", 0xc4302b), named("navy", 0x243a66), named("yellow", 0xebb92f), named("teal", 0x1e8587),
        named("pink", 0xe48aa8), named("brown", 0x7d5035), named("green", 0x3e8a4c), named("orange", 0xe2732c),
        named("black", 0x2b2a2e), named("blue", 0x3a76c8), named("beige", 0xd4bd98), named("purple", 0x77489c),
        named("gray", 0x8b9197), named("white", 0xf1eee7),
    ]

    static func color(_ name: String) -> NamedColor {
        colors.first { $0.name == name } ?? colors[0]
    }

    /// Colors that look well beside a main color.
    static func partners(of name: String) -> [String] {
        switch name {
        case "red", "orange": ["white", "navy", "beige"]
        case "yellow": ["white", "navy", "gray"]
        case "teal", "green": ["white", "beige", "yellow"]
        case "blue", "navy": ["white", "red", "beige"]
        case "pink": ["white", "red", "gray"]
        case "purple": ["white", "pink", "yellow"]
        case "black": ["white", "red", "gray"]
        case "white": ["navy", "red", "black"]
        case "gray": ["white", "black", "yellow"]
        default: ["white", "black", "green"]
        }
    }

    private static func named(_ name: String, _ hex: UInt32) -> NamedColor {
        let rgb = RGB(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
        return NamedColor(name: name, rgb: rgb)
    }
}

/// Colors of parts that are the same on many products.
extension Ink {
    static let oak = Ink(hex: 0xc69a63)
    static let walnut = Ink(hex: 0x7a4f30)
    static let brass = Ink(hex: 0xcda349)
    static let steel = Ink(hex: 0xb4b9bf)
    static let cream = Ink(hex: 0xf4ecdc)
    static let rubber = Ink(hex: 0x35343a)
    static let paper = Ink(hex: 0xf3eddf)
    static let leaf = Ink(hex: 0x3e8a4c)
}
