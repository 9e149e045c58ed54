import PictureTestSupport
import TestSupport
import Testing
import VisualSearch

@Suite("The colors of objects leave their background out")
struct ObjectColorsTests {
    private static let crimson = RGB(red: 150, green: 20, blue: 40)

    /// A disk with a soft shade on a ground of one color.
    private func disk(on ground: (UInt8, UInt8, UInt8)) -> PixelBuffer {
        Pictures.draw(400, 300) { x, y in
            let (across, down) = (x - 200, y - 150)
            guard across * across + down * down < 90 * 90 else { return ground }
            return (UInt8(150 + across / 30), UInt8(20 + down / 30), 40)
        }
    }

    @Test(
        "an object on a colored ground has its own colors only",
        arguments: [(120, 170, 110), (40, 40, 44), (190, 220, 240), (235, 225, 210), (250, 230, 150)]
            as [(UInt8, UInt8, UInt8)])
    func ground(ground: (UInt8, UInt8, UInt8)) throws {
        let colors = try #require(disk(on: ground).objectColors(5))
        let first = try #require(colors.first)
        #expect(first.share > 0.9)
        #expect(abs(Int(first.color.red) - 150) < 12 && abs(Int(first.color.green) - 20) < 12)
    }

    @Test("what the ground encloses is part of the object, and a ground may be shaded")
    func shades() throws {
        let picture = Pictures.draw(400, 300) { x, y in
            let (across, down) = (x - 200, y - 150)
            let far = across * across + down * down
            // A ring: the ground is seen through its hole, and stays one of its colors.
            if far < 90 * 90, far >= 40 * 40 { return (150, 20, 40) }
            return (UInt8(190 + x / 20), 220, UInt8(240 - y / 20))
        }
        let colors = try #require(picture.objectColors(5))
        #expect(abs(colors[0].share - 0.8) < 0.05 && colors[0].color.red < 165)
    }

    @Test("on near-white, and where nothing stands out, the picture's own colors count")
    func without() {
        #expect(disk(on: (250, 250, 250)).objectColors(5) == nil)
        #expect(Pictures.solid(300, 200, Self.crimson).objectColors(5) == nil)
    }
}
