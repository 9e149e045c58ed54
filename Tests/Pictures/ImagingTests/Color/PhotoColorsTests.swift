import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite(
    "dominant colors of photos",
    .enabled(if: SharedData.folder("photos") != nil, "skipped: there is no ../shared/data/photos"))
struct PhotoColorsTests {
    @Test("the first color covers nearly as many pixels as any color could")
    func coverage() throws {
        let folder = try #require(SharedData.folder("photos"))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
        #expect(files.count >= 20)
        var parts: [Double] = []
        for file in files {
            let recipe = Recipe(Output.pixels(fitting: 160))
            let part = try coverage(try #require(try prepare(.file(file), as: recipe).outputs[0].pixels))
            #expect(part >= 0.9, "\(file.lastPathComponent)")
            parts.append(part)
        }
        #expect(parts.reduce(0, +) / Double(parts.count) >= 0.95)
    }

    /// The part of the pixels within 0.06 of the first color, divided by the largest part that any of 100 colors of
    /// the picture reaches.
    private func coverage(_ picture: PixelBuffer) throws -> Double {
        let colors = stride(from: 0, to: picture.bytes.count, by: 9).map { at in
            TextbookColor(RGB(red: picture.bytes[at], green: picture.bytes[at + 1], blue: picture.bytes[at + 2]))
        }
        func covered(_ center: TextbookColor) -> Int {
            var count = 0
            for color in colors {
                let (x, y, z) = (color.lightness - center.lightness, color.a - center.a, color.b - center.b)
                if x * x + y * y + z * z <= 0.06 * 0.06 { count += 1 }
            }
            return count
        }
        let first = try #require(picture.dominantColors(1).first)
        let best = stride(from: 0, to: colors.count, by: colors.count / 100).map { covered(colors[$0]) }.max() ?? 0
        return Double(covered(TextbookColor(first.color))) / Double(best)
    }

    /// OKLab by the textbook, not by the kernel.
    private struct TextbookColor {
        let lightness, a, b: Float

        init(_ color: RGB) {
            let red = Self.linear[Int(color.red)]
            let green = Self.linear[Int(color.green)]
            let blue = Self.linear[Int(color.blue)]
            let l = cbrtf(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
            let m = cbrtf(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
            let s = cbrtf(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
            lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
            a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
            b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        }

        private static let linear: [Float] = (0...255).map { level in
            let value = Float(level) / 255
            return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
        }
    }
}
