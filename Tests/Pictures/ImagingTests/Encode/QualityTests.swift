import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Nothing is encoded finer than it came, unless that is asked for")
struct QualityTests {
    private let picture = Pictures.scene(320, 240)

    private func output(_ jpeg: [UInt8], _ output: Output) throws -> PreparedOutput {
        try prepare(.bytes(jpeg), as: Recipe(output)).outputs[0]
    }

    @Test("a JPEG that keeps its size keeps its quality and its chroma", arguments: [50, 75, 90, 95, 100])
    func kept(quality: Int) throws {
        let jpeg = try Real.jpeg(picture, quality: quality)
        let made = try output(jpeg, .fit(512))
        #expect(made.quality == min(quality, 97))
        #expect(made.bytes.count <= jpeg.count + jpeg.count / 50)
        #expect(JPEGParts(made.bytes).sampling == JPEGParts(jpeg).sampling)
        // A second time changes nothing more.
        #expect(try output(made.bytes, .fit(512)).quality == made.quality)
        #expect(try output(jpeg, .fit(512, quality: 99)).quality == 99)
    }

    @Test("a smaller picture has the upload quality, unless it would have more bytes than its JPEG")
    func shrunk() throws {
        let fine = try Real.jpeg(picture, quality: 90)
        #expect(try output(fine, .fit(160)).quality == 97)
        let coarse = try Real.jpeg(picture, quality: 30)
        let made = try output(coarse, .fit(300))
        #expect(made.quality == 30)
        #expect(try output(coarse, .fit(300, quality: 97)).bytes.count > coarse.count)
    }

    @Test("the default follows the size that is asked for")
    func sizes() throws {
        let png = try Real.png(Pictures.scene(1024, 600))
        let recipe = Recipe(
            .fit(512), .fit(513), Output(.fit(512), encoding: .webp()), Output(.fit(1024), encoding: .webp()))
        #expect(try prepare(.bytes(png), as: recipe).outputs.map(\.quality) == [97, 98, 97, 98])
    }
}
