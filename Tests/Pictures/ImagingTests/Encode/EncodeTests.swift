import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("What is written is what was asked for")
struct EncodeTests {
    private let picture = Pictures.scene(120, 90)

    private func jpeg(_ quality: Int) throws -> PreparedOutput {
        try prepare(.pixels(picture), as: Recipe(.fit(512, quality: quality))).outputs[0]
    }

    @Test(
        "the quality that is asked for is that of the file and of the result",
        arguments: [1, 29, 50, 57, 89, 97, 98, 100])
    func quality(asked: Int) throws {
        let output = try jpeg(asked)
        #expect(output.quality == asked)
        #expect(JPEGParts(output.jpeg).luminance.prefix(8).elementsEqual(JPEGParts.standardLuminance(quality: asked)))
    }

    @Test("color is at full resolution from 90 up", arguments: [(90, true), (97, true), (100, true), (89, false)])
    func sampling(quality: Int, isFull: Bool) throws {
        let parts = JPEGParts(try jpeg(quality).jpeg)
        #expect(parts.sampling == [isFull ? 0x11 : 0x22, 0x11, 0x11])
        #expect(!parts.isProgressive)
    }

    @Test("each format gives the picture back", arguments: [Output.Encoding.jpeg(quality: 97), .webp(quality: 100)])
    func lossy(encoding: Output.Encoding) throws {
        let output = try prepare(.pixels(picture), as: Recipe(Output(.fit(512), encoding: encoding))).outputs[0]
        #expect(output.size == picture.size)
        #expect(try Real.pixels(output.bytes).psnr(against: picture) > 31)
    }

    @Test("PNG gives every pixel back")
    func lossless() throws {
        let output = try prepare(.pixels(picture), as: Recipe(Output(.fit(512), encoding: .png))).outputs[0]
        #expect(output.format == .png && output.quality == nil && output.jpeg.isEmpty)
        #expect(try Real.pixels(output.bytes) == picture)
    }

    @Test("pixels are given without a file")
    func pixels() throws {
        let output = try prepare(.pixels(picture), as: Recipe(.pixels(fitting: 512))).outputs[0]
        #expect(output.pixels == picture && output.bytes.isEmpty && output.format == nil && output.quality == nil)
    }

    @Test(
        "the same picture gives the same bytes",
        arguments: [Output.Encoding.jpeg(quality: 97), .png, .webp(quality: 80)])
    func deterministic(encoding: Output.Encoding) throws {
        let recipe = Recipe(Output(.fit(50), encoding: encoding))
        #expect(try prepare(.pixels(picture), as: recipe) == prepare(.pixels(picture), as: recipe))
    }

    @Test("a large noisy picture does not overflow the buffer of the coder")
    func noise() throws {
        var random = SplitMix(seed: 9)
        let noise = Pictures.draw(1024, 700) { _, _ in
            let word = random.next()
            return (
                UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8),
                UInt8(truncatingIfNeeded: word >> 16)
            )
        }
        let recipe = Recipe(.fit(1024, quality: 100))
        let first = try prepare(.pixels(noise), as: recipe).outputs[0].jpeg
        #expect(first.count > noise.size.pixelCount)
        #expect(try Real.pixels(first).psnr(against: noise) > 35)
        #expect(try prepare(.pixels(noise), as: recipe).outputs[0].jpeg == first)
    }
}
