import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Our writer of PNG loses no pixel, and makes small files")
struct PNGWriterTests {
    private func written(_ picture: PixelBuffer, effort: Int? = nil, isProgressive: Bool = false) throws -> [UInt8] {
        let options = EncoderOptions(isProgressive: isProgressive, effort: effort)
        let output = Output(.exact(picture.size), encoding: .png, options: options)
        return try prepare(.pixels(picture), as: Recipe(output)).outputs[0].bytes
    }

    /// The pixels as libvips decodes them.
    private func decoded(_ file: [UInt8]) throws -> [UInt8] {
        let header = try inspect(file)
        let (width, height) = (header.storedSize.width, header.storedSize.height)
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3)
        defer { unsafe pixels.deallocate() }
        let result = unsafe file.withUnsafeBufferPointer { bytes in
            Result { () throws(ImageError) in
                let source = try unsafe VipsSource(
                    bytes, header: header, isLenient: false, scale: 1, keepsProfile: false)
                // Safe: there is room for all rows.
                try unsafe source.read(
                    Box(left: 0, top: 0, width: width, height: height), of: 0, into: pixels, stride: width * 3,
                    isCut: false)
            }
        }
        try result.get()
        return unsafe Array(UnsafeBufferPointer(start: pixels, count: width * height * 3))
    }

    private static func noise(_ width: Int, _ height: Int) -> PixelBuffer {
        var random = SplitMix(seed: width)
        return Pictures.draw(width, height) { _, _ in
            let bits = random.next()
            return (UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255))
        }
    }

    @Test("at any size, content and effort", arguments: [nil, 1, 6, 9])
    func lossless(effort: Int?) throws {
        let sizes = [(1, 1), (1, 50), (5, 1), (6, 7), (400, 3), (161, 90), (640, 300)]
        for (width, height) in sizes {
            for picture in [
                Pictures.scene(width, height), Self.noise(width, height), Pictures.solid(width, height, .white),
            ] {
                #expect(try decoded(written(picture, effort: effort)) == picture.bytes, "\(width)x\(height)")
            }
        }
    }

    @Test("more than 16 megapixels, in portions")
    func large() throws {
        let picture = Pictures.numbered(5000, 3400)
        #expect(try decoded(written(picture, effort: 1)) == picture.bytes)
    }

    @Test("a photo is smaller with filters, and a drawing of few colors is not larger for them")
    func filters() throws {
        let photo = Pictures.scene(500, 400)
        // libvips writes rows as they are.
        #expect(try 10 * written(photo).count < 9 * written(photo, isProgressive: true).count)
        let colors: [(UInt8, UInt8, UInt8)] = [(0, 0, 0), (250, 20, 77), (3, 190, 99), (131, 60, 255)]
        var random = SplitMix(seed: 3)
        let drawing = Pictures.draw(400, 300) { _, _ in colors[Int(random.next() % 4)] }
        // Two bits a pixel are in it.
        #expect(try written(drawing).count < 400 * 300 / 4 * 2)
    }
}
