import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("WebP is written by libwebp itself")
struct DirectWebPTests {
    private func file(
        _ picture: PixelBuffer, quality: Int, _ options: EncoderOptions, isDirect: Bool
    ) throws -> [UInt8] {
        let output = Output(.original, encoding: .webp(quality: quality), options: options)
        return try DirectWebP.$isUsed.withValue(isDirect) {
            try prepare(.pixels(picture), as: Recipe(output)).outputs[0].bytes
        }
    }

    @Test("a file is the same as through libvips, at each effort and quality, with and without loss")
    func sameFiles() throws {
        var random = SplitMix(seed: 9)
        for effort in [nil, 0, 1, 2, 3, 4, 5, 6] {
            for isLossless in [false, true] {
                let picture = Pictures.scene(
                    .random(in: 1...90, using: &random), .random(in: 1...70, using: &random),
                    seed: .random(in: 0...99, using: &random))
                let quality = Int.random(in: 1...100, using: &random)
                let options = EncoderOptions(isLossless: isLossless, effort: effort)
                let direct = try file(picture, quality: quality, options, isDirect: true)
                #expect(direct == (try file(picture, quality: quality, options, isDirect: false)))
                #expect(try inspect(direct).storedSize == picture.size)
            }
        }
    }

    @Test("metadata is around the picture as it was")
    func metadata() throws {
        let jpeg = Real.turning(try Real.jpeg(Pictures.scene(60, 40)), to: 6)
        let recipe = Recipe(Output(.fit(30), encoding: .webp()), keeps: [.exif, .icc])
        let direct = try prepare(.bytes(jpeg), as: recipe).outputs[0]
        #expect(
            direct == (try DirectWebP.$isUsed.withValue(false) { try prepare(.bytes(jpeg), as: recipe).outputs[0] }))
        #expect(try inspect(direct.bytes).exif != nil)
    }

    #if os(Linux)
        @Test("libvips is not started for a JPEG, a WebP or a GIF that becomes a JPEG or a WebP")
        func withoutLibvips() async {
            // A process of its own: other tests start libvips beside it.
            await #expect(processExitsWith: .success) {
                // Safe: the name ends with its zero; nothing is opened that is not open.
                func isOpen(_ library: String) -> Bool { unsafe dlopen(library, RTLD_NOLOAD | RTLD_LAZY) != nil }
                let picture = Pictures.scene(60, 40)
                let gif = GIFFile(
                    canvas: Size(width: 40, height: 30), frame: Box(left: 0, top: 0, width: 40, height: 30),
                    colors: [.black, .white], indexes: [UInt8](repeating: 1, count: 1200))
                for file in [try Real.jpeg(picture), try Real.webp(picture), gif.bytes] {
                    for encoding in [Output.Encoding.jpeg(), .webp()] {
                        let made = try prepare(.bytes(file), as: Recipe(Output(.fit(30), encoding: encoding)))
                        #expect(!made.outputs[0].bytes.isEmpty)
                    }
                }
                #expect(isOpen("libwebp.so.7"))
                #expect(!isOpen("libvips.so.42"))
            }
        }
    #endif
}
