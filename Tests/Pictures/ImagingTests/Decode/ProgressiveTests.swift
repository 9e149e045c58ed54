import Imaging
import PictureTestSupport
import Testing

@Suite("Progressive JPEGs, whose coefficients are kept until the last scan")
struct ProgressiveTests {
    private func file(_ picture: PixelBuffer, isProgressive: Bool, quality: Int) throws -> [UInt8] {
        let output = Output(
            .original, encoding: .jpeg(quality: quality), options: EncoderOptions(isProgressive: isProgressive))
        return try prepare(.pixels(picture), as: Recipe(output)).outputs[0].bytes
    }

    private func pixels(_ bytes: [UInt8], _ recipe: Recipe) throws -> PixelBuffer {
        try #require(try prepare(.bytes(bytes), as: recipe).outputs[0].pixels)
    }

    @Test("have the pixels of baseline ones, from one block to more than a huge page of them, whole, cut and shrunk")
    func asBaseline() throws {
        var random = SplitMix(seed: 31)
        // Halved color, and color in every pixel.
        for (width, height) in [(1, 1), (8, 9), (333, 250), (1300, 1000), (2100, 1500)] {
            for quality in [80, 95] {
                let picture = Pictures.scene(width, height)
                let progressive = try file(picture, isProgressive: true, quality: quality)
                let baseline = try file(picture, isProgressive: false, quality: quality)
                #expect(JPEGParts(progressive).isProgressive && !JPEGParts(baseline).isProgressive)
                let left = Int.random(in: 0..<width, using: &random)
                let top = Int.random(in: 0..<height, using: &random)
                let box = Box(left: left, top: top, width: width - left, height: height - top)
                for recipe in [
                    Recipe(.pixels(fitting: 4096)), Recipe(.pixels(fitting: 100)),
                    Recipe(.pixels(fitting: 4096), box: box), Recipe(.pixels(fitting: 64), box: box),
                ] {
                    #expect(try pixels(progressive, recipe) == pixels(baseline, recipe), "\(width)x\(height), \(box)")
                }
            }
        }
    }

    @Test("that end within a scan, or are no picture, leave the decoder as good as new")
    func afterDamage() throws {
        let picture = Pictures.scene(1300, 1000)
        let whole = try file(picture, isProgressive: true, quality: 85)
        let expected = try pixels(whole, Recipe(.pixels(fitting: 200)))
        var random = SplitMix(seed: 32)
        for _ in 0..<20 {
            let cut = Array(whole.prefix(.random(in: 0..<whole.count, using: &random)))
            _ = try? prepare(.bytes(cut), as: Recipe(.pixels(fitting: 200), allowsTruncated: true))
            _ = try? prepare(.bytes(cut), as: Recipe(.pixels(fitting: 200)))
            #expect(try pixels(whole, Recipe(.pixels(fitting: 200))) == expected)
        }
    }
}
