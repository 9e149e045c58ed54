import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("WebP is scaled while it is decoded")
struct WebPScaleTests {
    private static let picture = Pictures.scene(1024, 768)

    /// Made from all pixels: the file as a PNG.
    private func reference(_ webp: [UInt8], _ recipe: Recipe) throws -> PixelBuffer {
        let whole = try Real.pixels(webp)
        return try #require(try prepare(.bytes(Real.png(whole)), as: recipe).outputs[0].pixels)
    }

    @Test(
        "and comes as close to a full decode as JPEG does",
        arguments: [(Recipe.Effort.fast, 43.0), (.high, 47.5)])
    func quality(effort: Recipe.Effort, floor: Double) throws {
        let webp = try Real.webp(Self.picture)
        for side in [100, 256, 300] {
            let recipe = Recipe(.pixels(fitting: side), effort: effort)
            let made = try #require(try prepare(.bytes(webp), as: recipe).outputs[0].pixels)
            let psnr = made.psnr(against: try reference(webp, recipe))
            #expect(psnr >= floor, "\(side) pixels: \(psnr) dB")
        }
    }

    @Test("boxes and orientations are where they are in a full decode", arguments: 1...8)
    func places(orientation: Int) throws {
        let plain = try Real.webp(Self.picture)
        let webp = try Real.webp(Self.picture, orientation: orientation)
        let upright = try inspect(webp).uprightSize
        let box = Box(
            left: upright.width / 5, top: upright.height / 3, width: upright.width / 2, height: upright.height / 2)
        let recipe = Recipe(
            .pixels(fitting: 150), Output(.fill(Size(width: 60, height: 90)), encoding: .pixels), box: box)
        let made = try prepare(.bytes(webp), as: recipe)
        let png = try Real.png(Real.pixels(plain), orientation: orientation)
        let expected = try prepare(.bytes(png), as: recipe)
        #expect(made.uprightSize == upright && made.box == expected.box)
        for (one, other) in zip(made.outputs, expected.outputs) {
            let (one, other) = (try #require(one.pixels), try #require(other.pixels))
            #expect(one.size == other.size && one.psnr(against: other) > 36)
        }
        #expect(made.outputs.map { $0.map(box) } == expected.outputs.map { $0.map(box) })
    }

    @Test("colors alone are those of a full decode, and long thin pictures keep their pixels")
    func small() throws {
        let webp = try Real.webp(Self.picture)
        let found = try prepare(.bytes(webp), as: Recipe(colors: 1)).colors[0].color
        let expected = try prepare(.bytes(Real.png(Real.pixels(webp))), as: Recipe(colors: 1)).colors[0].color
        #expect(abs(Int(found.red) - Int(expected.red)) <= 8 && abs(Int(found.blue) - Int(expected.blue)) <= 8)
        let thin = try Real.webp(Pictures.solid(1024, 3, RGB(red: 200, green: 100, blue: 50)))
        #expect(try Real.pixels(thin, shape: .fit(20)).size == Size(width: 20, height: 1))
    }
}
