import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Alpha and depth change nothing about the colors of a profile")
struct AlphaColorTests {
    /// Linear light: level 32 is 99 in sRGB, 96 is 165.
    private static let linear = MatrixProfile(primaries: MatrixProfile.displayP3.primaries, gamma: 1)

    @Test("gray with alpha in PNG and TIFF, 8 and 16 bits", arguments: [8, 16])
    func gray(bits: Int) throws {
        let samples: [UInt8] = [32, 255, 96, 255, 32, 128, 96, 0]
        let deep = samples.flatMap { [UInt8](repeating: $0, count: bits / 8) }
        let page = TIFFPage(
            Size(width: 4, height: 1), samples: 2, bits: bits, extraSample: 2, data: deep)
        let tiff = try Real.pixels(page.file(profile: Self.linear.grayBytes))
        let gamma = Made.chunk("gAMA", big(100_000, 4))
        let png = try Real.pixels(
            PNGPicture.file(width: 4, height: 1, bits: UInt8(bits), color: 4, gamma) { _ in deep })
        for pixels in [tiff, png] {
            let levels = (0..<4).map { Int(pixels.pixel($0, 0).green) }
            #expect(zip(levels, [99, 165, 177, 255]).allSatisfy { abs($0 - $1) <= 1 }, "\(levels)")
        }
    }

    @Test("gray with one transparent level")
    func transparentLevel() throws {
        let chunks = Made.chunk("gAMA", big(100_000, 4)) + Made.chunk("tRNS", [0, 96])
        let pixels = try Real.pixels(PNGPicture.file(width: 2, height: 1, color: 0, chunks) { _ in [32, 96] })
        #expect(abs(Int(pixels.pixel(0, 0).red) - 99) <= 1 && pixels.pixel(1, 0) == .white)
    }

    @Test("inks with alpha lie on the background")
    func inks() throws {
        let ink: [UInt8] = [0, 220, 200, 10]
        func pixel(_ samples: [UInt8], extra: Int?) throws -> RGB {
            let count = samples.count
            let page = TIFFPage(
                Size(width: 1, height: 1), samples: count, photometric: 5, extraSample: extra, data: samples)
            return try Real.pixels(page.file()).pixel(0, 0)
        }
        let opaque = try pixel(ink, extra: nil)
        #expect(try pixel(ink + [255], extra: 2) == opaque)
        #expect(try pixel(ink + [0], extra: 2) == .white)
        let half = try pixel(ink + [128], extra: 2)
        #expect(abs(Int(half.green) - (Int(opaque.green) + 255) / 2) <= 2, "\(half.hex)")
        // A fifth sample of unknown meaning is no alpha.
        #expect(try pixel(ink + [0], extra: 0) == opaque)
    }

    @Test("16 bits of linear light keep the darks, in gray and in color, with alpha and without")
    func darks() throws {
        // IEC 61966-2-1: 120 of 65535 is level 6, 360 is 17, 1200 is 37.
        let values = [40, 120, 360, 1200, 3000]
        let expected = [2, 6, 17, 37, 60]
        let gray = TIFFPage(
            Size(width: 5, height: 1), samples: 1, bits: 16, data: values.flatMap { little($0, 2) })
        let grayAlpha = TIFFPage(
            Size(width: 5, height: 1), samples: 2, bits: 16, extraSample: 2,
            data: values.flatMap { little($0, 2) + [255, 255] })
        func alike(_ value: Int) -> [UInt8] { join(little(value, 2), little(value, 2), little(value, 2)) }
        let color = TIFFPage(Size(width: 5, height: 1), samples: 3, bits: 16, data: values.flatMap(alike))
        let colorAlpha = TIFFPage(
            Size(width: 5, height: 1), samples: 4, bits: 16, data: values.flatMap { join(alike($0), [255, 255]) })
        let files = [
            gray.file(profile: Self.linear.grayBytes), grayAlpha.file(profile: Self.linear.grayBytes),
            color.file(profile: Self.linear.bytes), colorAlpha.file(profile: Self.linear.bytes),
        ]
        for file in files {
            let pixels = try Real.pixels(file)
            let levels = (0..<5).map { Int(pixels.pixel($0, 0).green) }
            #expect(zip(levels, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(levels)")
        }
    }

    @Test("16 bits in a larger space have the colors that 8 bits have")
    func deepColor() throws {
        for profile in [MatrixProfile.displayP3, .adobeRGB] {
            let color = RGB(red: 180, green: 90, blue: 60)
            let data = [color.red, color.green, color.blue].flatMap { [$0, $0] }
            let page = TIFFPage(Size(width: 1, height: 1), samples: 3, bits: 16, data: data)
            let found = try Real.pixels(page.file(profile: profile.bytes)).pixel(0, 0)
            let expected = profile.sRGB(color)
            #expect(abs(Int(found.red) - Int(expected.red)) <= 1 && abs(Int(found.blue) - Int(expected.blue)) <= 1)
        }
    }
}
