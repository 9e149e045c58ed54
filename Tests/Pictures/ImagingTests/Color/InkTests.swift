import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Pictures in four inks become what a person would see")
struct InkTests {
    /// Cyan, magenta, yellow and black, 255 for full ink, and the name of the color.
    private static let inks: [(ink: [UInt8], name: String)] = [
        ([0, 0, 0, 0], "white"), ([255, 0, 0, 0], "cyan"), ([0, 255, 0, 0], "magenta"), ([0, 0, 255, 0], "yellow"),
        ([0, 255, 255, 0], "red"), ([255, 0, 255, 0], "green"), ([255, 255, 0, 0], "blue"), ([0, 0, 0, 255], "black"),
    ]

    private func name(_ color: RGB) -> String {
        let middle = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        if middle > 240 { return "white" }
        if middle < 60 { return "black" }
        let names = ["black", "blue", "green", "cyan", "red", "magenta", "yellow", "white"]
        let index = (color.red > 110 ? 4 : 0) + (color.green > 110 ? 2 : 0) + (color.blue > 110 ? 1 : 0)
        return names[index]
    }

    private func names(_ pixels: PixelBuffer) -> [String] {
        (0..<8).map { name(pixels.pixel($0 * 8 + 4, 4)) }
    }

    @Test("a JPEG by Photoshop, which stores inks upside down")
    func photoshop() throws {
        let bytes = BlockJPEG.file(columns: 8, blocks: Self.inks.map { $0.ink.map { 255 - $0 } }, transform: 0)
        #expect(try names(Real.pixels(bytes)) == Self.inks.map(\.name))
    }

    @Test("a JPEG without the marker of Adobe stores inks upside down as well, as browsers read it")
    func plain() throws {
        let bytes = BlockJPEG.file(columns: 8, blocks: Self.inks.map { $0.ink.map { 255 - $0 } })
        #expect(try names(Real.pixels(bytes)) == Self.inks.map(\.name))
    }

    @Test("YCCK is turned into inks first")
    func ycck() throws {
        let blocks = Self.inks.map { entry -> [UInt8] in
            // Inks upside down, as above, then turned into luma and chroma, which turns three of them once more.
            let (red, green, blue) = (Double(entry.ink[0]), Double(entry.ink[1]), Double(entry.ink[2]))
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            let values = [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402]
            return values.map { UInt8(min(max($0.rounded(), 0), 255)) } + [255 - entry.ink[3]]
        }
        let bytes = BlockJPEG.file(columns: 8, blocks: blocks, transform: 2)
        #expect(try names(Real.pixels(bytes)) == Self.inks.map(\.name))
    }

    @Test("a TIFF, 8 and 16 bits deep", arguments: [8, 16])
    func tiff(bits: Int) throws {
        let row = Self.inks.flatMap { entry in
            (0..<8).flatMap { _ in entry.ink.flatMap { [UInt8](repeating: $0, count: bits / 8) } }
        }
        let data = (0..<8).flatMap { _ in row }
        let page = TIFFPage(Size(width: 64, height: 8), samples: 4, bits: bits, photometric: 5, data: data)
        #expect(try names(Real.pixels(page.file())) == Self.inks.map(\.name))
    }

    /// As libvips 8.14 shows them with the profile that it brings along, which later versions replace by another one.
    @Test("inks that say nothing of themselves have the same colors with each version of libvips")
    func generic() throws {
        let mixed: [[UInt8]] = [
            [0, 0, 0, 128], [64, 64, 64, 0], [128, 64, 0, 32], [30, 200, 180, 10], [200, 30, 180, 60], [90, 90, 0, 0],
            [0, 120, 200, 0], [255, 255, 255, 255],
        ]
        let blocks = mixed.map { $0.map { 255 - $0 } }
        let pixels = try Real.pixels(BlockJPEG.file(columns: 8, blocks: blocks, transform: 0))
        let found = (0..<8).map { pixels.pixel($0 * 8 + 4, 4) }
        let right = ["898889", "b6a8a8", "7290ba", "cc5250", "227d5c", "a296c2", "f78d4b", "21212c"]
        for (color, hex) in zip(found, right) {
            #expect(color.difference(from: try #require(RGB(hex: hex))) <= 2, "\(found.map(\.hex))")
        }
    }

    @Test(
        "JPEG and TIFF of one picture look alike", .enabled(if: SharedData.folder("inputs") != nil),
        arguments: ["made/modes/cmyk.jpg", "made/modes/cmyk.tif"])
    func inputs(file: String) throws {
        let folder = try #require(SharedData.folder("inputs"))
        let made = try prepare(.file(folder.appending(path: file)), as: Recipe(.pixels(fitting: 320)))
        let pixels = try #require(made.outputs[0].pixels)
        let corners = [(20, 20), (300, 20), (20, 220), (300, 220)].map { name(pixels.pixel($0, $1)) }
        #expect(corners == ["red", "green", "blue", "white"], "\(file)")
    }
}
