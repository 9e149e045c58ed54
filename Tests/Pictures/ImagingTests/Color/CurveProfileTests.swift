import Foundation
import TestSupport
import Testing

@testable import Imaging

/// lcms2 is asked by way of libvips, as it is for profiles of tables.
@Suite("Profiles of curves are converted as lcms2 does it, within one level")
struct CurveProfileTests {
    private static let spaces: [(name: String, columns: [[Double]])] = [
        ("sRGB", [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]]),
        ("Display P3", MatrixProfile.displayP3.primaries), ("Adobe RGB", MatrixProfile.adobeRGB.primaries),
        ("ProPhoto", [[0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491]]),
        ("Rec. 2020", [[0.67346, 0.27904, -0.00194], [0.16568, 0.67535, 0.02998], [0.12505, 0.04561, 0.79685]]),
        ("Apple RGB", [[0.47573, 0.25515, 0.01847], [0.33965, 0.67267, 0.11343], [0.14882, 0.07218, 0.69301]]),
        ("singular", [[0.3, 0.33, 0.27], [0.3, 0.33, 0.27], [0.3642, 0.34, 0.2849]]),
    ]

    /// Colors with all corners, dense in the darks, and others by chance.
    private static let colors: Raster = {
        let levels: [UInt8] = [
            0, 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 85, 110, 128, 150, 175, 200, 225, 245, 254, 255,
        ]
        var dice = SplitMix(seed: 12)
        var bytes = levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
        while bytes.count % 192 != 0 || bytes.count < 3 * 16000 { bytes.append(UInt8(truncatingIfNeeded: dice.next())) }
        return raster(bytes, channels: 3)
    }()

    private static func raster(_ bytes: [UInt8], channels: Int) -> Raster {
        unsafe Raster(size: Size(width: bytes.count / channels, height: 1), channels: channels) { out in
            // Safe: as many bytes as pixels with their channels.
            unsafe out.update(from: bytes, count: bytes.count)
        }
    }

    private func farthest(_ one: Raster, _ other: Raster) -> Int {
        zip(one.bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The difference of the conversion from that of the color engine.
    private func difference(
        _ profile: [UInt8], _ picture: Raster = colors, to gamut: Recipe.Gamut = .sRGB
    ) throws -> Int {
        let curves = try #require(CurveProfile(profile, channels: picture.channels))
        let made = try #require(curves.converted(picture, to: gamut))
        return farthest(made, try picture.convert(through: profile, to: gamut))
    }

    @Test("RGB of seven spaces with each kind of curve, to sRGB and to Display P3", arguments: spaces.indices)
    func color(space: Int) throws {
        let (name, columns) = Self.spaces[space]
        for curve in Curve.all {
            let profile = MatrixProfile.file(
                "RGB ", MatrixProfile.colors(columns, Array(repeating: curve.bytes, count: 3)))
            for gamut in Recipe.Gamut.allCases {
                let difference = try difference(profile, to: gamut)
                #expect(difference <= 1, "\(name), \(curve.name), to \(gamut): \(difference) levels")
            }
        }
    }

    @Test("RGB is within a fifth of a level of the exact color, where lcms2 is within half a level")
    func exact() throws {
        let target = MatrixProfile.inverse([
            [0x6F94, 0x38EE, 0x0390], [0x62A5, 0xB790, 0x18DE], [0x249D, 0x0F83, 0xB6BE],
        ])
        var (worst, worstOfEngine) = (0.0, 0.0)
        for (index, curve) in Curve.all.enumerated() where !["table of 33", "sRGB in 1024"].contains(curve.name) {
            let columns = Self.spaces[index % 6].columns.map { $0.map { ($0 * 65536).rounded() } }
            let profile = MatrixProfile.file(
                "RGB ",
                MatrixProfile.colors(columns.map { $0.map { $0 / 65536 } }, Array(repeating: curve.bytes, count: 3)))
            let made = try #require(CurveProfile(profile, channels: 3)?.converted(Self.colors, to: .sRGB))
            let engine = try Self.colors.convert(through: profile, to: .sRGB)
            for pixel in stride(from: 0, to: Self.colors.size.width, by: 7) {
                let light = (0..<3).map { curve.light(Double(Self.colors.bytes[3 * pixel + $0]) / 255) }
                let xyz = (0..<3).map { axis in (0..<3).reduce(0) { $0 + columns[$1][axis] * light[$1] } }
                for channel in 0..<3 {
                    let linear = (0..<3).reduce(0) { $0 + target[$1][channel] * xyz[$1] }
                    let exact = 255 * SRGB.coded(min(max(linear, 0), 1))
                    worst = max(worst, abs(Double(made.bytes[3 * pixel + channel]) - exact) - 0.5)
                    worstOfEngine = max(worstOfEngine, abs(Double(engine.bytes[3 * pixel + channel]) - exact) - 0.5)
                }
            }
        }
        #expect(worst < 0.2, "beside rounding \(worst), of lcms2 \(worstOfEngine)")
        #expect(worstOfEngine < 0.5, "\(worstOfEngine)")
    }

    @Test("the profile that files in Display P3 get has its name, and brings their pixels back unchanged")
    func ownProfile() throws {
        let profile = Recipe.Gamut.displayP3.profile
        #expect(profile.count < 1000)
        #expect(String(decoding: profile, as: UTF8.self).contains("Display P3"))
        let curves = try #require(CurveProfile(profile, channels: 3))
        #expect(curves.converted(Self.colors, to: .displayP3)?.bytes == Self.colors.bytes)
        #expect(try difference(profile) <= 1)
        #expect(Recipe.Gamut.sRGB.profile.isEmpty)
    }

    @Test("each channel has its own curve")
    func curves() throws {
        let curves = [Curve.gamma(2.2), Curve.table(4096, Curve.sRGB), Curve.parametric(0, 1.8)]
        let profile = MatrixProfile.file("RGB ", MatrixProfile.colors(Self.spaces[1].columns, curves))
        #expect(try difference(profile) <= 1)
    }

    // lcms2 takes 33 points of the whole way from gray to sRGB, and is up to ten levels off in the darks of linear light.
    @Test("gray with each kind of curve is the exact level, and that of lcms2 where its points are dense enough")
    func gray() throws {
        let picture = Self.raster((0...255).map { $0 }, channels: 1)
        for curve in Curve.all {
            let profile = MatrixProfile.file("GRAY", [("kTRC", curve.bytes)])
            guard curve.light(1) > 0.999 else {
                #expect(CurveProfile(profile, channels: 1) == nil, "lcms2 makes its highest sample white")
                continue
            }
            let made = try #require(CurveProfile(profile, channels: 1)?.converted(picture, to: .sRGB))
            for sample in 0...255 where !["table of 33", "sRGB in 1024"].contains(curve.name) {
                let exact = 255 * SRGB.coded(curve.light(Double(sample) / 255))
                #expect(abs(Double(made.bytes[3 * sample]) - exact) < 0.6, "\(curve.name), \(sample)")
            }
            if ["gamma", "sRGB", "square"].contains(where: curve.name.hasPrefix), curve.name != "gamma 1" {
                #expect(try difference(profile, picture) <= 1, "\(curve.name)")
            }
        }
    }

    @Test("the class, the version, another white, its adaptation and the table of a screen change nothing")
    func header() throws {
        let colors = MatrixProfile.colors(Self.spaces[1].columns, Array(repeating: Curve.gamma(2.2), count: 3))
        let adaptation =
            ascii("sf32\0\0\0\0")
            + [1.05, 0.02, -0.05, 0.03, 0.99, -0.02, -0.01, 0.02, 0.75].flatMap(MatrixProfile.fixed)
        let screen = ascii("vcgt\0\0\0\0") + big(1, 4) + (0..<9).flatMap { MatrixProfile.fixed([1.8, 0, 1][$0 % 3]) }
        let made = try #require(CurveProfile(MatrixProfile.file("RGB ", colors), channels: 3))
        let plain = try #require(made.converted(Self.colors, to: .sRGB))
        for file in [
            MatrixProfile.file("RGB ", colors, kind: "scnr"), MatrixProfile.file("RGB ", colors, kind: "prtr"),
            MatrixProfile.file("RGB ", colors, kind: "spac"), MatrixProfile.file("RGB ", colors, version: 0x0430_0000),
            MatrixProfile.file(
                "RGB ", colors + [("chad", adaptation)], version: 0x0430_0000, white: [0.9505, 1, 1.0891]),
            MatrixProfile.file("RGB ", colors + [("vcgt", screen)]),
        ] {
            #expect(try difference(file) <= 1)
            #expect(CurveProfile(file, channels: 3)?.converted(Self.colors, to: .sRGB)?.bytes == plain.bytes)
        }
    }

    @Test("profiles of tables, of other spaces, and odd ones are left to the color engine")
    func others() {
        let (columns, curve) = (Self.spaces[1].columns, Curve.gamma(2.2))
        func isTaken(_ curves: [[UInt8]], _ columns: [[Double]] = Self.spaces[1].columns, _ more: (String, [UInt8])...)
            -> Bool
        {
            let file = MatrixProfile.file("RGB ", MatrixProfile.colors(columns, curves) + more)
            return CurveProfile(file, channels: 3)?.converted(Self.colors, to: .sRGB) != nil
        }
        #expect(isTaken([curve, curve, curve]))
        #expect(!isTaken([curve, curve, curve], columns, ("A2B0", [UInt8](repeating: 0, count: 40))))
        #expect(!isTaken([curve, curve, curve], columns, ("D2B0", [UInt8](repeating: 0, count: 40))))
        #expect(!isTaken([curve, curve]))
        #expect(!isTaken([curve, curve, curve], [columns[0], columns[1]]))
        #expect(!isTaken([curve, curve, curve], columns.map { $0.map { $0 * 40 } }), "primaries without measure")
        #expect(!isTaken([curve, curve, Curve.parametric(4, 1, 1, 0, 0, 0, 0.5, 0)]), "light beyond 1")
        #expect(!isTaken([curve, curve, Curve.parametric(0, -1)]), "no end of light")
        #expect(!isTaken([curve, curve, Curve.parametric(3, 2.4, 0, 1, 1, 0)]), "no curve")
        #expect(!isTaken([curve, curve, ascii("para\0\0\0\0") + big(5, 2) + big(0, 40)]), "an unknown kind")
        let colors = MatrixProfile.colors(columns, [curve, curve, curve])
        for file in [
            MatrixProfile.file("RGB ", colors, kind: "link"), MatrixProfile.file("RGB ", colors, connection: "Lab "),
            MatrixProfile.file("CMYK", colors), MatrixProfile.file("GRAY", colors),
        ] { #expect(CurveProfile(file, channels: 3) == nil) }
        #expect(CurveProfile(MatrixProfile.displayP3.bytes, channels: 1) == nil)
        #expect(CurveProfile(MatrixProfile.displayP3.bytes, channels: 4) == nil)
    }

    @Test(
        "a curve that claims more entries than the profile has is refused at once",
        arguments: [255, 32768, 1 << 31, 0xFFFF_FFFF])
    func hugeCurve(count: Int) {
        var curve = Curve.table(256) { $0 }
        curve.replaceSubrange(8..<12, with: big(count, 4))
        let file = MatrixProfile.file("RGB ", MatrixProfile.colors(Self.spaces[1].columns, [curve, curve, curve]))
        #expect((CurveProfile(file, channels: 3) == nil) == (count > 256))
    }

    @Test("a profile that is cut off anywhere, or whose tags lie behind it, is refused")
    func cut() {
        let whole = MatrixProfile.displayP3.bytes
        #expect(CurveProfile(whole, channels: 3) != nil)
        for count in 0..<whole.count - 2 { #expect(CurveProfile(Array(whole.prefix(count)), channels: 3) == nil) }
        var short = whole
        short.replaceSubrange(0..<4, with: big(whole.count - 20, 4))
        #expect(CurveProfile(short, channels: 3) == nil)
    }

    @Test("damaged profiles that are taken give what lcms2 makes of them")
    func damage() throws {
        let curves = [Curve.gamma(2.2), Curve.table(17) { $0 * $0 }, Curve.all.last!.bytes]
        let whole = MatrixProfile.file("RGB ", MatrixProfile.colors(Self.spaces[1].columns, curves))
        let levels: [UInt8] = [0, 1, 8, 64, 128, 200, 255]
        let colors = Self.raster(
            levels.flatMap { r in levels.flatMap { g in levels.flatMap { [r, g, $0] } } }, channels: 3)
        var dice = SplitMix(seed: 90)
        var taken = 0
        for _ in 0..<1500 {
            var file = whole
            for _ in 0...Int(dice.next() % 3) {
                file[Int(dice.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: dice.next())
            }
            guard let made = CurveProfile(file, channels: 3)?.converted(colors, to: .sRGB) else { continue }
            taken += 1
            let engine = try? colors.convert(through: file, to: .sRGB)
            let difference = engine.map { farthest(made, $0) } ?? 256
            #expect(difference <= 1, "\(zip(whole, file).enumerated().filter { $1.0 != $1.1 }.map { ($0, $1.1) })")
        }
        #expect(taken > 500, "\(taken)")
    }
}
