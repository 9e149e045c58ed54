import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Outputs in Display P3")
struct GamutTests {
    /// A red that sRGB lacks, and colors that it has.
    private static let colors = [
        RGB(red: 250, green: 20, blue: 20), RGB(red: 20, green: 240, blue: 30), RGB(red: 180, green: 90, blue: 60),
        RGB(red: 128, green: 128, blue: 128),
    ]
    private static let picture = Pictures.draw(4 * 16, 16) { x, _ in
        let color = colors[x / 16]
        return (color.red, color.green, color.blue)
    }
    private static let wide = Real.tiff(picture, profile: MatrixProfile.displayP3.bytes)

    private func made(
        _ file: [UInt8], _ encoding: Output.Encoding, _ gamut: Recipe.Gamut = .displayP3
    ) throws -> PreparedOutput {
        try prepare(.bytes(file), as: Recipe(Output(.original, encoding: encoding), gamut: gamut)).outputs[0]
    }

    /// A color of the profile of the input, whose curve is a power of 2.2, on the curve of sRGB.
    private func onDisplayP3(_ color: RGB) -> RGB {
        func value(_ value: UInt8) -> UInt8 {
            let light = pow(Double(value) / 255, 2.2)
            let coded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((255 * coded).rounded())
        }
        return RGB(red: value(color.red), green: value(color.green), blue: value(color.blue))
    }

    private func difference(_ made: PixelBuffer, _ expected: [RGB]) -> Int {
        Self.colors.indices.map { index in
            let (found, expected) = (made.pixel(index * 16 + 8, 8), expected[index])
            return max(
                abs(Int(found.red) - Int(expected.red)), abs(Int(found.green) - Int(expected.green)),
                abs(Int(found.blue) - Int(expected.blue)))
        }.max() ?? 256
    }

    @Test(
        "a picture with more colors than sRGB keeps them, and its file tells of them",
        arguments: [Output.Encoding.png, .jpeg(quality: 100), .webp(quality: 100), .avif(quality: 100)])
    func wide(encoding: Output.Encoding) throws {
        let output = try made(Self.wide, encoding)
        #expect(output.gamut == .displayP3)
        #expect(try inspect(output.bytes).hasProfile)
        // Read without conversion, the values are those of the input, on the curve of the profile of Display P3.
        let kept = Recipe(Output(.original, encoding: .pixels), keeps: .icc)
        let raw = try prepare(.bytes(output.bytes), as: kept).outputs[0]
        #expect(difference(try #require(raw.pixels), Self.colors.map(onDisplayP3)) <= 4)
        // Converted, they are the colors of the input as sRGB shows them.
        let shown = try Real.pixels(output.bytes)
        #expect(difference(shown, Self.colors.map(MatrixProfile.displayP3.sRGB)) <= 6)
    }

    @Test("a picture in sRGB, a gray one and pixels stay as they are, without a profile")
    func plain() throws {
        for file in [try Real.png(Self.picture), Real.tiff(Self.picture, profile: Made.profile())] {
            let output = try made(file, .png)
            #expect(output.gamut == .sRGB)
            #expect(try !inspect(output.bytes).hasProfile)
            #expect(try Real.pixels(output.bytes) == Self.picture)
        }
        let recipe = Recipe(
            Output(.original, encoding: .pixels), Output(.original, encoding: .png), gamut: .displayP3)
        let both = try prepare(.bytes(Self.wide), as: recipe)
        #expect(both.outputs.map(\.gamut) == [.sRGB, .displayP3])
        #expect(both.outputs[0].pixels == (try made(Self.wide, .pixels, .sRGB).pixels))
    }

    @Test("a profile that is kept, and a format without a place for one, are refused")
    func refused() throws {
        let kept = Recipe(Output(.original, encoding: .png), keeps: .icc, gamut: .displayP3)
        #expect(throws: ImageError.self) { _ = try prepare(.bytes(Self.wide), as: kept) }
        for recipe in [
            Recipe(Output(.original, encoding: .gif), gamut: .displayP3),
            Recipe(Output(.original, encoding: .gif), keeps: .icc),
        ] {
            let error = #expect(throws: ImageError.self) { _ = try prepare(.bytes(Self.wide), as: recipe) }
            #expect(error?.code == "invalidRecipe")
        }
    }

    @Test("transparent pixels are told, in whichever format, and only in the part that is used")
    func opaque() throws {
        var bytes = [UInt8](repeating: 255, count: 32 * 16 * 4)
        bytes[3] = 254
        let pixels = try #require(PixelBuffer(size: Size(width: 32, height: 16), channels: 4, bytes: bytes))
        let output = Output(.original, encoding: .pixels)
        #expect(try !prepare(.pixels(pixels), as: Recipe(output)).isOpaque)
        let right = Box(left: 1, top: 0, width: 31, height: 16)
        #expect(try prepare(.pixels(pixels), as: Recipe(output, box: right)).isOpaque)
        #expect(try prepare(.pixels(Pictures.solid(8, 8, .white)), as: Recipe(output)).isOpaque)
        #expect(try prepare(.bytes(Real.jpeg(Self.picture)), as: Recipe(output)).isOpaque)
        for name in ["alpha.png", "alpha.webp"] {
            let file = SharedData.package.appending(path: "Tests/Fixtures/\(name)")
            #expect(try !prepare(.file(file), as: Recipe(output)).isOpaque, "\(name)")
        }
    }
}
