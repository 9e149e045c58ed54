import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("WebP is read by libwebp itself")
struct WebPSourceTests {
    /// The bytes of the pixels of a file, or the code of the error.
    private func given(_ file: [UInt8], _ recipe: Recipe, isDirect: Bool) -> (outputs: [PreparedOutput], code: String) {
        DirectWebP.$isUsed.withValue(isDirect) {
            do throws(ImageError) {
                let prepared = try prepare(.bytes(file), as: recipe)
                return (prepared.outputs, "isTruncated: \(prepared.isTruncated), isOpaque: \(prepared.isOpaque)")
            } catch {
                return ([], error.code)
            }
        }
    }

    private func expectSame(_ file: [UInt8], _ recipe: Recipe, _ comment: Comment? = nil) {
        let (direct, through) = (given(file, recipe, isDirect: true), given(file, recipe, isDirect: false))
        #expect(direct.code == through.code, comment)
        #expect(direct.outputs == through.outputs, comment)
    }

    /// The files of Magpie have no alpha; that of a lossless picture is in its first bits, and in the container.
    private func withAlphaFlag(_ webp: [UInt8]) throws -> [UInt8] {
        let size = try inspect(webp).storedSize
        return Made.webp(Made.canvas(flags: 0x10, width: size.width, height: size.height), Array(webp.dropFirst(12)))
    }

    private func webp(_ picture: PixelBuffer, isLossless: Bool, quality: Int = 80) throws -> [UInt8] {
        let output = Output(
            .original, encoding: .webp(quality: quality), options: EncoderOptions(isLossless: isLossless))
        return try prepare(.pixels(picture), as: Recipe(output)).outputs[0].bytes
    }

    @Test("the pixels are those of libvips, whole and shrunk, at sides of any parity")
    func samePixels() throws {
        var random = SplitMix(seed: 4)
        for round in 0..<Effort.inputs(24, of: 80) {
            let picture = Pictures.scene(
                round < 2 ? 1 : .random(in: 1...300, using: &random),
                round % 8 == 0 ? 1 : .random(in: 1...300, using: &random), seed: UInt64(round))
            let file = try webp(picture, isLossless: round % 3 == 0, quality: .random(in: 5...100, using: &random))
            let shapes: [Output.Shape] = [.original, .fit(.random(in: 20...100, using: &random))]
            for bytes in [file, try withAlphaFlag(file)] {
                for shape in shapes {
                    for effort in [Recipe.Effort.fast, .high] {
                        expectSame(
                            bytes, Recipe(Output(shape, encoding: .pixels), colors: 2, effort: effort),
                            "\(picture.size)")
                    }
                }
            }
        }
    }

    @Test("a picture that is transparent in places has its background there")
    func alpha() throws {
        guard let folder = SharedData.folder("inputs") else { return }
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "made/modes"), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "webp" }
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            for shape in [Output.Shape.original, .fit(30)] {
                expectSame(
                    bytes, Recipe(Output(shape, encoding: .png), background: RGB(red: 9, green: 200, blue: 90)),
                    "\(file.lastPathComponent)")
            }
        }
    }

    @Test("a profile counts where the container tells of it")
    func profiles() throws {
        let picture = try webp(Pictures.scene(80, 60), isLossless: true)
        for flags in [0x20, 0] as [UInt8] {
            let file = Made.webp(
                Made.canvas(flags: flags, width: 80, height: 60), Made.riff("ICCP", MatrixProfile.displayP3.bytes),
                Array(picture.dropFirst(12)))
            for keeps in [[], .icc] as [Recipe.Metadata] {
                expectSame(file, Recipe(Output(.original, encoding: .png), keeps: keeps))
            }
        }
    }

    @Test("damaged files get the same verdict", arguments: [1, 2, 3, 4] as [UInt64])
    func damaged(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let picture = Pictures.scene(48, 40)
        let files = [
            try webp(picture, isLossless: false), try webp(picture, isLossless: true),
            try withAlphaFlag(webp(picture, isLossless: true)), try Real.webp(picture, orientation: 6),
        ]
        for round in 0..<Effort.inputs(60, of: 200) {
            var bytes = files[round % files.count]
            let place = Int.random(
                in: 0..<(Bool.random(using: &random) ? bytes.count : min(60, bytes.count)), using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes[place] = .random(in: 0...255, using: &random)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 3))
            }
            for allowsTruncated in [false, true] {
                expectSame(
                    bytes, Recipe(.pixels(fitting: 64), allowsTruncated: allowsTruncated), "\(seed), \(round): \(place)"
                )
            }
        }
    }
}
