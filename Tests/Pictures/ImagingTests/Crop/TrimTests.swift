import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Borders of one color")
struct TrimTests {
    private let white = RGB.white

    /// A picture of numbered pixels on a ground.
    private func framed(_ size: Size, _ content: Box, ground: RGB = .white) -> PixelBuffer {
        Pictures.draw(size.width, size.height) { x, y in
            let isInside =
                (content.left..<content.right).contains(x) && (content.top..<content.bottom).contains(y)
            return isInside ? (UInt8(x & 127), 90, UInt8(y & 127)) : (ground.red, ground.green, ground.blue)
        }
    }

    private func box(_ picture: PixelBuffer, _ trim: Recipe.Trim = Recipe.Trim(), in box: Box? = nil) throws -> Box {
        try prepare(.pixels(picture), as: Recipe(.fit(64), box: box, trim: trim)).box
    }

    @Test(
        "are cut off to the pixel, on each side by itself",
        arguments: [Box(left: 10, top: 20, width: 30, height: 40), Box(left: 0, top: 40, width: 120, height: 1)])
    func exact(content: Box) throws {
        let size = Size(width: 120, height: 100)
        #expect(try box(framed(size, content)) == content)
        #expect(try box(framed(size, content, ground: RGB(red: 200, green: 20, blue: 30))) == content)
    }

    @Test("of a large picture are found to a pixel of a thousand")
    func large() throws {
        let content = Box(left: 400, top: 330, width: 2000, height: 900)
        let found = try box(framed(Size(width: 3000, height: 2000), content))
        for (one, other) in [
            (found.left, content.left), (found.top, content.top), (found.right, content.right),
            (found.bottom, content.bottom),
        ] {
            #expect(abs(one - other) <= 6, "\(found)")
        }
    }

    @Test("of an animation leave what any of its frames shows, where all of them are kept")
    func animation() throws {
        var ball = GIFAnimation(100, 60)
        // The first frame is blank; what the second one shows stays in the third.
        ball.frames[1].box = Box(left: 10, top: 12, width: 8, height: 8)
        ball.frames[2].box = Box(left: 60, top: 30, width: 8, height: 8)
        func made(_ encoding: Output.Encoding, _ frames: Recipe.Frames) throws -> Prepared {
            try prepare(
                .bytes(ball.bytes), as: Recipe(Output(.original, encoding: encoding), trim: .init(), frames: frames))
        }
        for encoding in [Output.Encoding.gif, .webp()] {
            let all = try made(encoding, .all)
            #expect(all.box == Box(left: 10, top: 12, width: 58, height: 26) && all.outputs[0].frames == 3)
            #expect(all.outputs.count == 1)
        }
        // One frame is kept, and it has nothing beside its border.
        let whole = Box(left: 0, top: 0, width: 100, height: 60)
        #expect(try made(.gif, .first).box == whole && made(.png, .all).box == whole)
    }

    @Test("stay in part as a margin, as far as the picture reaches")
    func margin() throws {
        let content = Box(left: 10, top: 5, width: 40, height: 20)
        let found = try box(framed(Size(width: 100, height: 100), content), Recipe.Trim(margin: 0.2))
        #expect(found == Box(left: 2, top: 0, width: 56, height: 33))
    }

    @Test("are noise of the same color within the tolerance, and dust")
    func noise() throws {
        var random = SplitMix(seed: 3)
        let content = Box(left: 300, top: 200, width: 200, height: 300)
        let picture = Pictures.draw(900, 800) { x, y in
            if (content.left..<content.right).contains(x), (content.top..<content.bottom).contains(y) {
                return (20, UInt8(x & 63), UInt8(y & 63))
            }
            if x == 700, y == 100 { return (0, 0, 0) }
            let level = UInt8(240 + Int.random(in: -6...6, using: &random))
            return (level, level, level)
        }
        #expect(try box(picture) == content)
    }

    @Test(
        "leave thin parts that touch the content, up, down and sideways, also around a corner")
    func thinParts() throws {
        let radio = Box(left: 500, top: 700, width: 600, height: 400)
        // An antenna, and a cable that goes aside and then down.
        let antenna = Box(left: 900, top: 202, width: 3, height: 498)
        let cable = [
            Box(left: 1100, top: 900, width: 250, height: 2), Box(left: 1348, top: 900, width: 2, height: 260),
        ]
        let parts = [radio, antenna] + cable
        let picture = Pictures.draw(1600, 1300) { x, y in
            let isInside = parts.contains { ($0.left..<$0.right).contains(x) && ($0.top..<$0.bottom).contains(y) }
            return isInside ? (30, 30, 40) : (255, 255, 255)
        }
        let found = try box(picture)
        for (one, other) in [(found.left, 500), (found.top, 202), (found.right, 1350), (found.bottom, 1160)] {
            #expect(abs(one - other) <= 4, "\(found)")
        }
    }

    @Test("are none where the corners differ, where nothing else is there, and where the picture fills its frame")
    func whole() throws {
        for picture in [Pictures.scene(90, 60), Pictures.solid(90, 60, .white), Pictures.corners(90, 60)] {
            #expect(try box(picture) == Box(left: 0, top: 0, width: 90, height: 60))
        }
    }

    @Test("are cut inside of a box, and turned with a turned file")
    func inside() throws {
        let content = Box(left: 30, top: 20, width: 50, height: 40)
        let picture = framed(Size(width: 200, height: 100), content)
        let part = Box(left: 10, top: 10, width: 60, height: 80)
        #expect(try box(picture, in: part) == Box(left: 30, top: 20, width: 40, height: 40))
        let png = try prepare(.pixels(picture), as: Recipe(Output(.original, encoding: .png))).outputs[0].bytes
        #expect(try prepare(.bytes(png), as: Recipe(.fit(64), trim: Recipe.Trim())).box == content)
    }

    @Test("have a margin and a tolerance within bounds")
    func bounds() throws {
        for trim in [Recipe.Trim(margin: -0.1), Recipe.Trim(margin: 0.6), Recipe.Trim(tolerance: 256)] {
            let error = #expect(throws: ImageError.self) { try box(Pictures.scene(20, 20), trim) }
            #expect(error?.code == "invalidRecipe")
        }
    }
}
