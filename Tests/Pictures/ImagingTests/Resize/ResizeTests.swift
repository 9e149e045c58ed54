import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A resize is what three lobes make of the picture")
struct ResizeTests {
    private func resized(_ picture: PixelBuffer, _ shape: Output.Shape) throws -> PixelBuffer {
        let output = Output(shape, encoding: .pixels, enlarges: true)
        return try #require(try prepare(.pixels(picture), as: Recipe(output)).outputs[0].pixels)
    }

    @Test(
        "at most two levels from a slow resize in double precision",
        arguments: [
            (100, 67), (299, 199), (150, 100), (31, 20), (300, 50), (17, 200), (1, 1), (1, 200), (450, 300), (640, 333),
        ])
    func reference(width: Int, height: Int) throws {
        let picture = Pictures.scene(300, 200)
        let size = Size(width: width, height: height)
        let made = try resized(picture, .exact(size))
        #expect(made.largestDifference(from: SlowLanczos.resize(picture, to: size)) <= 2)
    }

    @Test("black and white edges overshoot into the range and no further")
    func edges() throws {
        let picture = Pictures.draw(97, 61) { x, y in (x / 7 + y / 5) % 2 == 0 ? (0, 255, 0) : (255, 0, 255) }
        for size in [Size(width: 40, height: 30), Size(width: 200, height: 100), Size(width: 96, height: 61)] {
            let made = try resized(picture, .exact(size))
            #expect(made.largestDifference(from: SlowLanczos.resize(picture, to: size)) <= 3)
        }
    }

    @Test("one color stays that color at any size")
    func constant() throws {
        var random = SplitMix(seed: 11)
        for _ in 0..<Effort.inputs(20, of: 60) {
            let color = RGB(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random))
            let picture = Pictures.solid(
                .random(in: 1...400, using: &random), .random(in: 1...100, using: &random), color)
            let size = Size(width: .random(in: 1...500, using: &random), height: .random(in: 1...200, using: &random))
            let made = try resized(picture, .exact(size))
            #expect(made == Pictures.solid(size.width, size.height, color), "\(picture.size) to \(size)")
        }
    }

    @Test("a picture that keeps its size keeps its pixels")
    func identity() throws {
        let picture = Pictures.numbered(77, 33)
        #expect(try resized(picture, .exact(picture.size)) == picture)
        #expect(try prepare(.pixels(picture), as: Recipe(.pixels(fitting: 512))).outputs[0].pixels == picture)
        // One axis only.
        let wide = try resized(picture, .exact(Size(width: 77, height: 11)))
        let slow = SlowLanczos.resize(picture, to: Size(width: 77, height: 11))
        #expect(wide.largestDifference(from: slow) <= 1)
    }

    @Test("fill shows the middle", arguments: [(50, 50), (64, 20), (20, 64), (100, 67)])
    func fill(width: Int, height: Int) throws {
        let picture = Pictures.scene(300, 200)
        let made = try resized(picture, .fill(Size(width: width, height: height)))
        let scale = max(Double(width) / 300, Double(height) / 200)
        let (across, down) = (Double(width) / scale, Double(height) / scale)
        let window = ((300 - across) / 2, (200 - down) / 2, across, down)
        let slow = SlowLanczos.resize(picture, to: Size(width: width, height: height), window: window)
        #expect(made.largestDifference(from: slow) <= 2)
    }

    @Test("a very long picture shrinks to its average", arguments: [1, 2, 16, 100])
    func extreme(side: Int) throws {
        // Dark to light along 20,000 pixels, and the same with one light pixel, which must not stand out.
        for isSpotted in [false, true] {
            let picture = Pictures.draw(20_000, 1) { x, _ in
                let level = UInt8(isSpotted && x == 10_000 ? 255 : 20 + x / 100)
                return (level, level, level)
            }
            let made = try resized(picture, .exact(Size(width: side, height: 1)))
            let slow = SlowLanczos.resize(picture, to: Size(width: side, height: 1))
            #expect(made.largestDifference(from: slow) <= 2)
        }
    }

    @Test("several sizes from one recipe are as good as each alone")
    func derived() throws {
        let picture = Pictures.scene(900, 600)
        let recipe = Recipe(.pixels(fitting: 512), .pixels(fitting: 100), .pixels(fitting: 300))
        let made = try prepare(.pixels(picture), as: recipe)
        for (output, side) in zip(made.outputs, [512, 100, 300]) {
            let alone = try prepare(.pixels(picture), as: Recipe(.pixels(fitting: side))).outputs[0]
            #expect(output.size == alone.size)
            #expect(try #require(output.pixels).psnr(against: #require(alone.pixels)) > 40, "\(side)")
        }
    }
}
