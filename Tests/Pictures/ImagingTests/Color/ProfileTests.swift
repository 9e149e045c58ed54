import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Embedded profiles are converted to sRGB")
struct ProfileTests {
    /// Colors that exist in sRGB too, seen from a larger space.
    private static let colors = [
        RGB(red: 128, green: 128, blue: 128), RGB(red: 180, green: 90, blue: 60), RGB(red: 60, green: 140, blue: 110),
        RGB(red: 40, green: 60, blue: 150), RGB(red: 220, green: 200, blue: 170), .white, .black,
    ]
    private static let picture = Pictures.draw(7 * 16, 16) { x, _ in
        let color = colors[x / 16]
        return (color.red, color.green, color.blue)
    }

    private func difference(_ bytes: [UInt8], _ profile: MatrixProfile) throws -> Int {
        let made = try Real.pixels(bytes)
        return Self.colors.indices.map { index in
            let (found, expected) = (made.pixel(index * 16 + 8, 8), profile.sRGB(Self.colors[index]))
            return max(
                abs(Int(found.red) - Int(expected.red)), abs(Int(found.green) - Int(expected.green)),
                abs(Int(found.blue) - Int(expected.blue)))
        }.max() ?? 256
    }

    @Test("Display P3 and Adobe RGB in JPEG, TIFF and WebP", arguments: [true, false])
    func matrix(isP3: Bool) throws {
        let profile: MatrixProfile = isP3 ? .displayP3 : .adobeRGB
        #expect(profile.sRGB(Self.colors[1]) != Self.colors[1])
        #expect(try difference(Real.tiff(Self.picture, profile: profile.bytes), profile) <= 2)
        let jpeg = try Real.jpeg(Self.picture, quality: 100)
        let tagged = Array(jpeg[..<2]) + Made.profileSegment(1, of: 1, profile.bytes) + jpeg[2...]
        #expect(try difference(tagged, profile) <= 4)
        let webp = Array(try Real.file(Self.picture, .webp(quality: 100)).dropFirst(12))
        let canvas = Made.canvas(flags: 0x20, width: Self.picture.size.width, height: 16)
        #expect(try difference(Made.webp(canvas, Made.riff("ICCP", profile.bytes), webp), profile) <= 6)
    }

    @Test("a PNG keeps its profile compressed, and is converted all the same")
    func png() throws {
        let bytes = Real.tiff(Self.picture, profile: MatrixProfile.adobeRGB.bytes)
        let kept = try prepare(.bytes(bytes), as: Recipe(Output(.fit(512), encoding: .png), keeps: .icc))
        #expect(try inspect(kept.outputs[0].bytes).hasProfile)
        #expect(try difference(kept.outputs[0].bytes, .adobeRGB) <= 2)
    }

    @Test("the sRGB profile changes nothing, nor does one that is broken or of another kind")
    func without() throws {
        for profile in [Made.profile(), [1, 2, 3], Made.profile(space: "GRAY"), Made.profile(space: "CMYK")] {
            #expect(try Real.pixels(Real.tiff(Self.picture, profile: profile)) == Self.picture)
        }
    }

    @Test("resized pictures are converted after the resize")
    func afterResize() throws {
        let bytes = Real.tiff(Pictures.solid(300, 200, Self.colors[1]), profile: MatrixProfile.displayP3.bytes)
        let made = try Real.pixels(bytes, shape: .fit(64))
        let expected = MatrixProfile.displayP3.sRGB(Self.colors[1])
        #expect(made.largestDifference(from: Pictures.solid(64, 43, expected)) <= 2)
    }

    @Test(
        "a profile that consists of one table only is used",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
    func table() throws {
        // Its channels are not red, green and blue at all: without the profile the straw behind the man is green.
        let file = try #require(SharedData.folder("inputs")).appending(path: "repo/libvips/sample-xyb.jpg")
        let made = try #require(try prepare(.file(file), as: Recipe(.pixels(fitting: 442))).outputs[0].pixels)
        let straw = made.pixel(20, 400)
        #expect(straw.red > straw.green && straw.green > straw.blue, "\(straw.hex)")
    }
}
