import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Compressions of TIFF, with any version of libvips")
struct TIFFCompressionTests {
    private func file(_ compression: Int) -> [UInt8] {
        var random = SplitMix(seed: compression)
        let data = (0..<8 * 8 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        return TIFFPage(Size(width: 8, height: 8), samples: 3, tags: [259: [compression]], data: data).file()
    }

    @Test(
        "those that no libtiff reads are refused by name, a lenient reader as well",
        arguments: [
            (50002, "JPEG XL"), (52546, "JPEG XL of DNG"), (34933, "PNG"), (34712, "JPEG 2000"),
            (34892, "lossy JPEG of DNG"), (12345, "number 12345"),
        ])
    func refused(compression: Int, name: String) throws {
        for isLenient in [false, true] {
            #expect(throws: ImageError.unsupportedFormat(found: "a TIFF image compressed as \(name)")) {
                try prepare(.bytes(file(compression)), as: Recipe(.fit(8), allowsTruncated: isLenient))
            }
        }
    }

    @Test(
        "a picture that cannot be decompressed is an error and never black, also for a lenient reader where the library lacks the way",
        arguments: [5, 8, 32946, 34887, 34925, 50000, 50001])
    func damaged(compression: Int) throws {
        #expect(throws: ImageError.self) { try prepare(.bytes(file(compression)), as: Recipe(.fit(8))) }
        if compression > 33_000 {
            #expect(throws: ImageError.self) {
                try prepare(.bytes(file(compression)), as: Recipe(.fit(8), allowsTruncated: true))
            }
        }
    }
}
