import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("All kinds of pixels become 8-bit RGB")
struct ModeTests {
    /// Gray levels from 0 to 255 along 16 pixels.
    private static let ramp: [UInt8] = (0..<16).map { UInt8($0 * 17) }

    private func levels(_ bytes: [UInt8]) throws -> [UInt8] {
        let pixels = try Real.pixels(bytes)
        return (0..<16).map { x in
            let color = pixels.pixel(x, 0)
            #expect(color.red == color.green && color.green == color.blue)
            return color.red
        }
    }

    @Test("gray PNG of 1, 2, 4, 8 and 16 bits", arguments: [1, 2, 4, 8, 16])
    func grayPNG(bits: Int) throws {
        let top = (1 << min(bits, 8)) - 1
        let values = (0..<16).map { $0 * top / 15 }
        let row: [UInt8]
        if bits < 8 {
            row = stride(from: 0, to: 16, by: 8 / bits).map { start in
                (0..<(8 / bits)).reduce(UInt8(0)) { $0 << UInt8(bits) | UInt8(values[start + $1]) }
            }
        } else {
            row = values.flatMap { [UInt8](repeating: UInt8($0), count: bits / 8) }
        }
        let bytes = PNGPicture.file(width: 16, height: 3, bits: UInt8(bits), color: 0) { _ in row }
        #expect(try levels(bytes) == values.map { UInt8($0 * 255 / top) })
    }

    @Test("gray TIFF of 8 and 16 bits, black and white being zero", arguments: [8, 16], [0, 1])
    func grayTIFF(bits: Int, photometric: Int) throws {
        let stored = Self.ramp.map { photometric == 1 ? $0 : 255 - $0 }
        let data = stored.flatMap { [UInt8](repeating: $0, count: bits / 8) }
        let page = TIFFPage(Size(width: 16, height: 1), samples: 1, bits: bits, photometric: photometric, data: data)
        #expect(try levels(page.file()) == Self.ramp)
    }

    @Test("color of 16 bits in PNG and TIFF keeps its upper byte")
    func deepColor() throws {
        let expected = Pictures.scene(20, 10)
        // PNG is big-endian, the TIFF little-endian; the lower byte differs from the upper.
        let png = PNGPicture.file(width: 20, height: 10, bits: 16, color: 2) { y in
            expected.bytes[(y * 60)..<(y * 60 + 60)].flatMap { [$0, 0x80] }
        }
        #expect(try Real.pixels(png).largestDifference(from: expected) <= 1)
        let tiff = TIFFPage(expected.size, samples: 3, bits: 16, data: expected.bytes.flatMap { [0x80, $0] })
        #expect(try Real.pixels(tiff.file()).largestDifference(from: expected) <= 1)
    }

    @Test("a palette, with and without transparent entries")
    func palette() throws {
        let table = Made.chunk("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30])
        let opaque = PNGPicture.file(width: 4, height: 1, bits: 2, color: 3, table) { _ in [0b00_01_10_11] }
        let pixels = try Real.pixels(opaque)
        #expect((0..<4).map { pixels.pixel($0, 0).hex } == ["#ff0000", "#00ff00", "#0000ff", "#0a141e"])
        let holes = PNGPicture.file(width: 4, height: 1, bits: 2, color: 3, table, Made.chunk("tRNS", [0, 255, 128])) {
            _ in [0b00_01_10_11]
        }
        let seen = try Real.pixels(holes)
        #expect(seen.pixel(0, 0) == .white && seen.pixel(1, 0).hex == "#00ff00" && seen.pixel(3, 0).hex == "#0a141e")
        #expect(seen.pixel(2, 0).hex == "#7f7fff")
    }

    @Test("transparent pixels show the background, half transparent ones a mixture", arguments: ["#ffffff", "#b8482a"])
    func alpha(hex: String) throws {
        let background = try #require(RGB(hex: hex))
        let values: [[UInt8]] = [[10, 200, 90, 255], [10, 200, 90, 0], [10, 200, 90, 128], [255, 0, 0, 51]]
        func mixed(_ value: [UInt8]) -> RGB {
            func mix(_ over: UInt8, _ under: UInt8) -> UInt8 {
                let share = Double(value[3]) / 255
                return UInt8((Double(over) * share + Double(under) * (1 - share)).rounded())
            }
            return RGB(
                red: mix(value[0], background.red), green: mix(value[1], background.green),
                blue: mix(value[2], background.blue))
        }
        let expected = Pictures.draw(4, 2) { x, _ in
            let color = mixed(values[x])
            return (color.red, color.green, color.blue)
        }
        let row = values.flatMap { $0 }
        let files = [
            PNGPicture.file(width: 4, height: 2, color: 6) { _ in row },
            PNGPicture.file(width: 4, height: 2, bits: 16, color: 6) { _ in row.flatMap { [$0, $0] } },
            TIFFPage(Size(width: 4, height: 2), samples: 4, data: row + row).file(),
        ]
        for (index, bytes) in files.enumerated() {
            let made = try Real.pixels(bytes, background: background)
            #expect(made.largestDifference(from: expected) <= 1, "file \(index)")
        }
        let direct = try #require(PixelBuffer(size: Size(width: 4, height: 2), channels: 4, bytes: row + row))
        let recipe = Recipe(.pixels(fitting: 4), background: background)
        #expect(try prepare(.pixels(direct), as: recipe).outputs[0].pixels == expected)
    }

    @Test("gray with alpha, 8 and 16 bits", arguments: [8, 16])
    func grayAlpha(bits: Int) throws {
        let row: [UInt8] = [100, 255, 100, 0, 100, 128, 0, 51].flatMap { [UInt8](repeating: $0, count: bits / 8) }
        let bytes = PNGPicture.file(width: 4, height: 1, bits: UInt8(bits), color: 4) { _ in row }
        let made = try Real.pixels(bytes)
        let expected: [UInt8] = [100, 255, 177, 204]
        for x in 0..<4 {
            #expect(abs(Int(made.pixel(x, 0).red) - Int(expected[x])) <= 1)
            #expect(made.pixel(x, 0).red == made.pixel(x, 0).blue)
        }
    }

    @Test("the color of invisible pixels does not bleed into a resize")
    func premultiplied() throws {
        // Left half transparent and bright red, right half opaque blue, over blue: nothing red may appear.
        let blue = RGB(red: 0, green: 0, blue: 200)
        let bytes = PNGPicture.file(width: 64, height: 64, color: 6) { _ in
            (0..<64).flatMap { x -> [UInt8] in x < 32 ? [255, 0, 0, 0] : [0, 0, 200, 255] }
        }
        for side in [64, 33, 10] {
            let made = try Real.pixels(bytes, shape: .fit(side), background: blue)
            #expect(made == Pictures.solid(side, side, blue))
        }
    }

    @Test("a solid color survives every format", arguments: [RGB(red: 184, green: 72, blue: 42), .white, .black])
    func solid(color: RGB) throws {
        let picture = Pictures.solid(40, 30, color)
        #expect(try Real.pixels(Real.png(picture)) == picture)
        #expect(try Real.pixels(Real.tiff(picture)) == picture)
        #expect(try Real.pixels(Real.jpeg(picture)).largestDifference(from: picture) <= 2)
        #expect(try Real.pixels(Real.webp(picture)).largestDifference(from: picture) <= 4)
    }

    @Test("only the first page of a TIFF is used")
    func pages() throws {
        let first = Pictures.numbered(20, 10)
        let second = Pictures.solid(5, 7, .black)
        let bytes = TIFFPage.file([
            TIFFPage(first.size, samples: 3, data: first.bytes), TIFFPage(second.size, samples: 3, data: second.bytes),
        ])
        #expect(try inspect(bytes).frames == 2)
        #expect(try Real.pixels(bytes) == first)
    }

    @Test("only the first frame of an animation is used", .enabled(if: SharedData.folder("inputs") != nil))
    func frames() throws {
        let folder = try #require(SharedData.folder("inputs"))
        for name in ["anim.gif", "anim.webp", "anim.png"] {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "made/modes/\(name)")))
            let prepared = try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 1024)))
            #expect(prepared.header?.frames ?? 0 > 1, "\(name)")
            #expect(prepared.uprightSize == Size(width: 320, height: 240), "\(name)")
            let pixels = try #require(prepared.outputs[0].pixels)
            #expect(pixels.size == prepared.uprightSize)
            #expect(pixels.pixel(20, 20).red > 200 && pixels.pixel(20, 20).blue < 60, "\(name)")
        }
    }
}
